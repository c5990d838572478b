/** A section as a group of the table, with the sums of its numbers below its rows. */

import { el, setText } from '../dom.js';
import { sumOf } from '../model/fields.js';
import { t } from '../strings.js';
import { columnName, textOf } from './cellvalue.js';
import { SectionView } from './section.js';

export class TableSection extends SectionView {
  constructor(part, does, table) {
    super(part, does);
    this.table = table;
    this.label = el('div', { class: 'sum-label', role: 'gridcell' }, el('span', { text: t('table.sum') }));
    this.sums = el('div', { class: 'row-sums', role: 'row', hidden: true }, this.label);
    this.shown = '';
    /** What was summed of a chunk, by what the layout found in it. */
    this.cache = new WeakMap();
  }

  get after() {
    return [this.sums, this.quiet, this.add];
  }

  update(part, about) {
    super.update(part, about);
    const { table } = this;
    const numbers = about.isFolded ? [] : table.columns.filter(({ kind }) => kind === 'number');
    const sums = new Map(numbers.map((column) => [column.id, this.#sum(part, column.field)]));
    const found = [...sums].filter(([, sum]) => sum !== null);
    this.sums.hidden = found.length === 0;
    const shown = JSON.stringify([table.template, found, table.isNarrow]);
    if (shown === this.shown) return;
    this.shown = shown;
    if (table.isNarrow) {
      const words = found.map(([id, sum]) => `${columnName(table.column(id))} ${textOf(sum)}`);
      this.sums.replaceChildren(this.label);
      setText(this.label, `${t('table.sum')}: ${words.join(' · ')}`);
      return;
    }
    setText(this.label, t('table.sum'));
    const cells = table.columns.slice(2).map(({ id, kind }) => {
      const sum = sums.get(id) ?? null;
      const text = sum === null ? '' : textOf(sum);
      return el('div', { class: kind === 'number' ? 'cell number' : 'cell', role: 'gridcell', text });
    });
    this.sums.replaceChildren(this.label, ...cells);
  }

  /** The sum of the shown items' numbers in a field, or null where none has one. */
  #sum(part, field) {
    const { layout, copy } = this.table;
    const sums = [];
    for (const chunk of part.order.chunks) {
      const entry = layout.chunk(chunk);
      let known = this.cache.get(entry);
      if (!known) {
        known = new Map();
        this.cache.set(entry, known);
      }
      if (!known.has(field)) {
        const values = entry.ids.map((id) => copy.items.get(id).fields?.[field])
          .filter((each) => typeof each === 'number');
        known.set(field, values.length ? sumOf(values) : null);
      }
      if (known.get(field) !== null) sums.push(known.get(field));
    }
    return sums.length ? sumOf(sums) : null;
  }
}

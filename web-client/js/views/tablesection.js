/** A section as a group of the table, with the sums of its numbers below its rows. */

import { el, setText } from '../dom.js';
import { figure, t } from '../strings.js';
import { SectionView } from './section.js';

export class TableSection extends SectionView {
  constructor(part, does, table) {
    super(part, does);
    this.table = table;
    this.shown = '';
  }

  /** Each below its column; where there are none, in one line. */
  showSums(sums) {
    const { table } = this;
    const shown = JSON.stringify([table.template, [...sums], table.isNarrow]);
    if (shown === this.shown) return;
    this.shown = shown;
    if (table.isNarrow) {
      this.sums.replaceChildren(this.sumLabel);
      super.showSums(sums);
      return;
    }
    setText(this.sumLabel, t('section.sum'));
    const cells = table.columns.filter(({ isFixed }) => !isFixed).map(({ field, kind }) => {
      const sum = sums.get(field);
      const text = sum === undefined ? '' : figure(sum);
      return el('div', { class: kind === 'number' ? 'cell number' : 'cell', role: 'gridcell', text });
    });
    this.sums.replaceChildren(this.sumLabel, ...cells);
  }
}

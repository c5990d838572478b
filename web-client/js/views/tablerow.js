/** A row of the table: that of the list, with a cell for each column (WAI-ARIA APG, Grid: cells focused). */

import { el, setAttribute } from '../dom.js';
import { valueIn } from '../model/columns.js';
import { arrange } from './arrange.js';
import { columnName, shownValue, textOf } from './cellvalue.js';
import { factsOf } from './facts.js';
import { Row } from './row.js';

export class TableRow extends Row {
  /** @param {string} id @param {import('./tablewindow.js').TableWindow} table */
  constructor(id, table) {
    super(id);
    this.table = table;
    this.needsMeasuring = false;
    const { element } = this;
    element.classList.add('table-row');
    const handle = element.querySelector('.cell-handle');
    /** @type {HTMLElement} */
    this.checkCell = element.querySelector('.cell-check');
    /** @type {HTMLElement} */
    this.moreCell = element.querySelector('.cell-more');
    // The handle is part of the first cell, what is said of the row part of the second.
    handle.removeAttribute('role');
    this.metaCell.removeAttribute('role');
    this.checkCell.prepend(handle);
    this.titleCell.append(this.metaCell);
    this.title.removeAttribute('data-does');
    this.checkCell.dataset.column = 'done';
    this.titleCell.dataset.column = 'title';
    setAttribute(this.titleCell, 'aria-colindex', 2);
    setAttribute(this.checkCell, 'aria-colindex', 1);
    /** @type {Map<string, HTMLElement>} by column */
    this.cells = new Map([['done', this.checkCell], ['title', this.titleCell]]);
    this.layoutOf = null;
    this.isNarrow = false;
  }

  update(item, about) {
    const { columns } = this.table;
    const isOther = this.layoutOf !== columns;
    if (isOther) this.#fitColumns(columns);
    const isSame = this.item === item && !isOther;
    const before = this.item;
    super.update(item, about);
    this.needsMeasuring = false;
    if (!isSame) this.#fill(item, isOther ? null : before, columns);
    this.#focusable();
  }

  showFacts(item, { person, isWaiting }) {
    const facts = factsOf({ ...item, fields: {} }, { person, isWaiting });
    const others = this.table.isNarrow ? this.#inWords(item) : null;
    this.metaCell.replaceChildren(...facts, ...others ? [others] : []);
  }

  /** The cell of the table's column. */
  cell(column) {
    return this.cells.get(column) ?? this.titleCell;
  }

  #fitColumns(columns) {
    this.layoutOf = columns;
    const known = this.cells;
    this.cells = new Map([['done', this.checkCell], ['title', this.titleCell]]);
    columns.forEach((column, index) => {
      if (column.isFixed) return;
      const cell = known.get(column.id) ??
        el('div', { class: 'cell', role: 'gridcell', tabindex: '-1', data: { column: column.id } });
      cell.classList.toggle('number', column.kind === 'number');
      setAttribute(cell, 'aria-colindex', index + 1);
      setAttribute(cell, 'aria-readonly', column.isReadOnly ? 'true' : null);
      this.cells.set(column.id, cell);
      known.delete(column.id);
    });
    setAttribute(this.moreCell, 'aria-colindex', columns.length + 1);
    for (const [id, cell] of known) if (id !== 'done' && id !== 'title') cell.remove();
    // What is typed in a cell must not be put anew.
    arrange(this.element, [...this.cells.values(), this.moreCell]);
  }

  #fill(item, before, columns) {
    const { copy } = this.table;
    for (const column of columns) {
      if (column.isFixed) continue;
      const value = valueIn(column, item, copy);
      const cell = this.cells.get(column.id);
      // What is typed in a cell stays there, whatever becomes of its value.
      if (cell.classList.contains('cell-edit')) continue;
      const isSame = before && cell.dataset.kind === column.kind && before.isDone === item.isDone &&
        column.id !== 'section' && valueIn(column, before, copy) === value;
      if (isSame) continue;
      cell.dataset.kind = column.kind;
      cell.replaceChildren(...shownValue(value, column.kind, item.isDone));
    }
    // The values stand in a second line, or no longer do.
    if (this.table.isNarrow || this.isNarrow) this.showFacts(item, this.about);
    this.isNarrow = this.table.isNarrow;
  }

  /** The values of the other columns, in one line. */
  #inWords(item) {
    const words = [];
    for (const column of this.table.columns) {
      if (column.isFixed) continue;
      const text = textOf(valueIn(column, item, this.table.copy), column.kind);
      // A figure or a yes says nothing without its name.
      const isNamed = column.kind === 'yesno' || (column.kind === 'number' && column.id !== '.quantity');
      if (text) words.push([columnName(column), text, isNamed]);
    }
    if (!words.length) return null;
    return el(
      'span',
      { class: 'row-values' },
      words.map(([name, text, isNamed]) =>
        el(
          'span',
          {},
          isNamed ? [el('bdi', { text: name }), ': '] : el('span', { class: 'sr-only', text: `${name}: ` }),
          el('bdi', { text }),
        )
      ),
    );
  }

  /** One cell of the table is a tab stop, and the controls of its row are reached from it. */
  #focusable() {
    const { table } = this;
    setAttribute(this.element, 'tabindex', '-1');
    for (const [column, cell] of this.cells) {
      const isStop = this.id === table.tabStop && column === table.activeColumn;
      setAttribute(cell, 'tabindex', isStop ? '0' : '-1');
      const isChosen = table.range.has(this.id, column);
      cell.classList.toggle('is-chosen', isChosen);
      if (!this.about.isSelecting) setAttribute(cell, 'aria-selected', isChosen ? 'true' : null);
    }
    // Where the focus is elsewhere in the row, these are no stops: its cells are walked by arrows.
    for (const each of [this.handle, this.check, this.more]) setAttribute(each, 'tabindex', '-1');
  }
}

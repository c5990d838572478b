/**
 * The heads of the columns (WAI-ARIA APG, Grid, sortable): pressed, a column sorts, up, down and not at all;
 * with Shift it sorts after those that sort already. An edge that is drawn changes the width, and so does the
 * menu of the column; the head itself is drawn to another place, or goes there with Alt and an arrow.
 */

import { el, icon, setAttribute, setText } from '../dom.js';
import { columnName } from './cellvalue.js';
import { ColumnDrag, columnStep, moveColumn } from './columndrag.js';
import { openColumnMenu } from './tablemenus.js';

export class TableHead {
  /** @param {import('./tablewindow.js').TableWindow} table */
  constructor(table) {
    this.table = table;
    this.row = el('div', { class: 'head', role: 'row', 'aria-rowindex': '1' });
    this.element = el('div', { class: 'table-head', role: 'rowgroup' }, this.row);
    /** @type {Map<string, {cell: HTMLElement, button: HTMLElement, name: HTMLElement, sign: HTMLElement}>} */
    this.heads = new Map();
    this.columns = null;
    this.drag = new ColumnDrag(this);
  }

  update() {
    const { table } = this;
    if (this.columns !== table.columns) this.#fit(table.columns);
    const { keys } = table.layout;
    for (const column of table.columns) {
      const { cell, button, name, sign } = this.heads.get(column.id);
      // One head is a stop of the Tab key; arrows go to the others.
      setAttribute(button, 'tabindex', column.id === table.activeColumn ? '0' : '-1');
      setText(name, columnName(column));
      const at = keys.findIndex((each) => each.column.id === column.id);
      const order = at < 0 ? null : keys[at].isDown ? 'descending' : 'ascending';
      // Only the first of several columns is the one a table is sorted by.
      setAttribute(cell, 'aria-sort', at === 0 ? order : at > 0 ? 'other' : null);
      cell.classList.toggle('is-sorted', at >= 0);
      sign.classList.toggle('is-down', order === 'descending');
      sign.dataset.order = at >= 0 && keys.length > 1 ? String(at + 1) : '';
    }
  }

  focus(column) {
    this.heads.get(column)?.button.focus();
  }

  press(id, isMore) {
    const { table } = this;
    const at = table.sortKeys.findIndex((each) => each.id === id);
    const known = table.sortKeys[at];
    const next = !known ? [{ id, isDown: false }] : known.isDown ? [] : [{ id, isDown: true }];
    if (!isMore) table.sort(next);
    else if (!known) table.sort([...table.sortKeys, ...next]);
    else table.sort(table.sortKeys.flatMap((each) => (each === known ? next : [each])));
  }

  #fit(columns) {
    this.columns = columns;
    const focused = this.row.contains(document.activeElement)
      ? document.activeElement.closest('[data-head]')?.dataset.head
      : null;
    const before = this.heads;
    this.heads = new Map(columns.map((column, index) => {
      const head = before.get(column.id) ?? this.#make(column);
      head.cell.classList.toggle('number', column.kind === 'number');
      setAttribute(head.cell, 'aria-colindex', index + 1);
      return [column.id, head];
    }));
    const end = el('div', { class: 'head-end', role: 'presentation' });
    this.row.replaceChildren(...[...this.heads.values()].map(({ cell }) => cell), end);
    if (focused) this.focus(focused);
  }

  #make({ id }) {
    const name = el('span', { class: 'head-name', dir: 'auto' });
    const sign = el('span', { class: 'head-sign' }, icon('arrow-up', 'icon-sm'));
    const button = el(
      'button',
      {
        class: 'head-button',
        type: 'button',
        tabindex: '-1',
        on: {
          click: (event) => this.press(id, event.shiftKey),
          keydown: (event) => this.#keyed(event, id),
        },
      },
      name,
      sign,
    );
    const edge = el('span', { class: 'head-edge', 'aria-hidden': 'true' });
    const cell = el(
      'div',
      { class: `head-cell head-${id === 'done' || id === 'title' ? id : 'other'}`, role: 'columnheader' },
      button,
      edge,
    );
    cell.dataset.head = id;
    cell.addEventListener('contextmenu', (event) => {
      event.preventDefault();
      openColumnMenu({ x: event.clientX, y: event.clientY }, this.table, id);
    });
    this.#draw(edge, id);
    if (id !== 'done' && id !== 'title') this.drag.listen(cell);
    return { cell, button, name, sign };
  }

  /** Arrows go from head to head and down to the cells; the menu of the column opens as menus do. */
  #keyed(event, id) {
    const { table } = this;
    const names = table.columns.map((each) => each.id);
    const isRtl = document.documentElement.dir === 'rtl';
    const by = { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1 }[event.key];
    if (by && event.altKey) {
      const before = columnStep(table, id, by > 0 ? 1 : -1);
      if (before !== undefined) moveColumn(table, id, before);
      this.focus(id);
      this.heads.get(id).cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    } else if (by) {
      this.focus(names[names.indexOf(id) + by]);
    } else if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10') ||
      (event.altKey && event.key === 'ArrowDown')) {
      openColumnMenu(event.currentTarget, table, id);
    } else if (event.key === 'ArrowDown') {
      const [first] = table.shownIds();
      if (first) table.focusCell(first, id);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #draw(edge, id) {
    edge.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      edge.setPointerCapture(event.pointerId);
      const { table } = this;
      const from = event.clientX;
      const width = table.widthOf(table.column(id));
      const sign = document.documentElement.dir === 'rtl' ? -1 : 1;
      const move = ({ clientX }) => table.setWidth(id, width + sign * (clientX - from));
      edge.addEventListener('pointermove', move);
      edge.addEventListener('lostpointercapture', () => edge.removeEventListener('pointermove', move), {
        once: true,
      });
    });
  }
}

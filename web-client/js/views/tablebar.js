/** Above the table: what it is sorted by, with the way back, and the choice of columns. */

import { el, icon, setText } from '../dom.js';
import { t } from '../strings.js';
import { columnName } from './cellvalue.js';
import { openColumns, openSort } from './tablemenus.js';

export class TableBar {
  /** @param {import('./tablewindow.js').TableWindow} table */
  constructor(table) {
    this.table = table;
    this.text = el('span', { dir: 'auto' });
    this.clear = el('button', {
      class: 'button button-plain',
      type: 'button',
      text: t('table.unsort'),
      hidden: true,
      on: { click: () => this.#clear() },
    });
    this.sort = menuButton('arrow-up', t('table.sort'), (anchor) => openSort(anchor, table));
    this.columns = menuButton('columns', t('table.columns'), (anchor) => openColumns(anchor, table));
    this.element = el(
      'div',
      { class: 'table-bar', role: 'group', 'aria-label': t('table.bar') },
      el('p', { class: 'table-facts' }, this.text),
      this.clear,
      this.sort,
      this.columns,
    );
  }

  update() {
    const { keys } = this.table.layout;
    const names = keys.map(({ column, isDown }) => `${columnName(column)} ${isDown ? '↓' : '↑'}`);
    setText(this.text, names.length ? t('table.sortedBy', { column: names.join(', ') }) : '');
    this.clear.hidden = names.length === 0;
  }

  /** The button that was pressed goes: the focus stays nearby. */
  #clear() {
    this.table.sort([]);
    this.sort.focus();
  }
}

function menuButton(name, label, open) {
  return el(
    'button',
    {
      class: 'button button-plain',
      type: 'button',
      'aria-haspopup': 'menu',
      'aria-expanded': 'false',
      on: { click: (event) => open(event.currentTarget) },
    },
    icon(name),
    label,
  );
}

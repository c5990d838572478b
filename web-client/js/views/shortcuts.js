/** The sheet of keys. */

import { el } from '../dom.js';
import { t } from '../strings.js';
import { tellDialog } from './dialog.js';
import { viewWords } from './looks.js';

const KEYS = [
  ['/', 'keys.search'],
  ['↑ ↓', 'keys.walk'],
  ['E, Enter', 'menu.edit'],
  ['Space', 'menu.details'],
  ['D', 'keys.done'],
  ['Alt ↑ ↓', 'keys.move'],
  ['Alt Shift ↑ ↓', 'keys.far'],
  ['M', 'menu.section'],
  ['X', 'select.items'],
  ['Del', 'menu.delete'],
  ['Ctrl Z', 'list.undo'],
  ['Ctrl Shift Z', 'list.redo'],
  ['Ctrl C', 'keys.copy'],
  ['F', 'keys.filter'],
  ['H', 'list.hideDone'],
  ['R', 'list.refresh'],
  ['?', 'keys.sheet'],
];
const GRID_KEYS = [
  ['← → ↑ ↓', 'keys.tiles'],
  ['Alt ← → ↑ ↓', 'keys.moveTile'],
];
/** In a cell letters are typed: what they do elsewhere they do not do here. */
const TABLE_KEYS = [
  ['← → ↑ ↓, Tab', 'keys.cells'],
  ['Ctrl ← → ↑ ↓', 'keys.edge'],
  ['A…, Enter, F2', 'keys.type'],
  ['Shift ← → ↑ ↓', 'keys.block'],
  ['Ctrl C, X, V', 'keys.clip'],
  ['Del', 'keys.empty'],
  ['Space', 'keys.turn'],
  ['Shift Space', 'keys.selectRow'],
  ['Ctrl A', 'select.all'],
  ['Alt ↓', 'keys.columnMenu'],
  ['Alt ← →', 'keys.columnMove'],
];

export async function showShortcuts() {
  await viewWords();
  return tellDialog(t('keys.head'), [
    sheet(KEYS),
    el('h3', { class: 'keys-head', text: t('view.grid') }),
    sheet(GRID_KEYS),
    el('h3', { class: 'keys-head', text: t('view.table') }),
    sheet(TABLE_KEYS),
  ]);
}

function sheet(keys) {
  const rows = keys.map(([names, key]) => [
    el('dt', {}, el('kbd', { text: names })),
    el('dd', { text: t(key) }),
  ]);
  return el('dl', { class: 'keys' }, rows.flat());
}

/** The sheet of keys. */

import { el } from '../dom.js';
import { t } from '../strings.js';
import { tellDialog } from './dialog.js';

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

export function showShortcuts() {
  const rows = KEYS.map((
    [keys, key],
  ) => [el('dt', {}, el('kbd', { text: keys })), el('dd', { text: t(key) })]);
  return tellDialog(t('keys.head'), [el('dl', { class: 'keys' }, rows.flat())]);
}

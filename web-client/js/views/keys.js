/** The keyboard in the list (WAI-ARIA APG, Grid): a row has the focus, arrows go from row to row. */

import { isTyping } from '../dom.js';

/**
 * @param {KeyboardEvent} event on the list's container
 * @param {import('./listscreen.js').ListScreen} screen
 */
export function onListKey(event, screen) {
  const row = event.target.closest('[data-item-id]');
  if (!row || isTyping(event.target)) return;
  const id = row.dataset.itemId;
  const isOnRow = event.target === row;
  const isOnHandle = event.target.dataset.does === 'drag';
  const does = isOnHandle ? stepFor(event) ?? commandFor(event, false) : commandFor(event, isOnRow);
  if (!does) return;
  event.preventDefault();
  event.stopPropagation();
  screen.doing.command(does, id);
}

/** On its handle an item moves by the arrows alone. */
function stepFor({ key, altKey, ctrlKey, metaKey }) {
  if (altKey || ctrlKey || metaKey) return null;
  return { ArrowUp: 'up', ArrowDown: 'down' }[key] ?? null;
}

/** The name of a command, or null where the key has none here. */
function commandFor({ key, altKey, ctrlKey, metaKey, shiftKey }, isOnRow) {
  if (altKey && !ctrlKey && !metaKey) {
    if (key === 'ArrowUp') return shiftKey ? 'top' : 'up';
    if (key === 'ArrowDown') return shiftKey ? 'bottom' : 'down';
    return null;
  }
  if (ctrlKey || metaKey) return null;
  switch (key) {
    case 'ArrowUp':
      return 'previous';
    case 'ArrowDown':
      return 'next';
    case 'Home':
      return 'first';
    case 'End':
      return 'last';
    case 'Delete':
    case 'Backspace':
      return 'delete';
    case 'F2':
      return 'edit';
    case 'ContextMenu':
      return 'menu';
    case 'F10':
      return shiftKey ? 'menu' : null;
    default:
      break;
  }
  if (!isOnRow) return null;
  switch (key.toLowerCase()) {
    case 'enter':
    case 'e':
      return 'edit';
    case ' ':
      return 'details';
    case 'd':
      return 'done';
    case 'x':
      return 'select';
    case 'm':
      return 'section';
    default:
      return null;
  }
}

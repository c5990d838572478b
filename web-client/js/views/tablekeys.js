/** The keyboard in the table: a cell has the focus, arrows go from cell to cell, typing begins an edit. */

import { isComposing, isTyping } from '../dom.js';
import { copyCells, cutCells, emptyCells } from './cellblock.js';

/**
 * @param {KeyboardEvent} event on its way down to where it happened
 * @param {import('./tablewindow.js').TableWindow} table
 */
export function onTableKey(event, table) {
  const { screen } = table;
  if (event.target.closest('.title-field')) {
    titleKey(event, table);
    return;
  }
  const cell = event.target.closest('[data-column]');
  const id = cell?.closest('[data-item-id]')?.dataset.itemId;
  if (!id || isTyping(event.target)) return;
  const column = cell.dataset.column;
  const done = commandKey(event, table, id, column) || walkKey(event, table, id, column);
  if (done) {
    event.preventDefault();
    event.stopPropagation();
  } else if (begins(event) && screen.store.mayChange && table.column(column)?.kind !== 'yesno') {
    // Not prevented: what is typed arrives in the field that opens, an input method's too.
    event.stopPropagation();
    table.range.end();
    table.cells.edit(id, column, { isReplacing: true });
  }
}

/** Whether a key types something. */
function begins(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  return isComposing(event) || ([...event.key].length === 1 && event.key !== ' ');
}

function commandKey(event, table, id, column) {
  const { cells, range, screen } = table;
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  const isCommand = (ctrlKey || metaKey) && !altKey;
  if (isCommand && key.toLowerCase() === 'c') {
    copyCells(table);
    return true;
  }
  if (isCommand && key.toLowerCase() === 'x') {
    cutCells(table);
    return true;
  }
  if (isCommand && key.toLowerCase() === 'a') {
    screen.selection.all();
    return true;
  }
  if (isCommand || altKey) return false;
  switch (key) {
    case 'F2':
      cells.edit(id, column);
      return true;
    case 'Enter':
      if (event.target.closest('a, button')) return false;
      cells.edit(id, column);
      return true;
    case ' ':
      if (shiftKey) screen.selection.toggle(id);
      else if (table.column(column).kind === 'yesno' && screen.store.mayChange) {
        cells.turn(id, table.column(column));
      } else screen.doing.command('details', id);
      return true;
    case 'Delete':
    case 'Backspace':
      // In the cells of the item itself the list's own key applies: it deletes the item.
      if (!range.origin && !column.startsWith('.')) return false;
      emptyCells(table);
      return true;
    case 'Escape':
      if (!range.origin) return false;
      range.end();
      table.scrolled();
      return true;
    default:
      return false;
  }
}

function walkKey(event, table, id, column) {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (altKey) return false;
  const isRtl = document.documentElement.dir === 'rtl';
  const isFar = ctrlKey || metaKey;
  const page = Math.max(1, Math.floor((innerHeight * 0.8) / table.layout.rowHeight));
  const far = Infinity;
  const [down, along] = {
    ArrowUp: [isFar ? -far : -1, 0],
    ArrowDown: [isFar ? far : 1, 0],
    ArrowLeft: [0, isFar ? -far : -1],
    ArrowRight: [0, isFar ? far : 1],
    PageUp: [-page, 0],
    PageDown: [page, 0],
    Home: [isFar ? -far : 0, -far],
    End: [isFar ? far : 0, far],
    Tab: [0, shiftKey ? -1 : 1],
  }[key] ?? [0, 0];
  if (!down && !along) return false;
  if (key === 'Tab') {
    // From the last cell of a row on, Tab leaves the table.
    const names = table.columns.map((each) => each.id);
    const isEdge = names.indexOf(column) === (shiftKey ? 0 : names.length - 1);
    if (isFar || isEdge || !table.range) return false;
  }
  if (shiftKey && key !== 'Tab') table.range.begin();
  else table.range.end();
  const isTurned = isRtl && key.startsWith('Arrow');
  if (key === 'ArrowUp' && !isFar && !shiftKey && table.isFirst(id)) table.head.focus(column);
  else table.step(down, isTurned ? -along : along);
  return true;
}

/** In the editor of a title Enter and Tab go on, as in every cell. */
function titleKey(event, table) {
  if (isComposing(event) || !['Enter', 'Tab'].includes(event.key)) return;
  event.preventDefault();
  event.stopPropagation();
  const { editing } = table.screen;
  editing.editor?.save({ refocus: true });
  // A title that is too long stays open.
  if (editing.editor) return;
  const by = event.shiftKey ? -1 : 1;
  if (event.key === 'Enter') table.step(by, 0);
  else table.step(0, by);
}

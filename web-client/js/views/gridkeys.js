/** The keyboard in the grid view: arrows go from tile to tile, and with Alt they take the tile along. */

import { isTyping } from '../dom.js';
import { stepAcross, walkAcross } from './gridlayout.js';

/**
 * @param {KeyboardEvent} event on its way down to where it happened
 * @param {import('./gridwindow.js').GridWindow} grid
 */
export function onGridKey(event, grid) {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  const id = event.target.closest('[data-item-id]')?.dataset.itemId;
  if (!id || isTyping(event.target) || ctrlKey || metaKey || shiftKey) return;
  const isRtl = document.documentElement.dir === 'rtl';
  const along = { ArrowLeft: isRtl ? 1 : -1, ArrowRight: isRtl ? -1 : 1 }[key];
  const across = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (!along && !across) return;
  event.preventDefault();
  event.stopPropagation();
  const { screen, copy, layout } = grid;
  // On its handle an item moves by the arrows alone.
  if (altKey || event.target.dataset.does === 'drag') {
    if (!screen.mayMove) return;
    const place = along
      ? screen.actions.step(id, along, (each) => screen.isShown(each))
      : stepAcross(layout, copy, id, across);
    if (place) screen.doing.moveAll(screen.selection.has(id) ? screen.selection.inOrder() : [id], place);
    return;
  }
  const next = along ? beside(grid, id, along) : walkAcross(layout, copy, id, across);
  if (next) grid.focusRow(next);
}

function beside({ copy, layout }, id, by) {
  const part = copy.sectionOf(id);
  const next = layout.neighbour(part, id, by);
  if (next) return next;
  const { parts } = copy;
  for (let at = parts.indexOf(part) + by; parts[at]; at += by) {
    const edge = layout.edge(parts[at], by);
    if (edge) return edge;
  }
  return null;
}

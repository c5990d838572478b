/** Blocks of cells to and from the clipboard, and emptied, as in a spreadsheet. */

import { cellsOf, valueIn } from '../model/columns.js';
import { fromTsv, toTsv } from '../model/tsv.js';
import { t } from '../strings.js';
import { rawOf } from './cellvalue.js';

/** Empties the chosen cells. An item is always done or not, and has a title. */
export function emptyCells(table) {
  table.cells.set(emptied(table.range.block()), null);
}

/** @param {import('./tablewindow.js').TableWindow} table */
export async function copyCells(table) {
  const block = chosenIn(table);
  await write(block, table.copy);
  table.screen.toasts.show(t('cell.copied', { n: block.ids.length * block.columns.length }));
}

/**
 * Copies the chosen cells and empties them, with one undo. What can't be copied is not emptied.
 * @param {import('./tablewindow.js').TableWindow} table
 */
export async function cutCells(table) {
  const block = chosenIn(table);
  await write(block, table.copy);
  const count = block.ids.length * block.columns.length;
  const isDone = table.screen.store.mayChange && table.cells.set(emptied(block), t('cell.cut', { n: count }));
  if (!isDone) table.screen.toasts.show(t('cell.copied', { n: count }));
}

/** @param {import('./tablewindow.js').TableWindow} table */
export function pasteCells(table, text) {
  const rows = fromTsv(text);
  if (!rows.length || !table.screen.store.mayChange) return;
  const chosen = table.range.block();
  const all = table.shownIds();
  const { cells, items } = cellsOf({
    rows,
    ids: all.slice(all.indexOf(chosen.ids[0])),
    columns: table.columns.slice(table.columns.indexOf(chosen.columns[0])),
    chosen,
    words: { yes: t('value.yes'), no: t('value.no') },
  });
  const count = cells.length + items.length;
  if (!table.cells.set(cells, t('cell.pasted', { n: count }), items)) return;
  table.focusCell(chosen.ids[0], chosen.columns[0].id);
}

/** The selected rows whole, or else the block of cells. */
function chosenIn(table) {
  const { selection } = table.screen;
  if (!selection.ids.size) return table.range.block();
  return { ids: table.shownIds().filter((id) => selection.has(id)), columns: table.columns };
}

function emptied({ ids, columns }) {
  const fields = columns.filter(({ field }) => field !== undefined);
  return ids.flatMap((id) => fields.map((column) => ({ id, column, value: null })));
}

function write({ ids, columns }, copy) {
  const text = (id, column) => rawOf(valueIn(column, copy.items.get(id), copy), column.kind);
  return navigator.clipboard.writeText(toTsv(ids.map((id) => columns.map((column) => text(id, column)))));
}

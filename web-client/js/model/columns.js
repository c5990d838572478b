/**
 * The columns of a table: what every item has, and every field that is in use. Which are shown, and how wide,
 * is the reader's choice and kept on the device.
 *
 * @typedef {{id: string, kind: string, field?: string, isFixed?: boolean, isReadOnly?: boolean}} Column
 *   `id`: the name of what every item has, or a point and the field's name; `isFixed`: always shown
 * @typedef {{shown?: Record<string, boolean>, widths?: Record<string, number>, isFlat?: boolean,
 *   made?: Record<string, string>, kinds?: Record<string, string>, order?: string[]}} Choice
 *   `order`: ids of columns as the reader arranged them; `made`: fields that were made here and have no
 *   value yet, with their kinds
 */

import { fieldValue, kindOf, KNOWN, valueFrom } from './fields.js';

const FIRST = [
  { id: 'done', kind: 'yesno', isFixed: true },
  { id: 'title', kind: 'text', isFixed: true },
  { id: 'section', kind: 'section' },
];
const LAST = [
  { id: 'createdAt', kind: 'time', isReadOnly: true },
  { id: 'createdBy', kind: 'person', isReadOnly: true },
  { id: 'updatedAt', kind: 'time', isReadOnly: true },
  { id: 'updatedBy', kind: 'person', isReadOnly: true },
];
/** In pixels, where the reader chose none. */
const WIDTHS = { done: 44, title: 340, section: 150, number: 96, yesno: 84, date: 128, time: 150, text: 170 };
const HIDDEN = new Set(['section', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy', '.image']);
export const WIDTH_MIN = 56;
export const WIDTH_MAX = 900;

/**
 * All columns there are, in order.
 * @param {Map<string, import('./fields.js').Use>} uses
 * @param {Choice} choice
 * @returns {Column[]}
 */
export function columnsOf(uses, { made = {}, kinds = {}, order = [] }) {
  const names = new Set([...uses.keys(), ...Object.keys(made)]);
  const own = [...names].filter((name) => !KNOWN.includes(name)).sort((a, b) => a.localeCompare(b));
  const fields = [...KNOWN.filter((name) => names.has(name)), ...own].map((field) => {
    const use = uses.get(field);
    const told = kindOf(field, use);
    // A device may take texts for choices, and says what an empty field is for. More telling values win.
    const kind = !use || told === 'text' || told === 'choice' ? kinds[field] ?? made[field] ?? told : told;
    return { id: `.${field}`, field, kind };
  });
  return arranged([...FIRST, ...fields, ...LAST], order);
}

/** As the reader arranged them. What is new since then stands after the column that it follows by itself. */
function arranged(columns, order) {
  const byId = new Map(columns.map((each) => [each.id, each]));
  const fixed = columns.filter(({ isFixed }) => isFixed);
  const result = [...new Set(order)].map((id) => byId.get(id)).filter((each) => each && !each.isFixed);
  columns.forEach((each, at) => {
    if (each.isFixed || result.includes(each)) return;
    result.splice(result.indexOf(columns[at - 1]) + 1, 0, each);
  });
  return [...fixed, ...result];
}

/**
 * The ids of the columns in the order that they have once one is moved.
 * @param {Column[]} columns all there are, in order
 * @param {Set<string>} shown the ids of those that are shown: what is hidden stays with what it follows
 * @param {string | null} before null: behind the last one that is shown
 */
export function orderWith(columns, shown, id, before) {
  const ids = columns.filter((each) => !each.isFixed && each.id !== id).map((each) => each.id);
  const last = ids.findLastIndex((each) => shown.has(each));
  ids.splice(before === null ? last + 1 : ids.indexOf(before), 0, id);
  return ids;
}

/** Whether a column is shown. Sections are groups of their own, and a column only where they are not. */
export function isShown({ id, isFixed }, { shown = {}, isFlat = false }) {
  if (isFixed) return true;
  return shown[id] ?? (id === 'section' ? isFlat : !HIDDEN.has(id));
}

export function widthOf({ id, kind }, { widths = {} }) {
  const width = widths[id] ?? WIDTHS[id] ?? WIDTHS[kind] ?? WIDTHS.text;
  return Math.min(WIDTH_MAX, Math.max(WIDTHS[id] === 44 ? 44 : WIDTH_MIN, width));
}

/** What an item has in a column; undefined where that is nothing. */
export function valueIn(column, item, copy) {
  if (column.field !== undefined) return item.fields?.[column.field];
  switch (column.id) {
    case 'done':
      return item.isDone;
    case 'section':
      return copy.sectionOf(item.id)?.title || undefined;
    default:
      return item[column.id];
  }
}

/**
 * Mutations that give items what was typed or pasted for them, in the order given; the later of two stands.
 * @param {{id: string, column: Column, value: string | number | boolean | null}[]} cells
 */
export function mutationsFor(cells, copy) {
  const edits = new Map();
  const others = [];
  for (const { id, column, value } of cells) {
    const item = copy.items.get(id);
    if (!item || column.isReadOnly) continue;
    if (column.id === 'done') {
      if (typeof value === 'boolean' && value !== item.isDone) {
        others.push({ op: 'toggle', ids: [id], isDone: value });
      }
      continue;
    }
    if (column.id === 'section') {
      const to = copy.parts.find((part) => part.title === (value ?? ''));
      if (to && to !== copy.sectionOf(id)) {
        others.push({ op: 'reorder', sources: [id], destination: { section: to.id } });
      }
      continue;
    }
    if ((valueIn(column, item, copy) ?? null) === value) continue;
    const edit = edits.get(id) ?? { op: 'edit', id };
    // An item always has a title.
    if (column.id === 'title' && value) edit.title = String(value);
    else if (column.field !== undefined) edit.fields = { ...edit.fields, [column.field]: value };
    else continue;
    edits.set(id, edit);
  }
  return [...edits.values(), ...others];
}

/** @returns {{id: string, isDown: boolean}[]} from `due,-title` in an address */
export function sortFrom(text) {
  return (text ?? '').split(',').filter(Boolean).map((part) => {
    const isDown = part.startsWith('-');
    return { id: decode(isDown ? part.slice(1) : part), isDown };
  }).filter(({ id }) => id);
}

export function sortText(keys) {
  // A comma or a leading minus may be in a field's name.
  return keys.map(({ id, isDown }) => (isDown ? '-' : '') + encodeURIComponent(id)).join(',');
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** What was typed or pasted for a column, as its value. */
export function valueFor(column, text, words) {
  if (column.field === undefined) return valueFrom(text, column.kind, words);
  return fieldValue(column.field, column.kind, text, words);
}

/**
 * What a block of texts makes of a table: mutations that set cells, and new items for rows below the last.
 * One text fills all of the cells that are chosen.
 * @param {{rows: string[][], ids: string[], columns: Column[], chosen: {ids: string[], columns: Column[]},
 *   words: object}} block `ids`, `columns`: of the table from the first chosen cell on
 * @returns {{cells: {id: string, column: Column, value: unknown}[], items: object[]}}
 */
export function cellsOf({ rows, ids, columns, chosen, words }) {
  const isOne = rows.length === 1 && rows[0].length === 1;
  const cells = [];
  const items = [];
  const height = isOne ? chosen.ids.length : rows.length;
  for (let y = 0; y < height; y += 1) {
    const texts = isOne ? chosen.columns.map(() => rows[0][0]) : rows[y];
    const values = texts.slice(0, columns.length)
      .map((text, x) => ({ column: columns[x], value: valueFor(columns[x], text, words) }));
    if (y < ids.length) cells.push(...values.map((each) => ({ id: ids[y], ...each })));
    else items.push(itemFrom(values));
  }
  return { cells, items: items.filter(({ title }) => title) };
}

function itemFrom(values) {
  const item = { title: '', isDone: false };
  const fields = {};
  for (const { column, value } of values) {
    if (column.id === 'title') item.title = String(value ?? '');
    else if (column.id === 'done') item.isDone = value === true;
    else if (column.field !== undefined && value !== null) fields[column.field] = value;
  }
  return Object.keys(fields).length ? { ...item, fields } : item;
}

/**
 * Applies what happened to a copy, mechanically: a fact is resolved already, so nothing is judged here.
 * The same facts give the same list on every page.
 */

import { LOOSE } from './copy.js';

/**
 * Applies one accepted change. The caller has checked that its revision is the copy's + 1.
 * @param {import('./copy.js').ListCopy} copy
 */
export function applyChange(copy, change) {
  for (const fact of change.mutations) applyFact(copy, fact, change.at, change.by.name);
  copy.revision = change.revision;
}

/** @param {import('./copy.js').ListCopy} copy @param {number} at @param {string} by */
export function applyFact(copy, fact, at, by) {
  const stamp = { updatedAt: at, updatedBy: by };
  switch (fact.op) {
    case 'insert':
      return insert(copy, fact, at, by);
    case 'edit':
      return edit(copy, fact, stamp);
    case 'toggle':
      for (const id of fact.ids) copy.put({ ...copy.items.get(id), isDone: fact.isDone, ...stamp });
      return undefined;
    case 'delete':
      for (const id of fact.ids) {
        const { part, next } = copy.take(id);
        copy.drop(id, part.id, next);
      }
      return undefined;
    case 'reorder':
      return reorder(copy, fact, stamp);
    case 'insertSection': {
      const section = copy.newSection(fact.section.id, fact.section.title);
      return copy.arrange(withBlock(copy.sections, [section], fact.before));
    }
    case 'renameSection':
      return copy.retitle(copy.sectionById.get(fact.id), fact.title);
    case 'deleteSection':
      return copy.arrange(copy.sections.filter((each) => each.id !== fact.id));
    case 'reorderSections': {
      const moving = fact.sources.map((id) => copy.sectionById.get(id));
      const staying = copy.sections.filter((each) => !moving.includes(each));
      return copy.arrange(withBlock(staying, moving, fact.before));
    }
    case 'setTitle':
      return copy.retitle(null, fact.title);
    default:
      throw new Error(`unknown fact "${fact.op}"`);
  }
}

/** An item as the copy keeps it: its section is where it stands, empty fields are none. */
export function itemFromWire({ fields, ...item }) {
  delete item.section;
  if (fields && Object.keys(fields).length > 0) item.fields = fields;
  return item;
}

function insert(copy, fact, at, by) {
  const part = copy.sectionById.get(fact.destination.section ?? LOOSE);
  for (const each of fact.items) {
    /** @type {any} */
    const item = {
      ...itemFromWire(each),
      createdAt: each.createdAt ?? at,
      createdBy: each.createdBy ?? by,
      updatedAt: at,
      updatedBy: by,
    };
    copy.recall(item.id);
    copy.put(item);
    copy.place(item.id, part, fact.destination.before ?? null);
  }
}

function edit(copy, fact, stamp) {
  const item = { ...copy.items.get(fact.id), ...stamp };
  if (fact.title !== undefined && fact.title !== null) item.title = fact.title;
  if (fact.fields) {
    const fields = { ...item.fields };
    for (const [name, value] of Object.entries(fact.fields)) {
      if (value === null) delete fields[name];
      else fields[name] = value;
    }
    if (Object.keys(fields).length > 0) item.fields = fields;
    else delete item.fields;
  }
  copy.put(item);
}

function reorder(copy, fact, stamp) {
  for (const id of fact.sources) copy.take(id);
  const part = copy.sectionById.get(fact.destination.section ?? LOOSE);
  for (const id of fact.sources) {
    copy.put({ ...copy.items.get(id), ...stamp });
    copy.place(id, part, fact.destination.before ?? null);
  }
}

function withBlock(sections, block, before) {
  const index = before ? sections.findIndex((each) => each.id === before) : sections.length;
  return [...sections.slice(0, index), ...block, ...sections.slice(index)];
}

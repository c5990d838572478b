/**
 * What a mutation means on this page's copy, before the server has answered: the conflict rules, as far
 * as a client can know them. The server's word stands; this only decides what is shown meanwhile. It
 * differs where places of items that left before this page opened the list matter: those only the server
 * remembers.
 */

import { LOOSE } from './copy.js';
import { applyFact } from './facts.js';

/**
 * Performs the mutations of one `mutate` as one change, or none of them.
 * @param {import('./copy.js').ListCopy} copy with its journal on
 * @returns {null | string} the code of the refusal
 */
export function perform(copy, mutations, at, by) {
  const mark = copy.journal.length;
  try {
    for (const mutation of mutations) {
      for (const fact of resolve(copy, mutation)) applyFact(copy, fact, at, by);
    }
    return null;
  } catch (error) {
    copy.rollback(mark);
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

export class Refusal extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** The facts that a mutation comes to on `copy`; none where nothing is left to do. */
export function resolve(copy, mutation) {
  switch (mutation.op) {
    case 'insert':
      return insert(copy, mutation);
    case 'edit':
      return edit(copy, mutation);
    case 'toggle':
      return toggle(copy, mutation);
    case 'delete': {
      const ids = mutation.ids.filter((id) => copy.items.has(id));
      return ids.length ? [{ op: 'delete', ids }] : [];
    }
    case 'restore':
      return restore(copy, mutation);
    case 'reorder':
      return reorder(copy, mutation);
    case 'insertSection':
      if (copy.sectionById.has(mutation.section.id)) throw new Refusal('id-exists');
      return [{
        op: 'insertSection',
        section: mutation.section,
        before: knownSection(copy, mutation.before),
      }];
    case 'renameSection': {
      const section = copy.sectionById.get(mutation.id);
      if (!section) throw new Refusal('unknown-section');
      return section.title === mutation.title ? [] : [mutation];
    }
    case 'deleteSection':
      return deleteSection(copy, mutation);
    case 'reorderSections':
      return reorderSections(copy, mutation);
    case 'setTitle':
      return copy.title === mutation.title ? [] : [mutation];
    default:
      throw new Error(`unknown op "${mutation.op}"`);
  }
}

function insert(copy, { items, destination = {} }) {
  const ids = new Set(items.map(({ id }) => id));
  const isNew = ids.size === items.length &&
    items.every(({ id }) => !copy.items.has(id) && !copy.trash.has(id));
  if (!isNew) throw new Refusal('id-exists');
  const whole = items.map((item) => ({ ...item, isDone: item.isDone ?? false }));
  return [{ op: 'insert', items: whole, destination: placeFor(copy, destination, LOOSE, []) }];
}

function edit(copy, { id, title, fields = {} }) {
  const item = copy.items.get(id);
  if (!item) throw new Refusal(copy.trash.has(id) ? 'item-deleted' : 'unknown-item');
  const fact = { op: 'edit', id };
  if (title !== undefined && title !== item.title) fact.title = title;
  const changed = Object.entries(fields).filter(([name, value]) => (item.fields?.[name] ?? null) !== value);
  if (changed.length) fact.fields = Object.fromEntries(changed);
  return fact.title !== undefined || fact.fields ? [fact] : [];
}

function toggle(copy, { ids, isDone }) {
  const there = existing(copy, ids);
  const facts = [];
  for (const target of [true, false]) {
    const changing = there.filter((id) => {
      const now = copy.items.get(id).isDone;
      return now !== target && (isDone ?? !now) === target;
    });
    if (changing.length) facts.push({ op: 'toggle', ids: changing, isDone: target });
  }
  return facts;
}

function restore(copy, { ids }) {
  const facts = [];
  for (const id of ids) {
    if (copy.items.has(id)) continue;
    const entry = copy.trash.get(id);
    if (!entry) throw new Refusal('unknown-item');
    const known = copy.sectionById.has(entry.section);
    const destination = { section: known ? entry.section : LOOSE };
    const before = known ? survivor(copy, entry.next, entry.section) : null;
    if (before) destination.before = before;
    facts.push({ op: 'insert', items: [entry.item], destination });
  }
  return facts;
}

function reorder(copy, { sources, destination = {} }) {
  const there = existing(copy, sources);
  const place = placeFor(copy, destination, copy.sectionOf(there[0]).id, there);
  const order = copy.sectionById.get(place.section).order;
  const stands = there.every((id, index) =>
    order.has(id) &&
    order.next(id) === (index + 1 < there.length ? there[index + 1] : place.before ?? null)
  );
  return stands ? [] : [{ op: 'reorder', sources: there, destination: place }];
}

function deleteSection(copy, { id, items = 'keep' }) {
  const section = copy.sectionById.get(id);
  if (!section) return [];
  const ids = [...section.order];
  /** @type {object[]} */
  const facts = [{ op: 'deleteSection', id }];
  if (ids.length && items === 'delete') facts.unshift({ op: 'delete', ids });
  if (ids.length && items === 'keep') {
    facts.unshift({ op: 'reorder', sources: ids, destination: { section: LOOSE } });
  }
  return facts;
}

function reorderSections(copy, { sources, before }) {
  const there = sources.filter((id) => copy.sectionById.has(id));
  if (!there.length) throw new Refusal('unknown-section');
  let index = copy.sections.findIndex((each) => each.id === before);
  while (index >= 0 && there.includes(copy.sections[index]?.id)) index += 1;
  const fact = { op: 'reorderSections', sources: there };
  if (index >= 0 && copy.sections[index]) fact.before = copy.sections[index].id;
  const staying = copy.sections.filter(({ id }) => !there.includes(id)).map(({ id }) => id);
  staying.splice(fact.before ? staying.indexOf(fact.before) : staying.length, 0, ...there);
  return staying.every((id, at) => copy.sections[at].id === id) ? [] : [fact];
}

/** Rule 2: the missing are skipped while at least one is there. */
function existing(copy, ids) {
  const there = ids.filter((id) => copy.items.has(id));
  if (there.length) return there;
  throw new Refusal(ids.every((id) => copy.trash.has(id)) ? 'item-deleted' : 'unknown-item');
}

/**
 * Rule 6: where a destination is. `otherwise` is the section where neither it nor `before` is named.
 * @param {any} copy @param {{section?: string, before?: string}} destination
 */
function placeFor(copy, destination, otherwise, sources) {
  const { section, before } = destination;
  const beforeIn = before ? copy.sectionOf(before)?.id ?? copy.trash.get(before)?.section : undefined;
  if (before && beforeIn === undefined) throw new Refusal('unknown-item');
  let id = section ?? beforeIn ?? otherwise;
  if (!copy.sectionById.has(id)) id = LOOSE;
  let next = before && survivor(copy, before, id);
  const moving = new Set(sources);
  const { order } = copy.sectionById.get(id);
  while (next && moving.has(next)) next = order.next(next);
  return next ? { section: id, before: next } : { section: id };
}

/** `id` if it stands in the section, else what followed it there when it was deleted, and so on. */
function survivor(copy, id, section) {
  let at = id;
  for (let steps = 0; at && steps < 1_000; steps += 1) {
    if (copy.sectionOf(at)?.id === section) return at;
    const entry = copy.trash.get(at);
    at = entry?.section === section ? entry.next : null;
  }
  return null;
}

function knownSection(copy, id) {
  return id && copy.sectionById.has(id) ? id : undefined;
}

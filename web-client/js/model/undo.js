/**
 * Undo and redo of this page's own changes to one list. What is kept is not an old state but the
 * mutations that take a change back, made when it was made. An entry also says what the change left
 * behind, so that an undo leaves alone what someone else has changed since, and says so.
 */

import { LOOSE } from './copy.js';
import { perform } from './rules.js';

const ENTRIES_MAX = 200;

/**
 * @typedef {{label: string, mutations: object[], expected: Map<string, object>}} Entry
 *   `expected`: by item id, what the change set: `title`, `fields`, `section`
 */

export class UndoStack {
  constructor() {
    /** @type {Entry[]} */
    this.done = [];
    /** @type {Entry[]} */
    this.undone = [];
  }

  /** To be called before the mutations are performed: their inverse depends on what is there now. */
  record(copy, mutations, label) {
    this.done.push(this.entryFor(copy, mutations, label));
    if (this.done.length > ENTRIES_MAX) this.done.shift();
    this.undone = [];
  }

  entryFor(copy, mutations, label) {
    return { label, mutations: inverseOf(copy, mutations), expected: expectedOf(mutations) };
  }

  /** The last change is not to be undone after all: it came to nothing. */
  forget() {
    this.done.pop();
  }

  undo(copy) {
    return this.#step(copy, this.done, this.undone);
  }

  redo(copy) {
    return this.#step(copy, this.undone, this.done);
  }

  /**
   * Takes the newest entry of one stack and puts its inverse on the other.
   * @returns {null | {label: string, mutations: object[], blocked: object[]}} `blocked`: the items that
   *   others have changed since and that are therefore left as they are
   */
  #step(copy, from, to) {
    const entry = from.pop();
    if (!entry) return null;
    const blocked = [];
    const isFree = (id) => {
      const item = copy.items.get(id);
      if (!item || holds(copy, item, entry.expected.get(id))) return true;
      if (!blocked.includes(item)) blocked.push(item);
      return false;
    };
    const mutations = entry.mutations.map((each) => only(each, isFree)).filter(Boolean);
    if (mutations.length) to.push(this.entryFor(copy, mutations, entry.label));
    return { label: entry.label, mutations, blocked };
  }
}

/** The mutations that take `mutations` back, the last one first. */
export function inverseOf(copy, mutations) {
  const wasOn = copy.journal !== null;
  copy.begin();
  const mark = copy.journal.length;
  const inverses = [];
  for (const mutation of mutations) {
    inverses.push(inverseOfOne(copy, mutation));
    perform(copy, [mutation], 0, '');
  }
  copy.rollback(mark);
  if (!wasOn) copy.end();
  return inverses.reverse().flat();
}

function inverseOfOne(copy, mutation) {
  switch (mutation.op) {
    case 'insert':
      return [{ op: 'delete', ids: mutation.items.map(({ id }) => id) }];
    case 'restore':
      return [{ op: 'delete', ids: mutation.ids.filter((id) => !copy.items.has(id)) }];
    case 'delete':
      return [{ op: 'restore', ids: mutation.ids.filter((id) => copy.items.has(id)) }];
    case 'toggle':
      return [true, false]
        .map((isDone) => ({
          op: 'toggle',
          isDone,
          ids: mutation.ids.filter((id) =>
            copy.items.get(id)?.isDone === isDone && mutation.isDone !== isDone
          ),
        }))
        .filter(({ ids }) => ids.length);
    case 'edit': {
      const item = copy.items.get(mutation.id);
      if (!item) return [];
      const back = { op: 'edit', id: item.id };
      if (mutation.title !== undefined) back.title = item.title;
      const names = Object.keys(mutation.fields ?? {});
      if (names.length) {
        back.fields = Object.fromEntries(names.map((each) => [each, item.fields?.[each] ?? null]));
      }
      return [back];
    }
    case 'reorder':
      return placesOf(copy, mutation.sources);
    case 'insertSection':
      return [{ op: 'deleteSection', id: mutation.section.id }];
    case 'renameSection': {
      const section = copy.sectionById.get(mutation.id);
      return section ? [{ op: 'renameSection', id: section.id, title: section.title }] : [];
    }
    case 'deleteSection':
      return sectionBack(copy, mutation);
    case 'reorderSections':
      return sectionPlaces(copy, mutation.sources);
    case 'setTitle':
      return [{ op: 'setTitle', title: copy.title }];
    default:
      return [];
  }
}

/** One reorder a run of neighbours, from the end, so that each finds the one it stood before. */
function placesOf(copy, sources) {
  const moving = new Set(sources.filter((id) => copy.items.has(id)));
  const back = [];
  for (const part of copy.parts) {
    let run = [];
    const close = (before) => {
      if (run.length) back.unshift({ op: 'reorder', sources: run, destination: toPlace(part.id, before) });
      run = [];
    };
    const mine = [...moving].filter((id) => part.order.has(id));
    if (!mine.length) continue;
    mine.sort((a, b) => part.order.indexOf(a) - part.order.indexOf(b));
    for (const id of mine) {
      run.push(id);
      const next = part.order.next(id);
      if (next === null || !moving.has(next)) close(next);
    }
  }
  return back;
}

function toPlace(section, before) {
  return before ? { section, before } : { section };
}

function sectionBack(copy, { id, items }) {
  const section = copy.sectionById.get(id);
  if (!section) return [];
  const next = copy.sections[copy.sections.indexOf(section) + 1];
  const insert = { op: 'insertSection', section: { id, title: section.title } };
  if (next) insert.before = next.id;
  const ids = [...section.order];
  if (!ids.length) return [insert];
  if (items !== 'delete') return [insert, { op: 'reorder', sources: ids, destination: { section: id } }];
  return [insert, { op: 'restore', ids }, { op: 'reorder', sources: ids, destination: { section: id } }];
}

function sectionPlaces(copy, sources) {
  return [...sources].map((id) => {
    const index = copy.sections.findIndex((each) => each.id === id);
    const next = copy.sections.slice(index + 1).find((each) => !sources.includes(each.id));
    return next
      ? { op: 'reorderSections', sources: [id], before: next.id }
      : { op: 'reorderSections', sources: [id] };
  });
}

function expectedOf(mutations) {
  const expected = new Map();
  const set = (id, what) => expected.set(id, { ...expected.get(id), ...what });
  for (const each of mutations) {
    if (each.op === 'insert') { for (const item of each.items) set(item.id, { title: item.title }); }
    if (each.op === 'edit') {
      if (each.title !== undefined) set(each.id, { title: each.title });
      if (each.fields) set(each.id, { fields: { ...expected.get(each.id)?.fields, ...each.fields } });
    }
    if (each.op === 'toggle') { for (const id of each.ids) set(id, { isDone: each.isDone }); }
    if (each.op === 'reorder' && each.destination?.section) {
      for (const id of each.sources) set(id, { section: each.destination.section });
    }
  }
  return expected;
}

function holds(copy, item, expected) {
  if (!expected) return true;
  if (expected.title !== undefined && expected.title !== item.title) return false;
  if (expected.section !== undefined && expected.section !== (copy.sectionOf(item.id)?.id ?? LOOSE)) {
    return false;
  }
  if (expected.isDone !== undefined && expected.isDone !== item.isDone) return false;
  return Object.entries(expected.fields ?? {})
    .every(([name, value]) => (item.fields?.[name] ?? null) === (value ?? null));
}

/** The mutation without the items that are not free; null where nothing remains. */
function only(mutation, isFree) {
  const { id, ids, sources } = mutation;
  if (ids) {
    const free = ids.filter(isFree);
    return free.length ? { ...mutation, ids: free } : null;
  }
  if (mutation.op === 'reorder') {
    const free = sources.filter(isFree);
    return free.length ? { ...mutation, sources: free } : null;
  }
  return mutation.op === 'edit' && !isFree(id) ? null : mutation;
}

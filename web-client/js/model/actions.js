/**
 * What a person does to a list, as mutations with their undo. Without a document: what is to be said comes
 * back as a value.
 */

import { LOOSE } from './copy.js';
import { UndoStack } from './undo.js';

/** Limits of one `mutate`: items it may name, and characters of titles, well under 1 MiB of UTF-8. */
const ITEMS_MAX = 5_000;
const CHARACTERS_MAX = 200_000;
const MUTATIONS_MAX = 1_000;

export class Actions {
  /** @param {import('./store.js').ListStore} store @param {() => string} mint */
  constructor(store, mint) {
    this.store = store;
    this.mint = mint;
    this.history = new UndoStack();
  }

  get copy() {
    return this.store.copy;
  }

  /**
   * Performs mutations as one change that can be undone.
   * @returns {boolean} whether anything came of it
   */
  perform(mutations, label) {
    if (!this.store.mayChange) return false;
    this.history.record(this.copy, mutations, label);
    for (const part of partsOf(mutations)) {
      if (this.store.mutate(part) === null) {
        this.history.forget();
        return false;
      }
    }
    return true;
  }

  /**
   * @param {{title: string, isDone?: boolean}[]} items
   * @returns {string[]} their ids
   */
  add(items, section = LOOSE, before = null) {
    const whole = items.map((item) => ({ id: this.mint(), ...item }));
    const destination = before ? { section, before } : { section };
    return this.perform([{ op: 'insert', items: whole, destination }], 'add')
      ? whole.map(({ id }) => id)
      : [];
  }

  edit(id, change) {
    return this.perform([{ op: 'edit', id, ...change }], 'edit');
  }

  setDone(ids, isDone) {
    return this.perform([{ op: 'toggle', ids, isDone }], 'done');
  }

  remove(ids) {
    return this.perform([{ op: 'delete', ids }], 'delete');
  }

  /** Moves items as one block directly before an item of a section, or to its end. */
  move(ids, section, before = null) {
    const destination = before ? { section, before } : { section };
    return this.perform([{ op: 'reorder', sources: ids, destination }], 'move');
  }

  /**
   * Where an item goes by one step among those that `isShown`: what is hidden keeps its order. At the edge
   * of a section it goes into the neighbouring one.
   * @param {string} id
   * @param {-1 | 1} by
   * @param {(id: string) => boolean} isShown
   * @returns {null | {section: string, before: string | null}}
   */
  step(id, by, isShown = () => true) {
    const { copy } = this;
    const part = copy.sectionOf(id);
    const { order } = part;
    if (by < 0) {
      let at = order.previous(id);
      while (at !== null && !isShown(at)) at = order.previous(at);
      if (at !== null) return { section: part.id, before: at };
    } else {
      let at = order.next(id);
      while (at !== null && !isShown(at)) at = order.next(at);
      if (at !== null) return { section: part.id, before: order.next(at) };
    }
    const parts = copy.parts;
    const neighbour = parts[parts.indexOf(part) + by];
    if (!neighbour) return null;
    return { section: neighbour.id, before: by > 0 ? neighbour.order.first : null };
  }

  retitle(title) {
    return this.perform([{ op: 'setTitle', title }], 'title');
  }

  /** @returns {string | null} the id of the new section, which stands at the end */
  addSection(title) {
    const section = { id: this.mint(), title };
    return this.perform([{ op: 'insertSection', section }], 'section') ? section.id : null;
  }

  renameSection(id, title) {
    return this.perform([{ op: 'renameSection', id, title }], 'section');
  }

  /** @param {'keep' | 'delete'} items what becomes of its items */
  removeSection(id, items) {
    return this.perform([{ op: 'deleteSection', id, items }], 'section');
  }

  /** Moves a section directly before another, or to the end. */
  moveSection(id, before = null) {
    return this.perform([{ op: 'reorderSections', sources: [id], ...before ? { before } : {} }], 'section');
  }

  restore(ids) {
    return this.perform([{ op: 'restore', ids }], 'restore');
  }

  /** Puts an item back that was deleted, with another title, as one change. */
  restoreWith(id, title) {
    return this.perform([{ op: 'restore', ids: [id] }, { op: 'edit', id, title }], 'restore');
  }

  /**
   * Takes back one's own last change, or with `isRedo` performs again what was taken back.
   * @returns {null | {label: string, blocked: object[], isEmpty: boolean}} `blocked`: what others have
   *   changed since, and what therefore stays
   */
  undo(isRedo = false) {
    if (!this.store.mayChange) return null;
    const step = isRedo ? this.history.redo(this.copy) : this.history.undo(this.copy);
    if (!step) return null;
    for (const part of partsOf(step.mutations)) this.store.mutate(part);
    return { label: step.label, blocked: step.blocked, isEmpty: step.mutations.length === 0 };
  }
}

/** Cuts what is too large for one `mutate` into several; a huge paste is still one undo. */
function partsOf(mutations) {
  const parts = [];
  /** Parts that take no more. */
  const full = new Set();
  let size = 0;
  let count = 0;
  for (const mutation of mutations) {
    const name = ['items', 'ids', 'sources'].find((each) => Array.isArray(mutation[each]));
    if (!name || !isLarge(mutation[name])) {
      const own = sizeOf(mutation);
      const named = name ? mutation[name].length : 1;
      const last = parts[parts.length - 1];
      const isFree = last && !full.has(last) && last.length < MUTATIONS_MAX;
      const hasRoom = isFree && size + own <= CHARACTERS_MAX && count + named <= ITEMS_MAX;
      if (hasRoom) last.push(mutation);
      else parts.push([mutation]);
      size = hasRoom ? size + own : own;
      count = hasRoom ? count + named : named;
      continue;
    }
    let rest = mutation[name];
    while (rest.length) {
      let taken = 0;
      let room = CHARACTERS_MAX;
      while (taken < rest.length && taken < ITEMS_MAX && room > 0) {
        room -= sizeOf(rest[taken]);
        taken += 1;
      }
      const part = [{ ...mutation, [name]: rest.slice(0, taken) }];
      full.add(part);
      parts.push(part);
      rest = rest.slice(taken);
    }
  }
  return parts;
}

function isLarge(values) {
  return values.length > ITEMS_MAX || values.reduce((sum, each) => sum + sizeOf(each), 0) > CHARACTERS_MAX;
}

/** About how many characters an item or a mutation carries. */
function sizeOf(value) {
  if (typeof value === 'string') return 0;
  let size = value.title?.length ?? 0;
  for (const each of Object.values(value.fields ?? {})) size += String(each).length;
  for (const each of value.items ?? []) size += sizeOf(each);
  return size;
}

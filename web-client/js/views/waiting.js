/** Which rows wait for the server: what was asked for a second ago, or without a connection. */

const WAITING_MS = 1_000;

export class Waiting {
  /** @param {import('../model/store.js').ListStore} store @param {() => void} changed */
  constructor(store, changed) {
    this.store = store;
    this.changed = changed;
    this.ids = new Set();
    this.timer = null;
  }

  has(id) {
    return this.ids.has(id);
  }

  update() {
    const { pending, link } = this.store;
    this.ids.clear();
    const late = Date.now() - WAITING_MS;
    let isSoon = false;
    for (const { at, mutations } of pending) {
      if (link && at > late) isSoon = true;
      else for (const mutation of mutations) for (const id of idsOf(mutation)) this.ids.add(id);
    }
    if (isSoon) this.#lookAgain();
  }

  #lookAgain() {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      if (this.store.pending.length) this.changed();
    }, WAITING_MS);
  }
}

/** The ids of the items that a mutation or a fact names. */
export function idsOf({ ids, sources, items, id, op }) {
  if (ids) return ids;
  if (op === 'insert') return items.map((item) => item.id);
  if (op === 'reorder') return sources;
  return op === 'edit' ? [id] : [];
}

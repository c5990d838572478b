/**
 * Keeps one list's last confirmed state and its unanswered mutations on this device, and brings them back.
 * Each tab sends its own mutations; those of a tab that is gone are taken over by the next one that opens the
 * list. That two tabs might take the same is harmless: a mutation id takes effect once.
 */

import { within } from './within.js';

/** The state is written this long after a change, and not at all for lists larger than this. */
const WRITE_MS = 1_500;
const ITEMS_MAX = 50_000;
/** How long the page waits to hear which tabs are alive. */
const LOCKS_MS = 1_000;

export class Keeper {
  /**
   * @param {import('./database.js').Database} database
   * @param {string} tab an id of this tab; it holds a lock of that name while it lives
   */
  constructor(database, tab) {
    this.database = database;
    this.tab = tab;
    this.store = null;
    this.timer = null;
    this.sequence = 0;
    globalThis.navigator?.locks?.request(lockOf(tab), () => new Promise(() => {}));
  }

  /** Brings back what is kept of a list, and from then on keeps it. */
  async attach(store) {
    this.detach();
    const kept = await this.database.get('lists', store.list);
    const left = await this.#leftBehind(store.list);
    this.store = store;
    if (kept && !store.isWhole) store.restore(kept);
    if (left.length) {
      store.adopt(left);
      for (const entry of left) this.#write(entry);
    }
    this.unsubscribe = store.subscribe((events) => this.#heard(events));
  }

  detach() {
    if (!this.store) return;
    this.flush();
    this.unsubscribe();
    this.store = null;
  }

  /** Writes the state now: the page may be about to go. */
  flush() {
    if (this.timer === null) return;
    clearTimeout(this.timer);
    this.timer = null;
    this.#writeState();
  }

  /** What was left behind for any list: it is sent though nobody looks at that list. */
  abandoned() {
    return this.#leftBehind(null);
  }

  forget(id) {
    return this.database.delete('outbox', id);
  }

  #heard(events) {
    for (const { kind, entry } of events) {
      if (kind === 'asked' && entry) this.#write(entry);
      if (kind === 'answered' || kind === 'rejected') this.forget(entry.id);
      if (['change', 'snapshot', 'deleted'].includes(kind)) {
        this.timer ??= setTimeout(() => this.flush(), WRITE_MS);
      }
    }
  }

  #write({ id, mutations, epoch, at }) {
    const { list } = this.store;
    const order = ++this.sequence;
    // What waits for a network must not fall to the browser's cleaning.
    if (!this.store.link) globalThis.navigator?.storage?.persist?.();
    this.database.put('outbox', { id, list, mutations, epoch, at, tab: this.tab, order });
  }

  #writeState() {
    const { store } = this;
    if (!store.isWhole) return;
    if (store.state === 'deleted' || store.copy.size > ITEMS_MAX) this.database.delete('lists', store.list);
    else this.database.put('lists', { list: store.list, savedAt: Date.now(), ...store.confirmed() });
  }

  async #leftBehind(list) {
    const entries = (await this.database.all('outbox')).filter((each) =>
      list === null || each.list === list
    );
    if (!entries.length) return [];
    const asked = globalThis.navigator?.locks?.query() ?? Promise.resolve({});
    const { held } = await within(asked, LOCKS_MS, {});
    // Without an answer any tab may be alive; what it left is taken over at another visit.
    if (!held && globalThis.navigator?.locks) return [];
    const living = new Set((held ?? []).map(({ name }) => name));
    return entries
      .filter((each) =>
        each.tab === this.tab ? each.list !== this.store?.list : !living.has(lockOf(each.tab))
      )
      .sort((a, b) => a.at - b.at || a.order - b.order);
  }
}

function lockOf(tab) {
  return `livelist-tab-${tab}`;
}

/**
 * Keeps one list's last confirmed state and its unanswered mutations on this device, and brings them back.
 * Each tab sends its own mutations; those of a tab that is gone are taken over by the next one that opens the
 * list. That two tabs might take the same is harmless: a mutation id takes effect once.
 */

import { within } from './within.js';

/** The state is written this long after a change, and not at all for lists larger than this. */
const WRITE_MS = 1_500;
const ITEMS_MAX = 50_000;
const PATIENCE_MS = 2_000;
/** How long the page waits to hear which tabs are alive. */
const LOCKS_MS = 1_000;

export class Keeper {
  /**
   * @param {import('./database.js').Database} database
   * @param {string} tab an id of this tab; it holds a lock of that name while it lives
   * @param {number} patience how long to wait for what is kept, in milliseconds, before going on without
   */
  constructor(database, tab, patience = PATIENCE_MS) {
    this.database = database;
    this.tab = tab;
    this.patience = patience;
    this.store = null;
    this.timer = null;
    this.sequence = 0;
    globalThis.navigator?.locks?.request(lockOf(tab), () => new Promise(() => {}));
  }

  /**
   * Keeps a list from now on, and brings back what is kept of it. Resolves when that is done or has taken too
   * long; what comes later is still taken as far as the list does not come from the server meanwhile.
   */
  async attach(store) {
    this.detach();
    this.store = store;
    this.unsubscribe = store.subscribe((events) => this.#heard(events));
    await within(this.#bringBack(store).then(() => this.#takeOver(store)), this.patience, null);
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

  async #bringBack(store) {
    const kept = await this.database.get('lists', store.list);
    const isAwaited = store === this.store && store.state === 'opening' && !store.link;
    if (kept && isAwaited && !store.isWhole) store.restore(kept);
  }

  async #takeOver(store) {
    const left = await this.#leftBehind(store.list);
    if (store !== this.store || !left.length) return;
    store.adopt(left);
    for (const entry of left) this.#write(entry);
    // Late, the list may be open already: then it is sent now.
    store.pump();
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
        each.tab === this.tab ? !this.store?.outbox.find(each.id) : !living.has(lockOf(each.tab))
      )
      .sort((a, b) => a.at - b.at || a.order - b.order);
  }
}

function lockOf(tab) {
  return `livelist-tab-${tab}`;
}

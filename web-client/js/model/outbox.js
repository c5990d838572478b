/**
 * The mutations of one list that the server has not answered, in the order in which they were asked for.
 * They keep their ids: sent again after a lost connection, each still takes effect once.
 */

/** Mutations under way at a time; the server stops reading a client with 1,000. */
const UNDERWAY_MAX = 200;

/**
 * @typedef {{id: string, mutations: object[], epoch: string|null, at: number, sent: boolean,
 *   answered: number|null, notBefore: number}} Entry
 *   `answered`: the revision at which the server found nothing left to do; `notBefore`: a time
 */

export class Outbox {
  constructor() {
    /** @type {Entry[]} */
    this.entries = [];
  }

  /** Those that wait for an answer. */
  get count() {
    return this.entries.filter((each) => each.answered === null).length;
  }

  add(id, mutations, epoch, at) {
    const entry = { id, mutations, epoch, at, sent: false, answered: null, notBefore: 0 };
    this.entries.push(entry);
    return entry;
  }

  /** Puts what an earlier visit left before everything of this one. */
  adopt(entries) {
    this.entries.unshift(
      ...entries.map((each) => ({ ...each, sent: false, answered: null, notBefore: 0 })),
    );
  }

  /** The connection is another one: everything is to be sent again. */
  unsend() {
    for (const entry of this.entries) entry.sent = false;
  }

  /**
   * What may be sent now, in order, and counts as sent from here on.
   * @returns {Entry[]}
   */
  take(now, epoch) {
    const due = [];
    let underway = 0;
    for (const entry of this.entries) {
      if (entry.answered !== null) continue;
      if (!entry.sent) {
        // What comes after one that has to wait waits with it: the order is kept.
        if (entry.notBefore > now) break;
        entry.sent = true;
        entry.epoch ??= epoch;
        due.push(entry);
      }
      underway += 1;
      if (underway >= UNDERWAY_MAX) break;
    }
    return due;
  }

  find(id) {
    return this.entries.find((each) => each.id === id) ?? null;
  }

  /** @returns {Entry | null} the entry that was taken out */
  remove(id) {
    const index = this.entries.findIndex((each) => each.id === id);
    return index < 0 ? null : this.entries.splice(index, 1)[0];
  }

  /** An entry was refused for now and is sent again later. */
  postpone(entry, until) {
    entry.sent = false;
    entry.notBefore = until;
  }

  /**
   * Takes out those that came to nothing, once the copy has reached the revision at which they did.
   * @returns {Entry[]}
   */
  settle(revision) {
    const isDue = (each) => each.answered !== null && revision >= each.answered;
    const due = this.entries.filter(isDue);
    if (due.length) this.entries = this.entries.filter((each) => !isDue(each));
    return due;
  }
}

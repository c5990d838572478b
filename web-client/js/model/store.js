/**
 * One list: what the server has confirmed, what this page asked for and has no answer to yet, and what
 * is shown: the confirmed list with the pending mutations performed on it again after every change.
 * It knows no socket and no document. Messages come in through `receive` and are worked off by `flush`,
 * in slices; what must be sent goes out through `link`.
 */

import { ListCopy, LOOSE } from './copy.js';
import { applyChange, itemFromWire } from './facts.js';
import { Outbox } from './outbox.js';
import { perform } from './rules.js';

/** A refusal that passes by itself and names no time is tried again after this many milliseconds. */
const RETRY_MS = 1_000;
const PASSING = new Set(['rate-limited', 'unavailable']);

export class ListStore {
  /**
   * @param {string} list
   * @param {{mint: () => string, now: () => number, name?: () => string,
   *   later?: (run: () => void, milliseconds: number) => void}} means
   */
  constructor(list, { mint, now, name = () => '', later = () => {} }) {
    this.list = list;
    this.means = { mint, now, name, later };
    this.copy = new ListCopy();
    /** True once a whole snapshot is in. */
    this.isWhole = false;
    this.epoch = null;
    this.role = null;
    /** True where the reader came by a link that is for looking only. */
    this.isReadOnly = false;
    /** opening · ready · missing · deleted · withheld · closed (this connection may not read it) */
    this.state = 'opening';
    /** The revision that must be reached before the copy counts as caught up. */
    this.target = null;
    this.outbox = new Outbox();
    this.people = new Map();
    this.peopleCount = 0;
    this.session = null;
    /** The name of who deleted the list. */
    this.deletedBy = null;
    /** @type {null | {send: (messages: object[]) => void}} */
    this.link = null;
    /** Called when there is something to flush. */
    this.wake = () => {};
    this.queue = [];
    this.listeners = new Set();
    this.isReopening = false;
    this.incoming = null;
  }

  subscribe(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** What has been asked for and performed, and is not confirmed. */
  get pending() {
    return this.outbox.entries;
  }

  /** Mutations the server has not answered. */
  get pendingCount() {
    return this.outbox.count;
  }

  get isCaughtUp() {
    return this.isWhole && this.target !== null && this.copy.revision >= this.target && !this.queue.length;
  }

  get mayChange() {
    return this.state === 'ready' && this.role !== 'viewer' && !this.isReadOnly;
  }

  // ---- What this page asks for ----

  /**
   * Performs mutations at once, and sends them. They are one change: all of them come about or none.
   * @returns {string | null} the mutation id, null where they come to nothing on this copy
   */
  mutate(mutations) {
    const { copy } = this;
    const at = this.means.now();
    copy.begin();
    const mark = copy.journal.length;
    const refusal = perform(copy, mutations, at, this.means.name());
    if (refusal || copy.journal.length === mark) {
      if (!this.pending.length) copy.end();
      return null;
    }
    const entry = this.outbox.add(this.means.mint(), mutations, this.epoch, at);
    this.#tell([{ kind: 'asked', entry }]);
    this.pump();
    return entry.id;
  }

  /** Takes over what an earlier visit left unanswered. */
  adopt(entries) {
    this.#confirmed();
    this.outbox.adopt(entries);
    this.#perform();
    this.#tell([{ kind: 'asked', entry: null }]);
  }

  /** The confirmed list with what it takes to resume from it. */
  confirmed() {
    this.copy.end();
    const wire = { ...this.copy.toWire(), epoch: this.epoch, role: this.role };
    this.#perform();
    return wire;
  }

  /** Takes over a state that was kept, until the server tells what came after it. */
  restore({ title, revision, sections, items, epoch, role }) {
    const copy = copyFrom({ title, sections });
    fill(copy, items);
    copy.revision = revision;
    this.#show(copy);
    Object.assign(this, { epoch, role, isWhole: true, state: 'ready' });
    this.#perform();
    this.#tell([{ kind: 'restored' }]);
  }

  /** The server lets this page in no longer. What was read stays; nothing that is changed would be taken. */
  close() {
    this.state = 'closed';
    this.#tell([{ kind: 'error', code: 'forbidden' }]);
  }

  // ---- The connection ----

  /** A new connection is there: open the list where it was left, and send again what is unanswered. */
  connected(link, session) {
    this.link = link;
    this.session = session;
    this.queue = [];
    this.incoming = null;
    this.isReopening = false;
    this.target = null;
    this.outbox.unsend();
    link.send([this.#openMessage()]);
    this.pump();
  }

  disconnected() {
    this.link = null;
    this.target = null;
    this.people = new Map();
    this.peopleCount = 0;
    this.#tell([{ kind: 'people' }]);
  }

  /** Sends what may be sent now, in order. Before the first `opened` nothing is: the epoch is unknown. */
  pump() {
    if (!this.link || this.epoch === null) return;
    const { list } = this;
    const messages = this.outbox.take(this.means.now(), this.epoch)
      .map(({ id, epoch, mutations }) => ({ type: 'mutate', list, id, epoch, mutations }));
    if (messages.length) this.link.send(messages);
  }

  /** Asks for the list from the last revision on. */
  reopen() {
    if (!this.link || this.isReopening) return;
    this.isReopening = true;
    this.target = null;
    this.link.send([this.#openMessage()]);
  }

  /** Asks for the whole list again, whatever is here. What is shown stays until all of it has come. */
  resync() {
    if (!this.link) return;
    this.isReopening = true;
    this.target = null;
    this.link.send([{ type: 'open', list: this.list }]);
  }

  /** Makes the list that is not there. */
  create() {
    this.link?.send([{ type: 'open', list: this.list, create: true }]);
  }

  /** Takes the list away from everyone. */
  removeList() {
    this.link?.send([{ type: 'deleteList', list: this.list, epoch: this.epoch }]);
  }

  // ---- What the server says ----

  receive(message) {
    this.queue.push(message);
    this.wake();
  }

  /**
   * Works off what has come, for about `budgetMs`, and performs what is pending again on top.
   * @returns {boolean} whether something is left
   */
  flush(budgetMs = Infinity) {
    const clock = this.means.now;
    const end = clock() + budgetMs;
    const events = [];
    let count = 0;
    while (count < this.queue.length) {
      this.#take(this.queue[count], events);
      count += 1;
      if (count % 16 === 0 && clock() >= end) break;
    }
    this.queue.splice(0, count);
    this.#settle(events);
    if (count) this.#tell(events);
    return this.queue.length > 0;
  }

  #take(message, events) {
    switch (message.type) {
      case 'opened':
        return this.#opened(message, events);
      case 'snapshot':
        return this.#snapshot(message, events);
      case 'change':
        return this.#change(message, events);
      case 'unchanged': {
        const entry = this.outbox.find(message.id);
        if (entry) entry.answered = message.revision;
        return undefined;
      }
      case 'rejected':
        return this.#rejected(message, events);
      case 'presence':
        return this.#presence(message, events);
      case 'listDeleted':
        this.state = 'deleted';
        // Servers may send the name alone, or as in a change.
        this.deletedBy = message.by?.name ?? message.by ?? null;
        events.push({ kind: 'deleted' });
        return undefined;
      case 'error':
        if (message.code === 'unknown-list') this.state = this.isWhole ? 'deleted' : 'missing';
        if (message.code === 'unavailable' && !this.isWhole) this.state = 'withheld';
        // What is shown was read while it was allowed; nothing that is changed in it would be taken.
        if (message.code === 'forbidden' && this.state === 'opening') this.state = 'closed';
        events.push({ kind: 'error', code: message.code, message: message.message });
        return undefined;
      default:
        return undefined;
    }
  }

  #opened(message, events) {
    const isOther = this.epoch !== null && message.epoch !== this.epoch;
    this.isReopening = false;
    this.epoch = message.epoch;
    this.role = message.role;
    this.state = 'ready';
    // Another history: the old copy's revision says nothing, only the snapshot that follows does.
    this.target = isOther ? Infinity : message.revision;
    this.people = new Map((message.people ?? []).map((each) => [each.session, each]));
    this.peopleCount = message.count ?? this.people.size;
    if (!this.isWhole) {
      this.#confirmed();
      this.copy.title = message.title;
    }
    events.push({ kind: 'opened', isOther }, { kind: 'people' });
  }

  #snapshot(message, events) {
    if (message.part === 1) {
      this.incoming = copyFrom(message);
      if (!this.isWhole) this.#show(this.incoming);
    }
    const copy = this.incoming;
    if (!copy) return;
    if (copy === this.copy) this.#confirmed();
    fill(copy, message.items ?? []);
    if (message.part < message.of) return;
    copy.revision = message.revision;
    this.epoch = message.epoch;
    this.incoming = null;
    this.isWhole = true;
    if (this.target === Infinity) this.target = copy.revision;
    for (const [id, entry] of this.copy.trash) if (!copy.items.has(id)) copy.trash.set(id, entry);
    this.#show(copy);
    events.push({ kind: 'snapshot' });
  }

  #change(change, events) {
    const entry = this.outbox.remove(change.id);
    if (entry) {
      this.#confirmed();
      events.push({ kind: 'answered', entry });
    }
    if (change.duplicate || this.isReopening || !this.isWhole) return;
    if (change.revision <= this.copy.revision) return;
    if (change.revision > this.copy.revision + 1) {
      this.reopen();
      return;
    }
    this.#confirmed();
    applyChange(this.copy, change);
    events.push({ kind: 'change', change, isOwn: entry !== null });
  }

  #rejected(message, events) {
    const entry = this.outbox.find(message.id);
    if (!entry) return;
    if (PASSING.has(message.code)) {
      const wait = message.retryAfter ?? RETRY_MS;
      this.outbox.postpone(entry, this.means.now() + wait);
      this.means.later(() => this.pump(), wait);
      events.push({ kind: 'waiting', code: message.code });
      return;
    }
    this.#confirmed();
    this.outbox.remove(entry.id);
    events.push({ kind: 'rejected', entry, code: message.code, message: message.message });
  }

  #presence(message, events) {
    if (message.all) this.people = new Map();
    for (const each of message.people ?? []) this.people.set(each.session, each);
    for (const session of message.left ?? []) this.people.delete(session);
    this.peopleCount = message.count ?? this.people.size;
    events.push({ kind: 'people' });
  }

  // ---- Confirmed and shown ----

  /** The copy becomes the confirmed list, without what is pending. */
  #confirmed() {
    this.copy.end();
  }

  #show(copy) {
    this.copy.end();
    this.copy = copy;
  }

  /** Drops what has been answered, then performs the rest again, unless it still stands performed. */
  #settle(events) {
    const settled = this.outbox.settle(this.copy.revision);
    if (settled.length) this.#confirmed();
    for (const entry of settled) events.push({ kind: 'answered', entry });
    if (!this.copy.journal) this.#perform();
    this.pump();
  }

  #perform() {
    if (!this.pending.length) return;
    this.copy.begin();
    for (const { mutations, at } of this.pending) perform(this.copy, mutations, at, this.means.name());
  }

  #openMessage() {
    const message = { type: 'open', list: this.list };
    if (this.isWhole) Object.assign(message, { since: this.copy.revision, epoch: this.epoch });
    return message;
  }

  #tell(events) {
    for (const listener of this.listeners) listener(events);
  }
}

function copyFrom({ title, sections = [] }) {
  const copy = new ListCopy(title);
  copy.arrange(sections.map((each) => copy.newSection(each.id, each.title)));
  return copy;
}

/** Puts items of the wire, which come in display order, at the ends of their sections. */
function fill(copy, items) {
  for (const item of items) {
    copy.put(itemFromWire(item));
    copy.place(item.id, copy.sectionById.get(item.section ?? LOOSE), null);
  }
}

/**
 * One list as this page knows it. It changes only through five primitives (`put`, `place`, `take`,
 * `arrange`, `retitle`), and each of them notes its own inverse while `journal` is on. That is how the
 * page shows mutations before the server has answered them without keeping the list twice: they are
 * performed with the journal on, and rolled back before anything confirmed is applied.
 *
 * Items are immutable objects: a changed item is another object, so a view may compare by identity.
 * Their section is where they stand, it is not stored in them.
 *
 * @typedef {{id: string, title: string, isDone: boolean, fields?: Record<string, string|number|boolean>,
 *   createdAt: number, createdBy: string, updatedAt: number, updatedBy: string}} Item
 */

import { Order } from './order.js';

/** The name on the wire of the part above the first section. */
export const LOOSE = 'none';
/** Deleted items that are remembered, so that an undo shows them at once, in their place. */
const TRASH_MAX = 10_000;

export class Section {
  constructor(id, title, places) {
    this.id = id;
    this.title = title;
    this.order = new Order(places);
    this.order.section = this;
    this.done = 0;
  }
}

export class ListCopy {
  constructor(title = '') {
    this.title = title;
    this.revision = 0;
    /** @type {Map<string, Item>} */
    this.items = new Map();
    this.places = new Map();
    this.loose = new Section(LOOSE, '', this.places);
    /** @type {Section[]} in display order, without the part above the first */
    this.sections = [];
    /** @type {Map<string, Section>} */
    this.sectionById = new Map([[LOOSE, this.loose]]);
    /** @type {Map<string, {item: Item, section: string, next: string|null}>} */
    this.trash = new Map();
    /** @type {null | (() => void)[]} */
    this.journal = null;
    this.done = 0;
  }

  get size() {
    return this.items.size;
  }

  /** The section an item stands in. */
  sectionOf(id) {
    const owner = this.places.get(id)?.owner;
    return owner ? owner.section : undefined;
  }

  /** The part above the first section, then the sections. */
  get parts() {
    return [this.loose, ...this.sections];
  }

  /** The ids of all items in display order. */
  *ids() {
    for (const part of this.parts) yield* part.order;
  }

  // ---- The primitives ----

  /** Sets the content of an item, new or known. */
  put(item) {
    const before = this.items.get(item.id);
    this.items.set(item.id, item);
    const part = this.sectionOf(item.id);
    if (part && before.isDone !== item.isDone) this.#count(part, item.isDone ? 1 : -1);
    part?.order.touch(item.id);
    this.journal?.push(() => (before ? this.put(before) : this.items.delete(item.id)));
  }

  /** Puts an item that stands nowhere directly before `before` in a section, or at its end. */
  place(id, part, before) {
    part.order.insert(id, before);
    if (this.items.get(id).isDone) this.#count(part, 1);
    this.journal?.push(() => this.take(id));
  }

  /** Takes an item out of its place. Its content stays in `items` until `drop`. */
  take(id) {
    const part = this.sectionOf(id);
    const next = part.order.remove(id);
    if (this.items.get(id).isDone) this.#count(part, -1);
    this.journal?.push(() => this.place(id, part, next));
    return { part, next };
  }

  /** Forgets the content of an item that stands nowhere, and remembers it as deleted. */
  drop(id, section, next) {
    const item = this.items.get(id);
    this.items.delete(id);
    this.trash.set(id, { item, section, next });
    if (this.trash.size > TRASH_MAX) this.trash.delete(this.trash.keys().next().value);
    this.journal?.push(() => {
      this.items.set(id, item);
      this.trash.delete(id);
    });
  }

  /** Takes a deleted item out of the memory of deleted ones. */
  recall(id) {
    const entry = this.trash.get(id);
    if (!entry) return;
    this.trash.delete(id);
    this.journal?.push(() => this.trash.set(id, entry));
  }

  /** Sets which sections there are, in which order. One that goes must be empty. */
  arrange(sections) {
    const before = this.sections;
    for (const each of before) this.sectionById.delete(each.id);
    for (const each of sections) this.sectionById.set(each.id, each);
    this.sections = sections;
    this.journal?.push(() => this.arrange(before));
  }

  /** Sets the title of a section, or with `part` null that of the list. */
  retitle(part, title) {
    const target = part ?? this;
    const before = target.title;
    target.title = title;
    this.journal?.push(() => this.retitle(part, before));
  }

  newSection(id, title) {
    return new Section(id, title, this.places);
  }

  // ---- Trying and taking back ----

  /** From here on every change can be taken back. */
  begin() {
    this.journal ??= [];
  }

  /** Takes back what was done since the journal held `length` entries, newest first, and goes on noting. */
  rollback(length) {
    const journal = this.journal;
    this.journal = null;
    while (journal.length > length) journal.pop()();
    this.journal = journal;
  }

  /** Takes back everything since `begin`: the copy is the confirmed list again. */
  end() {
    if (!this.journal) return;
    this.rollback(0);
    this.journal = null;
  }

  /** The list in the shape of the wire. */
  toWire() {
    const sections = this.sections.map(({ id, title }) => ({ id, title }));
    const items = [];
    for (const part of this.parts) {
      for (const id of part.order) {
        const item = this.items.get(id);
        items.push(part === this.loose ? item : { ...item, section: part.id });
      }
    }
    return { title: this.title, revision: this.revision, sections, items };
  }

  checkInvariants() {
    let size = 0;
    let done = 0;
    for (const part of this.parts) {
      part.order.checkInvariants();
      size += part.order.size;
      const counted = [...part.order].filter((id) => this.items.get(id).isDone).length;
      if (counted !== part.done) throw new Error(`${part.id} says ${part.done} done, there are ${counted}`);
      done += counted;
    }
    if (size !== this.items.size) throw new Error(`${this.items.size} items, ${size} places`);
    if (done !== this.done) throw new Error(`the list says ${this.done} done, there are ${done}`);
  }

  #count(part, by) {
    part.done += by;
    this.done += by;
  }
}

/** Where the rows of a table lie: all of one height, and in another order where the reader sorts them. */

import { LOOSE } from '../model/copy.js';
import { Sorted } from '../model/sort.js';
import { Layout } from './layout.js';

export class TableLayout extends Layout {
  /** @param {() => import('../model/copy.js').ListCopy} copy */
  constructor(copy) {
    super(36);
    this.copy = copy;
    /** True where the sections are no groups. */
    this.isFlat = false;
    this.keys = [];
    this.compareTexts = () => 0;
    /** @type {Map<string, Sorted>} by group */
    this.sorted = new Map();
    /** All items as one group. */
    this.all = { id: LOOSE, title: '', done: 0, order: { chunks: [], size: 0 } };
  }

  /** @param {{column: object, isDown: boolean}[]} keys an empty one: the list's own order */
  sortBy(keys, compareTexts) {
    this.keys = keys;
    this.compareTexts = compareTexts;
    this.sorted.clear();
  }

  /** The groups that are shown. */
  get parts() {
    const { parts } = this.copy();
    if (!this.isFlat) return parts;
    const { all } = this;
    all.order.chunks = parts.flatMap((part) => part.order.chunks);
    all.order.size = this.copy().size;
    all.done = this.copy().done;
    return [all];
  }

  partOf(id) {
    return this.isFlat ? this.parts[0] : this.copy().sectionOf(id);
  }

  isFolded(part) {
    return !this.isFlat && super.isFolded(part);
  }

  setFilter(filter) {
    if (filter !== this.filter) for (const each of this.sorted.values()) each.stamp = null;
    super.setFilter(filter);
  }

  /** All rows of the table have one height, whatever is in them. */
  setHeight() {
    return false;
  }

  rows(part, from, to) {
    if (this.isFolded(part) || !this.keys.length) return super.rows(part, from, to);
    const { ids } = this.#sortedIn(part);
    const first = Math.max(0, Math.floor(from / this.rowHeight));
    const last = Math.min(ids.length, Math.floor(Math.max(0, to) / this.rowHeight) + 1);
    return ids.slice(first, last).map((id, at) => this.#at(id, first + at));
  }

  row(part, id) {
    if (this.isFolded(part)) return null;
    if (!this.keys.length) {
      return this.isFlat ? this.#found(part, id) : super.row(part, id);
    }
    const index = this.#sortedIn(part).indexOf(id);
    return index < 0 ? null : this.#at(id, index);
  }

  neighbour(part, id, by) {
    const group = this.partOf(id);
    if (!this.keys.length && !this.isFlat) return super.neighbour(part, id, by);
    const ids = this.shownIn(group);
    const index = this.keys.length ? this.#sortedIn(group).indexOf(id) : ids.indexOf(id);
    return index < 0 ? null : ids[index + by] ?? null;
  }

  edge(part, by) {
    if (this.isFolded(part)) return null;
    const ids = this.shownIn(part);
    return (by < 0 ? ids[ids.length - 1] : ids[0]) ?? null;
  }

  /** The shown items of a group in the order in which they are shown. */
  shownIn(part) {
    if (this.isFolded(part)) return [];
    if (this.keys.length) return this.#sortedIn(part).ids;
    return part.order.chunks.flatMap((each) => this.chunk(each).ids);
  }

  #at(id, index) {
    return { id, top: index * this.rowHeight, height: this.rowHeight, index };
  }

  #found(part, id) {
    let index = 0;
    const own = this.copy().places.get(id);
    for (const each of part.order.chunks) {
      const { ids } = this.chunk(each);
      if (each === own) {
        const within = ids.indexOf(id);
        return within < 0 ? null : this.#at(id, index + within);
      }
      index += ids.length;
    }
    return null;
  }

  #sortedIn(part) {
    const stamp = part.order.chunks.map((each) => each.stamp).join();
    // Where the sections stand in another order, the same items may be sorted otherwise.
    const sections = this.isFlat ? this.copy().sections.map(({ id }) => id).join() : '';
    let sorted = this.sorted.get(part.id);
    if (!sorted) {
      sorted = new Sorted(this.keys, this.compareTexts);
      this.sorted.set(part.id, sorted);
    }
    if (sorted.sections !== sections) sorted.clear();
    if (sorted.stamp !== stamp || sorted.sections !== sections) {
      sorted.sections = sections;
      const copy = this.copy();
      const runOf = (id) => copy.places.has(id) ? this.chunk(copy.places.get(id)) : undefined;
      sorted.update(part.order.chunks.map((each) => this.chunk(each)), runOf, copy);
      sorted.stamp = stamp;
    }
    return sorted;
  }
}

/**
 * Sorting as a view: an order of ids by what the items have in columns, which the list itself knows nothing
 * of. Once sorted, a change costs a merge of what changed, not a sort of 100,000.
 */

import { valueIn } from './columns.js';

/** Where more than this share has changed, all is sorted anew. */
const MERGE_SHARE = 1 / 8;

export class Sorted {
  /**
   * @param {{column: import('./columns.js').Column, isDown: boolean}[]} keys the most important first
   * @param {(a: string, b: string) => number} compareTexts as the reader's language has it
   */
  constructor(keys, compareTexts) {
    this.keys = keys;
    this.compareTexts = compareTexts;
    /** @type {string[]} */
    this.ids = [];
    /** The items as they were when they were sorted, by id. */
    this.seen = new Map();
    this.place = new Map();
    /** What it was sorted from, as its user knows it. */
    this.stamp = null;
    this.sections = '';
  }

  /**
   * Takes in the ids to be sorted, in the list's own order, which decides where the keys do not.
   * @param {string[]} ids
   */
  update(ids, copy) {
    const own = new Map(ids.map((id, index) => [id, index]));
    const compare = (a, b) => this.#compare(a, b, copy) || own.get(a) - own.get(b);
    const kept = this.ids.filter((id) => own.has(id) && this.seen.get(id) === copy.items.get(id));
    const isKept = new Set(kept);
    const changed = kept.length === ids.length ? [] : ids.filter((id) => !isKept.has(id));
    if (changed.length > ids.length * MERGE_SHARE) this.ids = [...ids].sort(compare);
    else this.ids = merge(kept, changed.sort(compare), compare);
    this.seen = new Map(ids.map((id) => [id, copy.items.get(id)]));
    this.place = new Map(this.ids.map((id, index) => [id, index]));
  }

  /** The place of an item, from 0, or -1. */
  indexOf(id) {
    return this.place.get(id) ?? -1;
  }

  #compare(a, b, copy) {
    for (const { column, isDown } of this.keys) {
      const order = this.#compareIn(column, copy.items.get(a), copy.items.get(b), copy, isDown);
      if (order) return order;
    }
    return 0;
  }

  /** What has nothing in a column comes last, both ways. */
  #compareIn(column, a, b, copy, isDown) {
    if (column.id === 'section') {
      const order = copy.parts.indexOf(copy.sectionOf(a.id)) - copy.parts.indexOf(copy.sectionOf(b.id));
      return isDown ? -order : order;
    }
    const left = valueIn(column, a, copy);
    const right = valueIn(column, b, copy);
    if (left === right) return 0;
    if (left === undefined) return 1;
    if (right === undefined) return -1;
    const order = this.#compareValues(left, right);
    return isDown ? -order : order;
  }

  /** Numbers come before texts; no comes before yes. */
  #compareValues(left, right) {
    if (typeof left === 'string' && typeof right === 'string') return this.compareTexts(left, right);
    if (typeof left === typeof right) return Number(left) - Number(right);
    return rank(left) - rank(right);
  }
}

function rank(value) {
  return ['boolean', 'number', 'string'].indexOf(typeof value);
}

function merge(left, right, compare) {
  if (!right.length) return left;
  const all = [];
  let from = 0;
  for (const id of right) {
    let low = from;
    let high = left.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(left[middle], id) <= 0) low = middle + 1;
      else high = middle;
    }
    for (; from < low; from += 1) all.push(left[from]);
    all.push(id);
  }
  for (; from < left.length; from += 1) all.push(left[from]);
  return all;
}

/**
 * Sorting as a view: an order of ids by what the items have in columns, which the list itself knows nothing
 * of. Once sorted, a change costs a merge of what changed, not a sort of 100,000.
 *
 * @typedef {{ids: string[]}} Run some of the ids in the list's own order; another object where they, or one
 *   of their items, may have changed
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
    /** What it was sorted from, with the items as they were. @type {Map<Run, object[]>} */
    this.runs = new Map();
    /** What it was sorted from, as its user knows it. */
    this.stamp = null;
    this.sections = '';
  }

  /** Forgets what is known, so that the next update sorts anew. */
  clear() {
    this.runs.clear();
    this.ids = [];
  }

  /**
   * Takes in what is to be sorted, in the list's own order, which decides where the keys do not.
   * @param {Run[]} runs
   * @param {(id: string) => Run | undefined} runOf the one that holds an id
   */
  update(runs, runOf, copy) {
    const before = new Map();
    const there = new Set(runs);
    for (const [run, items] of this.runs) {
      if (!there.has(run)) run.ids.forEach((id, at) => before.set(id, items[at]));
    }
    const changed = [];
    for (const run of runs) {
      if (this.runs.has(run)) continue;
      for (const id of run.ids) {
        // What is the same as before keeps its place.
        if (before.get(id) === copy.items.get(id)) before.delete(id);
        else changed.push(id);
      }
    }
    this.copy = copy;
    this.own = new Map(runs.map((run, at) => [run, at]));
    this.runOf = runOf;
    const size = runs.reduce((sum, run) => sum + run.ids.length, 0);
    if (changed.length > size * MERGE_SHARE) {
      this.ids = this.#sorted(runs.flatMap((run) => run.ids));
    } else if (changed.length || before.size) {
      const kept = before.size ? this.ids.filter((id) => !before.has(id)) : this.ids;
      const isChanged = new Set(changed);
      const unchanged = before.size || !changed.length ? kept : kept.filter((id) => !isChanged.has(id));
      this.ids = merge(unchanged, this.#sorted(changed), (a, b) => this.#compare(a, b));
    }
    const snapshot = (run) => this.runs.get(run) ?? run.ids.map((id) => copy.items.get(id));
    this.runs = new Map(runs.map((run) => [run, snapshot(run)]));
  }

  /** The place of an item, from 0, or -1. O(log n) comparisons. */
  indexOf(id) {
    let low = 0;
    let high = this.ids.length;
    if (!this.copy?.items.has(id)) return -1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.ids[middle] === id) return middle;
      if (this.#compare(this.ids[middle], id) < 0) low = middle + 1;
      else high = middle;
    }
    return this.ids[low] === id ? low : -1;
  }

  /** What is compared of each item is taken out once: a comparison costs no look-up. */
  #sorted(ids) {
    const entries = ids.map((id, at) => ({ id, at, values: this.#valuesOf(id) }));
    return entries.sort((a, b) => this.#compareValues(a.values, b.values) || a.at - b.at).map(({ id }) => id);
  }

  #valuesOf(id) {
    const { copy } = this;
    const item = copy.items.get(id);
    return this.keys.map(({ column }) =>
      column.id === 'section' ? copy.parts.indexOf(copy.sectionOf(id)) : valueIn(column, item, copy)
    );
  }

  #compare(a, b) {
    return this.#compareValues(this.#valuesOf(a), this.#valuesOf(b)) || this.#compareOwn(a, b);
  }

  /** What has nothing in a column comes last, both ways. Numbers come before texts; no comes before yes. */
  #compareValues(left, right) {
    for (let at = 0; at < left.length; at += 1) {
      const one = left[at];
      const other = right[at];
      if (one === other) continue;
      if (one === undefined) return 1;
      if (other === undefined) return -1;
      let order = 0;
      if (typeof one === 'string' && typeof other === 'string') order = this.compareTexts(one, other);
      else if (typeof one === typeof other) order = Number(one) - Number(other);
      else order = rank(one) - rank(other);
      if (order) return this.keys[at].isDown ? -order : order;
    }
    return 0;
  }

  /** The list's own order. */
  #compareOwn(a, b) {
    const one = this.runOf(a);
    const other = this.runOf(b);
    if (one === other) return one ? one.ids.indexOf(a) - one.ids.indexOf(b) : 0;
    return this.own.get(one) - this.own.get(other);
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

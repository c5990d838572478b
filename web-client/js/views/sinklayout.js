/**
 * Where rows lie if those that are done may stand below the others of their section. That is a view: the
 * order of the list is untouched, and whoever is ticked off again is back among the old neighbours.
 */

import { Layout } from './layout.js';

export class SinkLayout extends Layout {
  /** @param {number} rowHeight the height of a row that has not been measured, in pixels */
  constructor(rowHeight) {
    super(rowHeight);
    /**
     * Which rows stand below; null: all stand where the list has them.
     * @type {null | ((id: string) => boolean)}
     */
    this.sinks = null;
  }

  setSinks(sinks) {
    this.sinks = sinks;
    this.cache = new WeakMap();
  }

  /** Whether two rows stand in the same half of a section, or would. */
  areTogether(one, other) {
    return !this.sinks || this.sinks(one) === this.sinks(other);
  }

  neighbour(part, id, by) {
    if (!this.sinks) return super.neighbour(part, id, by);
    const isLow = this.sinks(id);
    let at = id;
    do at = by < 0 ? part.order.previous(at) : part.order.next(at); while (
      at !== null && (this.sinks(at) !== isLow || (this.filter && !this.filter(at)))
    );
    if (at !== null || isLow === by > 0) return at;
    return this.edgeOf(part, by > 0, by);
  }

  edge(part, by) {
    if (!this.sinks) return super.edge(part, by);
    if (this.isFolded(part)) return null;
    return this.edgeOf(part, by < 0, by) ?? this.edgeOf(part, by > 0, by);
  }

  /** The first or the last shown row of one half of a section, or null. */
  edgeOf(part, isLow, by) {
    const runs = [...this.#halves(part)].map((each) => isLow ? each.low : each.high);
    const run = by < 0 ? runs.findLast(({ ids }) => ids.length) : runs.find(({ ids }) => ids.length);
    return run ? run.ids[by < 0 ? run.ids.length - 1 : 0] : null;
  }

  /** The height of the rows that stand above those that are done. */
  highHeight(part) {
    let height = 0;
    for (const { high } of this.#halves(part)) height += high.height;
    return height;
  }

  *runs(part) {
    if (!this.sinks) {
      yield* super.runs(part);
      return;
    }
    for (const { high } of this.#halves(part)) yield high;
    for (const { low } of this.#halves(part)) yield low;
  }

  *#halves(part) {
    for (const chunk of part.order.chunks) {
      const entry = this.chunk(chunk);
      entry.high ??= this.run(chunk, entry.ids.filter((id) => !this.sinks(id)));
      entry.low ??= this.run(chunk, entry.ids.filter((id) => this.sinks(id)));
      yield entry;
    }
  }
}

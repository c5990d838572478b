/**
 * Where rows lie, without a document: heights by id, sums by chunk. A change costs the chunks it touched,
 * so that a list of 100,000 rows is laid out again within a frame.
 */

export class Layout {
  /** @param {number} rowHeight the height of a row that has not been measured, in pixels */
  constructor(rowHeight) {
    this.rowHeight = rowHeight;
    /** Heights that differ from `rowHeight`, by id. */
    this.heights = new Map();
    this.cache = new WeakMap();
    /** @type {null | ((id: string) => boolean)} */
    this.filter = null;
    /** @type {Set<string>} */
    this.folded = new Set();
    /** While something is searched for, all sections are open. */
    this.ignoresFolds = false;
  }

  /** Which rows are shown. A new filter must be a new function. */
  setFilter(filter) {
    if (filter === this.filter) return;
    this.filter = filter;
    this.cache = new WeakMap();
  }

  /**
   * Which rows stand below the others of their section. Here all stay where the list has them.
   * @param {null | ((id: string) => boolean)} _sinks
   */
  setSinks(_sinks) {}

  /** Whether two rows may stand side by side. */
  areTogether(_one, _other) {
    return true;
  }

  /** Everything may have another height: the width, or the size of text, has changed. */
  reset(rowHeight) {
    this.rowHeight = rowHeight;
    this.heights.clear();
    this.cache = new WeakMap();
  }

  /** @returns {boolean} whether that is another height than the layout thought */
  setHeight(copy, id, height) {
    const known = this.heights.get(id) ?? this.rowHeight;
    if (Math.abs(known - height) < 0.5) return false;
    if (height === this.rowHeight) this.heights.delete(id);
    else this.heights.set(id, height);
    const chunk = copy.places.get(id);
    if (chunk) this.cache.delete(chunk);
    return true;
  }

  /** The shown rows of a chunk, and the height of all of them. */
  chunk(chunk) {
    const known = this.cache.get(chunk);
    if (known && known.stamp === chunk.stamp) return known;
    const ids = this.filter ? chunk.ids.filter(this.filter) : chunk.ids.slice();
    /** @type {{stamp: number, chunk: any, ids: string[], height: number, high?: any, low?: any}} */
    const entry = { stamp: chunk.stamp, ...this.run(chunk, ids) };
    this.cache.set(chunk, entry);
    return entry;
  }

  /** Some rows of a chunk that stand one below the other, and their height. */
  run(chunk, ids) {
    let height = 0;
    for (const id of ids) height += this.heights.get(id) ?? this.rowHeight;
    return { chunk, ids, height };
  }

  /** The shown rows of a section, in runs, as they stand. */
  *runs(part) {
    for (const each of part.order.chunks) yield this.chunk(each);
  }

  isFolded(part) {
    return this.folded.has(part.id) && !this.ignoresFolds;
  }

  /** Height and number of the shown rows of a section. */
  extent(part) {
    let height = 0;
    let count = 0;
    if (!this.isFolded(part)) {
      for (const each of part.order.chunks) {
        const entry = this.chunk(each);
        height += entry.height;
        count += entry.ids.length;
      }
    }
    return { height, count };
  }

  /** The shown rows of a section that touch the band from `from` to `to`, in pixels from its first row. */
  rows(part, from, to) {
    const rows = [];
    if (this.isFolded(part)) return rows;
    let top = 0;
    let index = 0;
    for (const { ids, height } of this.runs(part)) {
      if (top + height < from) {
        top += height;
        index += ids.length;
        continue;
      }
      for (const id of ids) {
        const own = this.heights.get(id) ?? this.rowHeight;
        if (top > to) return rows;
        if (top + own >= from) rows.push({ id, top, height: own, index });
        top += own;
        index += 1;
      }
    }
    return rows;
  }

  /** The row of one item in its section, or null where it is not shown. */
  row(part, id) {
    if (this.isFolded(part)) return null;
    let top = 0;
    let index = 0;
    const own = part.order.places.get(id);
    for (const { chunk, ids, height } of this.runs(part)) {
      const within = chunk === own ? ids.indexOf(id) : -1;
      if (within >= 0) {
        for (const other of ids.slice(0, within)) top += this.heights.get(other) ?? this.rowHeight;
        return { id, top, height: this.heights.get(id) ?? this.rowHeight, index: index + within };
      }
      top += height;
      index += ids.length;
    }
    return null;
  }

  /** The shown neighbour of an item within its section, or null. */
  neighbour(part, id, by) {
    let at = id;
    do at = by < 0 ? part.order.previous(at) : part.order.next(at); while (
      at !== null && this.filter && !this.filter(at)
    );
    return at;
  }

  /** The first or the last shown row of a section, or null. */
  edge(part, by) {
    if (this.isFolded(part)) return null;
    const chunks = by < 0 ? [...part.order.chunks].reverse() : part.order.chunks;
    for (const each of chunks) {
      const { ids } = this.chunk(each);
      if (ids.length) return by < 0 ? ids[ids.length - 1] : ids[0];
    }
    return null;
  }
}

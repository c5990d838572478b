/** Where tiles lie: in rows of as many as the width takes, all of one size. */

import { Layout } from './layout.js';

export class GridLayout extends Layout {
  constructor() {
    super(200);
    this.columns = 1;
    this.tileWidth = 200;
    this.tileHeight = 200;
    this.gap = 16;
    /** @type {(part: object) => boolean} whether the field for new items stands behind the last tile */
    this.adds = () => false;
  }

  /** @param {{columns: number, tileWidth: number, tileHeight: number, gap: number}} sizes in pixels */
  resize(sizes) {
    Object.assign(this, sizes);
    this.reset(sizes.tileHeight);
  }

  /** From one row of tiles to the next. */
  get pitch() {
    return this.tileHeight + this.gap;
  }

  setHeight() {
    return false;
  }

  extent(part) {
    let count = 0;
    if (!this.isFolded(part)) for (const each of part.order.chunks) count += this.chunk(each).ids.length;
    const places = count + (!this.isFolded(part) && this.adds(part) ? 1 : 0);
    return { count, height: places ? Math.ceil(places / this.columns) * this.pitch + this.gap : 0 };
  }

  /** Where a tile at a place of a section lies, from its first one. */
  placeOf(index) {
    const row = Math.floor(index / this.columns);
    return {
      top: this.gap + row * this.pitch,
      left: (index % this.columns) * (this.tileWidth + this.gap),
    };
  }

  rows(part, from, to) {
    if (this.isFolded(part)) return [];
    const first = Math.max(0, Math.floor((from - this.gap) / this.pitch)) * this.columns;
    const last = (Math.floor(to / this.pitch) + 1) * this.columns;
    const rows = [];
    let index = 0;
    for (const each of part.order.chunks) {
      const { ids } = this.chunk(each);
      const start = Math.max(first, index);
      const end = Math.min(last, index + ids.length);
      for (let at = start; at < end; at += 1) rows.push(this.#at(ids[at - index], at));
      index += ids.length;
      if (index >= last) break;
    }
    return rows;
  }

  row(part, id) {
    const index = this.indexOf(part, id);
    return index < 0 ? null : this.#at(id, index);
  }

  /** The place of an item among the shown ones of its section, from 0, or -1. */
  indexOf(part, id) {
    if (this.isFolded(part)) return -1;
    let index = 0;
    const own = part.order.places.get(id);
    for (const each of part.order.chunks) {
      const { ids } = this.chunk(each);
      if (each === own) {
        const within = ids.indexOf(id);
        return within < 0 ? -1 : index + within;
      }
      index += ids.length;
    }
    return -1;
  }

  /** The shown item at a place of a section, or null. */
  idAt(part, index) {
    if (this.isFolded(part) || index < 0) return null;
    let rest = index;
    for (const each of part.order.chunks) {
      const { ids } = this.chunk(each);
      if (rest < ids.length) return ids[rest];
      rest -= ids.length;
    }
    return null;
  }

  #at(id, index) {
    return { id, index, ...this.placeOf(index), height: this.tileHeight };
  }
}

/**
 * Where an item goes by a row of tiles, among the shown ones. At the edge
 * of a section it goes into the neighbouring one; from above a last row that is not full, to its end.
 * @param {GridLayout} layout
 * @param {import('../model/copy.js').ListCopy} copy
 * @param {-1 | 1} by
 * @returns {null | {section: string, before: string | null}}
 */
export function stepAcross(layout, copy, id, by) {
  const part = copy.sectionOf(id);
  const { parts } = copy;
  const index = layout.indexOf(part, id);
  const { count } = layout.extent(part);
  const { columns } = layout;
  const to = index + by * columns;
  if (by < 0 && to >= 0) return { section: part.id, before: layout.idAt(part, to) };
  if (by > 0 && to < count) return { section: part.id, before: part.order.next(layout.idAt(part, to)) };
  const isInLastRow = Math.floor(index / columns) === Math.floor((count - 1) / columns);
  if (by > 0 && !isInLastRow) return { section: part.id, before: null };
  const other = parts[parts.indexOf(part) + by];
  if (!other) return null;
  return { section: other.id, before: by > 0 ? other.order.first : null };
}

/**
 * The shown item a row above or below, in the same column or the last one there; over the edges of sections.
 * @returns {string | null}
 */
export function walkAcross(layout, copy, id, by) {
  const part = copy.sectionOf(id);
  const { parts } = copy;
  const { columns } = layout;
  const index = layout.indexOf(part, id);
  const column = index % columns;
  const { count } = layout.extent(part);
  const row = Math.floor(index / columns) + by;
  if (row >= 0 && row * columns < count) {
    return layout.idAt(part, Math.min(row * columns + column, count - 1));
  }
  for (let at = parts.indexOf(part) + by; parts[at]; at += by) {
    const size = layout.extent(parts[at]).count;
    if (!size) continue;
    const start = by > 0 ? 0 : Math.floor((size - 1) / columns) * columns;
    return layout.idAt(parts[at], Math.min(start + column, size - 1));
  }
  return null;
}

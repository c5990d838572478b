/** Columns are moved by their heads: one at a time, or drawn with the mouse to where the bar stands. */

import { el } from '../dom.js';
import { orderWith } from '../model/columns.js';
import { t } from '../strings.js';
import { columnName } from './cellvalue.js';

/** A press that moves less, in pixels, is a click. */
const SLOP = 6;
/** So near an edge, in pixels, the table scrolls sideways, by so much a frame. */
const EDGE = 56;
const SCROLL = 12;

/**
 * Puts a column before another one, or behind the last where `before` is null.
 * @param {import('./tablewindow.js').TableWindow} table
 */
export function moveColumn(table, id, before) {
  if (before === id) return;
  const shown = new Set(table.columns.map((each) => each.id));
  table.choose({ order: orderWith(table.allColumns, shown, id, before) });
  const at = table.columns.findIndex((each) => each.id === id) + 1;
  const place = { t: columnName(table.column(id)), n: at, of: table.columns.length };
  table.screen.toasts.announce(t('table.columnPlace', place));
}

/**
 * Before which column one stands that goes a place on: null for behind the last.
 * @param {import('./tablewindow.js').TableWindow} table
 * @param {-1 | 1} by
 * @returns {string | null | undefined} undefined where it can't
 */
export function columnStep(table, id, by) {
  const ids = table.columns.filter(({ isFixed }) => !isFixed).map((each) => each.id);
  const at = ids.indexOf(id);
  if (at < 0 || at + by < 0 || at + by >= ids.length) return undefined;
  return by < 0 ? ids[at - 1] : ids[at + 2] ?? null;
}

export class ColumnDrag {
  /** @param {import('./tablehead.js').TableHead} head */
  constructor(head) {
    this.head = head;
    this.line = el('div', { class: 'column-line', role: 'presentation' });
    this.end = null;
  }

  /** @param {HTMLElement} cell the head of a column that can be moved */
  listen(cell) {
    cell.addEventListener('pointerdown', (event) => {
      const isEdge = /** @type {Element} */ (event.target).closest('.head-edge') !== null;
      if (event.button !== 0 || event.pointerType === 'touch' || isEdge) return;
      this.#press(cell, event);
    });
  }

  /** Gives up what is being drawn. */
  cancel() {
    this.end?.(false);
  }

  #press(cell, { pointerId, clientX }) {
    const listening = new AbortController();
    const { signal } = listening;
    let x = clientX;
    let isOn = false;
    let frame = 0;
    const follow = () => {
      this.#scroll(x);
      this.#show(x);
      frame = requestAnimationFrame(follow);
    };
    this.end = (isDropped) => {
      this.end = null;
      listening.abort();
      cancelAnimationFrame(frame);
      this.line.remove();
      cell.classList.remove('is-moving');
      if (!isOn) return;
      // The click that ends it sorts nothing.
      addEventListener('click', (event) => event.stopPropagation(), { capture: true, once: true, ...soon() });
      if (isDropped) moveColumn(this.head.table, cell.dataset.head, this.#placeAt(x).before);
    };
    addEventListener('pointermove', (event) => {
      if (event.pointerId !== pointerId) return;
      x = event.clientX;
      if (isOn || Math.abs(x - clientX) < SLOP) return;
      isOn = true;
      cell.classList.add('is-moving');
      this.head.table.screen.grid.after(this.line);
      follow();
    }, { signal });
    addEventListener('pointerup', () => this.end?.(true), { signal });
    addEventListener('pointercancel', () => this.cancel(), { signal });
    addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !isOn) return;
      event.preventDefault();
      event.stopPropagation();
      this.cancel();
    }, { signal, capture: true });
  }

  /** Before which column something dropped at `x` would stand, null for the end, and where that is. */
  #placeAt(x) {
    const isRtl = document.documentElement.dir === 'rtl';
    const movable = this.head.table.columns.filter(({ isFixed }) => !isFixed);
    let edge = x;
    for (const { id } of movable) {
      const box = this.head.heads.get(id).cell.getBoundingClientRect();
      const middle = box.left + box.width / 2;
      if (isRtl ? x > middle : x < middle) return { before: id, edge: isRtl ? box.right : box.left };
      edge = isRtl ? box.left : box.right;
    }
    return { before: null, edge };
  }

  #show(x) {
    const { style } = this.line;
    const box = this.head.element.getBoundingClientRect();
    const bottom = this.head.table.scroller.getBoundingClientRect().bottom;
    style.height = `${Math.min(bottom, innerHeight) - box.top}px`;
    style.transform = `translate(${this.#placeAt(x).edge}px, ${box.top}px)`;
  }

  #scroll(x) {
    const { scroller, head } = this.head.table;
    const box = scroller.getBoundingClientRect();
    const title = head.heads.get('title').cell.getBoundingClientRect();
    const isRtl = document.documentElement.dir === 'rtl';
    // What is scrolled under the columns that stay begins where they end.
    const [left, right] = isRtl ? [box.left, title.left] : [title.right, box.right];
    if (x < left + EDGE) scroller.scrollLeft -= SCROLL;
    else if (x > right - EDGE) scroller.scrollLeft += SCROLL;
  }
}

/** A click follows at once or not at all. */
function soon() {
  const over = new AbortController();
  setTimeout(() => over.abort(), 50);
  return { signal: over.signal };
}

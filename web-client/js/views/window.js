/**
 * The list as a window onto its rows: heads and fields stand in the flow, one spacer a section holds the
 * room of its rows, and only the rows near the viewport are in the document, placed by transform. All of
 * them are siblings in one container, so that a row that goes to another section is never moved into another
 * parent: that would take the focus from it, and break what an input method is composing.
 */

import { LOOSE } from '../model/copy.js';
import { FieldUse } from '../model/fields.js';
import { ownNumbers, Sums } from '../model/sums.js';
import { arrange, heirOf } from './arrange.js';
import { grouped, isStuck, sizeOf, withPinned } from './measure.js';
import { placeAt } from './places.js';
import { Row } from './row.js';
import { SinkLayout } from './sinklayout.js';
import { SectionView } from './section.js';

/** Rows are made this far beyond the viewport, in pixels. */
const MARGIN = 400;

export class ListWindow {
  /**
   * @param {HTMLElement} container
   * @param {{copy: () => import('../model/copy.js').ListCopy, about: (id: string) => object,
   *   section: (part: object, extent: object) => object, does: object}} means
   */
  constructor(container, means) {
    this.container = container;
    this.means = means;
    /** @type {any} a `SinkLayout`, or what another look has in its place */
    this.layout = this.makeLayout();
    /** @type {Map<string, SectionView>} */
    this.sections = new Map();
    /** @type {Map<string, Row>} */
    this.rows = new Map();
    /** Rows that stay in the document wherever they are: edited, dragged. The focused one always does. */
    this.pinned = new Set();
    /** The row that the Tab key reaches. */
    this.tabStop = null;
    this.rowCount = 0;
    this.isWhole = false;
    /** Rows of the grid before the first section. */
    this.headRows = 0;
    this.width = 0;
    /** The sections in the order in which they stand in the document. */
    this.flow = null;
    this.uses = new FieldUse();
    this.sums = new Sums();
  }

  get copy() {
    return this.means.copy();
  }

  // ---- What other ways of looking at the list do otherwise ----

  /** The groups that are shown, in order. */
  get parts() {
    return this.copy.parts;
  }

  /** The group that an item is shown in. */
  partOf(id) {
    return this.copy.sectionOf(id);
  }

  /** The fields whose numbers are summed below a section. */
  get summed() {
    return ownNumbers(this.uses.of(this.copy));
  }

  /** @returns {import('./layout.js').Layout} */
  makeLayout() {
    return new SinkLayout(36);
  }

  makeRow(id) {
    return new Row(id);
  }

  makeSection(part) {
    return new SectionView(part, this.means.does);
  }

  /** Whether a finger may draw a row aside. */
  get takesSwipes() {
    return true;
  }

  /** True where the rows stand in another order than their own; then `whySorted` says so. */
  get isSorted() {
    return false;
  }

  get whySorted() {
    return '';
  }

  /** Another look takes its place. */
  leave() {}

  /** The shown items in the order in which they are shown. */
  shownIds() {
    const { filter, sinks } = this.layout;
    const shown = (part) => [...part.order].filter((id) => !filter || filter(id));
    if (!sinks) return this.copy.parts.flatMap(shown);
    return this.copy.parts.map(shown).flatMap((ids) => [
      ...ids.filter((id) => !sinks(id)),
      ...ids.filter(sinks),
    ]);
  }

  /** Everything that was measured holds no more where the width, or the size of text, is another. */
  fitWidth() {
    const width = this.container.clientWidth;
    const rowHeight = sizeOf('--row');
    if (width === this.width && rowHeight === this.layout.rowHeight) return;
    this.width = width;
    this.layout.reset(rowHeight);
    for (const row of this.rows.values()) row.needsMeasuring = true;
  }

  /** Shows what is dragged under the pointer, and the line where it would go. */
  showDrag({ y, grip, target }, lifted, line) {
    lifted.style.transform = `translateY(${y - grip}px)`;
    const box = this.container.getBoundingClientRect();
    line.style.transform = `translateY(${box.top + target?.line}px)`;
    line.style.left = `${box.left}px`;
    line.style.width = `${box.width}px`;
  }

  /**
   * Brings the document in step with the copy.
   * @param {{anchor?: boolean}} how `anchor`: keep what is in view where it is (not for one's own moves)
   */
  render({ anchor = true } = {}) {
    this.fitWidth();
    const held = anchor ? this.#anchor() : null;
    const parts = this.#parts();
    this.#fitSections(parts);
    for (let pass = 0; pass < 3; pass += 1) {
      this.#place(parts);
      if (!this.#measure()) break;
      this.#fitSections(parts);
    }
    if (held) this.#restore(held);
  }

  /** Only the window has moved, not the list. */
  scrolled() {
    // Before the first rendering there is no window to move.
    if (!this.width) return;
    const parts = this.#parts();
    this.#place(parts);
    if (this.#measure()) this.render();
  }

  /** The height of a row has changed by itself: its editor grew. */
  remeasure(id) {
    const row = this.rows.get(id);
    if (!row) return;
    row.needsMeasuring = true;
    this.render();
  }

  /** Everything is in the document, for printing, or only what is near the viewport. */
  setWhole(isWhole) {
    this.isWhole = isWhole;
    this.render();
  }

  row(id) {
    return this.rows.get(id) ?? null;
  }

  /** Scrolls so that a row is in view, makes it, and focuses it. */
  focusRow(id) {
    this.tabStop = id;
    this.reveal(id);
    this.render({ anchor: false });
    const { element } = this.rows.get(id) ?? {};
    // A control of the row that has the focus keeps it.
    if (element && !element.contains(document.activeElement)) element.focus({ preventScroll: true });
  }

  /** Scrolls as little as is needed to show a row between the bars. */
  reveal(id) {
    const box = this.boxOf(id);
    if (!box) return;
    const { top, bottom } = this.clear();
    const own = this.container.getBoundingClientRect().top + box.top;
    if (own < top) scrollBy(0, own - top);
    else if (own + box.height > bottom) scrollBy(0, own + box.height - bottom);
  }

  /** What of the viewport is not covered by bars. */
  clear() {
    const head = [...this.sections.values()].find((each) => each.head)?.head;
    const addbar = document.querySelector('.addbar');
    const covered = addbar ? addbar.getBoundingClientRect().height : 0;
    return { top: sizeOf('--bar') + (head ? head.offsetHeight : 0), bottom: innerHeight - covered - 8 };
  }

  /** Where a shown item lies in the container, in the document or not. */
  boxOf(id) {
    const part = this.partOf(id);
    const row = part && this.layout.row(part, id);
    if (!row) return null;
    return { ...row, part, top: this.sections.get(part.id).spacer.offsetTop + row.top };
  }

  /** Where what is dropped at a point of the viewport would go. @param {string[]} ids of that */
  placeAt(clientY, _clientX, ids = []) {
    return placeAt(this, clientY, ids);
  }

  /** The sections in display order, with their views. */
  #parts() {
    const { parts } = this;
    for (const part of parts) {
      if (!this.sections.has(part.id)) this.sections.set(part.id, this.makeSection(part));
    }
    if (this.sections.size > parts.length) {
      const known = new Set(parts.map(({ id }) => id));
      for (const [id, view] of this.sections) {
        if (known.has(id)) continue;
        for (const each of view.parts) each.remove();
        this.sections.delete(id);
      }
    }
    return parts;
  }

  #fitSections(parts) {
    // What stands in the flow must stand in order before anything is measured by it.
    const flow = parts.map(({ id }) => id).join();
    if (flow !== this.flow) {
      this.flow = flow;
      arrange(this.container, parts.flatMap(({ id }) => this.sections.get(id).parts));
    }
    const { layout, copy, summed } = this;
    for (const part of parts) {
      const view = this.sections.get(part.id);
      view.extent = layout.extent(part);
      const sums = this.sums.all(part, layout.isFolded(part) ? [] : summed, layout, copy);
      view.update(part, { ...this.means.section(part, view.extent), sums });
      const height = `${view.extent.height}px`;
      if (view.spacer.style.height !== height) view.spacer.style.height = height;
    }
  }

  /** Makes, updates and places the rows of the window, in document order. */
  #place(parts) {
    const top = -this.container.getBoundingClientRect().top;
    const from = this.isWhole ? -Infinity : top - MARGIN;
    const to = this.isWhole ? Infinity : top + innerHeight + MARGIN;
    const pinned = this.#pinnedBySection();
    const sequence = [];
    const near = [];
    let index = this.headRows;
    for (const part of parts) {
      const view = this.sections.get(part.id);
      if (view.head && !view.head.hidden) index += 1;
      const start = view.spacer.offsetTop;
      const isNear = start + view.extent.height >= from && start <= to;
      const found = isNear ? this.layout.rows(part, from - start, to - start) : [];
      const rows = withPinned(found, pinned.get(part.id), (id) => this.layout.row(part, id));
      if (view.head) sequence.push(view.head);
      sequence.push(view.spacer);
      for (const { id, top: offset, left, index: within } of rows) {
        near.push({ id, top: start + offset, left, index: index + within + 1 });
        sequence.push(id);
      }
      sequence.push(...view.after);
      index += view.extent.count + view.ownRows - (view.head && !view.head.hidden ? 1 : 0);
    }
    this.rowCount = index;
    // The Tab key always finds a row: the one that had the focus last, or else the first in view.
    const stop = near.find(({ id }) => id === this.tabStop) ??
      near.find((each) => each.top >= top) ?? near[0];
    for (const each of near) this.#rowFor(each.id, each.index, each === stop).moveTo(each.top, each.left);
    const wanted = new Set(near.map(({ id }) => id));
    const focused = this.#focusedId();
    const heir = focused === null || wanted.has(focused) ? null : heirOf(this.container, focused, wanted);
    for (const [id, row] of this.rows) {
      if (wanted.has(id)) continue;
      row.element.remove();
      this.rows.delete(id);
    }
    arrange(this.container, sequence.map((each) => this.rows.get(each)?.element ?? each));
    heir?.focus({ preventScroll: true });
  }

  #rowFor(id, index, isTabStop) {
    let row = this.rows.get(id);
    if (!row) {
      row = this.makeRow(id);
      this.rows.set(id, row);
    }
    const about = this.means.about(id);
    const section = this.copy.sectionOf(id).id;
    about.section = section === LOOSE ? null : section;
    about.index = index;
    about.isTabStop = isTabStop;
    row.update(this.copy.items.get(id), about);
    row.isLow = this.layout.sinks?.(id) ?? false;
    return row;
  }

  #pinnedBySection() {
    const ids = new Set(this.pinned);
    const focused = this.#focusedId();
    if (focused) ids.add(focused);
    return grouped(ids, (id) => this.partOf(id)?.id);
  }

  #focusedId() {
    const active = document.activeElement;
    const row = this.container.contains(active) ? active.closest('[data-item-id]') : null;
    return row?.dataset.itemId ?? null;
  }

  /** Reads the heights of rows that may have another one. Returns whether any had. */
  #measure() {
    let isOther = false;
    for (const row of this.rows.values()) {
      if (!row.needsMeasuring) continue;
      row.needsMeasuring = false;
      if (this.layout.setHeight(this.copy, row.id, row.element.offsetHeight)) isOther = true;
    }
    return isOther;
  }

  /** What must stay where it is: what has the focus, if it is in view, else the first row in view. */
  #anchor() {
    const active = document.activeElement;
    if (this.container.contains(active)) {
      const held = active.closest('.row, .section-head');
      const box = held?.getBoundingClientRect();
      const isInView = box && box.bottom > 0 && box.top < innerHeight;
      if (isInView && !this.#travels(held.dataset.itemId) && !isStuck(held)) {
        return this.#heldAt(held, box.top);
      }
    }
    const { top } = this.clear();
    for (const child of this.container.children) {
      if (!child.dataset.itemId || this.#travels(child.dataset.itemId)) continue;
      const box = child.getBoundingClientRect();
      if (box.top >= top - 1) return box.top < innerHeight ? this.#heldAt(child, box.top) : null;
    }
    return null;
  }

  /** Whether a row is about to go below those that are open, or to come back: nothing is held by it. */
  #travels(id) {
    const row = this.rows.get(id);
    if (!this.layout.sinks || !row || !this.copy.items.has(id)) return false;
    return this.layout.sinks(id) !== row.isLow;
  }

  #heldAt(element, top) {
    const id = element.dataset.itemId ?? null;
    // A row that is still on its way counts where it goes: what is seen of it is somewhere between.
    const placed = this.rows.get(id)?.top ?? null;
    const own = placed === null ? top : this.container.getBoundingClientRect().top + placed;
    return { id, element: id ? null : element, top: own };
  }

  #restore({ id, element, top }) {
    const now = id ? this.boxOf(id)?.top : element.offsetTop;
    if (now === undefined) return;
    const moved = this.container.getBoundingClientRect().top + now - top;
    if (Math.abs(moved) < 1) return;
    scrollBy(0, moved);
    this.#place(this.parts);
  }
}

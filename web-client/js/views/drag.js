/**
 * Reordering by pointer: by the handle with a mouse, a pen or a finger, or by holding a row with a finger.
 * Events of its own, not the browser's drag and drop, which touch does not have. The target is found anew in
 * every frame, from where rows lie and by id: others may change the list meanwhile, and rows may leave the
 * window. One drop is one reorder difference.
 */

import { el } from '../dom.js';
import { t } from '../strings.js';
import { sectionPlaceAt } from './places.js';

/** A mouse that moves less than this only clicks, in pixels. */
const SLOP = 4;
const HOLD_MS = 400;
/** A finger that moves more than this before the hold is over pans or swipes. */
const HOLD_SLOP = 8;
/** The list scrolls while the pointer is this near to an edge, up to so many pixels a frame. */
const EDGE = 72;
const SCROLL_MAX = 18;
const INSET = 36;

export class Drag {
  /** @param {import('./listscreen.js').ListScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /** Pressed, but not dragging yet. */
    this.press = null;
    /** @type {null | {ids: string[], section: string | null, x: number, y: number, grip: number,
     *   side: number, pointer: number, target: any}}
     *   `grip`, `side`: where it was taken, from its top and left */
    this.now = null;
    this.line = el('div', { class: 'drop-line', role: 'presentation' });
    const { grid } = screen;
    grid.addEventListener('pointerdown', (event) => this.#pressed(event));
    grid.addEventListener('pointermove', (event) => this.#moved(event));
    grid.addEventListener('pointerup', (event) => this.#released(event));
    grid.addEventListener('pointercancel', () => this.cancel());
    grid.addEventListener('lostpointercapture', () => {
      if (this.now) this.cancel();
    });
    this.onKey = (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      this.cancel();
    };
    this.onTouch = (event) => {
      if (this.now && event.cancelable) event.preventDefault();
    };
  }

  get isOn() {
    return this.now !== null;
  }

  isLeaving(id) {
    return this.now !== null && this.now.ids.includes(id);
  }

  /** What is dragged may have been deleted by someone: then the drag ends, and says so. */
  heard(changes) {
    if (!this.now) return;
    const { items } = this.screen.copy;
    const gone = this.now.ids.filter((id) => !items.has(id));
    if (this.now.section && !this.screen.copy.sectionById.has(this.now.section)) this.cancel();
    if (!gone.length) return;
    this.now.ids = this.now.ids.filter((id) => items.has(id));
    if (this.now.ids.length) return;
    const by = changes.find(({ mutations }) => mutations.some((fact) => fact.ids?.includes(gone[0])))?.by;
    this.cancel();
    this.screen.toasts.show(t('drag.gone', { p: by?.name ?? '' }));
  }

  cancel() {
    this.#forgetPress();
    if (this.now) this.#end();
  }

  #pressed(event) {
    if (event.button !== 0 || this.now || !this.screen.mayMove) return;
    const element = event.target.closest('[data-item-id], .section-head');
    if (!element || event.target.closest('textarea, a, [data-does="menu"], [data-does="section-menu"]')) {
      return;
    }
    const isFinger = event.pointerType === 'touch';
    const isHead = element.classList.contains('section-head');
    // With a mouse the head of a section is its own handle.
    const isHandle = isHead ? !isFinger : event.target.closest('[data-does="drag"]') !== null;
    if (!isHandle && (!isFinger || event.target.closest('input'))) return;
    this.press = {
      element,
      isHandle,
      pointer: event.pointerId,
      x: event.clientX,
      y: event.clientY,
    };
    if (!isFinger) return;
    document.addEventListener('touchmove', this.onTouch, { passive: false });
    if (!isHandle) this.press.timer = setTimeout(() => this.#begin(this.press), HOLD_MS);
  }

  #moved(event) {
    if (this.now) {
      if (event.pointerId !== this.now.pointer) return;
      this.now.x = event.clientX;
      this.now.y = event.clientY;
      return;
    }
    const { press } = this;
    if (!press || press.pointer !== event.pointerId) return;
    const distance = Math.hypot(event.clientX - press.x, event.clientY - press.y);
    if (press.isHandle && distance >= SLOP) this.#begin(press);
    else if (!press.isHandle && distance > HOLD_SLOP) this.#forgetPress();
  }

  #released(event) {
    this.#forgetPress();
    if (!this.now || event.pointerId !== this.now.pointer) return;
    this.now.x = event.clientX;
    this.now.y = event.clientY;
    this.#aim();
    const { ids, section, target } = this.now;
    this.#end();
    swallowClick(this.screen.grid);
    if (!target) return;
    if (section) this.screen.doing.placeSection(section, target.before);
    else if (ids.length) this.screen.doing.moveAll(ids, target);
  }

  #forgetPress() {
    clearTimeout(this.press?.timer);
    this.press = null;
    if (!this.now) document.removeEventListener('touchmove', this.onTouch);
  }

  #begin({ element, pointer, x, y }) {
    const { screen } = this;
    this.#forgetPress();
    if (!element.isConnected) return;
    const box = element.getBoundingClientRect();
    const { itemId: id, sectionId } = element.dataset;
    const ids = id === undefined ? [] : screen.selection.has(id) ? screen.selection.inOrder() : [id];
    const [grip, side] = [y - box.top, x - box.left];
    this.now = { ids, section: id ? null : sectionId, pointer, x, y, grip, side, target: null };
    document.addEventListener('touchmove', this.onTouch, { passive: false });
    document.addEventListener('keydown', this.onKey, true);
    screen.grid.setPointerCapture(pointer);
    for (const each of ids) screen.window.pinned.add(each);
    this.lifted = lift(element, box, ids.length);
    document.body.append(this.lifted);
    document.documentElement.classList.add('is-dragging');
    navigator.vibrate?.(8);
    screen.app.tellPresence({ moving: ids });
    screen.render({ anchor: false });
    const frame = () => {
      if (!this.now) return;
      this.#scroll();
      this.#aim();
      this.#show();
      this.frame = requestAnimationFrame(frame);
    };
    frame();
  }

  #end() {
    const { screen } = this;
    cancelAnimationFrame(this.frame);
    const { ids, pointer } = this.now;
    this.now = null;
    document.removeEventListener('touchmove', this.onTouch);
    document.removeEventListener('keydown', this.onKey, true);
    if (screen.grid.hasPointerCapture(pointer)) screen.grid.releasePointerCapture(pointer);
    for (const each of ids) screen.window.pinned.delete(each);
    this.lifted.remove();
    this.line.remove();
    this.#light(null);
    document.documentElement.classList.remove('is-dragging');
    screen.app.tellPresence({});
    screen.render({ anchor: false });
  }

  /** Near an edge the list scrolls, the nearer the faster. */
  #scroll() {
    const { top, bottom } = this.screen.window.clear();
    const { y } = this.now;
    const above = top + EDGE - y;
    const below = y - (bottom - EDGE);
    const depth = Math.max(above, below);
    if (depth <= 0) return;
    scrollBy(0, Math.sign(below - above) * Math.min(SCROLL_MAX, (depth / EDGE) * SCROLL_MAX));
  }

  #aim() {
    const { now } = this;
    const { window } = this.screen;
    now.target = now.section ? sectionPlaceAt(window, now.y) : window.placeAt(now.y, now.x, now.ids);
  }

  #show() {
    const { now, lifted, screen } = this;
    const { target } = now;
    if (target?.line === undefined) this.line.remove();
    else if (!this.line.isConnected) screen.grid.after(this.line);
    screen.window.showDrag(now, lifted, this.line);
    this.#light(target?.isHead ? target.section : null);
  }

  #light(section) {
    for (const [id, { head }] of this.screen.window.sections) {
      head?.classList.toggle('is-target', id === section);
    }
  }
}

/** A picture of the row that follows the pointer. */
function lift(element, box, count) {
  const picture = element.cloneNode(true);
  for (const each of [picture, ...picture.querySelectorAll('*')]) {
    for (const name of ['id', 'data-item-id', 'data-section-id', 'role', 'tabindex', 'aria-labelledby']) {
      each.removeAttribute(name);
    }
  }
  picture.classList.remove('is-theirs', 'is-fresh');
  picture.classList.add('is-lifted');
  if (count > 1) picture.append(el('span', { class: 'lift-count', text: String(count) }));
  const layer = el('div', { class: 'drag-layer', inert: true, 'aria-hidden': 'true' }, picture);
  layer.style.left = `${box.left + INSET}px`;
  layer.style.width = `${box.width - INSET}px`;
  return layer;
}

/** The click that ends a drag or a swipe on the list is no click. */
export function swallowClick(grid) {
  const swallow = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  grid.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => grid.removeEventListener('click', swallow, { capture: true }), 50);
}

/**
 * A finger that draws a row aside: towards the start it shows More and Delete, towards the end Done. Drawn
 * far it does the outermost at once. All of it is in the row's menu too.
 */

import { el, icon } from '../dom.js';
import { t } from '../strings.js';
import { swallowClick } from './drag.js';
import { openRowMenu } from './rowmenu.js';

/** A finger has to go this far, and rather along the row than across it, in pixels. */
const SLOP = 12;
const ACTION = 76;
/** The share of the row's width from which a swipe is a full one. */
const FULL = 0.6;

export class Swipe {
  /** @param {import('./listscreen.js').ListScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.press = null;
    /** @type {null | {id: string, row: HTMLElement, width: number, offset: number, layer: HTMLElement}} */
    this.now = null;
    const { grid } = screen;
    grid.addEventListener('pointerdown', (event) => this.#pressed(event));
    grid.addEventListener('pointermove', (event) => this.#moved(event));
    grid.addEventListener('pointerup', (event) => this.#released(event));
    grid.addEventListener('pointercancel', () => this.#cancelled());
  }

  close() {
    const { now } = this;
    if (!now) return;
    this.now = null;
    now.row.classList.add('is-snapping');
    now.row.style.translate = '';
    now.layer.remove();
    setTimeout(() => now.row.classList.remove('is-swiped', 'is-snapping'), 200);
  }

  #pressed(event) {
    const { store, window } = this.screen;
    if (event.pointerType !== 'touch' || !store.mayChange || !window.takesSwipes) return;
    const row = event.target.closest('[data-item-id]');
    if (this.now && row !== this.now.row) {
      this.close();
      swallowClick(this.screen.grid);
      return;
    }
    if (!row || event.target.closest('textarea, [data-does="drag"]') || this.screen.selection.isOn) return;
    const start = this.now ? this.now.offset : 0;
    this.press = { row, pointer: event.pointerId, x: event.clientX, y: event.clientY, start };
  }

  #moved(event) {
    const { press } = this;
    if (!press || press.pointer !== event.pointerId || this.screen.drag.isOn) return;
    const along = event.clientX - press.x;
    const across = event.clientY - press.y;
    if (!press.isSwiping) {
      if (Math.abs(across) > SLOP) this.press = null;
      if (Math.abs(along) < SLOP || Math.abs(along) < 1.5 * Math.abs(across)) return;
      press.isSwiping = true;
      this.screen.drag.cancel();
      this.screen.grid.setPointerCapture(press.pointer);
      if (!this.now) this.#begin(press.row);
    }
    this.#draw(press.start + along);
  }

  #released(event) {
    const { press } = this;
    this.press = null;
    if (!press?.isSwiping || press.pointer !== event.pointerId || !this.now) return;
    swallowClick(this.screen.grid);
    const { id, offset, width } = this.now;
    const towardsEnd = offset * direction();
    if (towardsEnd > ACTION * 0.8) {
      this.close();
      this.screen.doing.setDone(id, !this.screen.copy.items.get(id).isDone);
    } else if (-towardsEnd > width * FULL) {
      this.close();
      this.screen.doing.remove([id]);
    } else if (-towardsEnd > ACTION) {
      this.now.row.classList.add('is-snapping');
      this.#draw(-2 * ACTION * direction());
    } else {
      this.close();
    }
  }

  #cancelled() {
    if (this.press?.isSwiping) this.close();
    this.press = null;
  }

  #begin(row) {
    const id = row.dataset.itemId;
    const box = row.getBoundingClientRect();
    const act = (name, sign, label, run) =>
      el(
        'button',
        { class: `swipe-${name}`, type: 'button', tabindex: '-1', on: { click: run } },
        icon(sign),
        label,
      );
    const { screen } = this;
    const more = act('more', 'more', t('swipe.more'), () => {
      this.close();
      openRowMenu(screen.window.row(id).more, screen, id);
    });
    const remove = act('delete', 'trash', t('menu.delete'), () => {
      this.close();
      screen.doing.remove([id]);
    });
    const done = act('done', 'check', t('details.done'), () => {});
    const layer = el(
      'div',
      { class: 'swipe-actions', 'aria-hidden': 'true' },
      done,
      el('span'),
      more,
      remove,
    );
    Object.assign(layer.style, {
      left: `${box.left}px`,
      top: `${box.top}px`,
      width: `${box.width}px`,
      height: `${box.height}px`,
    });
    screen.grid.after(layer);
    row.classList.add('is-swiped');
    this.now = { id, row, width: box.width, offset: 0, layer };
  }

  #draw(offset) {
    if (!this.now) return;
    if (this.press) this.now.row.classList.remove('is-snapping');
    this.now.offset = offset;
    this.now.row.style.translate = `${offset}px`;
    const isToEnd = offset * direction() > 0;
    this.now.layer.dataset.side = isToEnd ? 'start' : 'end';
    this.now.layer.toggleAttribute('data-full', !isToEnd && Math.abs(offset) > this.now.width * FULL);
  }
}

/** 1 where a row is read from left to right. */
function direction() {
  return document.documentElement.dir === 'rtl' ? -1 : 1;
}

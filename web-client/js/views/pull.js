/** A finger that draws the list down at its top asks for all of it again. The menu and a key do the same. */

import { el, icon } from '../dom.js';

/** How far the finger draws before it counts, in pixels; what is shown goes half as far. */
const ENOUGH = 120;
const SLOP = 16;

export class Pull {
  /** @param {import('./listscreen.js').ListScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.press = null;
    this.element = el('div', { class: 'pull', 'aria-hidden': 'true', hidden: true }, icon('restore'));
    const { element } = screen;
    element.addEventListener('touchstart', (event) => this.#pressed(event), { passive: true });
    element.addEventListener('touchmove', (event) => this.#moved(event), { passive: true });
    element.addEventListener('touchend', () => this.#released());
    element.addEventListener('touchcancel', () => this.#end());
  }

  #pressed({ touches, target }) {
    const isElsewhere = target.closest('.panel, .menu, dialog, textarea, input, .actionbar, .addbar');
    this.press = touches.length === 1 && scrollY <= 0 && !isElsewhere
      ? { x: touches[0].clientX, y: touches[0].clientY, by: 0, isOn: false }
      : null;
  }

  #moved({ touches }) {
    const { press, screen } = this;
    if (!press) return;
    const across = Math.abs(touches[0].clientX - press.x);
    press.by = touches[0].clientY - press.y;
    // Something else has begun: a row is dragged or swiped, or the list is scrolled.
    if (screen.drag.isOn || screen.swipe.now || touches.length > 1 || (!press.isOn && across > SLOP)) {
      this.#end();
      return;
    }
    if (!press.isOn && press.by < SLOP) return;
    press.isOn = true;
    const share = Math.min(1, press.by / ENOUGH);
    this.element.hidden = false;
    this.element.classList.toggle('is-enough', share === 1);
    this.element.style.opacity = String(share);
    const down = Math.round(share * ENOUGH / 2);
    this.element.style.transform = `translateY(${down}px) rotate(${Math.round(share * 270)}deg)`;
  }

  #released() {
    const isEnough = this.press?.isOn && this.press.by >= ENOUGH;
    this.#end();
    if (isEnough) this.screen.resync();
  }

  #end() {
    this.press = null;
    this.element.hidden = true;
  }
}

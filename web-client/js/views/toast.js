/** One sentence about what was just done, with the way back. One at a time; it waits on hover and focus. */

import { el, iconButton } from '../dom.js';
import { t } from '../strings.js';

const SHOWN_MS = 8_000;

export class Toasts {
  constructor() {
    this.timer = null;
    this.status = el('p', { role: 'status' });
    this.action = el('button', { class: 'button', type: 'button' });
    this.keys = el('kbd', { 'aria-hidden': 'true' });
    this.dismiss = iconButton('close', t('toast.dismiss'), { on: { click: () => this.hide() } }, 'icon-sm');
    this.toast = el(
      'div',
      { class: 'toast', hidden: true },
      this.status,
      this.action,
      this.keys,
      this.dismiss,
    );
    this.element = el('div', { class: 'toasts' }, this.toast);
    this.announcer = el('p', { class: 'sr-only', 'aria-live': 'polite' });
    this.run = null;
    this.action.addEventListener('click', () => {
      const { run } = this;
      this.hide();
      run?.();
    });
    for (const event of ['pointerenter', 'focusin']) this.toast.addEventListener(event, () => this.#stop());
    for (const event of ['pointerleave', 'focusout']) {
      this.toast.addEventListener(event, () => this.#start());
    }
  }

  /** @param {string} text @param {{label: string, keys?: string, run: () => void} | null} action */
  show(text, action = null) {
    this.run = action?.run ?? null;
    this.action.hidden = !action;
    this.keys.hidden = !action?.keys;
    this.action.textContent = action?.label ?? '';
    this.keys.textContent = action?.keys ?? '';
    this.toast.hidden = false;
    this.status.textContent = text;
    this.#start();
  }

  hide() {
    this.#stop();
    this.run = null;
    this.toast.hidden = true;
    this.status.textContent = '';
  }

  /** Said to those who listen to the page, not shown. */
  announce(text) {
    // The same text twice is said twice only if it differs.
    this.announcer.textContent = this.announcer.textContent === text ? `${text}\u00a0` : text;
  }

  #start() {
    this.#stop();
    if (!this.toast.hidden) this.timer = setTimeout(() => this.hide(), SHOWN_MS);
  }

  #stop() {
    clearTimeout(this.timer);
  }
}

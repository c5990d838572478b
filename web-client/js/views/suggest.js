/**
 * Under the field for new items: what was here before, to be unticked or restored rather than doubled. The
 * field stays a text box; arrows go into the list (WAI-ARIA APG, Listbox), Enter alone adds what is typed.
 */

import { el, icon, isComposing } from '../dom.js';
import { suggestionsFor } from '../model/suggest.js';
import { t } from '../strings.js';

let lastId = 0;

/** How wide what is offered is at least and at most, in pixels. */
const WIDTH_MIN = 288;
const WIDTH_MAX = 480;

export class Suggestions {
  /**
   * @param {HTMLInputElement} field
   * @param {import('./listscreen.js').ListScreen} screen
   */
  constructor(field, screen) {
    this.field = field;
    this.screen = screen;
    this.options = [];
    this.active = -1;
    this.list = el('ul', {
      class: 'suggestions',
      role: 'listbox',
      id: `suggestions-${++lastId}`,
      'aria-label': t('suggest.label'),
    });
    field.setAttribute('aria-autocomplete', 'list');
    field.addEventListener('input', () => this.#look());
    field.addEventListener('blur', () => this.#close());
    // Before the field's own keys: an option that is chosen is not added once more.
    field.addEventListener('keydown', (event) => this.#keyed(event), { capture: true });
    this.list.addEventListener('pointerdown', (event) => event.preventDefault());
    this.list.addEventListener('click', (event) => {
      const index = [...this.list.children].indexOf(event.target.closest('[role="option"]'));
      if (index >= 0) this.#choose(index);
    });
  }

  #look() {
    this.options = suggestionsFor(this.screen.copy, this.field.value);
    this.active = -1;
    this.field.removeAttribute('aria-activedescendant');
    if (!this.options.length) {
      this.#close();
      return;
    }
    this.list.replaceChildren(
      ...this.options.map(({ title, isDeleted }, index) =>
        el(
          'li',
          { role: 'option', id: `${this.list.id}-${index}`, 'aria-selected': 'false' },
          icon(isDeleted ? 'restore' : 'undo', 'icon-sm'),
          el('span', { dir: 'auto', text: title }),
          el('span', { class: 'hint', text: t(isDeleted ? 'suggest.restore' : 'suggest.untick') }),
        )
      ),
    );
    if (!this.list.isConnected) this.field.closest('main').append(this.list);
    this.#place();
  }

  #keyed(event) {
    if (!this.list.isConnected || isComposing(event)) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) this.#activate(this.active + by);
    else if (event.key === 'Enter' && this.active >= 0) this.#choose(this.active);
    else if (event.key === 'Escape') this.#close();
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  #activate(index) {
    const count = this.options.length;
    this.active = index < -1 ? count - 1 : index >= count ? -1 : index;
    [...this.list.children].forEach((option, each) => {
      option.setAttribute('aria-selected', String(each === this.active));
    });
    if (this.active < 0) this.field.removeAttribute('aria-activedescendant');
    else this.field.setAttribute('aria-activedescendant', `${this.list.id}-${this.active}`);
  }

  #choose(index) {
    const { id, isDeleted } = this.options[index];
    this.field.value = '';
    this.#close();
    if (isDeleted) this.screen.actions.restore([id]);
    else this.screen.actions.setDone([id], false);
    this.screen.window.reveal(id);
  }

  #close() {
    this.list.remove();
    this.options = [];
    this.active = -1;
    this.field.removeAttribute('aria-activedescendant');
  }

  /** Under the field, or above it where there is no room below. */
  #place() {
    const bar = this.field.closest('.addbar');
    const box = (bar ?? this.field).getBoundingClientRect();
    const { style } = this.list;
    const margin = bar ? -8 : 8;
    // A field in a tile is narrower than what is offered in it.
    const width = Math.min(Math.max(box.width + 2 * margin, WIDTH_MIN), WIDTH_MAX, innerWidth - 16);
    const isRtl = document.documentElement.dir === 'rtl';
    const left = isRtl ? box.right + margin - width : box.left - margin;
    style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
    style.width = `${width}px`;
    const isBelow = box.bottom + this.list.offsetHeight + 8 < innerHeight;
    style.top = `${isBelow ? box.bottom + 2 : box.top - this.list.offsetHeight - 2}px`;
  }
}

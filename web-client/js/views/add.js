/** Where new items are typed: a field after each section, and on a narrow screen one bar at the bottom. */

import { el, icon, isComposing } from '../dom.js';
import { itemsFrom, titleFrom } from '../model/paste.js';
import { t } from '../strings.js';

/**
 * A field whose Enter adds an item and keeps the focus. Pasted lines become as many items.
 * @param {{section?: string, submit: (items: object[], section: string) => boolean}} does
 */
export function addField({ section, submit }) {
  const input = el('input', {
    type: 'text',
    placeholder: t('add.item'),
    enterkeyhint: 'enter',
    autocomplete: 'off',
    dir: 'auto',
  });
  const submitText = () => {
    const title = titleFrom(input.value);
    if (title && submit([{ title }], section)) input.value = '';
    else if (!title) input.value = '';
  };
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || isComposing(event)) return;
    event.preventDefault();
    submitText();
  });
  input.addEventListener('paste', (event) => {
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    if (!/[\r\n]/.test(pasted.trim())) return;
    const { value, selectionStart, selectionEnd } = input;
    const items = itemsFrom(value.slice(0, selectionStart) + pasted + value.slice(selectionEnd));
    event.preventDefault();
    if (items.length && submit(items, section)) input.value = '';
  });
  return Object.assign(input, { submitText });
}

/** The bar at the bottom of a narrow screen. Its chip names the section that the item goes to. */
export class AddBar {
  /** @param {{add: Function, chooseSection: (anchor: Element) => void}} does */
  constructor(does) {
    this.section = null;
    this.chosen = null;
    this.input = addField({ submit: (items) => does.add(items, this.section.id) });
    this.name = el('bdi');
    this.into = el(
      'button',
      {
        class: 'into',
        type: 'button',
        'aria-haspopup': 'menu',
        on: { click: () => does.chooseSection(this.into) },
      },
      this.name,
      icon('chevron-down', 'icon-sm'),
    );
    this.send = el(
      'button',
      { class: 'icon-button send', type: 'submit', 'aria-label': t('add.add') },
      icon('arrow-up'),
    );
    this.element = el(
      'form',
      {
        class: 'addbar',
        'aria-label': t('add.form'),
        on: {
          submit: (event) => {
            event.preventDefault();
            this.input.submitText();
            this.#refresh();
          },
        },
      },
      el('div', { class: 'addbar-field' }, this.input, this.into),
      this.send,
    );
    this.input.addEventListener('input', () => this.#refresh());
    this.input.addEventListener('keydown', () => queueMicrotask(() => this.#refresh()));
    this.#refresh();
  }

  /** @param {import('../model/copy.js').ListCopy} copy */
  update(copy, canAdd) {
    const { sections } = copy;
    const usual = copy.loose.order.size || !sections.length ? copy.loose : sections[0];
    this.section = copy.sectionById.get(this.chosen) ?? usual;
    const isLoose = this.section === copy.loose;
    this.element.hidden = !canAdd;
    this.into.hidden = sections.length === 0;
    const name = isLoose ? t('section.none') : this.section.title;
    this.name.textContent = name;
    this.into.setAttribute('aria-label', t('add.section', { s: name }));
    this.input.setAttribute('aria-label', isLoose ? t('add.item') : t('add.itemTo', { s: name }));
  }

  choose(section) {
    this.chosen = section.id;
  }

  #refresh() {
    this.send.disabled = this.input.value.trim() === '';
  }
}

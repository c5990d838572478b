/** The search field of the top bar. On a narrow screen it takes the bar's place while it is open. */

import { el, icon, iconButton, isComposing, isTyping } from '../dom.js';
import { t } from '../strings.js';

export class SearchField {
  /** @param {(query: string) => void} search */
  constructor(search) {
    this.search = search;
    this.input = el('input', {
      class: 'field',
      type: 'search',
      'aria-label': t('search.label'),
      placeholder: t('search.label'),
      autocomplete: 'off',
      enterkeyhint: 'search',
      dir: 'auto',
    });
    this.keys = el('kbd', { 'aria-hidden': 'true', text: '/' });
    this.clearer = iconButton('clear', t('search.clear'), {
      hidden: true,
      on: { click: () => this.clear() },
    });
    this.element = el(
      'form',
      { class: 'search', role: 'search', on: { submit: (event) => event.preventDefault() } },
      icon('search'),
      this.input,
      this.keys,
      this.clearer,
    );
    this.opener = iconButton('search', t('search.open'), { on: { click: () => this.open() } });
    this.opener.classList.add('search-open');
    this.cancel = el('button', {
      class: 'button button-plain search-cancel',
      type: 'button',
      text: t('search.cancel'),
      on: { click: () => this.close() },
    });
    this.input.addEventListener('input', () => this.#changed());
    this.input.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || isComposing(event)) return;
      event.preventDefault();
      event.stopPropagation();
      if (this.input.value) this.clear();
      else this.close();
    });
  }

  /** The elements for the top bar, in order. */
  get parts() {
    return [this.element, this.cancel];
  }

  open() {
    this.element.closest('.topbar').classList.add('is-searching');
    this.input.focus();
    this.input.select();
  }

  clear() {
    this.set('');
    this.input.focus();
  }

  close() {
    this.element.closest('.topbar').classList.remove('is-searching');
    this.input.blur();
    if (this.input.value) this.set('');
  }

  set(query) {
    this.input.value = query;
    this.#changed();
  }

  /** A slash goes to the search, from anywhere but a field. */
  keyed(event) {
    const isFind = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isFind || isTyping(event.target)) return false;
    event.preventDefault();
    this.open();
    return true;
  }

  #changed() {
    const isEmpty = this.input.value === '';
    this.keys.hidden = !isEmpty;
    this.clearer.hidden = isEmpty;
    this.search(this.input.value);
  }
}

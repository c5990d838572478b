/** One field of an item, in the details: a name and something to type in. It is saved when it is left. */

import { el, icon, isComposing } from '../dom.js';
import { fieldValue } from '../model/fields.js';
import { t } from '../strings.js';

const TEXT_MAX = 4_000;
let lastId = 0;

export class FieldRow {
  /**
   * @param {string} name the field's key
   * @param {string} words how it is called
   * @param {import('../model/fields.js').Kind} kind what it is for
   * @param {{save: (value: string | number | boolean | null) => void, known?: () => unknown[],
   *   clashed?: (mine: unknown, theirs: unknown) => void}} does
   *   `known`: what is offered for it; `clashed`: what was saved took the place of what another one had saved
   *   while this was typed
   */
  constructor(name, words, kind, does) {
    this.name = name;
    this.kind = kind;
    this.does = does;
    this.value = undefined;
    /** The value that was there when typing began. */
    this.base = undefined;
    const id = `f${++lastId}`;
    this.label = el('label', { for: id, text: words });
    this.input = this.#makeInput(id);
    this.element = this.input;
    if (kind === 'link') {
      this.link = el('a', {
        class: 'icon-button',
        target: '_blank',
        rel: 'noopener noreferrer',
        'aria-label': t('field.open'),
        hidden: true,
      }, icon('link'));
      this.element = el('div', { class: 'field-and' }, this.input, this.link);
    }
    if (kind === 'choice') {
      this.list = el('datalist', { id: `${id}-names` });
      this.input.setAttribute('list', this.list.id);
      this.element = el('div', { class: 'field-and' }, this.input, this.list);
      this.input.addEventListener(
        'focus',
        () => this.list.replaceChildren(...does.known().map((each) => el('option', { value: each }))),
      );
    }
    this.input.addEventListener('focus', () => (this.base = this.value));
    this.input.addEventListener('change', () => this.#save());
    this.input.addEventListener('keydown', (event) => {
      if (isComposing(event) || event.key !== 'Enter' || name === 'note') return;
      event.preventDefault();
      this.input.blur();
    });
  }

  /** @param {string} [text] what is offered in place of what is saved */
  focus(text) {
    this.input.focus();
    if (text === undefined || this.input instanceof HTMLSelectElement) return;
    this.input.setSelectionRange(0, this.input.value.length);
    // As if it was typed: leaving the field saves it.
    document.execCommand('insertText', false, text);
  }

  /** Shows what is saved, unless it is being typed in. */
  update(value, mayChange) {
    if (this.input instanceof HTMLSelectElement) this.input.disabled = !mayChange;
    else this.input.readOnly = !mayChange;
    if (this.link) {
      const url = safeUrl(value);
      this.link.hidden = url === null;
      if (url) this.link.href = url;
    }
    this.value = value;
    this.input.classList.toggle('is-empty', value === undefined);
    if (document.activeElement === this.input) return;
    const text = value === undefined ? '' : String(value);
    if (this.input.value !== text) this.input.value = text;
  }

  #makeInput(id) {
    const common = { id, class: 'field', autocomplete: 'off', maxlength: TEXT_MAX };
    if (this.name === 'note') return el('textarea', { ...common, rows: '3', dir: 'auto' });
    if (this.kind === 'yesno') {
      const option = (value, text) => el('option', { value, text });
      const options = [['', 'field.empty'], ['true', 'value.yes'], ['false', 'value.no']];
      return el('select', { id, class: 'field' }, options.map(([value, key]) => option(value, t(key))));
    }
    const type = { date: 'date', link: 'url' }[this.kind] ?? 'text';
    return el('input', {
      ...common,
      type,
      inputmode: this.kind === 'number' ? 'decimal' : null,
      dir: type === 'url' ? 'ltr' : 'auto',
      placeholder: t('field.empty'),
    });
  }

  #save() {
    const text = this.name === 'note' ? this.input.value.replace(/\r\n?/g, '\n') : this.input.value.trim();
    const value = fieldValue(this.name, this.kind, text);
    const there = this.value;
    if ((value ?? undefined) === there) return;
    const isOther = there !== this.base;
    this.base = value ?? undefined;
    this.does.save(value);
    if (isOther) this.does.clashed?.(value, there ?? null);
  }
}

/** Only these schemes are followed: what others typed must not run anything here. */
function safeUrl(value) {
  try {
    const url = new URL(String(value));
    return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

/** One field of an item, in the details: a name and something to type in. It is saved when it is left. */

import { el, icon, isComposing } from '../dom.js';
import { t } from '../strings.js';

const TEXT_MAX = 4_000;
let lastId = 0;

export class FieldRow {
  /**
   * @param {string} name the field's key
   * @param {string} words how it is called
   * @param {{save: (value: string | number | boolean | null) => void, names?: () => string[]}} does
   */
  constructor(name, words, does) {
    this.name = name;
    this.does = does;
    this.value = undefined;
    const id = `f${++lastId}`;
    this.label = el('label', { for: id, text: words });
    this.input = this.#makeInput(id);
    this.element = this.input;
    if (name === 'url' || name === 'image') {
      this.link = el('a', {
        class: 'icon-button',
        target: '_blank',
        rel: 'noopener noreferrer',
        'aria-label': t('field.open'),
        hidden: true,
      }, icon('link'));
      this.element = el('div', { class: 'field-and' }, this.input, this.link);
    }
    if (name === 'assignee') {
      this.list = el('datalist', { id: `${id}-names` });
      this.input.setAttribute('list', this.list.id);
      this.element = el('div', { class: 'field-and' }, this.input, this.list);
      this.input.addEventListener(
        'focus',
        () => this.list.replaceChildren(...does.names().map((each) => el('option', { value: each }))),
      );
    }
    this.input.addEventListener('change', () => this.#save());
    this.input.addEventListener('keydown', (event) => {
      if (isComposing(event) || event.key !== 'Enter' || name === 'note') return;
      event.preventDefault();
      this.input.blur();
    });
  }

  focus() {
    this.input.focus();
  }

  /** Shows what is saved, unless it is being typed in. */
  update(value, mayChange) {
    this.input.readOnly = !mayChange;
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
    const type = { due: 'date', url: 'url', image: 'url' }[this.name] ?? 'text';
    return el('input', {
      ...common,
      type,
      dir: type === 'url' ? 'ltr' : 'auto',
      placeholder: t('field.empty'),
    });
  }

  #save() {
    const text = this.name === 'note' ? this.input.value.replace(/\r\n?/g, '\n') : this.input.value.trim();
    const value = valueFrom(text, this.name, this.value);
    if ((value ?? undefined) !== this.value) this.does.save(value);
  }
}

/** What was typed, as the field's value: figures are numbers, where the field is not for text. */
function valueFrom(text, name, before) {
  if (text === '') return null;
  if (typeof before === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  const isNumber = /^-?\d{1,15}(\.\d{1,10})?$/.test(text) && !/^-?0\d/.test(text);
  return isNumber && !['note', 'due', 'url', 'image', 'assignee'].includes(name) ? Number(text) : text;
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

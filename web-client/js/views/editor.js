/**
 * Editing a title in its row. The edit is bound to the item's id: the row may move meanwhile, the text, the
 * caret and what an input method is composing stay. What others save is held until the edit ends.
 */

import { el, isComposing } from '../dom.js';
import { TITLE_SCALARS_MAX, titleFrom } from '../model/paste.js';
import { t } from '../strings.js';

export class Editor {
  /**
   * @param {import('./row.js').Row} row
   * @param {string} title the newest
   * @param {{save: (title: string) => void, ended: (how: {refocus: boolean}) => void, grew: () => void,
   *   typed: (text: string) => void,
   *   clashed: (mine: string, remote: {title: string, name: string}) => void}} does
   */
  constructor(row, title, does) {
    this.row = row;
    this.id = row.id;
    this.base = title;
    this.does = does;
    this.isOver = false;
    this.remote = null;
    this.field = el('textarea', {
      class: 'title-field',
      rows: '1',
      'aria-label': t('row.title'),
      dir: 'auto',
      enterkeyhint: 'done',
      autocomplete: 'off',
    });
    this.hint = el('p', { class: 'hint', role: 'status', hidden: true });
    this.field.value = title;
    this.#listen();
    row.isEditing = true;
    row.element.classList.add('is-editing');
    row.title.hidden = true;
    row.titleCell.append(this.field, this.hint);
  }

  get isChanged() {
    return this.field.value !== this.base;
  }

  /** Focuses the field with the caret at the end, or where the title was clicked. */
  focus(caret = this.field.value.length) {
    this.field.focus({ preventScroll: true });
    this.field.setSelectionRange(caret, caret);
    this.fit();
  }

  /** Someone else saved another title meanwhile. It is told, and nothing in the field is touched. */
  heard(title, name) {
    if (title === this.base || title === this.remote?.title) return;
    this.remote = { title, name };
    this.hint.replaceChildren(
      el('span', { class: 'who' }, el('span', { text: t('remote.typing', { p: name, t: title }) })),
      el('span', { class: 'hint-keys', text: t('remote.typingHelp', { p: name }) }),
    );
    this.hint.hidden = false;
    this.does.grew();
  }

  save({ refocus = false } = {}) {
    if (this.isOver) return;
    const title = titleFrom(this.field.value);
    const count = [...title].length;
    if (count > TITLE_SCALARS_MAX) {
      this.#complain(t('row.tooLong', { n: count }));
      return;
    }
    const isToSave = title !== '' && this.isChanged && title !== this.base;
    const { remote } = this;
    this.#end();
    if (isToSave) this.does.save(title);
    if (isToSave && remote && remote.title !== title) this.does.clashed(title, remote);
    this.does.ended({ refocus });
  }

  /** Gives the text up. What others have saved meanwhile stands. */
  cancel({ refocus = false } = {}) {
    if (this.isOver) return;
    this.#end();
    this.does.ended({ refocus });
  }

  fit() {
    const { field } = this;
    field.style.height = 'auto';
    field.style.height = `${field.scrollHeight}px`;
    this.does.grew();
  }

  #complain(text) {
    this.field.setAttribute('aria-invalid', 'true');
    this.hint.textContent = text;
    this.hint.hidden = false;
    this.does.grew();
  }

  #end() {
    this.isOver = true;
    const { row } = this;
    row.isEditing = false;
    row.needsMeasuring = true;
    row.element.classList.remove('is-editing');
    row.title.hidden = false;
    this.field.remove();
    this.hint.remove();
  }

  #listen() {
    this.field.addEventListener('keydown', (event) => {
      if (isComposing(event)) return;
      if (event.key === 'Enter') {
        event.preventDefault();
        this.save({ refocus: true });
      } else if (event.key === 'Escape') {
        event.preventDefault();
        this.cancel({ refocus: true });
      }
      event.stopPropagation();
    });
    this.field.addEventListener('input', () => {
      this.fit();
      this.does.typed(this.field.value);
    });
    // A title is one line: pasted line breaks become spaces.
    this.field.addEventListener('paste', (event) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (!/[\r\n]/.test(text)) return;
      event.preventDefault();
      const { selectionStart, selectionEnd } = this.field;
      this.field.setRangeText(titleFrom(text), selectionStart, selectionEnd, 'end');
      this.fit();
      this.does.typed(this.field.value);
    });
    this.field.addEventListener('blur', () => {
      // The window lost the focus, not the field: the edit goes on when it is back.
      if (document.activeElement !== this.field) this.save();
    });
  }
}

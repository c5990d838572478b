/** Typing in the cells of a table, and choosing a block of them, as in a spreadsheet. */

import { el, isComposing, isTyping } from '../dom.js';
import { mutationsFor, valueFor, valueIn } from '../model/columns.js';
import { LOOSE } from '../model/copy.js';
import { t } from '../strings.js';
import { pasteCells } from './cellblock.js';
import { columnName, rawOf } from './cellvalue.js';
import { chooseValue } from './deciding.js';
import { openSectionChoice } from './rowmenu.js';

const TEXT_MAX = 4_000;

export class Cells {
  /** @param {import('./tablewindow.js').TableWindow} table */
  constructor(table) {
    this.table = table;
    /** @type {null | {id: string, column: any, input: any, cell: HTMLElement, before: any, text: string}} */
    this.now = null;
    this.isPressed = false;
  }

  get screen() {
    return this.table.screen;
  }

  listen(grid, signal) {
    const { table } = this;
    const at = (event) => {
      const cell = event.target.closest('[data-column]');
      const id = cell?.closest('[data-item-id]')?.dataset.itemId;
      return id && !isTyping(event.target) ? { id, column: cell.dataset.column } : null;
    };
    const isControl = ({ target }) => target.closest('.check, a, button') !== null;
    grid.addEventListener('pointerdown', (event) => {
      const place = at(event);
      if (!place || event.button !== 0 || event.pointerType === 'touch' || isControl(event)) return;
      if (event.ctrlKey || event.metaKey) return;
      this.isPressed = true;
      if (event.shiftKey) table.range.begin();
      else table.range.end();
    }, { signal });
    addEventListener('pointerup', () => (this.isPressed = false), { signal });
    grid.addEventListener('pointerover', (event) => {
      const place = this.isPressed && (event.buttons & 1) ? at(event) : null;
      const isSame = place?.id === table.tabStop && place.column === table.activeColumn;
      if (!place || isSame || this.screen.drag.press) return;
      table.range.begin();
      table.focusCell(place.id, place.column);
    }, { signal });
    // A click makes a cell the active one; with a finger it opens the details, as in the list.
    grid.addEventListener('click', (event) => {
      const place = at(event);
      if (!place || isControl(event) || event.ctrlKey || event.metaKey) return;
      if (event.pointerType === 'touch' || this.screen.selection.isOn) return;
      event.stopPropagation();
      table.focusCell(place.id, place.column);
    }, { capture: true, signal });
    grid.addEventListener('dblclick', (event) => {
      const place = at(event);
      if (place && !isControl(event)) this.edit(place.id, place.column);
    }, { signal });
    grid.addEventListener('paste', (event) => {
      if (isTyping(event.target) || !at(event)) return;
      event.preventDefault();
      pasteCells(table, event.clipboardData?.getData('text/plain') ?? '');
    }, { signal });
  }

  // ---- Typing ----

  /**
   * @param {string} id
   * @param {string} columnId
   * @param {{isReplacing?: boolean, offered?: string}} [how] `isReplacing`: what is typed takes the place of
   *   what is there; `offered`: a text to begin with in its place
   */
  edit(id, columnId, { isReplacing = false, offered } = {}) {
    const { table, screen } = this;
    const column = table.column(columnId);
    const item = screen.copy.items.get(id);
    if (!item || !column || column.isReadOnly || !screen.store.mayChange) return;
    if (column.id === 'title') {
      screen.editing.begin(id);
      if (isReplacing) screen.editing.editor?.field.select();
      return;
    }
    if (column.kind === 'yesno') {
      this.turn(id, column);
      return;
    }
    const cell = table.row(id)?.cell(columnId);
    if (!cell) return;
    if (column.id === 'section') {
      openSectionChoice(cell, screen, (part) => {
        screen.doing.move(id, { section: part.id, before: null });
        table.focusCell(id, columnId);
      });
      return;
    }
    this.#open(item, column, cell, isReplacing);
    if (offered !== undefined) this.now.input.value = offered;
  }

  /** Yes becomes no, and no yes. */
  turn(id, column) {
    const { screen } = this;
    const item = screen.copy.items.get(id);
    if (column.id === 'done') {
      screen.doing.setDone(id, !item.isDone);
      return;
    }
    const value = valueIn(column, item, screen.copy) !== true;
    this.set([{ id, column, value }], null);
  }

  /** Keeps what is typed, and ends. */
  stop() {
    if (this.now) this.#end(true);
  }

  /** The item may be gone. */
  update() {
    const { now, screen } = this;
    if (!now) return;
    if (!screen.copy.items.has(now.id)) {
      const text = now.input.value;
      this.#end(false);
      if (text !== now.text) screen.toasts.show(t('cell.lost', { t: text }));
    }
  }

  /** Sets cells as one change with one undo. */
  set(cells, words, items = []) {
    const { screen, table } = this;
    const mutations = mutationsFor(cells, screen.copy);
    if (items.length) {
      const last = table.parts[table.parts.length - 1];
      const destination = { section: table.layout.isFlat ? LOOSE : last.id };
      const whole = items.map((item) => ({ id: screen.actions.mint(), ...item }));
      mutations.push({ op: 'insert', items: whole, destination });
    }
    if (!mutations.length) return false;
    for (const { id } of cells) screen.filter.keep(id);
    const isDone = screen.doing.act(() => screen.actions.perform(mutations, 'cells'));
    if (isDone && words) screen.doing.offerUndo(words);
    return isDone;
  }

  #open(item, column, cell, isReplacing) {
    const { table, screen } = this;
    this.stop();
    const before = valueIn(column, item, screen.copy);
    const text = rawOf(before, column.kind);
    const input = this.#makeInput(column, text);
    this.now = { id: item.id, column, input, cell, before, text };
    input.value = text;
    cell.classList.add('cell-edit');
    cell.append(input);
    table.pinned.add(item.id);
    screen.filter.setEdited(item.id);
    input.focus({ preventScroll: true });
    if (isReplacing) input.select();
    else if (input.type !== 'date') input.setSelectionRange(text.length, text.length);
    input.addEventListener('keydown', (event) => this.#keyed(event));
    input.addEventListener('blur', () => {
      // The window lost the focus, not the field: the edit goes on when it is back.
      const isThere = screen.copy.items.has(item.id);
      if (document.activeElement !== input && this.now?.input === input && isThere) this.#end(true);
    });
    screen.app.tellPresence({ editing: item.id });
  }

  /** Someone else set it meanwhile: mine is saved, theirs is kept until one is chosen. */
  #clashed({ id, updatedBy }, column, mine, theirs) {
    const merge = (text) => {
      this.table.focusCell(id, column.id);
      this.edit(id, column.id, { offered: text });
    };
    const isText = column.kind === 'text';
    const clash = { id, field: column.field, author: updatedBy, mine, theirs };
    chooseValue(this.screen, { ...clash, merge: isText ? merge : undefined });
  }

  #makeInput(column, text) {
    const common = { class: 'cell-input', 'aria-label': columnName(column), autocomplete: 'off' };
    if (column.kind === 'text' && (column.field === 'note' || text.includes('\n'))) {
      return el('textarea', { ...common, dir: 'auto', maxlength: TEXT_MAX, rows: '3' });
    }
    const isDate = column.kind === 'date' && (text === '' || /^\d{4}-\d{2}-\d{2}$/.test(text));
    const input = el('input', {
      ...common,
      type: isDate ? 'date' : 'text',
      inputmode: { number: 'decimal', link: 'url' }[column.kind],
      dir: column.kind === 'link' ? 'ltr' : 'auto',
      maxlength: TEXT_MAX,
    });
    if (column.kind === 'choice') {
      const known = [...this.table.uses.of(this.screen.copy).get(column.field)?.values.keys() ?? []];
      const list = el('datalist', { id: 'cell-choices' }, known.map((each) => el('option', { value: each })));
      input.setAttribute('list', list.id);
      input.append(list);
    }
    return input;
  }

  #keyed(event) {
    const { table } = this;
    event.stopPropagation();
    if (isComposing(event)) return;
    const { id, column } = this.now;
    if (event.key === 'Escape') {
      event.preventDefault();
      this.#end(false);
      table.focusCell(id, column.id);
    } else if (event.key === 'Enter' && event.altKey && this.now.input.tagName === 'TEXTAREA') {
      event.preventDefault();
      const { input } = this.now;
      input.setRangeText('\n', input.selectionStart, input.selectionEnd, 'end');
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      event.preventDefault();
      this.#end(true);
      table.focusCell(id, column.id);
      const by = event.shiftKey ? -1 : 1;
      if (event.key === 'Enter') table.step(by, 0);
      else table.step(0, by);
    }
  }

  #end(isKept) {
    const { screen, table } = this;
    const { id, column, input, cell, before, text } = this.now;
    this.now = null;
    const typed = input.value;
    const hadFocus = document.activeElement === input;
    cell.classList.remove('cell-edit');
    input.remove();
    if (hadFocus) cell.focus({ preventScroll: true });
    table.pinned.delete(id);
    screen.filter.setEdited(null);
    screen.app.tellPresence({ editing: null });
    const item = screen.copy.items.get(id);
    if (isKept && item && typed !== text) {
      const there = valueIn(column, item, screen.copy);
      const value = valueFor(column, typed, { yes: t('value.yes'), no: t('value.no') });
      this.set([{ id, column, value }], null);
      if (there !== before && there !== value) this.#clashed(item, column, value, there ?? null);
    }
    const row = table.row(id);
    if (row) row.layoutOf = null;
    if (item) screen.render();
  }
}

/**
 * The details of one item: beside the list where there is room, over it, or from below. Fields are saved as
 * they are left, one by one; what others save appears in those that are not being typed in.
 */

import { el, icon, iconButton, isComposing, setText } from '../dom.js';
import { later } from '../later.js';
import { FieldUse, kindOf } from '../model/fields.js';
import { TITLE_SCALARS_MAX, titleFrom } from '../model/paste.js';
import { ago, t } from '../strings.js';
import { fieldName } from './facts.js';
import { chooseValue } from './deciding.js';
import { FieldRow } from './fieldrow.js';
import { nameOf } from './listmenu.js';
import { PictureView } from './picture.js';
import { openRowMenu, openSectionChoice } from './rowmenu.js';

const USUAL = ['quantity', 'due', 'assignee', 'url', 'image'];

export class Details {
  /** @param {import('./listscreen.js').ListScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.id = null;
    /** @type {Map<string, FieldRow>} */
    this.fields = new Map();
    /** Own fields that were added here and have no value yet, with their kinds. */
    this.drafts = new Map();
    this.uses = new FieldUse();
    this.scrim = el('div', { class: 'scrim', hidden: true, on: { click: () => this.close() } });
    this.element = el('aside', { class: 'panel', 'aria-label': t('details.label'), hidden: true });
    this.#build();
  }

  get isOpen() {
    return this.id !== null;
  }

  /** @param {string} id @param {{focus?: boolean}} how */
  open(id, { focus = true } = {}) {
    const { screen } = this;
    if (!screen.copy.items.has(id)) return;
    if (this.id !== id) {
      this.leave();
      this.drafts.clear();
      this.item = null;
    }
    this.id = id;
    this.element.hidden = false;
    this.scrim.hidden = false;
    screen.element.classList.add('has-panel');
    screen.setOpenItem(id);
    screen.render();
    if (focus) this.closer.focus({ preventScroll: true });
  }

  close() {
    if (!this.isOpen) return;
    const { id, screen } = this;
    this.leave();
    this.id = null;
    this.element.hidden = true;
    this.scrim.hidden = true;
    screen.element.classList.remove('has-panel');
    screen.setOpenItem(null);
    screen.render();
    if (screen.copy.items.has(id)) screen.window.focusRow(id);
  }

  /** Saves what is being typed. */
  leave() {
    const { activeElement } = document;
    if (this.element.contains(activeElement) && activeElement instanceof HTMLElement) activeElement.blur();
  }

  update() {
    if (!this.isOpen) return;
    const { copy, news, store } = this.screen;
    const item = copy.items.get(this.id);
    if (!item) {
      this.close();
      return;
    }
    const part = copy.sectionOf(this.id);
    const place = t('details.place', { n: part.order.indexOf(this.id) + 1, of: part.order.size });
    setText(this.where, `${nameOf(part)} · ${place}`);
    setText(this.section.lastChild, nameOf(part));
    const person = news.here.get(this.id);
    this.notice.hidden = !person;
    if (person) {
      this.notice.className = `notice person-${person.hue}`;
      setText(this.notice, t('details.editing', { p: person.name }));
    }
    this.picture.update(item);
    if (item === this.item && this.mayChange === store.mayChange) return;
    this.item = item;
    this.mayChange = store.mayChange;
    this.#fill(item);
  }

  #fill(item) {
    this.check.checked = item.isDone;
    this.check.disabled = !this.mayChange;
    if (document.activeElement !== this.title) this.title.value = item.title;
    this.title.readOnly = !this.mayChange;
    fit(this.title);
    const own = Object.keys(item.fields ?? {}).filter((name) => !USUAL.includes(name) && name !== 'note');
    const names = [...USUAL, ...new Set([...own.sort(), ...this.drafts.keys()])];
    const uses = this.uses.of(this.screen.copy);
    for (const name of names) this.#fitField(name, uses.get(name));
    for (const [name, row] of this.fields) {
      const isShown = names.includes(name) || name === 'note';
      row.label.hidden = !isShown;
      row.element.hidden = !isShown;
      row.update(item.fields?.[name], this.mayChange);
    }
    this.addField.hidden = !this.mayChange;
    const now = Date.now();
    const made = t('details.made', { p: item.createdBy, when: ago(item.createdAt, now) });
    const changed = t('details.changed', { p: item.updatedBy, when: ago(item.updatedAt, now) });
    setText(this.credit, item.updatedAt === item.createdAt ? made : `${made} · ${changed}`);
  }

  /** A field's input is of the kind that its values in the list have. */
  #fitField(name, use) {
    const told = kindOf(name, use);
    const kind = !use || told === 'text' ? this.drafts.get(name) ?? told : told;
    const known = this.fields.get(name);
    if (known?.kind === kind || known?.element.contains(document.activeElement)) return;
    const before = known?.label ?? this.sectionLabel;
    const row = new FieldRow(name, fieldName(name), kind, {
      save: (value) => {
        this.drafts.delete(name);
        this.#save(name, value);
      },
      clashed: (mine, theirs) => this.#clashed(name, mine, theirs),
      known: () => this.#known(name),
    });
    this.fields.set(name, row);
    this.props.insertBefore(row.label, before);
    this.props.insertBefore(row.element, before);
    known?.label.remove();
    known?.element.remove();
  }

  /** What is offered for a field: what other items have in it, and of people those who are here. */
  #known(name) {
    const { copy, store } = this.screen;
    const people = name === 'assignee' ? [...store.people.values()].map((each) => each.name) : [];
    return [...new Set([...people, ...this.uses.of(copy).get(name)?.values.keys() ?? []])];
  }

  #askField() {
    const { screen } = this;
    later(screen, () => import('./fieldmaking.js'), async ({ askField }) => {
      const field = await askField(new Set(Object.keys(this.item?.fields ?? {})));
      if (!field || !this.isOpen) return;
      this.drafts.set(field.name, field.kind);
      this.#fill(this.item);
      this.fields.get(field.name).focus();
    });
  }

  #save(name, value) {
    // Who wrote what is there, should it have come while this was typed.
    this.author = this.item?.updatedBy ?? '';
    this.screen.actions.edit(this.id, { fields: { [name]: value } });
  }

  #clashed(name, mine, theirs) {
    const { id, author } = this;
    const merge = (text) => {
      this.open(id);
      this.fields.get(name).focus(text);
    };
    const isText = this.fields.get(name).kind === 'text';
    chooseValue(this.screen, { id, field: name, author, mine, theirs, merge: isText ? merge : undefined });
  }

  #saveTitle() {
    const title = titleFrom(this.title.value);
    if (!this.item || title === this.item.title) return;
    if (title && [...title].length <= TITLE_SCALARS_MAX) this.screen.actions.edit(this.id, { title });
    else this.title.value = this.item.title;
  }

  #build() {
    const { screen } = this;
    const does = (name) => () => screen.doing.command(name, this.id);
    this.where = el('p', { class: 'where' });
    this.closer = iconButton('close', t('details.close'), { on: { click: () => this.close() } });
    const more = iconButton('more', t('details.more'), {
      'aria-haspopup': 'menu',
      on: { click: (event) => openRowMenu(event.currentTarget, screen, this.id) },
    });
    this.check = el('input', { type: 'checkbox', 'aria-label': t('details.done') });
    this.check.addEventListener('change', () => screen.doing.setDone(this.id, this.check.checked));
    this.title = el('textarea', { rows: '1', 'aria-label': t('row.title'), dir: 'auto' });
    this.title.addEventListener('input', () => fit(this.title));
    this.title.addEventListener('change', () => this.#saveTitle());
    this.title.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || isComposing(event)) return;
      event.preventDefault();
      this.title.blur();
    });
    this.notice = el('p', { class: 'notice', hidden: true });
    this.sectionLabel = el('span', { class: 'label', text: t('field.section') });
    this.section = el(
      'button',
      { class: 'field-with', type: 'button', 'aria-haspopup': 'menu' },
      icon('list'),
      el('span'),
    );
    this.section.addEventListener(
      'click',
      () =>
        openSectionChoice(
          this.section,
          screen,
          (part) => screen.doing.move(this.id, { section: part.id, before: null }),
        ),
    );
    this.props = el('div', { class: 'props' }, this.sectionLabel, this.section);
    this.addField = el(
      'button',
      {
        class: 'button button-plain',
        type: 'button',
        on: { click: () => this.#askField() },
      },
      icon('plus'),
      t('field.add'),
    );
    this.picture = new PictureView(screen);
    this.credit = el('p', { class: 'credit' });
    const note = new FieldRow('note', fieldName('note'), 'text', {
      save: (value) => this.#save('note', value),
      clashed: (mine, theirs) => this.#clashed('note', mine, theirs),
    });
    this.fields.set('note', note);
    const foot = (name, label, sign, classes = '') =>
      el(
        'button',
        { class: `button ${classes}`.trim(), type: 'button', on: { click: does(name) } },
        icon(sign),
        t(label),
      );
    this.element.append(
      el('div', { class: 'grabber' }),
      el('div', { class: 'panel-head' }, this.where, more, this.closer),
      el(
        'div',
        { class: 'panel-body' },
        el(
          'div',
          { class: 'panel-title' },
          el('label', { class: 'check' }, this.check, icon('check')),
          this.title,
        ),
        this.notice,
        this.props,
        this.addField,
        el('div', {}, note.label, note.element),
        this.picture.element,
        this.credit,
      ),
      el(
        'div',
        { class: 'panel-foot' },
        foot('up', 'menu.up', 'arrow-up'),
        foot('down', 'menu.down', 'arrow-down'),
        foot('delete', 'menu.delete', 'trash', 'button-danger'),
      ),
    );
    note.label.classList.add('panel-label');
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || isComposing(event)) return;
      event.preventDefault();
      event.stopPropagation();
      this.close();
    });
    this.element.addEventListener('focusin', (event) => {
      if (event.target.matches('input, textarea')) screen.app.tellPresence({ editing: this.id });
    });
    this.element.addEventListener('focusout', () => screen.app.tellPresence({}));
  }
}

/** Grows a field with its text, where the style sheet can't. */
function fit(field) {
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight}px`;
}

/** What a person does on the screen of a list: performed at once, told in a sentence, with the way back. */

import { LOOSE } from '../model/copy.js';
import { t } from '../strings.js';
import { toMarkdown } from '../model/markdown.js';
import { nameOf } from './listmenu.js';
import { cameFrom, openRowMenu, openSectionChoice } from './rowmenu.js';
import { titleField } from './section.js';

const SLIDE_MS = 260;
/** The commands that only those may give who may change the list. */
const CHANGES = new Set(['edit', 'done', 'select', 'delete', 'up', 'down', 'top', 'bottom', 'section']);

export class Doing {
  /** @param {import('./listscreen.js').ListScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /** False while something of one's own is performed: then rows in view may move. */
    this.isStill = true;
  }

  get copy() {
    return this.screen.store.copy;
  }
  get actions() {
    return this.screen.actions;
  }
  get window() {
    return this.screen.window;
  }

  /** Does something of one's own: the rows that move may move in view. */
  act(run, { slides = false } = {}) {
    this.isStill = false;
    if (slides) {
      this.screen.grid.classList.add('is-sliding');
      clearTimeout(this.slideTimer);
      this.slideTimer = setTimeout(() => this.screen.grid.classList.remove('is-sliding'), SLIDE_MS);
    }
    try {
      return run();
    } finally {
      this.isStill = true;
    }
  }

  add(items, section) {
    this.isStill = true;
    const ids = this.actions.add(items, section);
    if (ids.length > 1) this.offerUndo(t('toast.addedMany', { n: ids.length }));
    return ids.length > 0;
  }

  // ---- Sections ----

  /** A field at the end of the list for the title of a new section. */
  draftSection() {
    const { grid } = this.screen;
    const field = titleField('', (title) => {
      field.parentElement.remove();
      const id = title === null ? null : this.act(() => this.actions.addSection(title));
      if (id) this.addTo(this.copy.sectionById.get(id));
    });
    const draft = document.createElement('div');
    draft.className = 'section-draft';
    draft.append(field);
    grid.after(draft);
    field.focus();
  }

  /** The next items go into this section: its field, or the bar, takes the focus. */
  addTo(part) {
    const { addbar } = this.screen;
    addbar.choose(part);
    this.window.layout.folded.delete(part.id);
    this.screen.render();
    const field = this.window.sections.get(part.id)?.field;
    (field?.offsetParent ? field : addbar.input).focus();
  }

  moveSection(part, by) {
    const { sections } = this.copy;
    const index = sections.indexOf(part);
    const before = by < 0 ? sections[index - 1] : sections[index + 2];
    this.placeSection(part.id, before?.id ?? null);
  }

  placeSection(section, before) {
    if (!this.act(() => this.actions.moveSection(section, before), { slides: true })) return;
    const part = this.copy.sectionById.get(section);
    const places = { t: part.title, n: this.copy.sections.indexOf(part) + 1 };
    this.screen.toasts.announce(t('moved.placeLoose', { ...places, of: this.copy.sections.length }));
  }

  removeSection(part, items) {
    if (!this.act(() => this.actions.removeSection(part.id, items))) return;
    this.offerUndo(t('toast.sectionDeleted', { s: part.title }));
  }

  remove(ids) {
    const [id] = ids;
    const { title } = this.copy.items.get(id);
    const part = this.copy.sectionOf(id);
    const next = this.window.layout.neighbour(part, id, 1) ?? this.window.layout.neighbour(part, id, -1);
    const hadFocus = this.window.row(id)?.element.contains(document.activeElement);
    const words = ids.length > 1
      ? t('toast.deletedMany', { n: ids.length })
      : t('toast.deleted', { t: title });
    if (!this.act(() => this.actions.remove(ids))) return;
    this.offerUndo(words);
    if (!hadFocus) return;
    if (next) this.window.focusRow(next);
    else this.window.sections.get(part.id)?.field.focus();
  }

  setDone(id, isDone) {
    this.screen.filter.keep(id);
    this.actions.setDone([id], isDone);
  }

  setAllDone(ids) {
    const isDone = ids.some((id) => !this.copy.items.get(id).isDone);
    this.act(() => this.actions.setDone(ids, isDone));
  }

  move(id, place) {
    if (place) this.moveAll([id], place);
  }

  /** Moves items as one block, in the order given, and says where they are now. */
  moveAll(ids, place) {
    const [id] = ids;
    const isOther = place.section !== this.copy.sectionOf(id).id;
    if (!this.act(() => this.actions.move(ids, place.section, place.before), { slides: true })) return;
    this.window.focusRow(id);
    const part = this.copy.sectionOf(id);
    const places = {
      t: this.copy.items.get(id).title,
      n: part.order.indexOf(id) + 1,
      of: part.order.size,
      s: part.title,
    };
    this.screen.toasts.announce(t(part.id === LOOSE ? 'moved.placeLoose' : 'moved.place', places));
    const to = nameOf(part);
    if (ids.length > 1) this.offerUndo(t('toast.movedManyTo', { n: ids.length, s: to }));
    else if (isOther) this.offerUndo(t('toast.movedTo', { t: places.t, s: to }));
  }

  undo(isRedo = false) {
    const step = this.act(() => this.actions.undo(isRedo), { slides: true });
    if (!step) {
      this.screen.toasts.show(t('toast.nothingToUndo'));
    } else if (step.blocked.length === 1) {
      this.screen.toasts.show(t('toast.changedSince', { p: step.blocked[0].updatedBy }));
    } else if (step.blocked.length) {
      this.screen.toasts.show(t('toast.changedSinceMany', { n: step.blocked.length }));
    } else {
      this.screen.toasts.show(t(isRedo ? 'toast.redone' : 'toast.undone'));
    }
  }

  /** Carries out a command of the keyboard or of a menu on one item. */
  command(name, id) {
    const part = this.copy.sectionOf(id);
    if (!part) return;
    const item = this.copy.items.get(id);
    if (['up', 'down', 'top', 'bottom'].includes(name) && this.window.isSorted) {
      this.screen.toasts.show(this.window.whySorted);
      return;
    }
    if (CHANGES.has(name) && !this.screen.store.mayChange) return;
    switch (name) {
      case 'edit':
        this.screen.editing.begin(id);
        break;
      case 'done':
        this.setDone(id, !item.isDone);
        break;
      case 'details':
        this.screen.details.open(id);
        break;
      case 'link':
        this.copyLink(id);
        break;
      case 'select':
        this.screen.selection.toggle(id);
        break;
      case 'delete':
        this.remove([id]);
        break;
      case 'up':
      case 'down':
        this.move(
          id,
          this.actions.step(id, name === 'up' ? -1 : 1, (each) => this.screen.isBeside(id, each)),
        );
        break;
      case 'top':
        this.move(id, { section: part.id, before: part.order.first });
        break;
      case 'bottom':
        this.move(id, { section: part.id, before: null });
        break;
      case 'menu':
        openRowMenu(this.window.row(id).more, this.screen, id);
        break;
      case 'section':
        openSectionChoice(
          this.window.row(id).more,
          this.screen,
          (to) => this.move(id, { section: to.id, before: null }),
          t('menu.toSection', { t: item.title }),
          cameFrom(this.screen, id),
        );
        break;
      default:
        this.#walk(name, id, part);
    }
  }

  /** Puts items on the clipboard as text that can be pasted into a list again. */
  async copyText(isWanted) {
    const { copy } = this;
    const count = [...copy.ids()].filter(isWanted).length;
    await navigator.clipboard.writeText(toMarkdown(copy, isWanted));
    this.screen.toasts.show(t('toast.copiedMany', { n: count }));
  }

  async copyLink(id) {
    await navigator.clipboard.writeText(`${location.origin}/l/${this.screen.store.list}?item=${id}`);
    this.screen.toasts.show(t('toast.copied'));
  }

  #walk(name, id, part) {
    const { layout } = this.window;
    const parts = this.copy.parts;
    const by = name === 'previous' || name === 'last' ? -1 : 1;
    let to = name === 'next' || name === 'previous' ? layout.neighbour(part, id, by) : null;
    const order = by > 0 ? parts : [...parts].reverse();
    const rest = name === 'first' || name === 'last' ? order : order.slice(order.indexOf(part) + 1);
    for (const each of rest) to ??= layout.edge(each, by);
    if (to) this.window.focusRow(to);
  }

  offerUndo(text) {
    this.screen.toasts.show(text, {
      label: t('toast.undo'),
      keys: navigator.platform.startsWith('Mac') ? '⌘ Z' : 'Ctrl Z',
      run: () => this.undo(),
    });
  }

  fold(section) {
    const { folded } = this.window.layout;
    if (!folded.delete(section)) folded.add(section);
    this.screen.render();
    this.screen.keepView();
  }

  // ---- What came of it ----

  refused({ entry, code, message }) {
    const { toasts } = this.screen;
    const edit = entry.mutations.find(({ op, title }) => op === 'edit' && title);
    const isGone = code === 'item-deleted' || code === 'unknown-item';
    if (code === 'forbidden') toasts.show(t('refused.forbidden'));
    else if (edit && isGone) toasts.show(t('refused.gone', { t: edit.title }));
    else if (!isGone) toasts.show(t('refused.other', { message: message ?? '' }));
  }
}

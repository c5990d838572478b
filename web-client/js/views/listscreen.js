/** The screen of one list: it holds the parts together, and turns what a person does into actions. */

import { el, isTyping } from '../dom.js';
import { Actions } from '../model/actions.js';
import { LOOSE } from '../model/copy.js';
import { t } from '../strings.js';
import { AddBar } from './add.js';
import { Editing } from './editing.js';
import { Doing } from './doing.js';
import { onListKey } from './keys.js';
import { closeMenu } from './menu.js';
import { News } from './news.js';
import { Notices } from './notices.js';
import { OfflineBanner, TitleView } from './parts.js';
import { openRowMenu, openSectionChoice } from './rowmenu.js';
import { Toasts } from './toast.js';
import { TopBar } from './topbar.js';
import { ListWindow } from './window.js';

/** A mutation that is not answered for so long is shown as waiting. */
const WAITING_MS = 1_000;

export class ListScreen {
  /** @param {import('../app.js').App} app @param {import('../model/store.js').ListStore} store */
  constructor(app, store, mint) {
    this.app = app;
    this.store = store;
    this.actions = new Actions(store, mint);
    this.doing = new Doing(this);
    this.toasts = new Toasts();
    this.news = new News(() => this.render());
    this.waiting = new Set();
    this.topbar = new TopBar({ isStart: false });
    this.banner = new OfflineBanner();
    this.title = new TitleView((title) =>
      this.doing.act(() => this.actions.perform([{ op: 'setTitle', title }], 'title'))
    );
    this.facts = el('p', { class: 'list-facts' });
    this.grid = el('div', { class: 'list', role: 'grid', 'aria-label': '', data: { listId: store.list } });
    this.notices = new Notices(store);
    this.addbar = new AddBar({
      add: (items, section) => this.doing.add(items, section),
      chooseSection: (anchor) =>
        openSectionChoice(anchor, this, (part) => {
          this.addbar.choose(part);
          this.render();
          this.addbar.input.focus();
        }),
    });
    this.window = new ListWindow(this.grid, {
      copy: () => this.store.copy,
      about: (id) => this.about(id),
      section: (part) => this.aboutSection(part),
      does: { add: (items, section) => this.doing.add(items, section) },
    });
    this.editing = new Editing(this);
    this.main = el(
      'main',
      { class: 'column' },
      el('div', { class: 'title-block' }, this.title.element, this.facts),
      this.notices.line,
      this.grid,
      this.notices.hollow,
    );
    this.element = el(
      'div',
      { class: 'screen' },
      this.topbar.element,
      this.banner.element,
      this.main,
      this.addbar.element,
      this.toasts.element,
      this.toasts.announcer,
    );
    this.#listen();
  }

  start() {
    this.stops = [this.store.subscribe((events) => this.#heard(events))];
    this.render();
  }

  stop() {
    this.editing.stop();
    closeMenu();
    this.toasts.hide();
    for (const stop of this.stops) stop();
    this.resized.disconnect();
    removeEventListener('scroll', this.onScroll);
    removeEventListener('resize', this.onResize);
  }

  get copy() {
    return this.store.copy;
  }

  // ---- Showing ----

  render({ anchor = true } = {}) {
    const { store, copy } = this;
    this.#findWaiting();
    document.title = copy.title ? `${copy.title} – LiveList` : 'LiveList';
    this.title.update(copy.title, store.mayChange);
    const sentence = copy.size ? t('list.done', { done: copy.done, n: copy.size }) : '';
    this.facts.textContent = [sentence, this.news.summary].filter(Boolean).join(' · ');
    this.grid.setAttribute('aria-label', copy.title);
    this.grid.dataset.revision = copy.revision;
    this.grid.dataset.pending = store.pendingCount;
    this.grid.hidden = !store.isWhole && copy.size === 0;
    this.notices.update(document.documentElement.dataset.connection);
    this.addbar.update(copy, store.mayChange && store.isWhole);
    if (!this.grid.hidden && this.element.isConnected) this.window.render({ anchor });
    this.grid.setAttribute('aria-rowcount', this.window.rowCount);
    this.app.refresh();
  }

  about(id) {
    return {
      isSelected: false,
      isSelecting: false,
      isWaiting: this.waiting.has(id),
      words: '',
      person: this.news.about(id),
    };
  }

  aboutSection(part) {
    const isLooseInVain = part.id === LOOSE && part.order.size === 0 && this.copy.sections.length > 0;
    return {
      isFolded: this.window.layout.isFolded(part),
      found: null,
      canAdd: this.store.mayChange && this.store.isWhole && !isLooseInVain,
    };
  }

  /** Whether an item is among the rows that are shown. */
  isShown(id) {
    return !this.window.layout.filter || this.window.layout.filter(id);
  }

  setConnection(state) {
    this.topbar.setConnection(state, this.store.pendingCount);
    this.banner.update(state === 'offline' && this.store.isWhole, this.store.pendingCount);
    this.notices.update(document.documentElement.dataset.connection);
  }

  #findWaiting() {
    const { pending, link } = this.store;
    this.waiting.clear();
    if (!pending.length) return;
    const late = Date.now() - WAITING_MS;
    let isSoon = false;
    for (const { at, mutations } of pending) {
      if (link && at > late) {
        isSoon = true;
        continue;
      }
      for (const { ids, sources, items, id } of mutations) {
        for (const each of ids ?? sources ?? (Array.isArray(items) ? items : [{ id }])) {
          this.waiting.add(each.id ?? each);
        }
      }
    }
    if (isSoon && !this.waitTimer) {
      this.waitTimer = setTimeout(() => {
        this.waitTimer = null;
        if (this.store.pending.length) this.render();
      }, WAITING_MS);
    }
  }

  // ---- What is heard ----

  #heard(events) {
    const others = events.filter(({ kind, isOwn }) => kind === 'change' && !isOwn).map(({ change }) =>
      change
    );
    for (const event of events) {
      if (event.kind === 'people') this.#showPeople();
      if (event.kind === 'deleted') this.store.deletedBy = event.by?.name;
      if (event.kind === 'rejected') this.#refused(event);
      if (event.kind === 'waiting' && event.code === 'unavailable') {
        this.toasts.show(t('refused.unavailable'));
      }
    }
    if (others.length) {
      this.news.heard(others, this.copy);
      this.editing.heard(others);
    }
    this.render({ anchor: this.doing.isStill });
  }

  #showPeople() {
    const { people, peopleCount, session } = this.store;
    this.news.setPeople(people, session);
    const all = [...people.values()].map((each) => ({ key: each.session, name: each.name }));
    all.sort((a, b) => (b.key === session) - (a.key === session));
    this.topbar.setPeople(all, peopleCount);
  }

  #refused({ entry, code, message }) {
    const edit = entry.mutations.find(({ op, title }) => op === 'edit' && title);
    if (code === 'forbidden') this.toasts.show(t('refused.forbidden'));
    else if (edit && (code === 'item-deleted' || code === 'unknown-item')) {
      this.toasts.show(t('refused.gone', { t: edit.title }));
    } else if (code !== 'item-deleted') this.toasts.show(t('refused.other', { message: message ?? '' }));
  }

  // ---- Listening ----

  #listen() {
    this.grid.addEventListener('click', (event) => this.#clicked(event));
    this.grid.addEventListener('change', (event) => {
      const row = event.target.closest('[data-item-id]');
      if (row && event.target.dataset.does === 'check') {
        this.doing.setDone(row.dataset.itemId, event.target.checked);
      }
    });
    this.grid.addEventListener('keydown', (event) => onListKey(event, this));
    this.grid.addEventListener('focusin', (event) => {
      const row = event.target.closest('[data-item-id]');
      if (!row || row.dataset.itemId === this.window.tabStop) return;
      this.window.tabStop = row.dataset.itemId;
      this.window.scrolled();
    });
    this.element.addEventListener('keydown', (event) => this.#keyed(event));
    this.onScroll = () => {
      this.topbar.scrolled();
      if (!this.grid.hidden) this.window.scrolled();
    };
    this.onResize = () => this.render();
    addEventListener('scroll', this.onScroll, { passive: true });
    addEventListener('resize', this.onResize);
    this.resized = new ResizeObserver(() => {
      if (this.grid.clientWidth !== this.window.width) this.render();
    });
    this.resized.observe(this.grid);
  }

  #clicked(event) {
    const control = event.target.closest('[data-does]');
    const row = event.target.closest('[data-item-id]');
    if (row && control) {
      const id = row.dataset.itemId;
      if (control.dataset.does === 'edit') this.editing.begin(id, event);
      if (control.dataset.does === 'menu') openRowMenu(control, this, id);
    }
    if (control?.dataset.does === 'fold') {
      this.doing.fold(control.closest('[data-section-id]').dataset.sectionId);
    }
  }

  #keyed(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    if (isTyping(event.target) && event.target.value !== '') return;
    const key = event.key.toLowerCase();
    if (key === 'z' || key === 'y') {
      event.preventDefault();
      this.doing.undo(key === 'y' || event.shiftKey);
    }
  }
}

/** The screen of one list: it holds the parts together and shows what is. */

import { el, isTyping, setAttribute } from '../dom.js';
import { later } from '../later.js';
import { allowsPictures, keepPictures, keepView, viewOf } from '../keep/device.js';
import { Actions } from '../model/actions.js';
import { LOOSE } from '../model/copy.js';
import { pictureOf } from '../model/picture.js';
import { t } from '../strings.js';
import { AddBar } from './add.js';
import { Drag } from './drag.js';
import { Details } from './details.js';
import { Doing } from './doing.js';
import { Editing } from './editing.js';
import { Filter } from './filter.js';
import { Filters } from './filters.js';
import { openListMenu } from './listmenu.js';
import { listen } from './listening.js';
import { closeMenu } from './menu.js';
import { News } from './news.js';
import { Notices } from './notices.js';
import { OfflineBanner, TitleView, viewSwitch } from './parts.js';
import { Pull } from './pull.js';
import { Range } from './range.js';
import { openSectionChoice } from './rowmenu.js';
import { Selection } from './selection.js';
import { SearchField } from './searchfield.js';
import { Suggestions } from './suggest.js';
import { Swipe } from './swipe.js';
import { Toasts } from './toast.js';
import { TopBar } from './topbar.js';
import { Waiting } from './waiting.js';
import { ListWindow } from './window.js';

export class ListScreen {
  /**
   * @param {import('../app.js').App} app
   * @param {import('../model/store.js').ListStore} store
   * @param {() => string} mint
   */
  constructor(app, store, mint) {
    this.app = app;
    this.store = store;
    this.view = 'list';
    this.actions = new Actions(store, mint);
    this.doing = new Doing(this);
    this.toasts = new Toasts();
    this.news = new News(() => this.render(), (text) => this.toasts.announce(text));
    this.waiting = new Waiting(store, () => this.render());
    this.search = new SearchField((query) => this.setQuery(query));
    this.filters = new Filters(this);
    this.pictures = allowsPictures(store.list);
    this.topbar = new TopBar({
      isStart: false,
      menuLabel: t('list.menu'),
      menu: (anchor) => openListMenu(anchor, this),
      before: this.search.parts,
      after: [this.search.opener, this.filters.opener],
    });
    this.banner = new OfflineBanner();
    this.title = new TitleView((title) => this.doing.act(() => this.actions.retitle(title)));
    this.viewSwitch = viewSwitch((view) => this.setView(view));
    this.facts = el('p', { class: 'list-facts' });
    this.found = el('p', { class: 'found', role: 'status', hidden: true });
    this.grid = el('div', { class: 'list', role: 'grid', 'aria-label': '', data: { listId: store.list } });
    this.notices = new Notices(this);
    this.addbar = new AddBar({
      add: (items, section) => this.doing.add(items, section),
      chooseSection: (anchor) => openSectionChoice(anchor, this, (part) => this.doing.addTo(part)),
    });
    new Suggestions(this.addbar.input, this);
    this.window = new ListWindow(this.grid, {
      copy: () => this.store.copy,
      about: (id) => this.about(id),
      section: (part, extent) => this.aboutSection(part, extent),
      does: {
        add: (items, section) => this.doing.add(items, section),
        renameSection: (id, title) => this.actions.renameSection(id, title),
        showDone: () => this.setHidesDone(false),
        suggest: (field) => new Suggestions(field, this),
      },
    });
    this.filter = new Filter(this.window.layout, () => this.store.copy, ({ isMove } = { isMove: false }) =>
      isMove ? this.doing.act(() => this.render(), { slides: true }) : this.render());
    this.editing = new Editing(this);
    this.details = new Details(this);
    this.selection = new Selection(this);
    this.drag = new Drag(this);
    this.swipe = new Swipe(this);
    this.range = new Range(this);
    this.element = this.#build();
    this.pull = new Pull(this);
    this.element.append(this.pull.element);
    this.stopListening = listen(this);
  }

  start() {
    this.unsubscribe = this.store.subscribe((events) => this.#heard(events));
    const { hidesDone, sinksDone, folded, view } = viewOf(this.store.list);
    for (const id of folded ?? []) this.window.layout.folded.add(id);
    if (hidesDone) this.filter.setHidesDone(true);
    if (sinksDone) this.filter.setSinksDone(true);
    const { searchParams } = new URL(location.href);
    this.linked = searchParams.get('item')?.toLowerCase();
    // A link may be for looking only. Who may do more can still say so: it is no lock.
    this.store.isReadOnly = searchParams.get('readonly') === '1';
    const query = searchParams.get('q');
    if (query) this.search.set(query);
    this.filters.start();
    this.render();
    this.setView(searchParams.get('view') ?? view ?? 'list');
  }

  stop() {
    this.details.leave();
    this.editing.stop();
    this.drag.cancel();
    closeMenu();
    this.toasts.hide();
    this.unsubscribe();
    this.stopListening();
    this.window.leave();
  }

  get copy() {
    return this.store.copy;
  }

  // ---- Showing ----

  render({ anchor = true } = {}) {
    const { store, copy } = this;
    const before = document.activeElement;
    this.waiting.update();
    this.filters.update();
    document.title = copy.title ? `${copy.title} – LiveList` : 'LiveList';
    this.title.update(copy.title, store.mayChange);
    this.#showFacts();
    this.element.classList.toggle('is-read-only', !store.mayChange);
    this.grid.setAttribute('aria-label', copy.title);
    this.grid.dataset.revision = String(copy.revision);
    this.grid.dataset.pending = String(store.pendingCount);
    this.grid.hidden = !store.isWhole && copy.size === 0;
    this.viewSwitch.hidden = this.grid.hidden && store.state !== 'opening';
    this.addbar.update(
      copy,
      store.mayChange && store.isWhole && !this.filter.isSearching && !this.selection.isOn,
    );
    if (!this.grid.hidden && this.element.isConnected) this.window.render({ anchor });
    setAttribute(this.grid, 'aria-rowcount', this.window.rowCount);
    this.#showFound();
    this.details.update();
    this.notices.update(document.documentElement.dataset.connection);
    this.app.refresh();
    // What is typed just now must not become commands to a row.
    const isLost = this.element.contains(before) || !before?.isConnected;
    if (isLost && !isTyping(before) && before?.getClientRects().length === 0) this.refocus();
  }

  /** What a row shows beside its item. */
  about(id) {
    return {
      isReadOnly: !this.store.mayChange,
      isSelected: this.selection.has(id),
      isSelecting: this.selection.isOn,
      isLeaving: this.drag.isLeaving(id),
      isOpen: this.details.id === id,
      isWaiting: this.waiting.has(id),
      hasPictures: this.pictures,
      words: this.filter.words.join(' '),
      excerpt: this.filter.isSearching ? this.filter.excerpt(this.copy.items.get(id)) : null,
      person: this.news.about(id),
    };
  }

  /** What a section shows beside its items. */
  aboutSection(part, { count }) {
    const { filter, window, copy, store } = this;
    const isFolded = window.layout.isFolded(part);
    const isLooseInVain = part.id === LOOSE && part.order.size === 0 && copy.sections.length > 0;
    const hidden = filter.hidesDone && !filter.isSearching && !isFolded ? part.order.size - count : 0;
    return {
      isFolded,
      found: filter.isSearching ? t('search.foundHere', { n: count }) : null,
      isShown: !filter.isSearching || count > 0,
      hiddenCount: hidden,
      canAdd: store.mayChange && store.isWhole && !isLooseInVain && !filter.isSearching,
    };
  }

  /** Whether an item is among the rows that are shown. */
  isShown(id) {
    return !this.window.layout.filter || this.window.layout.filter(id);
  }

  /** Whether an item is among those that this one moves along. */
  isBeside(id, other) {
    return this.isShown(other) && this.window.layout.areTogether(id, other);
  }

  /** What may be done has changed. */
  allowed() {
    this.render();
  }

  setConnection(state) {
    const { pendingCount } = this.store;
    if (state === 'offline') this.wasWaiting = pendingCount;
    if (state === 'online' && this.wasWaiting && !pendingCount) {
      this.toasts.show(t('offline.back', { n: this.wasWaiting }));
      this.wasWaiting = 0;
    }
    this.topbar.setConnection(state, pendingCount);
    const isOffline = state === 'offline' && !this.app.access.reason;
    this.banner.update(isOffline && this.store.isWhole, pendingCount);
    this.notices.update(state);
  }

  /** The address holds what is searched for, so that it can be sent, and comes back with the page. */
  setQuery(query) {
    if (query === this.filter.query) return;
    const url = new URL(location.href);
    if (query) url.searchParams.set('q', query);
    else url.searchParams.delete('q');
    history.replaceState(history.state, '', url);
    this.element.classList.toggle('is-searching', query.trim() !== '');
    this.filter.setQuery(query);
    scrollTo(0, 0);
    this.window.scrolled();
  }

  /** Other ways of looking at the list than this one are loaded when they are first asked for. */
  setView(name) {
    this.wanted = name;
    if (name === this.view) return;
    later(this, async () => (await import('./looks.js')).look(name), (show) => show(this));
  }

  /** False where the rows stand in another order than their own, too. */
  get mayMove() {
    return this.store.mayChange && !this.window.isSorted;
  }

  setHidesDone(hidesDone) {
    this.filter.setHidesDone(hidesDone);
    this.keepView();
  }

  /** Whether any item has a picture. */
  hasPictures() {
    for (const item of this.copy.items.values()) if (pictureOf(item)) return true;
    return false;
  }

  setPictures(isAllowed) {
    keepPictures(this.store.list, isAllowed);
    this.pictures = isAllowed;
    this.render();
  }

  /** Gives the keyboard a place where what had it is gone: the row it would come to, or a field to add. */
  refocus() {
    /** @type {HTMLElement | null} */
    const row = this.grid.querySelector('[data-item-id][tabindex="0"]');
    /** @type {NodeListOf<HTMLElement>} */
    const adding = this.grid.querySelectorAll('.row-add input');
    const fields = [...adding, this.addbar.input, this.title.button];
    (row ?? fields.find((each) => each.offsetParent))?.focus({ preventScroll: true });
  }

  /** Asks the server for the list as it is. */
  resync() {
    this.app.connection.probe();
    this.store.resync();
    this.isResyncing = true;
    this.app.refresh();
  }

  /** Keeps how this list is looked at, on this device. */
  keepView() {
    const known = [...this.window.layout.folded].filter((id) => this.copy.sectionById.has(id));
    keepView(this.store.list, {
      hidesDone: this.filter.hidesDone,
      sinksDone: this.filter.sinksDone,
      folded: known,
      // A screen on the wall has it in its address.
      view: this.view === 'display' ? 'list' : this.view,
    });
  }

  /** The number of shown items. */
  get shownCount() {
    return this.copy.parts.reduce((sum, part) => sum + this.window.layout.extent(part).count, 0);
  }

  /** The item whose details are open stands in the address: a link to it opens it. */
  setOpenItem(id) {
    const url = new URL(location.href);
    if (id) url.searchParams.set('item', id);
    else url.searchParams.delete('item');
    history.replaceState(history.state, '', url);
  }

  /** Opens the item that the address named when the page was opened, once it is there. */
  #openLinked() {
    const id = this.linked;
    if (!id || !this.store.isWhole) return;
    this.linked = null;
    if (!this.copy.items.has(id)) return;
    this.window.layout.folded.delete(this.copy.sectionOf(id).id);
    this.details.open(id, { focus: false });
    this.window.focusRow(id);
  }

  #showFacts() {
    const { copy } = this;
    const sentence = copy.size ? t('list.done', { done: copy.done, n: copy.size }) : '';
    // On a narrow screen the bar of the selection has no room for the count.
    const isTold = this.selection.isOn && matchMedia('(max-width: 40em)').matches;
    const selected = isTold ? t('select.count', { n: this.selection.ids.size }) : '';
    const text = [selected, sentence, this.news.summary].filter(Boolean).join(' · ');
    if (this.facts.textContent !== text) this.facts.textContent = text;
  }

  #showFound() {
    this.found.hidden = !this.filter.isSearching;
    if (this.found.hidden) return;
    const key = this.filter.criteria.state ? 'filter.found' : 'search.found';
    const text = t(key, { n: this.shownCount, of: this.copy.size });
    if (this.found.textContent !== text) this.found.textContent = text;
  }

  // ---- What is heard ----

  #heard(events) {
    const others = [];
    for (const event of events) {
      if (event.kind === 'snapshot' && this.isResyncing) {
        this.isResyncing = false;
        this.toasts.show(t('toast.inStep'));
      }
      if (event.kind === 'change' && !event.isOwn) others.push(event.change);
      if (event.kind === 'people') this.#showPeople();
      if (event.kind === 'rejected') this.doing.refused(event);
      if (event.kind === 'waiting' && event.code === 'unavailable') {
        this.toasts.show(t('refused.unavailable'));
      }
    }
    if (others.length) {
      this.news.heard(others, this.copy);
      this.editing.heard(others);
      this.drag.heard(others);
    }
    this.selection.update();
    this.render({ anchor: this.doing.isStill && !this.drag.isOn });
    this.#openLinked();
    if (this.app.shared && this.store.isWhole && this.store.mayChange) {
      later(this, () => import('./shared.js'), (module) => module.addShared(this));
    }
  }

  #showPeople() {
    const { people, peopleCount, session } = this.store;
    this.news.setPeople(people, session);
    const all = [...people.values()].map((each) => ({ key: each.session, name: each.name }));
    all.sort((a, b) => Number(b.key === session) - Number(a.key === session));
    this.topbar.setPeople(all, peopleCount);
  }

  #build() {
    const title = el('div', { class: 'title-block' }, this.title.element, this.facts, this.viewSwitch);
    const main = el(
      'main',
      { class: 'column' },
      title,
      this.notices.line,
      this.filters.element,
      this.found,
      this.grid,
      this.notices.hollow,
      this.notices.decisions,
      this.addbar.element,
      this.selection.element,
      this.toasts.element,
      this.toasts.announcer,
    );
    return el(
      'div',
      { class: 'screen' },
      this.topbar.element,
      this.banner.element,
      el('div', { class: 'with-panel' }, main, this.details.element),
      this.details.scrim,
    );
  }
}

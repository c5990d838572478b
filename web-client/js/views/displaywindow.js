/**
 * The list for a screen on the wall: large, a column a section where there is room, nothing to press. It
 * shows as many items as fit: what is done gives way first. It keeps the screen awake, comes back by itself,
 * and takes the server's next version by itself; whatever happens in a day, it holds what it shows, no more.
 */

import { el, iconButton, setText } from '../dom.js';
import { LOOSE } from '../model/copy.js';
import { t } from '../strings.js';
import { chosenFor } from '../model/display.js';
import { factsOf } from './facts.js';
import { ListWindow } from './window.js';

/** A pointer that rests for so long is hidden, and what there is to press with it. */
const IDLE_MS = 3_000;
/** A page that was loaded for a new version waits so long before it does that again. */
const RELOAD_MS = 600_000;
const ITEMS_MAX = 60;
const NARROW = 700;
const COLUMN_EM = 13;

export class DisplayWindow extends ListWindow {
  /** @param {import('./listscreen.js').ListScreen} screen */
  constructor(screen) {
    super(screen.grid, screen.window.means);
    this.screen = screen;
    /** @type {Map<string, DisplayColumn>} */
    this.columns = new Map();
    this.lock = null;
    this.stopListening = new AbortController();
    const full = iconButton('expand', t('display.full'), { on: { click: () => toggleFull() } });
    const close = iconButton('close', t('display.leave'), { on: { click: () => screen.setView('list') } });
    this.tools = el('div', { class: 'display-tools' }, document.fullscreenEnabled ? full : null, close);
    screen.grid.classList.add('display');
    screen.grid.setAttribute('role', 'group');
    screen.grid.before(this.tools);
    this.#listen();
    this.#stayAwake();
  }

  leave() {
    this.stopListening.abort();
    clearTimeout(this.idle);
    this.lock?.release();
    this.lock = null;
    this.hasLeft = true;
    this.tools.remove();
    this.screen.grid.setAttribute('role', 'grid');
    document.documentElement.classList.remove('is-idle');
    if (document.fullscreenElement) document.exitFullscreen();
  }

  /** Nothing can be moved here. */
  get isSorted() {
    return true;
  }

  get takesSwipes() {
    return false;
  }

  render() {
    const { copy, screen } = this;
    this.width = this.container.clientWidth;
    const shown = copy.parts.filter((part) => part.id !== LOOSE || part.order.size || !copy.sections.length);
    const isNarrow = this.width < NARROW;
    const across = isNarrow ? 1 : Math.min(shown.length, this.#fitting()) || 1;
    const down = Math.ceil(shown.length / across);
    const top = this.container.getBoundingClientRect().top + scrollY;
    const height = (innerHeight - top) / down;
    const { style } = this.container;
    style.gridTemplateColumns = `repeat(${across}, minmax(0, 1fr))`;
    style.gridAutoRows = isNarrow || down === 1 ? 'auto' : `${height}px`;
    const wanted = new Set(shown.map(({ id }) => id));
    for (const [id, column] of this.columns) {
      if (wanted.has(id)) continue;
      column.element.remove();
      this.columns.delete(id);
    }
    shown.forEach((part, at) => {
      let column = this.columns.get(part.id);
      if (!column) {
        column = new DisplayColumn();
        this.columns.set(part.id, column);
      }
      if (this.container.children[at] !== column.element) {
        this.container.insertBefore(column.element, this.container.children[at] ?? null);
      }
      // On a narrow screen, which is in somebody's hand, the page scrolls.
      const bottom = isNarrow ? Infinity : top - scrollY + height * (Math.floor(at / across) + 1);
      column.update(part, copy, screen, this.layout.filter, bottom);
    });
    this.rowCount = null;
    this.#renew();
  }

  scrolled() {}

  setWhole() {}

  focusRow() {}

  reveal() {}

  boxOf() {
    return null;
  }

  /** How many columns there is room for, so that titles are not all broken. */
  #fitting() {
    const size = parseFloat(getComputedStyle(this.container).fontSize);
    return Math.max(1, Math.floor(this.width / (COLUMN_EM * size)));
  }

  /** A new version is taken when it is there: nobody is here to ask. */
  #renew() {
    if (this.screen.app.update.element.hidden) return;
    const last = Number(sessionStorage.getItem('renewed') ?? 0);
    if (Date.now() - last < RELOAD_MS) return;
    sessionStorage.setItem('renewed', String(Date.now()));
    location.reload();
  }

  /** The lock goes whenever the page is hidden, and is asked for again when it is back. */
  async #stayAwake() {
    if (!navigator.wakeLock || document.hidden || this.hasLeft) return;
    try {
      this.lock = await navigator.wakeLock.request('screen');
      if (this.hasLeft) this.lock.release();
    } catch {
      // The device saves its battery, or does not allow it: the list is shown all the same.
      this.lock = null;
    }
  }

  #listen() {
    const { signal } = this.stopListening;
    const { grid } = this.screen;
    // There is nothing to press in it.
    for (const name of ['click', 'contextmenu', 'pointerdown']) {
      grid.addEventListener(name, (event) => event.stopPropagation(), { capture: true, signal });
    }
    document.addEventListener('visibilitychange', () => this.#stayAwake(), { signal });
    const stir = () => {
      document.documentElement.classList.remove('is-idle');
      clearTimeout(this.idle);
      this.idle = setTimeout(() => document.documentElement.classList.add('is-idle'), IDLE_MS);
    };
    for (const name of ['pointermove', 'pointerdown', 'keydown']) addEventListener(name, stir, { signal });
    stir();
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !document.fullscreenElement) this.screen.setView('list');
    }, { signal });
  }
}

/** One section: its name, how much of it is done, and as many of its items as fit. */
class DisplayColumn {
  constructor() {
    this.name = el('h2', { dir: 'auto' });
    this.tally = el('p', { class: 'display-tally' });
    this.list = el('ul');
    this.rest = el('p', { class: 'display-rest' });
    this.head = el('div', { class: 'display-head' }, this.name, this.tally);
    this.element = el('section', { class: 'display-column' }, this.head, this.list, this.rest);
    /** @type {Map<string, DisplayItem>} */
    this.items = new Map();
  }

  update(part, copy, screen, filter, bottom) {
    setText(this.name, part.title);
    this.name.hidden = part.title === '';
    setText(this.tally, t('section.tally', { done: part.done, n: part.order.size }));
    const all = [];
    for (const id of part.order) if (!filter || filter(id)) all.push(copy.items.get(id));
    let { ids, rest } = chosenFor(all, ITEMS_MAX);
    this.#show(ids, rest, copy, screen);
    // What does not fit is measured, not guessed: titles take as many lines as they need.
    const over = () => this.element.getBoundingClientRect().bottom > bottom;
    for (let most = ids.length; bottom !== Infinity && most > 1 && over(); most = ids.length - 1) {
      ({ ids, rest } = chosenFor(all, this.#fitting(most, bottom)));
      this.#show(ids, rest, copy, screen);
    }
  }

  /** About how many of those shown fit. */
  #fitting(most, bottom) {
    const tops = [...this.list.children].map((each) => each.getBoundingClientRect().bottom);
    const room = bottom - this.rest.offsetHeight;
    return Math.max(1, Math.min(most - 1, tops.filter((each) => each <= room).length));
  }

  #show(ids, rest, copy, screen) {
    const wanted = new Set(ids);
    for (const [id, item] of this.items) {
      if (wanted.has(id)) continue;
      item.element.remove();
      this.items.delete(id);
    }
    ids.forEach((id, at) => {
      let item = this.items.get(id);
      if (!item) {
        item = new DisplayItem(id);
        this.items.set(id, item);
      }
      const there = this.list.children[at];
      if (there !== item.element) this.list.insertBefore(item.element, there ?? null);
      item.update(copy.items.get(id), screen.news.about(id));
    });
    this.rest.hidden = rest === 0;
    if (rest) setText(this.rest, t('display.rest', { n: rest }));
  }
}

class DisplayItem {
  constructor(id) {
    this.title = el('span', { class: 'title', dir: 'auto' });
    this.done = el('span', { class: 'sr-only' });
    this.facts = el('span', { class: 'display-facts' });
    const all = [this.title, this.done, this.facts];
    this.element = el('li', { class: 'display-item', data: { itemId: id } }, all);
    this.item = null;
    this.person = null;
  }

  update(item, person) {
    const { classList } = this.element;
    if (person !== this.person) {
      if (this.person) classList.remove(`person-${this.person.hue}`, 'is-fresh');
      if (person) classList.add(`person-${person.hue}`, 'is-fresh');
      this.person = person;
    }
    if (item === this.item) return;
    this.item = item;
    setText(this.title, item.title);
    setText(this.done, item.isDone ? t('details.done') : '');
    classList.toggle('is-done', item.isDone);
    const { url: _, note: __, image: ___, ...fields } = item.fields ?? {};
    this.facts.replaceChildren(...factsOf({ ...item, fields }));
  }
}

function toggleFull() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen().catch(() => {});
}

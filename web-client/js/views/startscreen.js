/** The start: all lists, and a field that makes a new one. */

import { el, fillRing, icon, isComposing, ring } from '../dom.js';
import { ago, t } from '../strings.js';
import { emptyState, noAccess, OfflineBanner } from './parts.js';
import { pasteLink } from './pastelink.js';
import { TopBar } from './topbar.js';

/** The server tells of a list's changes only to who has it open: the start asks, while it is seen. */
const REFRESH_MS = 5_000;

export class StartScreen {
  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.app = app;
    this.topbar = new TopBar({ isStart: true });
    this.banner = new OfflineBanner();
    this.field = el('input', {
      class: 'field',
      type: 'text',
      'aria-label': t('start.new'),
      placeholder: t('start.new'),
      autocomplete: 'off',
      dir: 'auto',
      maxlength: '200',
      enterkeyhint: 'go',
    });
    this.form = el(
      'form',
      { class: 'new-list', novalidate: true, on: { submit: (event) => this.#create(event) } },
      this.field,
      el('button', { class: 'button button-primary', type: 'submit', text: t('start.create') }),
    );
    this.error = el('p', { class: 'field-error', role: 'alert', hidden: true });
    this.lists = el('ul', { class: 'lists' });
    this.empty = el('div');
    this.known = null;
    this.element = el(
      'div',
      { class: 'screen' },
      this.topbar.element,
      this.banner.element,
      el(
        'main',
        { class: 'column' },
        el('div', { class: 'title-block' }, el('h1', { class: 'list-title', text: t('app.lists') })),
        this.form,
        this.error,
        this.lists,
        this.empty,
      ),
    );
    this.field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && isComposing(event)) event.preventDefault();
    });
    this.field.addEventListener('input', () => this.#complain(''));
  }

  start() {
    document.title = 'LiveList';
    if (location.search || this.app.shared) {
      import('./shared.js').then((module) => module.takeShared(this)).catch(() => {});
    }
    this.timer = setInterval(() => {
      if (!document.hidden) this.app.askLists();
    }, REFRESH_MS);
    this.allowed();
    this.app.askLists();
    this.app.refresh();
  }

  stop() {
    clearInterval(this.timer);
  }

  setConnection(state) {
    this.topbar.setConnection(state, 0);
    this.banner.update(state === 'offline' && !this.app.access.reason, 0);
    if (state === 'offline' && this.known === null) this.#showKept();
  }

  /** Brings what may be done in step with the links that count. */
  allowed() {
    const { access } = this.app;
    this.form.hidden = access.reason !== null || !access.mayMake();
    if (access.reason) {
      this.empty.replaceChildren(noAccess(this.app, t('access.head')));
      this.isTurnedAway = true;
    } else if (this.isTurnedAway) {
      this.empty.replaceChildren();
      this.isTurnedAway = false;
    }
  }

  show(lists) {
    this.known = lists;
    this.#list(lists);
    const isEmpty = lists.length === 0;
    if (isEmpty !== this.empty.hasChildNodes()) {
      this.empty.replaceChildren(
        ...isEmpty
          ? [emptyState({
            head: t('start.none.head'),
            body: t(this.form.hidden ? 'start.none.bodyViewer' : 'start.none.body'),
            picture: 'mark',
            more: pasteLink(this.app),
          })]
          : [],
      );
    }
  }

  #list(lists) {
    const links = new Map([...this.lists.children].map((each) => [each.dataset.list, each]));
    const now = Date.now();
    const items = lists.map((list) => {
      const link = links.get(list.id) ?? listLink(list.id);
      fillLink(link, list, now);
      return link;
    });
    // A link that has the focus stays where it is in the document if the order is the same.
    if (items.some((each, index) => this.lists.children[index] !== each) || items.length !== links.size) {
      this.lists.replaceChildren(...items);
    }
  }

  async #showKept() {
    const lists = await this.app.keptLists();
    if (this.known === null && lists.length) this.#list(lists);
  }

  async #create(event) {
    event.preventDefault();
    const title = this.field.value.trim();
    this.#complain(title ? '' : t('start.needsName'));
    if (!title) this.field.focus();
    else if (!await this.app.createList(title)) this.#complain(t('start.notNow'));
  }

  #complain(text) {
    if (text) this.field.setAttribute('aria-invalid', 'true');
    else this.field.removeAttribute('aria-invalid');
    this.error.textContent = text;
    this.error.hidden = !text;
  }
}

function listLink(id) {
  const link = el(
    'li',
    { class: 'list-link', data: { list: id } },
    el('span', { class: 'list-progress' }, ring(), el('span', { class: 'full' }, icon('check'))),
    el('div', {}, el('a', { href: `/l/${id}`, dir: 'auto' }), el('p')),
    el('span', { class: 'tally' }),
  );
  return link;
}

function fillLink(link, { title, items, done, updatedAt }, now) {
  const isComplete = items > 0 && done === items;
  link.classList.toggle('is-complete', isComplete);
  fillRing(link.querySelector('.ring'), done, items);
  link.querySelector('a').textContent = title;
  const count = items ? t('list.done', { done, n: items }) : t('start.noItems');
  link.querySelector('p').textContent = `${count} · ${t('start.changed', { when: ago(updatedAt, now) })}`;
  link.querySelector('.tally').textContent = isComplete
    ? t('start.allDone')
    : items
    ? t('start.left', { n: items - done })
    : t('start.empty');
}

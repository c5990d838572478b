/** Small pieces that several screens show. */

import { el, icon } from '../dom.js';
import { t } from '../strings.js';
import { pasteLink } from './pastelink.js';

/** What is said where there is nothing to show, and what to do about it. */
export function emptyState({ head, body, picture = null, actions = [], more = null }) {
  return el(
    'div',
    { class: 'empty' },
    picture === 'mark' ? icon('mark', 'empty-mark') : picture ? icon(picture) : null,
    el('h2', { text: head }),
    el('p', { text: body }),
    actions.length ? el('div', { class: 'actions' }, actions) : null,
    more,
  );
}

/**
 * Where the server lets nobody in without a link, or without a better one.
 * @param {import('../app.js').App} app
 */
export function noAccess(app, head) {
  const { reason } = app.access;
  const body = t(reason ? `access.${reason}` : 'list.closed.body');
  return emptyState({ head, body, picture: 'link', more: pasteLink(app) });
}

/** Under the top bar, as long as the connection is gone: what is said here stays true until it changes. */
export class OfflineBanner {
  constructor() {
    this.count = el('span', { class: 'count' });
    this.element = el(
      'div',
      { class: 'banner', role: 'status', hidden: true },
      icon('cloud-off'),
      el('p', {}, el('b', { text: t('offline.head') }), ' ', t('offline.body')),
      this.count,
    );
    this.timer = null;
  }

  /** A connection that is back within a second was no news. */
  update(isOffline, waiting) {
    this.count.textContent = waiting ? t('connection.waiting', { n: waiting }) : '';
    if (!isOffline) {
      clearTimeout(this.timer);
      this.timer = null;
      this.element.hidden = true;
    } else if (this.timer === null) {
      this.timer = setTimeout(() => {
        this.element.hidden = false;
      }, 1_000);
    }
  }
}

/** Under the top bar, once the server has another version of the page than this one. */
export class UpdateBanner {
  constructor() {
    this.element = el(
      'div',
      { class: 'banner banner-news', role: 'status', hidden: true },
      icon('restore'),
      el('p', { text: t('update.body') }),
      el('button', {
        class: 'button button-primary',
        type: 'button',
        text: t('update.reload'),
        on: { click: () => location.reload() },
      }),
    );
  }

  show() {
    this.element.hidden = false;
  }
}

/** How the list is looked at (WAI-ARIA APG, Radio Group). */
export function viewSwitch(choose) {
  const options = ['list', 'grid', 'table'].map((name) =>
    el(
      'label',
      {},
      el('input', {
        type: 'radio',
        name: 'view',
        value: name,
        checked: name === 'list',
        on: { change: () => choose(name) },
      }),
      icon(name, 'icon-sm'),
      el('span', { text: t(`view.${name}`) }),
    )
  );
  const group = el('div', { class: 'switch', role: 'radiogroup', 'aria-label': t('view.head') }, options);
  return el('div', { class: 'title-tools' }, group);
}

/** The title of the list, which becomes a field where it is clicked. */
export class TitleView {
  /** @param {(title: string) => void} save */
  constructor(save) {
    this.save = save;
    this.name = el('bdi');
    this.button = el('button', {
      type: 'button',
      title: t('list.rename'),
      on: { click: () => this.edit() },
    }, this.name);
    this.element = el('h1', { class: 'list-title' }, this.button);
    this.title = '';
  }

  update(title, mayChange) {
    this.title = title;
    if (this.name.textContent !== title) this.name.textContent = title;
    this.button.disabled = !mayChange;
  }

  edit() {
    const field = el('input', {
      class: 'list-title-field',
      type: 'text',
      'aria-label': t('list.title'),
      dir: 'auto',
      maxlength: '200',
      enterkeyhint: 'done',
    });
    field.value = this.title;
    let isOver = false;
    const end = (isSaved) => {
      // Taking the field out takes its focus, and that ends it a second time.
      if (isOver) return;
      isOver = true;
      const text = field.value.trim();
      field.replaceWith(this.button);
      if (isSaved && text && text !== this.title) this.save(text);
    };
    field.addEventListener('keydown', (event) => {
      if (event.isComposing || event.keyCode === 229 || !['Enter', 'Escape'].includes(event.key)) return;
      event.preventDefault();
      end(event.key === 'Enter');
      this.button.focus();
    });
    field.addEventListener('blur', () => end(true));
    this.button.replaceWith(field);
    field.focus();
    field.select();
  }
}

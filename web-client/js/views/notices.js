/** What is said of a list where its rows would be, or above them. */

import { el } from '../dom.js';
import { t } from '../strings.js';
import { emptyState } from './parts.js';

export class Notices {
  /** @param {import('../model/store.js').ListStore} store */
  constructor(store) {
    this.store = store;
    /** Above the rows. */
    this.line = el('div');
    /** In their place. */
    this.hollow = el('div');
    this.kind = '';
  }

  /** @param {string} connection the state of the connection */
  update(connection) {
    const { store } = this;
    const isEmpty = store.copy.size === 0 && store.copy.sections.length === 0;
    let kind = '';
    if (['missing', 'withheld', 'deleted'].includes(store.state)) kind = store.state;
    else if (!store.isWhole) kind = connection === 'offline' ? 'offline' : '';
    else if (isEmpty) kind = 'empty';
    else if (store.role === 'viewer') kind = 'viewer';
    if (kind === this.kind) return;
    this.kind = kind;
    const isLine = kind === 'deleted' || kind === 'viewer';
    this.line.replaceChildren(...isLine ? [this.#make(kind)] : []);
    this.hollow.replaceChildren(...kind && !isLine ? [this.#make(kind)] : []);
  }

  #make(kind) {
    switch (kind) {
      case 'missing':
        return emptyState({
          head: t('list.missing.head'),
          body: t('list.missing.body'),
          picture: 'search',
          actions: [
            el('button', {
              class: 'button button-primary',
              type: 'button',
              text: t('list.missing.create'),
              on: { click: () => this.store.create() },
            }),
            el('a', { class: 'button', href: '/', text: t('app.lists') }),
          ],
        });
      case 'withheld':
        return emptyState({ head: t('list.withheld.head'), body: t('list.withheld.body') });
      case 'offline':
        return emptyState({
          head: t('list.offline.head'),
          body: t('list.offline.body'),
          picture: 'cloud-off',
        });
      case 'empty':
        return emptyState({ head: t('list.empty.head'), body: t('list.empty.body'), picture: 'mark' });
      case 'deleted':
        return el(
          'p',
          { class: 'notice-line', role: 'status' },
          el('b', { text: t('list.deleted', { p: this.store.deletedBy || t('people.guest') }) }),
          ' ',
          t('list.deleted.body'),
        );
      default:
        return el('p', { class: 'notice-line', text: t('list.viewer') });
    }
  }
}

/** What is said of a list where its rows would be, or above them. */

import { el } from '../dom.js';
import { t } from '../strings.js';
import { emptyState, noAccess } from './parts.js';
import { pasteLink } from './pastelink.js';

export class Notices {
  /** @param {import('./listscreen.js').ListScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.store = screen.store;
    /** Above the rows. */
    this.line = el('div');
    /** In their place. */
    this.hollow = el('div');
    /** What the reader has to decide: in view wherever the list is. */
    this.decisions = el('div', { class: 'decisions' });
    this.about = '';
  }

  /** @param {string} connection the state of the connection */
  update(connection) {
    const { store } = this;
    const isEmpty = store.copy.size === 0 && store.copy.sections.length === 0;
    let kind = '';
    if (['missing', 'closed', 'withheld', 'deleted'].includes(store.state)) kind = store.state;
    else if (!store.isWhole) kind = connection === 'offline' ? 'offline' : '';
    else if (isEmpty) kind = 'empty';
    else if (this.screen.filter.isSearching && !this.screen.shownCount) kind = 'nothing';
    else if (this.screen.filter.hidesDone && store.copy.done && !this.screen.shownCount) kind = 'allDone';
    else if (store.role === 'viewer' || store.isReadOnly) kind = 'viewer';
    const isShown = kind === 'closed' && store.isWhole;
    const what = kind === 'nothing' ? this.screen.filter.query : store.copy.done;
    const about = `${kind} ${isShown} ${this.screen.app.access.reason} ${what}`;
    if (about === this.about) return;
    this.about = about;
    const isLine = kind === 'deleted' || kind === 'viewer' || isShown;
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
            ...this.screen.app.access.mayMake(this.store.list)
              ? [button('button-primary', t('list.missing.create'), () => this.store.create())]
              : [],
            el('a', { class: 'button', href: '/', text: t('app.lists') }),
          ],
          more: pasteLink(this.screen.app),
        });
      case 'closed':
        return noAccess(this.screen.app, t('list.closed.head'));
      case 'withheld':
        return emptyState({ head: t('list.withheld.head'), body: t('list.withheld.body') });
      case 'offline':
        return emptyState({
          head: t('list.offline.head'),
          body: t('list.offline.body'),
          picture: 'cloud-off',
        });
      case 'nothing':
        return this.screen.filter.words.length
          ? this.#nothing(this.screen.filter.query.trim())
          : emptyState({
            head: t('filter.nothing'),
            body: t('filter.nothingBody'),
            picture: 'filter',
            actions: [button('', t('filter.clear'), () => this.screen.filters.clear())],
          });
      case 'allDone':
        return emptyState({
          head: t('list.allDone.head'),
          body: t('list.allDone.body', { n: this.store.copy.done }),
          picture: 'check',
          actions: [button('', t('section.show'), () => this.screen.setHidesDone(false))],
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

  #nothing(query) {
    const add = button('button-primary', t('search.add', { t: query }), () => {
      this.screen.search.close();
      this.screen.doing.add([{ title: query }], this.screen.addbar.section.id);
    });
    const clear = button('', t('search.clear'), () => this.screen.search.clear());
    return emptyState({
      head: t('search.nothing', { t: query }),
      body: t('search.nothingBody'),
      picture: 'search',
      actions: this.store.mayChange ? [add, clear] : [clear],
    });
  }
}

function button(classes, text, click) {
  return el('button', { class: `button ${classes}`.trim(), type: 'button', text, on: { click } });
}

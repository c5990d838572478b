/** The bar on top of every screen: home, the state of the connection, who is here, a menu. */

import { el, icon, iconButton } from '../dom.js';
import { t } from '../strings.js';
import { avatar, hueOf } from './facts.js';

const FACES_MAX = 3;

export class TopBar {
  /**
   * @param {{isStart: boolean, menu?: (anchor: Element) => void, menuLabel?: string,
   *   before?: Element[], after?: Element[]}} how
   */
  constructor({ isStart, menu, menuLabel, before = [], after = [] }) {
    this.words = el('span');
    this.connection = el(
      'p',
      { class: 'connection', role: 'status' },
      el('span', { class: 'dot' }),
      this.words,
    );
    this.people = el('ul', { class: 'people', 'aria-label': t('people.here'), hidden: true });
    const home = el('a', {
      class: `home${isStart ? '' : ' wordmark-link'}`,
      href: '/',
      'aria-label': t('app.home'),
    }, icon('wordmark', 'wordmark'));
    const back = isStart
      ? null
      : el('a', { class: 'back', href: '/' }, icon('chevron-back', 'icon-turns'), t('app.lists'));
    const more = menu
      ? iconButton('more', menuLabel, {
        'aria-haspopup': 'menu',
        'aria-expanded': 'false',
        on: { click: (event) => menu(event.currentTarget) },
      })
      : null;
    this.element = el(
      'header',
      { class: 'topbar' },
      back,
      home,
      el('span', { class: 'topbar-space' }),
      before,
      this.connection,
      this.people,
      after,
      more,
    );
    this.state = '';
  }

  /** @param {'connecting'|'online'|'offline'|'stale'} state @param {number} waiting mutations not answered */
  setConnection(state, waiting) {
    const words = t(`connection.${state}`);
    const isTold = waiting > 0 && state === 'offline';
    const text = isTold ? `${words} · ${t('connection.waiting', { n: waiting })}` : words;
    if (this.connection.dataset.state !== state) this.connection.dataset.state = state;
    if (this.words.textContent !== text) this.words.textContent = text;
  }

  /** @param {{key: string, name: string}[]} people one entry a person, oneself first @param {number} count */
  setPeople(people, count) {
    const shown = people.slice(0, FACES_MAX).map((each) =>
      el(
        'li',
        {},
        avatar({ name: each.name, hue: hueOf(each.key) }),
        el('span', { class: 'sr-only', text: each.name }),
      )
    );
    const rest = count - shown.length;
    if (rest > 0) {
      shown.push(el('li', {}, el('span', { class: 'avatar avatar-more', dir: 'ltr', text: `+${rest}` })));
    }
    this.people.replaceChildren(...shown);
    this.people.hidden = count < 2;
  }

  scrolled() {
    this.element.toggleAttribute('data-scrolled', scrollY > 4);
  }
}

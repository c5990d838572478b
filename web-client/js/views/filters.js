/** Filters by state, section and assignee: a menu to choose from, and what is chosen above the rows. */

import { el, icon, iconButton } from '../dom.js';
import { LOOSE } from '../model/copy.js';
import { t } from '../strings.js';
import { nameOf } from './listmenu.js';
import { openMenu } from './menu.js';

const NAMES = ['state', 'section', 'assignee'];
/** Names of assignees in the menu. */
const ASSIGNEES_MAX = 30;

export class Filters {
  /** @param {import('./listscreen.js').ListScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.opener = iconButton('filter', t('filter.head'), {
      'aria-haspopup': 'menu',
      'aria-expanded': 'false',
      on: { click: () => this.open() },
    });
    this.element = el('div', { class: 'chips', role: 'group', 'aria-label': t('filter.head'), hidden: true });
    this.shown = '';
  }

  /** Takes up what the address says. */
  start() {
    const { searchParams } = new URL(location.href);
    const criteria = {};
    for (const name of NAMES) criteria[name] = searchParams.get(name) || null;
    if (!['open', 'done', null].includes(criteria.state)) criteria.state = null;
    this.screen.filter.setCriteria(criteria);
  }

  open() {
    const { criteria } = this.screen.filter;
    const { copy } = this.screen;
    const choice = (name, value, label) => ({
      label,
      checked: criteria[name] === value,
      isChoice: true,
      run: () => this.set({ [name]: criteria[name] === value ? null : value }),
    });
    const parts = copy.parts.filter((part) => part.id !== LOOSE || part.order.size);
    const sections = copy.sections.length ? parts : [];
    const clear = { label: t('filter.clear'), icon: 'clear', run: () => this.clear() };
    const groups = [
      [choice('state', 'open', t('filter.open')), choice('state', 'done', t('filter.done'))],
      sections.map((part) => choice('section', part.id, nameOf(part))),
      this.#assignees().map((name) => choice('assignee', name, name)),
      this.screen.filter.isFiltering ? [clear] : [],
    ];
    const entries = groups.filter((group) => group.length).flatMap((group) => [null, ...group]).slice(1);
    openMenu(this.opener, t('filter.head'), entries);
  }

  set(criteria) {
    const { screen } = this;
    const url = new URL(location.href);
    for (const [name, value] of Object.entries({ ...screen.filter.criteria, ...criteria })) {
      if (value) url.searchParams.set(name, value);
      else url.searchParams.delete(name);
    }
    history.replaceState(history.state, '', url);
    screen.filter.setCriteria(criteria);
    scrollTo(0, 0);
    screen.window.scrolled();
  }

  clear() {
    this.set({ state: null, section: null, assignee: null });
  }

  /** Shows what is chosen. A section that is gone is no choice any more. */
  update() {
    const { filter, copy, store } = this.screen;
    const { section } = filter.criteria;
    if (section && store.isWhole && !copy.sectionById.has(section)) this.set({ section: null });
    const chosen = NAMES.filter((name) => filter.criteria[name]);
    const words = chosen.map((name) => this.#words(name, filter.criteria[name]));
    const shown = words.join('\n');
    if (shown === this.shown) return;
    this.shown = shown;
    this.opener.classList.toggle('is-on', chosen.length > 0);
    this.element.hidden = chosen.length === 0;
    this.element.replaceChildren(...chosen.map((name, index) =>
      el(
        'button',
        {
          class: 'chip',
          type: 'button',
          'aria-label': t('filter.remove', { t: words[index] }),
          on: {
            click: () => {
              this.set({ [name]: null });
              (this.element.querySelector('button') ?? this.opener).focus();
            },
          },
        },
        el('bdi', { text: words[index] }),
        icon('close', 'icon-sm'),
      )
    ));
  }

  #words(name, value) {
    if (name === 'state') return t(`filter.${value}`);
    const part = name === 'section' && this.screen.copy.sectionById.get(value);
    return part ? nameOf(part) : name === 'section' ? '…' : value;
  }

  #assignees() {
    const names = new Set();
    for (const { fields } of this.screen.copy.items.values()) {
      if (fields?.assignee !== undefined && String(fields.assignee)) names.add(String(fields.assignee));
    }
    return [...names].sort((a, b) => a.localeCompare(b)).slice(0, ASSIGNEES_MAX);
  }
}

/** An owner's links: made, passed on, taken back. */

import { reaches } from '../access.js';
import { el, setText } from '../dom.js';
import { shortDate, t } from '../strings.js';
import { tellDialog } from './dialog.js';

const ROLES = ['editor', 'viewer', 'owner'];
const DAYS = [1, 7, 30, 365, 3650];
const USUAL_DAYS = 365;

/** @param {import('./listscreen.js').ListScreen} screen */
export function openShare(screen) {
  const share = new Share(screen);
  share.load();
  return tellDialog(t('share.head', { t: screen.copy.title }), [share.element]);
}

class Share {
  constructor(screen) {
    this.screen = screen;
    this.role = choice(t('share.role'), ROLES.map((role) => [role, t(`role.${role}`)]), 'editor');
    this.days = choice(t('share.days'), DAYS.map((n) => [n, t('share.forDays', { n })]), USUAL_DAYS);
    const field = { class: 'field', type: 'text', dir: 'auto', maxlength: '64', autocomplete: 'off' };
    this.name = el('input', field);
    this.name.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      this.#make();
    });
    this.error = el('p', { class: 'field-error', role: 'alert', hidden: true });
    this.made = el('div', { class: 'share-made', role: 'status' });
    this.links = el('ul', { class: 'share-links' });
    this.element = el(
      'div',
      { class: 'share' },
      el(
        'div',
        { class: 'share-form' },
        this.role.element,
        this.days.element,
        el('label', { class: 'share-name' }, el('span', { text: t('share.name') }), this.name),
        button('button-primary', t('share.make'), () => this.#make()),
      ),
      this.error,
      this.made,
      this.links,
    );
  }

  async load() {
    const answer = await this.screen.app.ask({ type: 'links' });
    if (answer?.type !== 'links') return;
    const { list } = this.screen.store;
    const here = answer.links.filter(({ lists }) => lists.some((each) => reaches(each, list)));
    this.links.replaceChildren(...here.map((link) => this.#row(link)));
  }

  async #make() {
    const { app, store } = this.screen;
    const answer = await app.ask({
      type: 'makeLink',
      role: this.role.select.value,
      lists: [store.list],
      name: this.name.value.trim() || undefined,
      days: Number(this.days.select.value),
    });
    this.#complain(answer?.type === 'linkMade' ? '' : answer?.message ?? t('share.notNow'));
    if (answer?.type !== 'linkMade') return;
    this.name.value = '';
    this.#showMade(answer);
    this.load();
  }

  #showMade({ token, role }) {
    const url = `${location.origin}/l/${this.screen.store.list}#token=${token}`;
    const field = el('input', { class: 'field', readonly: true, dir: 'ltr', 'aria-label': t('share.link') });
    field.value = url;
    field.addEventListener('focus', () => field.select());
    const copy = button('', t('share.copy'), async () => {
      await navigator.clipboard.writeText(url);
      setText(copy, t('toast.copied'));
    });
    const title = this.screen.copy.title;
    const send = navigator.share
      ? button('', t('share.send'), () => navigator.share({ title, url }).catch(() => {}))
      : null;
    this.made.replaceChildren(
      el('p', { text: t(`share.made.${role}`) }),
      el('div', { class: 'share-link' }, field, copy, send),
    );
    field.focus();
  }

  #row({ id, role, name, expiresAt, isOwn }) {
    const who = name || t('share.anyone');
    const what = [t(`role.${role}`), expiresAt ? t('share.until', { when: shortDate(expiresAt) }) : ''];
    return el(
      'li',
      { data: { link: id } },
      el('p', {}, el('bdi', { text: who })),
      el('p', { class: 'share-facts', text: what.filter(Boolean).join(' · ') }),
      isOwn
        ? el('span', { class: 'share-facts', text: t('share.own') })
        : button('button-danger', t('share.revoke'), () => this.#revoke(id), t('share.revokeOf', { p: who })),
    );
  }

  async #revoke(id) {
    const answer = await this.screen.app.ask({ type: 'revokeLink', id });
    this.#complain(answer?.type === 'linkRevoked' ? '' : answer?.message ?? t('share.notNow'));
    await this.load();
    // The button that had the focus is gone.
    this.name.focus();
  }

  #complain(text) {
    setText(this.error, text);
    this.error.hidden = !text;
  }
}

function choice(label, options, value) {
  const entries = options.map(([key, text]) => el('option', { value: key, text }));
  const select = el('select', { class: 'field' }, entries);
  select.value = String(value);
  return { select, element: el('label', {}, el('span', { text: label }), select) };
}

function button(classes, text, click, label = null) {
  return el('button', {
    class: `button ${classes}`.trim(),
    type: 'button',
    text,
    'aria-label': label,
    on: { click },
  });
}

/** What only the reader can decide: a box that says what happened, and waits as long as it must. */

import { el, icon } from '../dom.js';
import { t } from '../strings.js';
import { fieldName } from './facts.js';

let lastDecision = 0;

/**
 * @param {import('./listscreen.js').ListScreen} screen
 * @param {{head: string, help: string, sign: string}} words `sign`: the name of an icon
 * @param {(close: () => void) => HTMLElement[]} content what there is to choose from
 */
export function decide(screen, { head, help, sign }, content) {
  const id = `decision-${++lastDecision}`;
  const box = el(
    'div',
    { class: 'decide', role: 'group', 'aria-labelledby': id },
    el('p', { class: 'decide-head', id }, icon(sign), el('span', { text: head })),
    el('p', { class: 'decide-help', text: help }),
  );
  box.append(...content(() => box.remove()));
  screen.notices.decisions.append(box);
  screen.toasts.announce(head);
}

/**
 * Two typed at the same: mine is saved, theirs is kept until one is chosen.
 * @param {import('./listscreen.js').ListScreen} screen
 * @param {{head: string, name: string, mine: string, theirs: string, take: () => void,
 *   merge?: () => void}} choice `name`: of the other one; `merge`: where both texts can be edited as one
 */
export function chooseVersion(screen, { head, name, mine, theirs, take, merge }) {
  const words = { head, help: t('both.help', { p: name }), sign: 'two-edits' };
  decide(screen, words, (close) => {
    const choose = (run) => () => {
      close();
      run();
    };
    const keep = button('button-primary', t('both.keep'), close);
    const use = button('', t('both.take', { p: name }), choose(take));
    const versions = el(
      'div',
      { class: 'versions' },
      version('', t('both.mine'), mine, keep),
      version('theirs', t('both.theirs', { p: name }), theirs, use),
    );
    if (!merge) return [versions];
    const both = button('button-plain', t('both.merge'), choose(merge));
    return [versions, el('div', { class: 'actions' }, both)];
  });
}

/**
 * The same for a field of an item.
 * @param {import('./listscreen.js').ListScreen} screen
 * @param {{id: string, field: string, author: string, mine: unknown, theirs: unknown,
 *   merge?: (text: string) => void}} clash `author`: the name of the other one; a value may be null
 */
export function chooseValue(screen, { id, field, author, mine, theirs, merge }) {
  const [ours, others] = [mine, theirs].map((each) => String(each ?? ''));
  chooseVersion(screen, {
    head: t('both.field', { p: author, t: fieldName(field) }),
    name: author,
    mine: ours,
    theirs: others,
    take: () => screen.actions.edit(id, { fields: { [field]: theirs } }),
    merge: merge && ours && others ? () => merge(`${ours} / ${others}`) : undefined,
  });
}

export function button(classes, text, click) {
  return el('button', { class: `button ${classes}`.trim(), type: 'button', text, on: { click } });
}

function version(classes, words, text, action) {
  return el(
    'div',
    { class: `version ${classes}`.trim() },
    el('span', { text: words }),
    el('span', { dir: 'auto', text: text || t('field.empty') }),
    action,
  );
}

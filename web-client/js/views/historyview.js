/** What happened to the list, newest first, one sentence a change. */

import { el } from '../dom.js';
import { LOOSE } from '../model/copy.js';
import { ago, t } from '../strings.js';
import { tellDialog } from './dialog.js';
import { avatar, hueOf } from './facts.js';
import { nameOf } from './listmenu.js';

const SHOWN_MAX = 100;

/** @param {import('./listscreen.js').ListScreen} screen */
export async function showHistory(screen) {
  const answer = await screen.app.ask({ type: 'history', list: screen.store.list, limit: SHOWN_MAX });
  if (answer?.type !== 'history') {
    screen.toasts.show(t('history.none'));
    return;
  }
  const now = Date.now();
  // What was added and is gone since is still named where it was added.
  const told = new Map(answer.changes.flatMap(({ mutations }) =>
    mutations.flatMap(({ op, items }) => op === 'insert' ? items.map((item) => [item.id, item]) : [])
  ));
  const rows = answer.changes.map(({ by, at, mutations }) =>
    el(
      'li',
      {},
      avatar({ name: by.name, hue: hueOf(by.session) }, true),
      el('p', {}, mutations.map((fact) => sentence(fact, by.name, screen.copy, told)).join(' ')),
      el('time', { datetime: new Date(at).toISOString(), text: ago(at, now) }),
    )
  );
  await tellDialog(t('history.head'), [el('ul', { class: 'history' }, rows)]);
}

/** A fact in words. An item that is gone is named by what is still known of it. */
function sentence(fact, p, copy, told) {
  const { op } = fact;
  const ids = fact.ids ?? fact.sources ?? (fact.id ? [fact.id] : []);
  const items = op === 'insert'
    ? fact.items
    : ids.map((id) => copy.items.get(id) ?? copy.trash.get(id)?.item ?? told.get(id));
  const n = op === 'insert' ? fact.items.length : ids.length;
  const part = copy.sectionById.get(
    fact.destination?.section ?? fact.section?.id ?? fact.id ?? fact.sources?.[0],
  );
  const isLoose = ['insert', 'reorder'].includes(op) && fact.destination?.section === LOOSE;
  const s = fact.section?.title ?? (part ? nameOf(part) : '…');
  const key = { toggle: fact.isDone ? 'done' : 'undone', edit: fact.title ? 'renamed' : 'edited' }[op] ??
    op;
  const where = isLoose && !(op === 'insert' && n === 1) ? 'Loose' : '';
  const isOne = n === 1 && items[0] && ['insert', 'toggle', 'delete', 'reorder', 'edit'].includes(op);
  const title = op === 'setTitle' || op === 'edit' && fact.title ? fact.title : isOne ? items[0].title : '';
  return t(`history.${key}${where}${isOne ? '.one' : ''}`, { p, n, s, t: title || fact.title || '…' });
}

/** What a row shows of an item beside its title. */

import { el, icon } from '../dom.js';
import { pictureOf } from '../model/picture.js';
import { dueIn, t } from '../strings.js';
import { picture } from './picture.js';

/**
 * The cells beside the title, or an empty list where there is nothing to say.
 * @param {import('../model/copy.js').Item} item
 * @param {{person?: {name: string, what: string, hue: number} | null, isWaiting?: boolean,
 *   hasPictures?: boolean}} about `hasPictures`: they may be fetched
 */
export function factsOf(item, { person = null, isWaiting = false, hasPictures = false } = {}) {
  const { due, assignee, note, url, quantity } = item.fields ?? {};
  const facts = [];
  if (person) facts.push(who(person));
  if (isWaiting) facts.push(fact('clock', t('row.waiting'), 'meta-waiting'));
  const day = due === undefined ? null : dueIn(due, new Date());
  if (day) facts.push(fact('calendar', day.text, item.isDone || !day.urgency ? '' : `meta-${day.urgency}`));
  if (assignee !== undefined) facts.push(fact('person', el('bdi', { text: String(assignee) })));
  const side = [];
  if (url !== undefined) side.push(mark('link', t('row.link')));
  if (note !== undefined) side.push(mark('note', t('row.note')));
  const address = pictureOf(item);
  if (address) side.push(hasPictures ? picture(address, 'thumb') : mark('image', t('row.picture')));
  if (quantity !== undefined) {
    side.push(el('span', { class: 'quantity' }, el('bdi', { text: String(quantity) })));
  }
  return [
    facts.length ? el('span', { class: 'facts' }, facts) : null,
    side.length ? el('span', { class: 'side' }, side) : null,
  ].filter(Boolean);
}

/** A person's initials in their colour. The name is always said beside it. */
export function avatar({ name, hue }, isSmall = false) {
  const words = name.trim().split(/\s+/u);
  const first = [...words[0]];
  const letters = words.length > 1 ? [first[0], [...words[words.length - 1]][0]] : first.slice(0, 2);
  return el('span', {
    class: `avatar${isSmall ? ' avatar-sm' : ''} person-${hue}`,
    'aria-hidden': 'true',
    text: letters.join('').toUpperCase(),
  });
}

/** One of the eight hues, kept for as long as the key is. */
export function hueOf(key) {
  let hash = 0;
  for (const scalar of key) hash = (Math.imul(hash, 31) + scalar.codePointAt(0)) >>> 0;
  return (hash % 8) + 1;
}

/** "Ben is editing", in Ben's colour. `what` has a place for the name. */
function who(person) {
  return el(
    'span',
    { class: `who person-${person.hue}` },
    avatar(person, true),
    el('span', { text: person.what }),
  );
}

function fact(name, content, classes = '') {
  return el('span', { class: `meta ${classes}`.trim() }, icon(name, 'icon-sm'), content);
}

function mark(name, words) {
  return el(
    'span',
    { class: 'meta' },
    icon(name, 'icon-sm'),
    el('span', { class: 'sr-only', text: words }),
  );
}

const KNOWN = new Set(['note', 'url', 'image', 'quantity', 'due', 'assignee']);

/** The name of a field in words; one's own fields are called what they were called. */
export function fieldName(name) {
  return KNOWN.has(name) ? t(`field.${name}`) : name;
}

/** What is shown of a value, by the kind of its column. */

import { el, icon } from '../dom.js';
import { dueIn, figure, locale, t } from '../strings.js';

const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
const WELL_KNOWN = new Set(['note', 'url', 'image', 'quantity', 'due', 'assignee']);

/** How a column is called. */
export function columnName({ id, field }) {
  if (field === undefined) return t(`column.${id}`);
  return WELL_KNOWN.has(field) ? t(`field.${field}`) : field;
}

/** A value in words, as it is read out and shown where there is little room. */
export function textOf(value, kind) {
  if (value === undefined || value === null || value === '') return '';
  if (typeof value === 'boolean') return t(value ? 'value.yes' : 'value.no');
  if (kind === 'time') return moments.format(value);
  if (typeof value === 'number') return figure(value);
  if (kind === 'date') {
    const day = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(value) : NaN;
    return Number.isNaN(day) ? value : days.format(day);
  }
  if (kind === 'link') return value.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '');
  return String(value);
}

/** A value as it is typed and copied: with nothing left out, and the same in all languages. */
export function rawOf(value, kind) {
  if (value === undefined || value === null) return '';
  if (kind === 'time') return new Date(value).toISOString();
  return String(value);
}

/** What a cell holds. */
export function shownValue(value, kind, isDone) {
  const text = textOf(value, kind);
  if (text === '') return [];
  if (kind === 'yesno' && value === true) {
    return [icon('check', 'icon-sm'), el('span', { class: 'sr-only', text })];
  }
  if (kind === 'yesno' && value === false) return [el('span', { class: 'sr-only', text })];
  if (kind === 'choice') return [el('span', { class: 'tag', dir: 'auto', text })];
  const address = kind === 'link' ? safeUrl(value) : null;
  if (address) {
    return [
      el('a', {
        class: 'clip',
        href: address,
        target: '_blank',
        rel: 'noopener noreferrer',
        tabindex: '-1',
        dir: 'ltr',
        text,
      }),
    ];
  }
  const near = kind === 'date' ? dueIn(value, new Date()) : null;
  const urgency = near?.urgency && !isDone ? ` meta-${near.urgency}` : '';
  return [el('span', { class: `clip${urgency}`, dir: 'auto', text })];
}

/** Only these schemes are followed: what others typed must not run anything here. */
export function safeUrl(value) {
  try {
    const url = new URL(String(value));
    return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

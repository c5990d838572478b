/** The words of the page, in the reader's language. */

import { en } from './strings/en.js';

/** Other languages are loaded only by those who read them. */
const others = {
  ar: async () => (await import('./strings/ar.js')).ar,
  ja: async () => (await import('./strings/ja.js')).ja,
  pt: async () => (await import('./strings/pt.js')).pt,
};

export const language = (globalThis.navigator?.languages ?? ['en'])
  .map((tag) => tag.slice(0, 2).toLowerCase())
  .find((tag) => tag === 'en' || tag in others) ?? 'en';
const words = language in others ? await others[language]() : en;
/** Which way the reader's language is read. */
export const direction = language === 'ar' ? 'rtl' : 'ltr';
/** The reader's own variant, for dates and figures. */
export const locale =
  (globalThis.navigator?.languages ?? []).find((tag) => tag.toLowerCase().startsWith(language)) ?? language;

/** More words, for what few open. */
export function addWords(more) {
  Object.assign(words, more);
}

const plurals = new Intl.PluralRules(locale);
const figures = new Intl.NumberFormat(locale);

const exact = new Intl.NumberFormat(locale, { maximumFractionDigits: 10 });

/** A number as the reader writes it, with nothing left out. @param {number} value */
export function figure(value) {
  return exact.format(value);
}

/**
 * The text for a key. `{n}` picks the plural; numbers are written as the reader writes them.
 * @param {string} key
 * @param {Record<string, string|number>} [places]
 */
export function t(key, places = {}) {
  const entry = words[key] ?? en[key];
  const text = typeof entry === 'string' ? entry : entry[plurals.select(Number(places.n))] ?? entry.other;
  return text.replace(/\{(\w+)\}/g, (_, name) => {
    const value = places[name];
    return typeof value === 'number' ? figures.format(value) : value;
  });
}

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const units = [['year', 31_536_000], ['month', 2_592_000], ['week', 604_800], ['day', 86_400], [
  'hour',
  3_600,
], ['minute', 60]];
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });

/** "2 min. ago", "yesterday"; under a minute "just now": a figure that runs would only distract. */
export function ago(time, now) {
  const seconds = (time - now) / 1_000;
  const found = units.find(([, size]) => -seconds >= size);
  return found ? relative.format(Math.ceil(seconds / found[1]), found[0]) : t('date.now');
}

const shortDay = new Intl.DateTimeFormat(locale, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const longDay = new Intl.DateTimeFormat(locale, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A day of another year says which. */
const shortDayOfYear = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

const shortDateForm = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });

/** A day as the reader writes it. @param {number} time */
export function shortDate(time) {
  return shortDateForm.format(time);
}

/**
 * A due date in words, and how near it is. It is a date without a zone: the reader's calendar day counts.
 * @param {unknown} due `YYYY-MM-DD`
 * @param {Date} today
 * @returns {null | {text: string, long: string, urgency: '' | 'soon' | 'late'}}
 */
export function dueIn(due, today) {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(String(due));
  const day = match ? Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])) : NaN;
  if (Number.isNaN(day)) return null;
  const days = Math.round(
    (day - Date.UTC(today.getFullYear(), today.getMonth(), today.getDate())) / 86_400_000,
  );
  const near = { '-1': 'due.yesterday', 0: 'due.today', 1: 'due.tomorrow' }[days];
  const urgency = days < 0 ? 'late' : days === 0 ? 'soon' : '';
  const isThisYear = Number(match[1]) === today.getFullYear();
  const text = near ? t(near) : (isThisYear ? shortDay : shortDayOfYear).format(day);
  return { text, long: longDay.format(day), urgency };
}

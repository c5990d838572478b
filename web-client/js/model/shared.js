/** What another program shared with this page, as an item (Web Share Target: title, text and url). */

import { TITLE_SCALARS_MAX, titleFrom } from './paste.js';

const LINK = /\bhttps?:\/\/[^\s<>"]+/;

/**
 * Programs put a link into any of the three; the first line of words becomes the title, the rest a note.
 * @param {URLSearchParams} parameters
 * @returns {null | {title: string, fields?: {url?: string, note?: string}}} null where nothing was shared
 */
export function sharedFrom(parameters) {
  const given = ['title', 'text', 'url'].map((name) => parameters.get(name)?.trim() ?? '');
  const [title, text, url] = given;
  const link = LINK.exec(url)?.[0] ?? LINK.exec(text)?.[0] ?? LINK.exec(title)?.[0] ?? null;
  const words = [title, text].map((each) => (link ? each.replace(link, '') : each).trim()).filter(Boolean);
  const lines = [...new Set(words)].join('\n').split(/[\r\n]+/u).map((each) => each.trim()).filter(Boolean);
  const first = titleFrom([...(lines[0] ?? link ?? url)].slice(0, TITLE_SCALARS_MAX).join(''));
  if (!first) return null;
  const note = lines.slice(1).join('\n').slice(0, TITLE_SCALARS_MAX);
  const fields = { ...link ? { url: link } : {}, ...note ? { note } : {} };
  return Object.keys(fields).length ? { title: first, fields } : { title: first };
}

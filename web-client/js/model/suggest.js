/** What was on the list before: done items and deleted ones, by the beginning of what is typed. */

import { fold } from './search.js';

const SHOWN_MAX = 4;
const LETTERS_MIN = 2;
/** In a longer list looking through all of it at every key would be felt. */
const ITEMS_MAX = 20_000;

/** Titles in the form in which they are compared, kept for as long as their items. */
const folded = new WeakMap();

/**
 * @param {import('./copy.js').ListCopy} copy
 * @param {string} typed
 * @returns {{id: string, title: string, isDeleted: boolean}[]} best first
 */
export function suggestionsFor(copy, typed) {
  const query = fold(typed.trim());
  if (query.length < LETTERS_MIN || copy.size > ITEMS_MAX) return [];
  const found = [];
  const look = (item, isDeleted) => {
    const title = foldedTitle(item);
    const at = title.indexOf(query);
    // The beginning of a word counts, not the middle of one.
    if (at < 0 || (at > 0 && /[\p{L}\p{N}]/u.test(title[at - 1]))) return;
    found.push({ id: item.id, title: item.title, isDeleted, rank: (at > 0 ? 2 : 0) + (isDeleted ? 1 : 0) });
  };
  for (const item of copy.items.values()) if (item.isDone) look(item, false);
  for (const { item } of copy.trash.values()) look(item, true);
  found.sort((a, b) => a.rank - b.rank || a.title.length - b.title.length);
  const titles = new Set();
  return found.filter(({ title }) => !titles.has(fold(title)) && titles.add(fold(title))).slice(
    0,
    SHOWN_MAX,
  );
}

function foldedTitle(item) {
  let title = folded.get(item);
  if (title === undefined) {
    title = fold(item.title);
    folded.set(item, title);
  }
  return title;
}

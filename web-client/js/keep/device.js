/** What this device remembers of its reader, beside lists: name, looks, drafts. */

import { mintId } from '../model/ids.js';

/** One id for this device, so that its colour stays the same. */
export function clientId() {
  const id = localStorage.getItem('client') ?? mintId();
  localStorage.setItem('client', id);
  return id;
}

/** The name that others see; empty where none was given. */
export function ownName() {
  return localStorage.getItem('name') ?? '';
}

export function keepName(name) {
  localStorage.setItem('name', name);
}

/** How a list was looked at last: `hidesDone`, `sinksDone`, `folded`. */
export function viewOf(list) {
  try {
    return JSON.parse(localStorage.getItem(`view:${list}`)) ?? {};
  } catch {
    return {};
  }
}

export function keepView(list, view) {
  localStorage.setItem(`view:${list}`, JSON.stringify(view));
}

/** Whether pictures of a list may be fetched from where they are: asked once a list. */
export function allowsPictures(list) {
  return localStorage.getItem(`pictures:${list}`) === 'yes';
}

export function keepPictures(list, isAllowed) {
  if (isAllowed) localStorage.setItem(`pictures:${list}`, 'yes');
  else localStorage.removeItem(`pictures:${list}`);
}

/** What was typed in the title of an item and not saved: it outlives a reload of the page. */
export function draftOf(list, id) {
  return sessionStorage.getItem(`draft:${list}:${id}`);
}

/** @param {string | null} text null where there is nothing to keep any more */
export function keepDraft(list, id, text) {
  const key = `draft:${list}:${id}`;
  if (text === null) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, text);
}

export function isCompact() {
  return localStorage.getItem('density') === 'compact';
}

export function keepCompact(compact) {
  localStorage.setItem('density', compact ? 'compact' : '');
}

/** How the table of a list looks on this device, see `Choice` of its columns. */
export function tableOf(list) {
  try {
    return JSON.parse(localStorage.getItem(`table:${list}`)) ?? {};
  } catch {
    return {};
  }
}

export function keepTable(list, choice) {
  localStorage.setItem(`table:${list}`, JSON.stringify(choice));
}

/**
 * What was read from a file, as mutations that put it into a list. Ids are made from what they stand for, so
 * that the same file brings nothing a second time, whoever brings it; what was deleted comes back.
 */

import { LOOSE } from './copy.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const SECTION_TITLE_MAX = 200;

/**
 * @param {import('./reading.js').Content} content
 * @param {import('./copy.js').ListCopy} copy
 * @param {string} list its id
 * @param {number} round another one makes other ids, where the server knows these as deleted
 * @returns {{mutations: object[], added: number, known: number, ids: Set<string>}} `known`: that are there
 */
export function importOf({ items, sections }, copy, list, round = 0) {
  const mutations = [];
  const places = sectionsFor(sections, copy, list, mutations);
  const groups = new Map();
  const restored = [];
  const seen = new Map();
  const ids = new Set();
  let known = 0;
  for (const item of items) {
    const tried = idsFor(item, list, round, seen);
    const id = tried[round];
    if (tried.some((each) => copy.items.has(each)) || ids.has(id)) {
      known += 1;
      continue;
    }
    ids.add(id);
    if (copy.trash.has(id)) {
      restored.push(id);
      continue;
    }
    const section = item.section === null ? LOOSE : places.get(item.section) ?? LOOSE;
    const { title, isDone, fields } = item;
    const group = groups.get(section) ?? [];
    group.push(fields ? { id, title, isDone, fields } : { id, title, isDone });
    groups.set(section, group);
  }
  if (restored.length) mutations.push({ op: 'restore', ids: restored });
  for (const [section, group] of groups) {
    mutations.push({ op: 'insert', items: group, destination: { section } });
  }
  // A file whose items are all there needs no sections either.
  if (!ids.size && items.length) mutations.length = 0;
  return { mutations, added: ids.size, known, ids };
}

/** Sections by title: those of the list, and new ones. */
function sectionsFor(sections, copy, list, mutations) {
  const places = new Map();
  for (const { id, title } of sections) {
    if (places.has(title)) continue;
    const there = copy.sections.find((each) => each.id === id?.toLowerCase() || each.title === title);
    if (there) {
      places.set(title, there.id);
      continue;
    }
    const own = UUID.test(id ?? '') ? id.toLowerCase() : derived(`${list}\nsection\n${title}`);
    places.set(title, own);
    if (copy.sectionById.has(own)) continue;
    const short = [...title].slice(0, SECTION_TITLE_MAX).join('').trim();
    mutations.push({ op: 'insertSection', section: { id: own, title: short } });
  }
  return places;
}

/**
 * Its ids by round: its own, where an export gives one; else one of its content, and of how many like it came
 * before.
 */
function idsFor(item, list, round, seen) {
  const { section, title, fields = {} } = item;
  const content = JSON.stringify([item.id, section, title, Object.entries(fields).sort()]);
  const count = seen.get(content) ?? 0;
  seen.set(content, count + 1);
  const made = (at) => derived(`${list}\nitem\n${content}\n${count}\n${at}`);
  const isOwn = UUID.test(item.id ?? '');
  return Array.from({ length: round + 1 }, (_, at) => (at || !isOwn ? made(at) : item.id.toLowerCase()));
}

/** A UUID of version 8 (RFC 9562, 5.8) from a text: the same text, the same UUID. */
export function derived(text) {
  const words = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    for (let word = 0; word < 4; word += 1) {
      const mixed = Math.imul(words[word] ^ (unit + word * 0x1f), 0x01000193 + 2 * word);
      words[word] = (mixed ^ (mixed >>> 13) ^ (words[(word + 1) & 3] >>> 7)) >>> 0;
    }
  }
  const hex = words.map((word) => finished(word).toString(16).padStart(8, '0')).join('');
  const variant = (8 + (parseInt(hex[16], 16) & 3)).toString(16);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, variant + hex.slice(17, 20), hex.slice(20)].join('-');
}

function finished(word) {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

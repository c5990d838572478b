/** Text with what was searched for marked in it. */

import { el } from '../dom.js';
import { rangesOf } from '../model/search.js';

/** @param {string} text @param {string} words folded words, separated by spaces */
export function marked(text, words) {
  const nodes = [];
  let at = 0;
  for (const [start, end] of rangesOf(text, words.split(' '))) {
    nodes.push(text.slice(at, start), el('mark', { text: text.slice(start, end) }));
    at = end;
  }
  nodes.push(text.slice(at));
  return nodes.filter((node) => node !== '');
}

const BEFORE = 24;
const LENGTH = 160;

/** The part of a text around what was found. */
export function excerptOf(text, words) {
  const line = text.replace(/\s+/gu, ' ').trim();
  const [first] = rangesOf(line, words.split(' '));
  const start = Math.max(0, (first?.[0] ?? 0) - BEFORE);
  const from = start === 0 ? 0 : line.indexOf(' ', start) + 1 || start;
  return (from > 0 ? '…' : '') + line.slice(from, from + LENGTH);
}

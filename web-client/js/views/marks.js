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

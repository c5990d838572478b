/** Putting elements in order without ever taking out the one that has the focus. */

import { isTyping } from '../dom.js';

/**
 * Makes `sequence` the order of a container's elements. All but the focused one are moved: a node that is
 * inserted anew loses the focus, and what an input method is composing in it.
 * @param {HTMLElement} container
 * @param {HTMLElement[]} sequence
 */
export function arrange(container, sequence) {
  if (!sequence.length) return;
  const active = document.activeElement;
  const pivot = Math.max(0, sequence.findIndex((each) => each.contains(active)));
  if (sequence[pivot].parentNode !== container) container.append(sequence[pivot]);
  for (let index = pivot - 1; index >= 0; index -= 1) {
    if (sequence[index].nextSibling === sequence[index + 1]) continue;
    container.insertBefore(sequence[index], sequence[index + 1]);
  }
  for (let index = pivot + 1; index < sequence.length; index += 1) {
    if (sequence[index - 1].nextSibling !== sequence[index]) sequence[index - 1].after(sequence[index]);
  }
}

/**
 * The row that gets the focus where the one that has it is about to go: the next that stays, or the last.
 * @param {Element} container
 * @param {string} id of the row that has it
 * @param {Set<string>} wanted the rows that stay
 */
export function heirOf(container, id, wanted) {
  // What is typed just now must not become commands to another row.
  if (isTyping(document.activeElement)) return null;
  /** @type {NodeListOf<HTMLElement>} */
  const rows = container.querySelectorAll('[data-item-id]');
  const all = [...rows];
  const at = all.findIndex((each) => each.dataset.itemId === id);
  const stays = (each) => wanted.has(each.dataset.itemId);
  return all.slice(at).find(stays) ?? all.slice(0, at).reverse().find(stays) ?? null;
}

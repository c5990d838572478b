/** Which items of a section are shown where there is room for so many only. */

/**
 * What is open comes before what is done, and of what is done the newest; they stay in the list's order.
 * @param {{id: string, isDone: boolean, updatedAt: number}[]} items
 * @param {number} most
 * @returns {{ids: string[], rest: number}} `rest`: open items that are not shown
 */
export function chosenFor(items, most) {
  if (items.length <= most) return { ids: items.map(({ id }) => id), rest: 0 };
  const open = items.filter(({ isDone }) => !isDone);
  const chosen = new Set(open.slice(0, most).map(({ id }) => id));
  const done = items.filter(({ isDone }) => isDone).sort((a, b) => b.updatedAt - a.updatedAt);
  for (const { id } of done.slice(0, most - chosen.size)) chosen.add(id);
  const ids = items.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  return { ids, rest: Math.max(0, open.length - most) };
}

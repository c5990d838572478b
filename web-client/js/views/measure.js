/** What the window onto a list's rows measures by. */

/** Wider than that, columns would leave no room for each other. */
const SCALE_MAX = 1.75;

/** Heads stay at the top while their rows go by: what is below does not keep its place by them. */
export function isStuck(element) {
  return element.classList.contains('section-head');
}

/** The rows of a window with those that stay wherever it is, in order. */
export function withPinned(rows, ids, find) {
  if (!ids) return rows;
  const missing = ids.filter((id) => !rows.some((row) => row.id === id)).map(find).filter(Boolean);
  return missing.length ? [...rows, ...missing].sort((a, b) => a.index - b.index) : rows;
}

/** A size of the style sheet that is told in rem, in pixels. */
export function sizeOf(name) {
  const style = getComputedStyle(document.documentElement);
  return parseFloat(style.getPropertyValue(name)) * parseFloat(style.fontSize);
}

/** By how much text is larger than it usually is: what holds text grows with it. */
export function textScale() {
  return Math.min(SCALE_MAX, parseFloat(getComputedStyle(document.documentElement).fontSize) / 16);
}

/** Ids by the group that each is in. What is in none is left out. */
export function grouped(ids, groupOf) {
  const groups = new Map();
  for (const id of ids) {
    const group = groupOf(id);
    if (group) groups.set(group, [...groups.get(group) ?? [], id]);
  }
  return groups;
}

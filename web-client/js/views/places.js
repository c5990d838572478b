/** Where what is dropped on the list would go, by the rows that are shown: what is hidden keeps its order. */

/**
 * Where items dropped at a height of the viewport would go. `line` is where that is in the container; without
 * one, a folded section takes it.
 * @param {import('./window.js').ListWindow} window
 * @param {string[]} ids what would go there
 * @returns {null | {section: string, before: string | null, line?: number, isHead?: boolean}}
 */
export function placeAt(window, clientY, ids) {
  const { layout, sections } = window;
  const y = clientY - window.container.getBoundingClientRect().top;
  const part = partAt(window, y);
  if (!part) return null;
  const { spacer, extent } = sections.get(part.id);
  if (layout.isFolded(part)) return { section: part.id, before: null, isHead: true };
  const top = spacer.offsetTop;
  if (!extent.count) return { section: part.id, before: part.order.first, line: top, isHead: true };
  const [row] = layout.rows(part, Math.min(Math.max(0, y - top), extent.height - 1), extent.height);
  if (layout.sinks) {
    const isLow = ids.length > 0 && ids.every((id) => layout.sinks(id));
    if (layout.sinks(row.id) !== isLow) return besideLine(layout, part, isLow, top);
  }
  if (y - top < row.top + row.height / 2) {
    return { section: part.id, before: row.id, line: top + row.top };
  }
  const shown = layout.neighbour(part, row.id, 1);
  const next = shown && layout.areTogether(row.id, shown) ? shown : part.order.next(row.id);
  return { section: part.id, before: next, line: top + row.top + row.height };
}

/** Where done rows stand below the others, each stays on its side of the line between. */
function besideLine(layout, part, isLow, top) {
  const beside = layout.edgeOf(part, isLow, isLow ? 1 : -1);
  const line = top + layout.highHeight(part);
  if (isLow) return { section: part.id, before: beside, line };
  return { section: part.id, before: beside ? part.order.next(beside) : part.order.first, line };
}

/** The section that is shown at a height of the container, or null. */
export function partAt({ copy, sections, layout }, y) {
  let part = null;
  for (const each of copy.parts) {
    const view = sections.get(each.id);
    if (view.head?.hidden || (!view.head && !view.extent.count && layout.filter)) continue;
    if (part && view.spacer.offsetTop - (view.head?.offsetHeight ?? 0) > y) break;
    part = each;
  }
  return part;
}

/** Before which section one dropped at a height of the viewport would go, null for the end. */
export function sectionPlaceAt({ container, copy, sections }, clientY) {
  const y = clientY - container.getBoundingClientRect().top;
  for (const { id } of copy.sections) {
    const { spacer, head, extent } = sections.get(id);
    const top = spacer.offsetTop - head.offsetHeight;
    if (y < top + (head.offsetHeight + extent.height) / 2) return { before: id, line: top };
  }
  return { before: null, line: container.offsetHeight };
}

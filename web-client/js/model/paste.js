/** Several lines of text become several items. */

export const TITLE_SCALARS_MAX = 2_000;

const MARKER = /^(?:[-*+•◦▪–]|\d{1,4}[.)])\s+/u;
const BOX = /^(?:\[( |x|X|)\]|([☐☑☒✓✔]))\s*/u;

/**
 * What a person typed or pasted, as a title: control characters become spaces, white space at the ends goes.
 * @param {string} text
 */
export function titleFrom(text) {
  return text.replace(/\p{Cc}+/gu, ' ').replace(/[\ud800-\udfff]/gu, '').trim();
}

/**
 * The items in a text, one a line. Bullets, numbers and check boxes are understood, empty lines are none.
 * A line longer than a title may be becomes several items: nothing that was pasted is lost.
 * @param {string} text
 * @returns {{title: string, isDone: boolean}[]}
 */
export function itemsFrom(text) {
  const items = [];
  for (const line of text.split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/u)) {
    const rest = line.trim().replace(MARKER, '');
    const box = BOX.exec(rest);
    const isDone = box !== null && /[xX☑☒✓✔]/u.test(box[0]);
    const scalars = [...titleFrom(box ? rest.slice(box[0].length) : rest)];
    for (let start = 0; start < scalars.length; start += TITLE_SCALARS_MAX) {
      const title = scalars.slice(start, start + TITLE_SCALARS_MAX).join('').trim();
      if (title) items.push({ title, isDone });
    }
  }
  return items;
}

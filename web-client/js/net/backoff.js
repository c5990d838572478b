/** How long to wait before the next attempt: doubling, bounded, and never the same for all. */

const FIRST_MS = 250;
export const WAIT_MS_MAX = 15_000;

/**
 * @param {number} failures attempts that failed in a row, from 1
 * @param {() => number} random a number from 0 up to 1
 * @returns {number} milliseconds
 */
export function waitFor(failures, random = Math.random) {
  const full = Math.min(WAIT_MS_MAX, FIRST_MS * 2 ** Math.min(failures - 1, 10));
  return Math.round(full * (0.5 + random() / 2));
}

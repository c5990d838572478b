/** Sums of numeric fields, section by section. What did not change is not added up again. */

import { kindOf, KNOWN, sumOf } from './fields.js';

export class Sums {
  constructor() {
    /** What was summed of a chunk, by what the layout found in it. */
    this.cache = new WeakMap();
  }

  /**
   * The sums of those of the fields that have any number among the shown items.
   * @param {string[]} fields
   * @returns {Map<string, number>} by the field
   */
  all(part, fields, layout, copy) {
    const sums = new Map();
    for (const field of fields) {
      const sum = this.of(part, field, layout, copy);
      if (sum !== null) sums.set(field, sum);
    }
    return sums;
  }

  /**
   * The sum of the shown items' numbers in a field, or null where none has one.
   * @param {import('./copy.js').Section} part
   * @param {string} field
   * @param {{chunk: (chunk: object) => {ids: string[]}}} layout
   * @param {import('./copy.js').ListCopy} copy
   */
  of(part, field, layout, copy) {
    const sums = [];
    for (const chunk of part.order.chunks) {
      const entry = layout.chunk(chunk);
      let known = this.cache.get(entry);
      if (!known) {
        known = new Map();
        this.cache.set(entry, known);
      }
      if (!known.has(field)) {
        const values = entry.ids.map((id) => copy.items.get(id).fields?.[field])
          .filter((each) => typeof each === 'number');
        known.set(field, values.length ? sumOf(values) : null);
      }
      if (known.get(field) !== null) sums.push(known.get(field));
    }
    return sums.length ? sumOf(sums) : null;
  }
}

/**
 * The own fields that are for numbers, in the order of their names. A quantity is summed in the table alone:
 * two loaves and three eggs make no five.
 * @param {Map<string, import('./fields.js').Use>} uses
 */
export function ownNumbers(uses) {
  const isOwn = (name) => !KNOWN.includes(name) && kindOf(name, uses.get(name)) === 'number';
  return [...uses.keys()].filter(isOwn).sort((a, b) => a.localeCompare(b));
}

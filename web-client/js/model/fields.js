/**
 * Own fields of items: which there are, and of which kind. The kind is in the values, so that it is one for
 * everyone: a field whose values are all numbers is one for numbers. Whoever chooses another kind converts
 * the values. Only what values can't tell (a field that has none yet, choices that do not recur) is kept
 * by each device.
 *
 * @typedef {'text' | 'number' | 'yesno' | 'date' | 'choice' | 'link'} Kind
 * @typedef {{count: number, number: number, yesno: number, date: number, link: number, short: number,
 *   values: Map<unknown, number>}} Use `count` items have the field; of their values so many are numbers, …
 */

/** In the order in which they are shown. */
export const KNOWN = ['quantity', 'due', 'assignee', 'url', 'image', 'note'];
export const KINDS = ['text', 'number', 'yesno', 'date', 'choice', 'link'];
const KNOWN_KINDS = { due: 'date', assignee: 'choice', url: 'link', image: 'link', note: 'text' };

/** A text is a choice where it is short, and few texts recur. */
const CHOICE_SCALARS_MAX = 40;
const CHOICES_MAX = 24;
const CHOICE_COUNT_MIN = 4;

const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const NUMBER = /^[+-]?\d{1,15}([.,]\d{1,10})?$/;

/** What the items of a list have in their fields. What did not change is not counted again. */
export class FieldUse {
  constructor() {
    this.cache = new WeakMap();
    this.last = { key: null, uses: new Map() };
  }

  /** @returns {Map<string, Use>} by the field's name */
  of(copy) {
    const chunks = copy.parts.flatMap((part) => part.order.chunks);
    const key = chunks.map(({ stamp }) => stamp).join();
    if (key === this.last.key) return this.last.uses;
    const uses = new Map();
    for (const chunk of chunks) {
      for (const [name, use] of this.#count(chunk, copy)) add(uses, name, use);
    }
    this.last = { key, uses };
    return uses;
  }

  #count(chunk, copy) {
    const known = this.cache.get(chunk);
    if (known?.stamp === chunk.stamp) return known.uses;
    const uses = new Map();
    for (const id of chunk.ids) {
      const { fields } = copy.items.get(id);
      for (const name in fields) add(uses, name, useOf(fields[name]));
    }
    this.cache.set(chunk, { stamp: chunk.stamp, uses });
    return uses;
  }
}

/**
 * The kind that the values of a field tell.
 * @param {Use | undefined} use
 * @returns {Kind}
 */
export function kindOf(name, use) {
  if (KNOWN_KINDS[name]) return KNOWN_KINDS[name];
  if (!use) return 'text';
  for (const kind of /** @type {const} */ (['number', 'yesno', 'date', 'link'])) {
    if (use[kind] === use.count) return kind;
  }
  const recurs = use.count >= CHOICE_COUNT_MIN && use.count >= 2 * use.values.size;
  return use.short === use.count && use.values.size < CHOICES_MAX && recurs ? 'choice' : 'text';
}

/**
 * What a person typed or pasted, as a value of a kind: null where it is empty. What is not of that kind stays
 * the text that it is: nothing that was typed is lost.
 * @param {string} text
 * @param {Kind} kind
 * @param {{yes?: string, no?: string}} words as the reader's language has them
 * @returns {string | number | boolean | null}
 */
export function valueFrom(text, kind, { yes = 'yes', no = 'no' } = {}) {
  const bare = kind === 'text' ? text.replace(/\r\n?/g, '\n') : text.trim();
  if (bare.trim() === '') return null;
  switch (kind) {
    case 'number':
      return NUMBER.test(bare) ? Number(bare.replace(',', '.')) : bare;
    case 'yesno': {
      const word = bare.toLowerCase();
      if (['true', 'yes', 'x', '1', '✓', yes.toLowerCase()].includes(word)) return true;
      return ['false', 'no', '0', no.toLowerCase()].includes(word) ? false : bare;
    }
    case 'link':
      return /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(bare) ? `https://${bare}` : bare;
    default:
      return bare;
  }
}

/**
 * What was typed for a field, as its value. Figures in a field for anything are numbers: where all are, it
 * becomes one for numbers.
 */
export function fieldValue(name, kind, text, words) {
  const isFree = kind === 'text' && name !== 'note';
  const isFigure = /^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/.test(text.trim());
  return valueFrom(text, isFree && isFigure ? 'number' : kind, words);
}

/**
 * A value as one of another kind.
 * @param {string | number | boolean} value
 * @param {Kind} kind
 */
export function converted(value, kind, words) {
  if (kind === 'number' && typeof value === 'boolean') return Number(value);
  if (kind === 'number' || kind === 'yesno') return valueFrom(String(value), kind, words);
  return typeof value === 'string' ? valueFrom(value, kind) : String(value);
}

/** The items that have a field, with their values. */
function* valuesOf(copy, name) {
  for (const id of copy.ids()) {
    const value = copy.items.get(id).fields?.[name];
    if (value !== undefined) yield [id, value];
  }
}

/** Mutations that call a field otherwise, in every item. */
export function renamed(copy, from, to) {
  return [...valuesOf(copy, from)]
    .map(([id, value]) => ({ op: 'edit', id, fields: { [from]: null, [to]: value } }));
}

/** Mutations that make the values of a field those of a kind, where they can be. */
export function retyped(copy, name, kind, words) {
  const mutations = [];
  for (const [id, value] of valuesOf(copy, name)) {
    const other = converted(value, kind, words);
    if (other !== null && other !== value) mutations.push({ op: 'edit', id, fields: { [name]: other } });
  }
  return mutations;
}

/** Mutations that take a field from every item. */
export function removed(copy, name) {
  return [...valuesOf(copy, name)].map(([id]) => ({ op: 'edit', id, fields: { [name]: null } }));
}

/** The sum of numbers without the dust of binary fractions. */
export function sumOf(numbers) {
  const sum = numbers.reduce((total, each) => total + each, 0);
  return Number(sum.toPrecision(15));
}

function useOf(value) {
  const isText = typeof value === 'string';
  const isShort = isText && value.length <= CHOICE_SCALARS_MAX && !value.includes('\n');
  return {
    count: 1,
    number: Number(typeof value === 'number'),
    yesno: Number(typeof value === 'boolean'),
    date: Number(isText && DATE.test(value)),
    link: Number(isText && /^(https?:\/\/|mailto:)\S+$/.test(value)),
    short: Number(isShort),
    values: new Map(isShort ? [[value, 1]] : []),
  };
}

function add(uses, name, { values, ...counts }) {
  let use = uses.get(name);
  if (!use) {
    use = { count: 0, number: 0, yesno: 0, date: 0, link: 0, short: 0, values: new Map() };
    uses.set(name, use);
  }
  for (const kind in counts) use[kind] += counts[kind];
  for (const [value, count] of values) {
    const known = use.values.get(value);
    if (known !== undefined || use.values.size < CHOICES_MAX) use.values.set(value, (known ?? 0) + count);
  }
}

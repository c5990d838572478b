/**
 * What a file or a text holds, as sections and items: a JSON export of this program, a table of values
 * between separators, a Markdown checklist, or lines.
 *
 * @typedef {{title: string, isDone: boolean, section: string | null, fields?: Record<string, any>,
 *   id?: string}} Found `section`: the title of its section
 * @typedef {{kind: string, items: Found[], sections: {id?: string, title: string}[],
 *   rows?: string[][]}} Content `rows`: of a table, which still needs its columns named
 */

import { itemsFrom, titleFrom } from './paste.js';
import { cellsFrom } from './tsv.js';

const SEPARATORS = [',', ';', '\t'];
/** What the heads of columns are called elsewhere, by what they are here. */
const ALIASES = {
  title: 'title name item task titel título nome tarefa العنوان タイトル 項目',
  done: 'done completed complete checked isdone status feito concluído تم 完了',
  section: 'section category group aisle list secção categoria قسم セクション',
  note: 'note notes description comment nota notas ملاحظة メモ',
  quantity: 'quantity qty amount count quantidade الكمية 数量',
  due: 'due deadline duedate prazo الموعد 期限',
  assignee: 'assignee owner who assignedto responsável المسؤول 担当',
  url: 'url link ligação الرابط リンク',
  image: 'image picture photo imagem صورة 画像',
};
const TRUE = new Set(['true', 'yes', 'x', '1', 'done', 'completed', '✓', 'sim', 'feito', 'نعم', 'はい']);

/**
 * @param {string} text
 * @param {string} name of the file it came from, empty where there is none
 * @returns {Content}
 */
export function readText(text, name = '') {
  const bare = text.replace(/^\ufeff/, '');
  const json = /^\s*\{/.test(bare) ? fromJson(bare) : null;
  if (json) return json;
  const rows = tableFrom(bare, name);
  if (rows) return { kind: 'table', items: [], sections: [], rows };
  return fromLines(bare);
}

/** A JSON export: of the protocol's shape, in display order. */
function fromJson(text) {
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(data?.items)) return null;
  const sections = (Array.isArray(data.sections) ? data.sections : [])
    .filter((each) => typeof each?.title === 'string' && titleFrom(each.title))
    .map(({ id, title }) => ({ id, title: titleFrom(title) }));
  const titles = new Map(sections.map(({ id, title }) => [id, title]));
  const items = data.items.filter((each) => typeof each?.title === 'string' && titleFrom(each.title))
    .map(({ id, title, isDone, section, fields }) => ({
      id,
      title: titleFrom(title),
      isDone: isDone === true,
      section: titles.get(section) ?? null,
      ...fieldsFrom(fields),
    }));
  return { kind: 'json', items, sections };
}

function fieldsFrom(fields) {
  const entries = Object.entries(fields ?? {})
    .filter(([name, value]) => name && ['string', 'number', 'boolean'].includes(typeof value));
  return entries.length ? { fields: Object.fromEntries(entries) } : {};
}

/** Rows of cells, where a text is a table: by its file's name, or because its first row names a title. */
function tableFrom(text, name) {
  const first = text.slice(0, text.search(/[\r\n]|$/));
  const counts = SEPARATORS.map((each) => cellsFrom(first, each)[0].length);
  const separator = /\.tsv$/i.test(name) ? '\t' : SEPARATORS[counts.indexOf(Math.max(...counts))];
  const isNamed = /\.(csv|tsv)$/i.test(name);
  if (!isNamed && (Math.max(...counts) < 2 || !guess(cellsFrom(first, separator)[0]).includes('title'))) {
    return null;
  }
  const rows = cellsFrom(text, separator).filter((row) => row.some((each) => each.trim() !== ''));
  return rows.length ? rows : null;
}

/** What the columns of a table are, by their heads; null for one that is not known. */
export function guess(heads) {
  const found = heads.map((head) => {
    const bare = head.trim().toLowerCase().replace(/[\s_-]+/g, '');
    return Object.keys(ALIASES).find((each) => ALIASES[each].split(' ').includes(bare)) ?? null;
  });
  return found.map((each, at) => (found.indexOf(each) === at ? each : null));
}

/**
 * The items of a table.
 * @param {string[][]} rows
 * @param {(string | null)[]} columns what each is: `title`, `done`, `section`, a field's name, or nothing
 * @returns {Content}
 */
export function fromTable(rows, columns) {
  const sections = [];
  const converters = columns.map((_, at) => converterFor(rows.map((row) => row[at] ?? '')));
  const items = [];
  for (const row of rows) {
    const item = { title: '', isDone: false, section: null };
    const fields = {};
    columns.forEach((name, at) => {
      const text = unguarded(row[at] ?? '').trim();
      if (!name || text === '') return;
      if (name === 'title') item.title = titleFrom(text);
      else if (name === 'done') item.isDone = TRUE.has(text.toLowerCase());
      else if (name === 'section') item.section = titleFrom(text) || null;
      else fields[name] = name === 'note' || name === 'due' ? text : converters[at](text);
    });
    if (!item.title) continue;
    if (item.section && !sections.some(({ title }) => title === item.section)) {
      sections.push({ title: item.section });
    }
    items.push(Object.keys(fields).length ? { ...item, fields } : item);
  }
  return { kind: 'table', items, sections };
}

/** A column of figures is numbers, one of true and false is that, everything else is text. */
function converterFor(texts) {
  const filled = texts.map((each) => each.trim()).filter(Boolean);
  if (filled.length && filled.every((each) => /^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/.test(each))) return Number;
  if (filled.length && filled.every((each) => /^(true|false)$/i.test(each))) {
    return (text) => text.toLowerCase() === 'true';
  }
  return (text) => text;
}

/** An apostrophe that keeps a spreadsheet from taking text for a formula is no part of the text. */
function unguarded(text) {
  return /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text;
}

/**
 * Lines: headings begin sections, every other line is an item. Where items have boxes, indented lines are
 * notes of the item above, and a line without a box, after an empty one, names a section.
 * @returns {Content}
 */
function fromLines(text) {
  const sections = [];
  const items = [];
  let section = null;
  const hasBoxes = /^\s*(?:[-*+]\s+)?\[[ xX]\]/m.test(text);
  const begin = (title) => {
    section = titleFrom(title) || null;
    if (section && !sections.some((each) => each.title === section)) sections.push({ title: section });
  };
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/u);
  lines.forEach((line, at) => {
    const heading = /^(#{1,6})\s+(.*?)\s*#*\s*$/.exec(line);
    if (heading) {
      // The first heading of the highest kind is the list's own title.
      if (heading[1] !== '#' || items.length) begin(heading[2]);
      return;
    }
    const isItem = /^\s*(?:[-*+•]|\d{1,4}[.)])\s|^\s*\[[ xX]\]|^\s*[☐☑☒✓✔]/u.test(line);
    const last = items[items.length - 1];
    if (hasBoxes && !isItem && line.trim()) {
      if (/^(\s{4}|\t)/.test(line) && last) {
        const note = last.fields?.note ? `${last.fields.note}\n${line.trim()}` : line.trim();
        last.fields = { ...last.fields, note };
        return;
      }
      if (!items.length && at === 0) return;
      if (!lines[at - 1]?.trim()) {
        begin(line);
        return;
      }
    }
    items.push(...itemsFrom(line).map((item) => ({ ...item, section })));
  });
  return { kind: 'lines', items, sections };
}

/** Blocks of cells as spreadsheets put them on the clipboard: with tabs, quoted where a cell needs it. */

/** @param {string[][]} rows */
export function toTsv(rows) {
  return rows.map((row) => row.map(quoted).join('\t')).join('\n');
}

/** @param {string} text @returns {string[][]} */
export function fromTsv(text) {
  return cellsFrom(text, '\t');
}

function quoted(text) {
  return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Cells between separators, in lines (RFC 4180). A quote that does not begin a cell is a character like
 * others; one that never ends takes the rest. A line break at the end begins no row.
 * @param {string} text
 * @param {string} separator
 * @returns {string[][]}
 */
export function cellsFrom(text, separator) {
  const rows = [];
  let row = [];
  let at = 0;
  while (at <= text.length) {
    let cell = '';
    if (text[at] === '"') {
      const end = closing(text, at + 1);
      cell = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
    }
    const from = at;
    while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1;
    row.push(cell + text.slice(from, at));
    if (text[at] === separator) {
      at += 1;
      continue;
    }
    rows.push(row);
    row = [];
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1;
    if (at >= text.length) break;
  }
  return rows;
}

function closing(text, from) {
  let at = text.indexOf('"', from);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at < 0 ? text.length : at;
}

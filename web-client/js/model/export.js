/** The list in the forms that other programs read. */

const KNOWN = ['quantity', 'due', 'assignee', 'url', 'image', 'note'];

/** For the eye: boxes to tick, sections by name, notes below their items. */
export function toText(copy) {
  const lines = [copy.title];
  for (const part of copy.parts) {
    if (part !== copy.loose) lines.push('', part.title);
    else if (part.order.size) lines.push('');
    for (const id of part.order) {
      const { isDone, title, fields = {} } = copy.items.get(id);
      const facts = KNOWN.filter((name) => name !== 'note' && fields[name] !== undefined);
      const about = facts.length ? ` (${facts.map((name) => fields[name]).join(', ')})` : '';
      lines.push(`[${isDone ? 'x' : ' '}] ${title}${about}`);
      const note = fields.note === undefined ? [] : String(fields.note).split('\n');
      lines.push(...note.map((each) => `    ${each}`));
    }
  }
  return `${lines.join('\n')}\n`;
}

/**
 * Comma-separated values (RFC 4180), one row an item, one column a field. What others typed must not become
 * a formula in a spreadsheet: text that begins like one gets an apostrophe in front.
 */
export function toCsv(copy) {
  const own = new Set();
  for (const { fields = {} } of copy.items.values()) for (const name of Object.keys(fields)) own.add(name);
  const columns = [...KNOWN, ...[...own].filter((name) => !KNOWN.includes(name)).sort()];
  const rows = [['section', 'title', 'done', ...columns]];
  for (const part of copy.parts) {
    for (const id of part.order) {
      const { isDone, title, fields = {} } = copy.items.get(id);
      rows.push([part.title, title, isDone, ...columns.map((name) => fields[name])]);
    }
  }
  // The mark in front tells spreadsheets that this is UTF-8.
  return `\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** Everything, in the shape of the protocol. */
export function toJson(copy) {
  return `${JSON.stringify(copy.toWire(), null, 2)}\n`;
}

/** A name that every file system takes. */
export function fileName(title, ending) {
  const bare = title.replace(/[\p{Cc}<>:"/\\|?* ]+/gu, ' ').replace(/^[\s.]+|[\s.]+$/g, '');
  return `${[...bare].slice(0, 80).join('') || 'list'}.${ending}`;
}

function cell(value) {
  if (value === undefined) return '';
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

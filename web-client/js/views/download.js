/** The list as a file, in one of four forms. */

import { el } from '../dom.js';
import { fileName, toCsv, toJson, toText } from '../model/export.js';
import { toMarkdown } from '../model/markdown.js';
import { t } from '../strings.js';
import { openMenu } from './menu.js';

const FORMS = [
  {
    label: 'Markdown',
    ending: 'md',
    type: 'text/markdown',
    write: (copy) => `# ${copy.title}\n\n${toMarkdown(copy)}`,
  },
  { label: 'CSV', ending: 'csv', type: 'text/csv', write: toCsv },
  { label: 'JSON', ending: 'json', type: 'application/json', write: toJson },
  { label: null, ending: 'txt', type: 'text/plain', write: toText },
];

/** @param {Element} anchor @param {import('./listscreen.js').ListScreen} screen */
export function openExport(anchor, screen) {
  openMenu(
    anchor,
    t('export.head'),
    FORMS.map((form) => ({
      label: form.label ?? t('export.text'),
      icon: 'download',
      keys: `.${form.ending}`,
      run: () => save(screen.copy, form),
    })),
  );
}

function save(copy, { ending, type, write }) {
  const address = URL.createObjectURL(new Blob([write(copy)], { type: `${type};charset=utf-8` }));
  el('a', { href: address, download: fileName(copy.title, ending) }).click();
  // The browser has taken the content by the time it has begun to save it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

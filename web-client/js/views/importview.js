/**
 * Bringing in a file or a text: what was understood is shown before anything happens, the columns of a table
 * are named, and the whole is one change with one undo.
 */

import { el, icon, setText } from '../dom.js';
import { importOf } from '../model/importing.js';
import { KNOWN } from '../model/fields.js';
import { fromTable, guess, readText } from '../model/reading.js';
import { t } from '../strings.js';
import { show } from './dialog.js';
import { viewWords } from './looks.js';

const SAMPLE = 5;
const COLUMNS = ['title', 'done', 'section', ...KNOWN];
/** A file is read up to this size, in bytes. */
const FILE_MAX = 32 * 1_024 * 1_024;
/** How often an import is tried with other ids, where the server knows some as deleted. */
const ROUNDS_MAX = 3;

/**
 * @param {import('./listscreen.js').ListScreen} screen
 * @param {{file?: File, text?: string}} source nothing: the dialog asks for it
 */
export async function openImport(screen, { file, text = '' } = {}) {
  await viewWords();
  const dialog = new ImportDialog(screen);
  if (file) await dialog.takeFile(file);
  else if (text) dialog.take(text, '');
  const isWanted = await dialog.ask();
  if (isWanted && dialog.content) run(screen, dialog.content);
}

class ImportDialog {
  constructor(screen) {
    this.screen = screen;
    this.content = null;
    this.rows = null;
    this.paste = el('textarea', {
      class: 'field import-text',
      rows: '6',
      dir: 'auto',
      'aria-label': t('import.text'),
      placeholder: t('import.text'),
      on: { input: () => this.take(this.paste.value, '') },
    });
    this.picker = el('input', {
      type: 'file',
      class: 'sr-only',
      'aria-label': t('import.file'),
      accept: '.md,.markdown,.txt,.csv,.tsv,.json,text/*,application/json',
      tabindex: '-1',
      on: { change: () => this.takeFile(this.picker.files[0]) },
    });
    const choose = el('button', {
      class: 'button',
      type: 'button',
      on: { click: () => this.picker.click() },
    }, icon('download'), t('import.file'));
    this.source = el('div', { class: 'import-source' }, this.paste, choose, this.picker);
    this.heads = el('label', { class: 'import-heads', hidden: true });
    this.hasHeads = el('input', { type: 'checkbox', checked: true, on: { change: () => this.#named() } });
    this.heads.append(this.hasHeads, t('import.heads'));
    this.columns = el('div', { class: 'import-columns', role: 'group', 'aria-label': t('import.columns') });
    this.preview = el('ul', { class: 'import-preview' });
    this.summary = el('p', { class: 'import-summary', role: 'status' });
  }

  /** @returns {Promise<boolean>} whether it is to be done */
  async ask() {
    const content = [this.source, this.heads, this.columns, this.summary, this.preview];
    const label = { label: t('import.do'), classes: 'button-primary' };
    return await show(t('import.head'), content, label, () => 'yes') !== null;
  }

  async takeFile(file) {
    if (!file) return;
    if (file.size > FILE_MAX) {
      setText(this.summary, t('import.tooLarge'));
      return;
    }
    this.take(await file.text(), file.name);
    this.source.hidden = true;
  }

  /** @param {string} text @param {string} name of its file */
  take(text, name) {
    const read = readText(text, name);
    this.rows = read.rows ?? null;
    this.content = this.rows ? null : read;
    this.heads.hidden = !this.rows;
    this.columns.replaceChildren();
    if (this.rows) {
      this.hasHeads.checked = guess(this.rows[0]).some((each) => each !== null);
      this.#named();
    } else {
      if (text) this.source.hidden = name !== '';
      this.#show();
    }
  }

  /** The columns of a table, each with a choice of what it is. */
  #named() {
    const [first] = this.rows;
    const width = Math.max(...this.rows.slice(0, 100).map((row) => row.length));
    const guessed = this.hasHeads.checked ? guess(first) : [];
    const all = Array.from({ length: width }, (_, at) => at);
    // Something must be the title: the first column that is nothing else, where none says so.
    if (!guessed.includes('title')) guessed[all.find((at) => !guessed[at]) ?? 0] = 'title';
    this.choices = all.map((at) => {
      const head = this.hasHeads.checked ? (first[at] ?? '').trim() : '';
      const own = head || t('import.column', { n: at + 1 });
      const option = (value, text) =>
        el('option', { value, text, selected: (guessed[at] ?? `.${own}`) === value });
      const select = el(
        'select',
        { class: 'field', id: `import-column-${at}`, on: { change: () => this.#mapped() } },
        option('', t('import.skip')),
        COLUMNS.map((each) => option(each, t(KNOWN.includes(each) ? `field.${each}` : `column.${each}`))),
        option(`.${own}`, t('import.own', { t: own })),
      );
      const sample = (this.rows[this.hasHeads.checked ? 1 : 0]?.[at] ?? '').slice(0, 40);
      const label = el('label', { for: select.id }, el('b', { dir: 'auto', text: own }), ' ');
      label.append(el('span', { dir: 'auto', text: sample }));
      return { label, select };
    });
    this.columns.replaceChildren(...this.choices.flatMap(({ label, select }) => [label, select]));
    this.#mapped();
  }

  #mapped() {
    const names = this.choices.map(({ select: { value } }) =>
      value.startsWith('.') ? value.slice(1) : value || null
    );
    this.content = fromTable(this.hasHeads.checked ? this.rows.slice(1) : this.rows, names);
    this.#show();
  }

  #show() {
    const { items } = this.content;
    const { added, known } = importOf(this.content, this.screen.copy, this.screen.store.list);
    const words = [t('import.count', { n: added })];
    if (known) words.push(t('import.known', { n: known }));
    setText(this.summary, words.join(' · '));
    this.preview.replaceChildren(...items.slice(0, SAMPLE).map(({ title, isDone, section, fields = {} }) =>
      el(
        'li',
        {},
        icon(isDone ? 'check' : 'list', 'icon-sm'),
        el('span', { dir: 'auto', text: title }),
        el('span', {
          class: 'import-facts',
          dir: 'auto',
          text: [section, ...Object.values(fields)].filter((each) => each !== null).join(' · '),
        }),
      )
    ));
  }
}

/** Performs it, and tells how far the server is, where that takes a while. */
function run(screen, content, round = 0) {
  const { store } = screen;
  const { mutations, added, known, ids } = importOf(content, screen.copy, store.list, round);
  if (!mutations.length || !screen.doing.act(() => screen.actions.perform(mutations, 'import'))) {
    screen.toasts.show(known ? t('import.nothing') : t('import.none'));
    return;
  }
  const progress = new Progress(screen, store.pendingCount);
  const words = t('toast.addedMany', { n: added });
  screen.doing.offerUndo(words);
  let isRefused = false;
  const unsubscribe = store.subscribe((events) => {
    for (const event of events) {
      const isOurs = event.entry?.mutations.some((each) => each.items?.some(({ id }) => ids.has(id)));
      if (event.kind === 'rejected' && event.code === 'id-exists' && isOurs) isRefused = true;
    }
    progress.update();
    if (store.pendingCount) return;
    unsubscribe();
    progress.end();
    // Some were deleted before this page came: they get ids of their own.
    if (isRefused && round < ROUNDS_MAX) run(screen, content, round + 1);
    else if (progress.wasShown) screen.doing.offerUndo(words);
  });
}

class Progress {
  constructor(screen, of) {
    this.store = screen.store;
    this.of = of;
    this.wasShown = of > 1;
    this.bar = el('progress', { max: of, value: '0', 'aria-label': t('import.progress') });
    this.element = el('p', { class: 'import-progress' }, t('import.progress'), this.bar);
    if (this.wasShown) screen.notices.line.after(this.element);
  }

  update() {
    this.bar.value = Math.max(0, this.of - this.store.pendingCount);
  }

  end() {
    this.element.remove();
  }
}

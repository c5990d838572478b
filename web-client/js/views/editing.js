/** At most one title is edited at a time. What happens to its item meanwhile is told, and loses no text. */

import { el } from '../dom.js';
import { draftOf, keepDraft } from '../keep/device.js';
import { t } from '../strings.js';
import { button, chooseVersion, decide } from './deciding.js';
import { Editor } from './editor.js';

export class Editing {
  /** @param {import('./listscreen.js').ListScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /** @type {Editor | null} */
    this.editor = null;
  }

  /** Opens the editor of an item with its newest title, with the caret where the title was clicked. */
  begin(id, event) {
    const { screen } = this;
    if (!screen.store.mayChange) return;
    if (this.editor?.id === id) return;
    this.editor?.save();
    screen.window.pinned.add(id);
    screen.filter.setEdited(id);
    screen.window.tabStop = id;
    if (!screen.window.row(id)) screen.window.reveal(id);
    screen.window.scrolled();
    const row = screen.window.row(id);
    const item = screen.copy.items.get(id);
    if (!row || !item) return;
    const caret = event ? caretAt(row.title, event) : item.title.length;
    this.editor = new Editor(row, item.title, {
      save: (title) => screen.actions.edit(id, { title }),
      ended: ({ refocus }) => this.#ended(id, refocus),
      grew: () => screen.window.remeasure(id),
      clashed: (mine, remote) => this.#clashed(id, mine, remote),
      typed: (text) => keepDraft(screen.store.list, id, text),
    });
    const draft = draftOf(screen.store.list, id);
    if (draft !== null) this.editor.field.value = draft;
    this.editor.focus(draft === null ? caret : draft.length);
    screen.app.tellPresence({ editing: id });
  }

  /** Takes in what others changed, as it concerns the edited item. */
  heard(changes) {
    const { editor } = this;
    if (!editor) return;
    for (const { mutations, by } of changes) {
      for (const fact of mutations) {
        if (fact.op === 'edit' && fact.id === editor.id && fact.title) editor.heard(fact.title, by.name);
        if (fact.op === 'delete' && fact.ids.includes(editor.id)) this.#lost(by.name);
      }
    }
  }

  stop() {
    this.editor?.save();
  }

  #ended(id, refocus) {
    const { screen } = this;
    this.editor = null;
    keepDraft(screen.store.list, id, null);
    screen.window.pinned.delete(id);
    screen.filter.setEdited(null);
    screen.app.tellPresence({ editing: null });
    screen.render();
    if (refocus) screen.window.focusRow(id);
  }

  /** The item was deleted under the editor: the text is kept, and offered with a restore. */
  #lost(name) {
    const { editor, screen } = this;
    const { id } = editor;
    const text = editor.field.value;
    const isChanged = editor.isChanged && text.trim() !== '';
    editor.cancel();
    if (!isChanged) {
      screen.toasts.show(t('remote.deleted', { p: name }));
      return;
    }
    const words = { head: t('remote.deleted', { p: name }), help: t('remote.deletedHelp'), sign: 'restore' };
    decide(screen, words, (close) => [
      el('p', { class: 'quote', dir: 'auto', text }),
      el(
        'div',
        { class: 'actions' },
        button('button-primary', t('remote.restore'), () => {
          close();
          screen.actions.restoreWith(id, text.trim());
          screen.window.focusRow(id);
        }),
        button('', t('remote.copy'), () => navigator.clipboard?.writeText(text)),
        button('button-danger', t('remote.discard'), close),
      ),
    ]);
  }

  /** Two typed at the same title: mine is saved, theirs is kept until one is chosen. */
  #clashed(id, mine, { title, name }) {
    const { screen } = this;
    chooseVersion(screen, {
      head: t('both.head', { p: name }),
      name,
      mine,
      theirs: title,
      take: () => screen.actions.edit(id, { title }),
      merge: () => {
        keepDraft(screen.store.list, id, `${mine} / ${title}`);
        this.begin(id);
      },
    });
  }
}

/** The place in the text under a pointer, or the end. */
function caretAt(title, { clientX, clientY }) {
  const length = title.textContent.length;
  const position = document.caretPositionFromPoint?.(clientX, clientY);
  const range = position ? null : document.caretRangeFromPoint?.(clientX, clientY);
  const node = position?.offsetNode ?? range?.startContainer;
  if (!node || !title.contains(node)) return length;
  let offset = position?.offset ?? range.startOffset;
  const walker = document.createTreeWalker(title, NodeFilter.SHOW_TEXT);
  for (let each = walker.nextNode(); each && each !== node; each = walker.nextNode()) {
    offset += each.textContent.length;
  }
  return Math.min(offset, length);
}

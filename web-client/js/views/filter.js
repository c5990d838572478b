/** Which rows are shown: those that match a query, or those that are not done. A view, never a change. */

import { fold, wordsOf } from '../model/search.js';

/** A row that is ticked while done ones are hidden stays for so long, so that the tick is seen. */
const KEPT_MS = 1_500;

export class Filter {
  /**
   * @param {import('./layout.js').Layout} layout
   * @param {() => import('../model/copy.js').ListCopy} copy
   * @param {(how?: {isMove: boolean}) => void} changed `isMove`: rows go to another place
   */
  constructor(layout, copy, changed) {
    this.layout = layout;
    this.copy = copy;
    this.changed = changed;
    this.query = '';
    this.words = [];
    this.hidesDone = false;
    /** Beside the words: `state` is open or done, `section` an id, `assignee` a name; null: any. */
    this.criteria = { state: null, section: null, assignee: null };
    /** Whether those that are done stand below the others of their section, in the list. */
    this.sinksDone = false;
    /** What was just ticked, and whether it was done before. @type {Map<string, boolean>} */
    this.kept = new Map();
    /** The item that is edited is shown, whatever it has become. */
    this.edited = null;
    /** Whether it was done as its editor opened: it stays where it is. */
    this.wasDone = false;
    /** What is searched in of an item, folded once. */
    this.texts = new WeakMap();
  }

  get isSearching() {
    return this.words.length > 0 || this.isFiltering;
  }

  get isFiltering() {
    return Object.values(this.criteria).some((each) => each !== null);
  }

  setCriteria(criteria) {
    this.criteria = { ...this.criteria, ...criteria };
    this.#apply();
  }

  setQuery(query) {
    this.query = query;
    this.words = wordsOf(query);
    this.#apply();
  }

  setHidesDone(hidesDone) {
    this.hidesDone = hidesDone;
    this.#apply();
  }

  setSinksDone(sinksDone) {
    this.sinksDone = sinksDone;
    this.fitSinks();
    this.changed();
  }

  /** Tells the layout which rows stand below, if it is one that lets them. */
  fitSinks() {
    this.layout.setSinks(this.sinksDone ? (id) => this.#sinks(id) : null);
  }

  /** A row that is about to be ticked is shown a little longer, where it is. */
  keep(id) {
    if (!this.hidesDone && !this.criteria.state && !this.sinksDone || this.kept.has(id)) return;
    this.kept.set(id, this.copy().items.get(id).isDone);
    setTimeout(() => {
      this.kept.delete(id);
      this.copy().places.get(id)?.touch();
      this.changed({ isMove: this.sinksDone });
    }, KEPT_MS);
  }

  setEdited(id) {
    for (const each of [this.edited, id]) this.copy().places.get(each)?.touch();
    this.edited = id;
    this.wasDone = this.copy().items.get(id)?.isDone ?? false;
  }

  /** The first field that holds a word which the title lacks, as `[name, text]`, or null. */
  excerpt(item) {
    const title = fold(item.title);
    const missing = this.words.find((word) => !title.includes(word));
    if (!missing) return null;
    return Object.entries(item.fields ?? {}).find(([, value]) => fold(String(value)).includes(missing)) ??
      null;
  }

  #apply() {
    const { isSearching, hidesDone } = this;
    this.layout.ignoresFolds = isSearching;
    if (isSearching) this.layout.setFilter((id) => id === this.edited || this.#matches(id));
    else if (hidesDone) this.layout.setFilter((id) => this.#isOpen(id));
    else this.layout.setFilter(null);
    this.changed();
  }

  #sinks(id) {
    if (id === this.edited) return this.wasDone;
    return this.kept.get(id) ?? this.copy().items.get(id).isDone;
  }

  #isOpen(id) {
    return !this.copy().items.get(id).isDone || this.kept.has(id) || id === this.edited;
  }

  #matches(id) {
    const item = this.copy().items.get(id);
    const { state, section, assignee } = this.criteria;
    if (state && item.isDone !== (state === 'done') && !this.kept.has(id)) return false;
    if (section && this.copy().sectionOf(id).id !== section) return false;
    if (assignee && String(item.fields?.assignee ?? '') !== assignee) return false;
    if (!this.words.length) return true;
    let text = this.texts.get(item);
    if (text === undefined) {
      text = fold([item.title, ...Object.values(item.fields ?? {})].join('\n'));
      this.texts.set(item, text);
    }
    return this.words.every((word) => text.includes(word));
  }
}

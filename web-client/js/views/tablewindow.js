/**
 * The list as a table: the window onto its rows, with columns, another order where the reader sorts, and one
 * active cell. The rows scroll sideways in a box of their own, and the heads of the columns with them.
 */

import { el, setAttribute } from '../dom.js';
import { keepTable, tableOf } from '../keep/device.js';
import { columnsOf, isShown, sortFrom, sortText, widthOf } from '../model/columns.js';
import { locale, t } from '../strings.js';
import { CellRange } from './cellrange.js';
import { columnName } from './cellvalue.js';
import { TableBar } from './tablebar.js';
import { Cells } from './tablecells.js';
import { TableHead } from './tablehead.js';
import { sizeOf, textScale } from './measure.js';
import { onTableKey } from './tablekeys.js';
import { TableLayout } from './tablelayout.js';
import { TableRow } from './tablerow.js';
import { TableSection } from './tablesection.js';
import { ListWindow } from './window.js';

const collator = new Intl.Collator(locale, { numeric: true });
const NARROW = '(max-width: 40em)';
/** The second line of a row on a narrow screen. */
const SECOND_LINE = '--leading-second';

export class TableWindow extends ListWindow {
  /** @param {import('./listscreen.js').ListScreen} screen */
  constructor(screen) {
    const body = el('div', { class: 'table-body', role: 'presentation' });
    super(body, screen.window.means);
    this.screen = screen;
    this.choice = tableOf(screen.store.list);
    this.sortKeys = sortFrom(new URL(location.href).searchParams.get('sort'));
    /** All columns there are, and those that are shown. */
    this.allColumns = [];
    this.columns = [];
    this.activeColumn = 'title';
    this.range = new CellRange(this);
    this.cells = new Cells(this);
    this.renders = 0;
    this.isNarrow = false;
    this.headRows = 1;
    this.bar = new TableBar(this);
    this.head = new TableHead(this);
    this.scroller = el('div', { class: 'table-scroll', role: 'presentation' }, body);
    screen.grid.classList.add('table');
    screen.grid.append(this.head.element, this.scroller);
    screen.grid.before(this.bar.element);
    this.#listen();
  }

  leave() {
    this.cells.stop();
    this.head.drag.cancel();
    this.stopListening.abort();
    this.bar.element.remove();
    for (const name of ['aria-colcount', 'aria-multiselectable']) this.screen.grid.removeAttribute(name);
    const { style } = this.screen.grid;
    for (const name of ['columns', 'width', 'row', 'first']) style.removeProperty(`--table-${name}`);
  }

  makeLayout() {
    return new TableLayout(() => this.copy);
  }

  makeRow(id) {
    return new TableRow(id, this);
  }

  /** @returns {any} the row, where it is in the window */
  row(id) {
    return super.row(id);
  }

  makeSection(part) {
    return new TableSection(part, this.means.does, this);
  }

  get parts() {
    return this.layout.parts;
  }

  partOf(id) {
    return this.layout.partOf(id);
  }

  get summed() {
    return this.columns.filter(({ kind }) => kind === 'number').map(({ field }) => field);
  }

  /** Beside its columns a wide table scrolls; on a narrow screen rows are as in the list. */
  get takesSwipes() {
    return this.isNarrow;
  }

  shownIds() {
    return this.parts.flatMap((part) => this.layout.shownIn(part));
  }

  /** Another one where other rows may be shown. */
  get shownStamp() {
    return this.renders;
  }

  get isSorted() {
    return this.layout.keys.length > 0;
  }

  /** Why rows can't be moved. */
  get whySorted() {
    const names = this.layout.keys.map(({ column }) => columnName(column));
    return t('table.sortedBy', { column: names.join(', ') });
  }

  render(how) {
    this.renders += 1;
    // Before the row of an item that is gone goes, and takes what is typed in it along.
    this.cells.update();
    this.#fitColumns();
    this.head.update();
    this.bar.update();
    super.render(how);
  }

  fitWidth() {
    // On paper, too, the other values stand in a second line.
    this.isNarrow = this.isWhole || matchMedia(NARROW).matches;
    const width = this.container.clientWidth;
    const rowHeight = sizeOf('--row') + (this.isNarrow ? sizeOf(SECOND_LINE) : 0);
    if (width === this.width && rowHeight === this.layout.rowHeight) return;
    this.width = width;
    this.layout.reset(rowHeight);
    this.screen.grid.style.setProperty('--table-row', `${rowHeight}px`);
    for (const id of this.rows.keys()) this.row(id).layoutOf = null;
  }

  clear() {
    const { bottom } = super.clear();
    return { top: sizeOf('--bar') + this.head.element.offsetHeight, bottom };
  }

  showDrag({ y, grip, target }, lifted, line) {
    lifted.style.transform = `translateY(${y - grip}px)`;
    const box = this.scroller.getBoundingClientRect();
    line.style.transform = `translateY(${this.container.getBoundingClientRect().top + target?.line}px)`;
    line.style.left = `${box.left}px`;
    line.style.width = `${box.width}px`;
  }

  /** The title is edited over its cell, which keeps its height. */
  remeasure() {}

  focusRow(id) {
    this.focusCell(id, this.activeColumn);
  }

  /** Makes a cell the active one, brings it into view and focuses it. */
  focusCell(id, column) {
    this.tabStop = id;
    this.activeColumn = this.columns.some((each) => each.id === column) ? column : 'title';
    this.reveal(id);
    this.scrolled();
    const cell = this.row(id)?.cell(this.activeColumn);
    if (!cell) return;
    if (!cell.contains(document.activeElement)) cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** Goes from the active cell so many rows and columns on, and no further than there are any. */
  step(down, along) {
    const names = this.columns.map(({ id }) => id);
    const at = names.indexOf(this.activeColumn);
    const column = names[Math.max(0, Math.min(names.length - 1, at + along))];
    this.focusCell(down ? this.#stepped(down) : this.tabStop, column);
  }

  isFirst(id) {
    return this.#stepped(-1) === id;
  }

  #stepped(down) {
    const { layout } = this;
    if (Math.abs(down) === 1) {
      const part = this.partOf(this.tabStop);
      const next = layout.neighbour(part, this.tabStop, down);
      if (next) return next;
    }
    const ids = this.shownIds();
    const index = ids.indexOf(this.tabStop) + down;
    return ids[Math.max(0, Math.min(ids.length - 1, index))] ?? this.tabStop;
  }

  // ---- Columns ----

  column(id) {
    return this.allColumns.find((each) => each.id === id);
  }

  /** Keeps another choice of how the table looks. */
  choose(change) {
    this.choice = { ...this.choice, ...change };
    keepTable(this.screen.store.list, this.choice);
    this.screen.render({ anchor: false });
  }

  showColumn(id, isWanted) {
    this.choose({ shown: { ...this.choice.shown, [id]: isWanted } });
  }

  /** @param {number} width in pixels, at the size that text has here */
  setWidth(id, width) {
    this.choose({ widths: { ...this.choice.widths, [id]: Math.round(width / textScale()) } });
  }

  widthOf(column) {
    return Math.round(widthOf(column, this.choice) * textScale());
  }

  /** @param {{id: string, isDown: boolean}[]} keys an empty one: the list's own order comes back */
  sort(keys) {
    this.sortKeys = keys;
    const url = new URL(location.href);
    if (keys.length) url.searchParams.set('sort', sortText(keys));
    else url.searchParams.delete('sort');
    history.replaceState(history.state, '', url);
    this.range.end();
    this.screen.render({ anchor: false });
    this.screen.toasts.announce(keys.length ? this.whySorted : t('table.unsorted'));
  }

  #fitColumns() {
    const { choice, layout, screen } = this;
    this.allColumns = columnsOf(this.uses.of(this.copy), choice);
    const shown = this.allColumns.filter((each) => isShown(each, this.#choiceNow()));
    const names = (columns) => columns.map(({ id, kind }) => `${kind} ${id}`).join('\n');
    const isOther = names(shown) !== names(this.columns);
    if (isOther) this.columns = shown;
    const keys = this.sortKeys.map(({ id, isDown }) => ({ column: this.column(id), isDown }))
      .filter(({ column }) => column);
    const stamp = JSON.stringify(keys);
    if (stamp !== this.sortStamp) {
      this.sortStamp = stamp;
      layout.sortBy(keys, collator.compare);
    }
    layout.isFlat = this.#choiceNow().isFlat;
    const widths = this.columns.map((each) => this.widthOf(each));
    const [first, ...others] = widths.map((each) => `${each}px`);
    const template = [`calc(var(--pad) + ${first})`, ...others].join(' ');
    if (template !== this.template) {
      this.template = template;
      screen.grid.style.setProperty('--table-columns', template);
      screen.grid.style.setProperty('--table-first', `${first}`);
      screen.grid.style.setProperty('--table-width', `${widths.reduce((sum, each) => sum + each, 0)}px`);
    }
    screen.grid.classList.toggle('rows-sorted', this.isSorted);
    setAttribute(screen.grid, 'aria-colcount', this.columns.length + 1);
    setAttribute(screen.grid, 'aria-multiselectable', 'true');
  }

  /** Whoever sorts by section wants no groups of their own. */
  #choiceNow() {
    const isFlat = this.choice.isFlat === true || this.sortKeys.some(({ id }) => id === 'section');
    return { ...this.choice, isFlat };
  }

  #listen() {
    const { grid } = this.screen;
    this.stopListening = new AbortController();
    const { signal } = this.stopListening;
    const sync = (from, to) => {
      if (Math.abs(to.scrollLeft - from.scrollLeft) > 0.5) to.scrollLeft = from.scrollLeft;
    };
    this.scroller.addEventListener('scroll', () => sync(this.scroller, this.head.element), { signal });
    this.head.element.addEventListener('scroll', () => sync(this.head.element, this.scroller), { signal });
    grid.addEventListener('keydown', (event) => onTableKey(event, this), { capture: true, signal });
    this.container.addEventListener('focusin', (event) => {
      const column = event.target.closest('[data-column]')?.dataset.column;
      if (column) this.activeColumn = column;
    }, { signal });
    this.cells.listen(grid, signal);
  }
}

/**
 * One row of the list: a row of the grid pattern (WAI-ARIA APG, Grid; the row itself takes the focus).
 * It is bound to an item's id for its whole life. Nothing in it is touched that has not changed.
 */

import { el, icon, iconButton, setAttribute, setText } from '../dom.js';
import { t } from '../strings.js';
import { factsOf, fieldName } from './facts.js';
import { excerptOf, marked } from './marks.js';

let lastTitleId = 0;

export class Row {
  constructor(id) {
    this.id = id;
    this.item = null;
    this.about = null;
    this.height = null;
    this.top = null;
    /** True while the title's cell belongs to an editor. */
    this.isEditing = false;
    this.needsMeasuring = true;
    /** Whether it stood below those that are open when it was placed. */
    this.isLow = false;
    const titleId = `t${++lastTitleId}`;
    this.handle = iconButton('grip', '', { tabindex: '-1', data: { does: 'drag' } }, 'icon-sm');
    this.check = el('input', {
      type: 'checkbox',
      'aria-labelledby': titleId,
      tabindex: '-1',
      data: { does: 'check' },
    });
    this.title = el('span', { class: 'title', id: titleId, dir: 'auto', data: { does: 'edit' } });
    this.more = iconButton('more', '', { 'aria-haspopup': 'menu', tabindex: '-1', data: { does: 'menu' } });
    this.titleCell = el('div', { class: 'cell-title', role: 'gridcell' }, this.title);
    this.metaCell = el('div', { class: 'cell-meta', role: 'gridcell' });
    this.element = el(
      'div',
      { class: 'row', role: 'row', tabindex: '-1', data: { itemId: id } },
      el('div', { class: 'cell-handle', role: 'gridcell' }, this.handle),
      el(
        'div',
        { class: 'cell-check', role: 'gridcell' },
        el('label', { class: 'check' }, this.check, icon('check')),
      ),
      this.titleCell,
      this.metaCell,
      el('div', { class: 'cell-more', role: 'gridcell' }, this.more),
    );
  }

  /**
   * @param {import('../model/copy.js').Item} item
   * @param {{section: string | null, isReadOnly: boolean, isSelected: boolean, isWaiting: boolean,
   *   isSelecting: boolean,
   *   isLeaving: boolean, isOpen: boolean, isTabStop: boolean, words: string,
   *   excerpt: null | [string, unknown], hasPictures: boolean,
   *   index: number,
   *   person: null | {name: string, what: string, hue: number, isHere: boolean}}} about
   */
  update(item, about) {
    const before = this.about;
    const isSame = this.item === item && before;
    if (!isSame || before.words !== about.words) this.#updateTitle(item, about);
    const isOther = ['person', 'isWaiting', 'hasPictures'].some((name) => before?.[name] !== about[name]);
    if (!isSame || isOther) {
      this.showFacts(item, about);
      this.needsMeasuring = true;
    }
    const { element } = this;
    const isChecked = about.isSelecting ? about.isSelected : item.isDone;
    if (this.check.checked !== isChecked) this.check.checked = isChecked;
    this.check.disabled = about.isReadOnly && !about.isSelecting;
    if (about.isSelecting !== (before?.isSelecting ?? false)) {
      this.check.parentElement.classList.toggle('select', about.isSelecting);
      this.check.dataset.does = about.isSelecting ? 'select' : 'check';
      // A narrow row makes room for its handle: the title may need another line.
      this.needsMeasuring = true;
    }
    element.classList.toggle('is-leaving', about.isLeaving);
    element.classList.toggle('is-open', about.isOpen);
    element.classList.toggle('is-done', item.isDone);
    element.classList.toggle('is-selected', about.isSelected);
    if (before?.person !== about.person) this.#updatePerson(before?.person, about.person);
    if (about.isSelecting || before?.isSelecting) {
      setAttribute(element, 'aria-selected', String(about.isSelected));
    }
    setAttribute(element, 'data-section-id', about.section);
    setAttribute(element, 'aria-rowindex', about.index);
    const stop = about.isTabStop ? '0' : '-1';
    if (element.getAttribute('tabindex') !== stop) {
      for (const each of [element, this.handle, this.check, this.more]) each.setAttribute('tabindex', stop);
    }
    this.item = item;
    this.about = about;
  }

  showFacts(item, about) {
    this.metaCell.replaceChildren(...factsOf(item, about));
  }

  /** @param {number} top @param {number} [_left] for those that stand beside others */
  moveTo(top, _left) {
    if (top === this.top) return;
    this.top = top;
    this.element.style.transform = `translateY(${top}px)`;
  }

  #updateTitle(item, { words, excerpt }) {
    this.excerpt?.remove();
    this.excerpt = excerpt ? el('p', { class: 'excerpt', dir: 'auto' }) : null;
    if (excerpt) {
      const [name, value] = excerpt;
      this.excerpt.append(`${fieldName(name)}: `, ...marked(excerptOf(String(value), words), words));
      this.titleCell.append(this.excerpt);
    }
    if (this.item?.title !== item.title) {
      setAttribute(this.handle, 'aria-label', t('row.reorder', { t: item.title }));
      setAttribute(this.more, 'aria-label', t('row.actions', { t: item.title }));
    }
    if (words) this.title.replaceChildren(...marked(item.title, words));
    else setText(this.title, item.title);
    if (!words && this.title.firstElementChild) this.title.textContent = item.title;
    this.needsMeasuring = true;
  }

  #updatePerson(before, person) {
    const { classList } = this.element;
    if (before) classList.remove(`person-${before.hue}`, 'is-theirs', 'is-fresh');
    if (person) classList.add(`person-${person.hue}`, person.isHere ? 'is-theirs' : 'is-fresh');
  }
}

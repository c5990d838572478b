/** The head of a section and the row that takes new items for it. */

import { el, fillRing, icon, iconButton, ring, setAttribute, setText } from '../dom.js';
import { LOOSE } from '../model/copy.js';
import { t } from '../strings.js';
import { addField } from './add.js';

/** A row of the grid that names the rows after it; its button folds them. */
export class SectionView {
  /** @param {import('../model/copy.js').Section} part @param {object} does what its controls do */
  constructor(part, does) {
    this.id = part.id;
    this.spacer = el('div', { class: 'section-body', role: 'presentation' });
    this.field = addField({ section: part.id, submit: does.add });
    this.add = el(
      'div',
      { class: 'row row-add', role: 'row' },
      el('div', { class: 'cell-handle', role: 'gridcell' }),
      el(
        'div',
        { class: 'cell-check', role: 'gridcell' },
        el('span', { class: 'check' }, el('span', { class: 'plus' }, icon('plus'))),
      ),
      el('div', { class: 'cell-title', role: 'gridcell' }, this.field),
    );
    this.add.addEventListener('click', () => this.field.focus());
    this.head = part.id === LOOSE ? null : this.#makeHead();
  }

  /** The elements that stand in the flow; the rows lie over the spacer. */
  get parts() {
    return this.head ? [this.head, this.spacer, this.add] : [this.spacer, this.add];
  }

  /** @param {{isFolded: boolean, found: string | null, canAdd: boolean, hasName: boolean}} about */
  update(part, { isFolded, found, canAdd }) {
    const label = this.head ? t('add.itemTo', { s: part.title }) : t('add.item');
    setAttribute(this.field, 'aria-label', label);
    this.add.hidden = !canAdd || isFolded;
    if (!this.head) return;
    setText(this.name, part.title);
    setAttribute(this.fold, 'aria-expanded', String(!isFolded));
    setAttribute(this.more, 'aria-label', t('section.actions', { s: part.title }));
    this.ring.style.display = found === null ? '' : 'none';
    fillRing(this.ring, part.done, part.order.size);
    setText(this.tally, found ?? t('section.tally', { done: part.done, n: part.order.size }));
  }

  #makeHead() {
    this.name = el('bdi');
    this.ring = ring();
    this.tally = el('span');
    this.fold = el(
      'button',
      { type: 'button', 'aria-expanded': 'true', data: { does: 'fold' } },
      el('h2', {}, this.name),
      el('span', { class: 'chevron' }, icon('chevron-down', 'icon-sm')),
    );
    this.more = iconButton('more', '', { 'aria-haspopup': 'menu', data: { does: 'section-menu' } });
    return el(
      'div',
      { class: 'section-head', role: 'row', data: { sectionId: this.id } },
      el(
        'div',
        { class: 'section-name', role: 'gridcell' },
        this.fold,
        el('span', { class: 'tally' }, this.ring, this.tally),
      ),
      el('div', { role: 'gridcell' }, this.more),
    );
  }
}

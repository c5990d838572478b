/** The head of a section and the row that takes new items for it. */

import { el, fillRing, icon, iconButton, isComposing, ring, setAttribute, setText } from '../dom.js';
import { LOOSE } from '../model/copy.js';
import { figure, t } from '../strings.js';
import { addField } from './add.js';
import { fieldName } from './facts.js';

const TITLE_CHARACTERS_MAX = 200;

/** A row of the grid that names the rows after it; its button folds them. */
export class SectionView {
  /** @param {import('../model/copy.js').Section} part @param {object} does what its controls do */
  constructor(part, does) {
    this.id = part.id;
    /** @type {{count: number, height: number}} set by the window that shows it */
    this.extent = { count: 0, height: 0 };
    this.does = does;
    this.sumLabel = el('div', { class: 'sum-label', role: 'gridcell' });
    this.sums = el('div', { class: 'row-sums', role: 'row', hidden: true }, this.sumLabel);
    this.spacer = el('div', { class: 'section-body', role: 'presentation' });
    this.hidden = el('span');
    this.quiet = el(
      'div',
      { class: 'row-quiet', role: 'row', hidden: true },
      el('div', { role: 'gridcell' }, this.hidden, ' ', quietButton(does.showDone)),
    );
    this.field = addField({ section: part.id, submit: does.add });
    does.suggest(this.field);
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
    return [this.head, this.spacer, ...this.after].filter(Boolean);
  }

  /** What follows the rows. */
  get after() {
    return [this.sums, this.quiet, this.add];
  }

  /** How many rows of the grid these elements are, beside the items. */
  get ownRows() {
    return [this.head, ...this.after].filter((each) => each && !each.hidden).length;
  }

  /**
   * @param {import('../model/copy.js').Section} part
   * @param {{isFolded: boolean, found: string | null, isShown: boolean, hiddenCount: number,
   *   canAdd: boolean, sums: Map<string, number>}} about `sums`: of numeric fields, by their names
   */
  update(part, about) {
    const { isFolded, found, isShown, hiddenCount, canAdd, sums } = about;
    const label = this.head ? t('add.itemTo', { s: part.title }) : t('add.item');
    setAttribute(this.field, 'aria-label', label);
    this.add.hidden = !canAdd || isFolded;
    this.quiet.hidden = hiddenCount === 0;
    if (hiddenCount) setText(this.hidden, t('section.hidden', { n: hiddenCount }));
    this.sums.hidden = sums.size === 0;
    if (sums.size) this.showSums(sums);
    if (!this.head) return;
    this.head.hidden = !isShown;
    setText(this.name, part.title);
    setAttribute(this.fold, 'aria-expanded', String(!isFolded));
    setAttribute(this.more, 'aria-label', t('section.actions', { s: part.title }));
    this.ring.style.display = found === null ? '' : 'none';
    fillRing(this.ring, part.done, part.order.size);
    setText(this.tally, found ?? t('section.tally', { done: part.done, n: part.order.size }));
  }

  showSums(sums) {
    const words = [...sums].map(([name, sum]) => `${fieldName(name)} ${figure(sum)}`);
    setText(this.sumLabel, `${t('section.sum')}: ${words.join(' · ')}`);
  }

  /** The name becomes a field. */
  rename() {
    const field = titleField(this.name.textContent, (title) => {
      field.replaceWith(this.fold);
      if (title !== null) this.does.renameSection(this.id, title);
      this.fold.focus({ preventScroll: true });
    });
    this.fold.replaceWith(field);
    field.focus();
    field.select();
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

/**
 * A field for the title of a section. Enter and leaving it keep what was typed, Escape does not.
 * @param {string} title
 * @param {(title: string | null) => void} done null where nothing is to be kept
 */
export function titleField(title, done) {
  const field = el('input', {
    class: 'section-field',
    type: 'text',
    'aria-label': t('section.title'),
    placeholder: t('section.title'),
    dir: 'auto',
    maxlength: TITLE_CHARACTERS_MAX,
    autocomplete: 'off',
    enterkeyhint: 'done',
  });
  field.value = title;
  let isOver = false;
  const end = (isKept) => {
    if (isOver) return;
    isOver = true;
    const text = field.value.trim();
    done(isKept && text && text !== title ? text : null);
  };
  field.addEventListener('keydown', (event) => {
    if (isComposing(event) || !['Enter', 'Escape'].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    end(event.key === 'Enter');
  });
  field.addEventListener('blur', () => end(true));
  return field;
}

function quietButton(run) {
  return el('button', {
    class: 'button button-plain',
    type: 'button',
    text: t('section.show'),
    on: { click: run },
  });
}

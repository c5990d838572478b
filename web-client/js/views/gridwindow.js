/**
 * The list as tiles, in as many columns as the width takes. What is dragged goes where the bar stands: beside
 * a tile, on either side of it, in whichever direction the language is read.
 */

import { el, icon } from '../dom.js';
import { t } from '../strings.js';
import { GridLayout } from './gridlayout.js';
import { onGridKey } from './gridkeys.js';
import { sizeOf } from './measure.js';
import { partAt } from './places.js';
import { Tile } from './tile.js';
import { ListWindow } from './window.js';

const NARROW = '(max-width: 40em)';

export class GridWindow extends ListWindow {
  constructor(container, means, screen) {
    super(container, means);
    this.screen = screen;
    this.hasPictures = false;
    /** What the tiles were laid out by. */
    this.sizes = '';
    this.allow = el(
      'p',
      { class: 'tiles-bar', hidden: true },
      el('button', {
        class: 'button',
        type: 'button',
        on: { click: () => this.#allow() },
      }, icon('image'), t('pictures.allow')),
      el('span', { text: t('grid.pictures') }),
    );
    this.layout.adds = (part) =>
      !matchMedia(NARROW).matches && means.section(part, { count: 0 }).canAdd;
    container.classList.add('tiles');
    container.before(this.allow);
    this.stopListening = new AbortController();
    const { signal } = this.stopListening;
    container.addEventListener('keydown', (event) => onGridKey(event, this), { capture: true, signal });
  }

  leave() {
    this.stopListening.abort();
    this.allow.remove();
  }

  makeLayout() {
    return new GridLayout();
  }

  makeRow(id) {
    return new Tile(id, this);
  }

  get takesSwipes() {
    return false;
  }

  render(how) {
    this.hasPictures = this.uses.of(this.copy).has('image');
    this.allow.hidden = !this.hasPictures || this.screen.pictures;
    super.render(how);
    this.#placeAdds();
  }

  /** The field for new items is the last tile. On a narrow screen there is one for all, below. */
  #placeAdds() {
    const isRtl = document.documentElement.dir === 'rtl';
    for (const { spacer, extent, add } of this.sections.values()) {
      const { top, left } = this.layout.placeOf(extent.count);
      add.style.transform = `translate(${isRtl ? -left : left}px, ${spacer.offsetTop + top}px)`;
    }
  }

  fitWidth() {
    const width = this.container.clientWidth;
    const gap = sizeOf('--tile-gap');
    // Two stand side by side on a phone, but not where text is so large that titles would be lost.
    const least = (width - gap) / 2 < sizeOf('--tile-least') ? 1 : 2;
    const columns = Math.max(least, Math.floor((width + gap) / (sizeOf('--tile-min') + gap)));
    const tileWidth = (width - gap * (columns - 1)) / columns;
    const picture = this.hasPictures ? Math.round(tileWidth * 0.75) : 0;
    const tileHeight = picture + sizeOf('--tile-body');
    const isRtl = document.documentElement.dir === 'rtl';
    const sizes = JSON.stringify([width, columns, tileHeight, isRtl]);
    if (sizes === this.sizes) return;
    this.sizes = sizes;
    this.width = width;
    this.layout.resize({ columns, tileWidth, tileHeight, gap });
    // Of the whole document: what is dragged lies outside of the list.
    const { style } = document.documentElement;
    style.setProperty('--tile-width', `${tileWidth}px`);
    style.setProperty('--tile-height', `${tileHeight}px`);
    style.setProperty('--tile-picture', `${picture}px`);
  }

  /** A title that is edited may be longer than its tile: it lies over what is below. */
  remeasure() {}

  /**
   * Beside which tile something dropped at a point of the viewport would stand, by the tiles that are shown.
   * `bar` is where that is in the container; `line` alone where a section has no tile.
   */
  placeAt(clientY, clientX) {
    const box = this.container.getBoundingClientRect();
    const y = clientY - box.top;
    const part = partAt(this, y);
    if (!part) return null;
    const { layout } = this;
    const { spacer, extent } = this.sections.get(part.id);
    if (layout.isFolded(part)) return { section: part.id, before: null, isHead: true };
    const top = spacer.offsetTop;
    if (!extent.count) return { section: part.id, before: part.order.first, line: top, isHead: true };
    const isRtl = document.documentElement.dir === 'rtl';
    const along = isRtl ? box.right - clientX : clientX - box.left;
    const { columns, tileWidth, pitch, gap } = layout;
    const lastRow = Math.floor((extent.count - 1) / columns);
    const row = Math.min(lastRow, Math.max(0, Math.floor((y - top - gap / 2) / pitch)));
    const steps = Math.max(0, Math.min(columns, Math.round(along / (tileWidth + gap))));
    // Beside a last row that is not full stands its end.
    const index = Math.min(row * columns + steps, extent.count);
    const before = layout.idAt(part, index);
    const last = layout.idAt(part, extent.count - 1);
    const left = (index - row * columns) * (tileWidth + gap) - gap / 2;
    return {
      section: part.id,
      before: before ?? part.order.next(last),
      line: top + gap + row * pitch,
      bar: isRtl ? box.width - left : left,
    };
  }

  showDrag({ x, y, grip, side, target }, lifted, line) {
    lifted.style.left = '0px';
    lifted.style.transform = `translate(${x - side}px, ${y - grip}px)`;
    const box = this.container.getBoundingClientRect();
    const isUpright = target?.bar !== undefined;
    line.classList.toggle('is-upright', isUpright);
    line.style.left = `${box.left}px`;
    line.style.width = isUpright ? '0px' : `${box.width}px`;
    line.style.height = isUpright ? `${this.layout.tileHeight}px` : '';
    line.style.transform = `translate(${target?.bar ?? 0}px, ${box.top + target?.line}px)`;
  }

  /** The button that was pressed goes: the focus stays nearby. */
  #allow() {
    this.screen.setPictures(true);
    const [first] = this.shownIds();
    if (first) this.focusRow(this.tabStop ?? first);
  }
}

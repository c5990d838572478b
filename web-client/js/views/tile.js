/** An item of the grid view: what a row has, below a picture. It is a row of the grid pattern, as there. */

import { el, icon } from '../dom.js';
import { pictureOf } from '../model/picture.js';
import { factsOf } from './facts.js';
import { picture } from './picture.js';
import { Row } from './row.js';

export class Tile extends Row {
  /** @param {string} id @param {import('./gridwindow.js').GridWindow} grid */
  constructor(id, grid) {
    super(id);
    this.grid = grid;
    this.needsMeasuring = false;
    this.left = null;
    this.element.classList.add('tile');
    this.picture = el('div', { class: 'tile-picture', role: 'gridcell' });
    this.element.prepend(this.picture);
    this.shown = null;
  }

  update(item, about) {
    super.update(item, about);
    this.needsMeasuring = false;
    this.#showPicture(item, about);
  }

  showFacts(item, about) {
    // The picture is not said a second time.
    const { image: _, ...fields } = item.fields ?? {};
    this.metaCell.replaceChildren(...factsOf({ ...item, fields }, about));
  }

  moveTo(top, left) {
    const isRtl = document.documentElement.dir === 'rtl';
    const x = isRtl ? -left : left;
    if (top === this.top && x === this.left) return;
    this.top = top;
    this.left = x;
    this.element.style.transform = `translate(${x}px, ${top}px)`;
  }

  #showPicture(item, { hasPictures }) {
    this.picture.hidden = !this.grid.hasPictures;
    const address = hasPictures && this.grid.hasPictures ? pictureOf(item) : null;
    if (address === this.shown && this.picture.firstChild) return;
    this.shown = address;
    this.picture.replaceChildren(address ? picture(address, 'tile-image') : icon('image'));
  }
}

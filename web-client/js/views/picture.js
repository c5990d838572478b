/**
 * Pictures of items. They come from elsewhere, and whoever is there sees who asks: so none is fetched before
 * the reader has said yes for this list, and none is told where it is shown. Each has its
 * room before it comes.
 */

import { el, icon } from '../dom.js';
import { pictureOf } from '../model/picture.js';
import { t } from '../strings.js';

/** A picture that takes the room its class gives it, and a sign where it does not come. */
export function picture(address, classes) {
  const image = el('img', {
    class: classes,
    alt: '',
    loading: 'lazy',
    decoding: 'async',
    referrerpolicy: 'no-referrer',
    draggable: 'false',
  });
  const words = el('span', { class: 'sr-only', text: t('row.picture') });
  const room = el('span', { class: `picture ${classes}` }, image, words);
  image.addEventListener('error', () => image.replaceWith(icon('image', 'icon-sm')));
  image.src = address;
  return room;
}

/** In the details: the picture, or the question whether pictures may be shown. */
export class PictureView {
  /** @param {import('./listscreen.js').ListScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.element = el('div', { class: 'picture-field', hidden: true });
    this.shown = null;
  }

  /** The button that was pressed goes: the focus stays nearby. */
  #allow() {
    this.screen.setPictures(true);
    this.screen.details.closer.focus();
  }

  update(item) {
    const address = pictureOf(item);
    const { pictures } = this.screen;
    const shown = `${pictures} ${address}`;
    if (shown === this.shown) return;
    this.shown = shown;
    this.element.hidden = address === null;
    if (!address) {
      this.element.replaceChildren();
    } else if (pictures) {
      this.element.replaceChildren(picture(address, 'picture-large'));
    } else {
      this.element.replaceChildren(
        el('button', {
          class: 'button',
          type: 'button',
          on: { click: () => this.#allow() },
        }, icon('image'), t('pictures.allow')),
        el('p', { class: 'picture-why', text: t('pictures.why', { host: new URL(address).host }) }),
      );
    }
  }
}

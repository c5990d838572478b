/** While selecting, a finger that goes from a circle over others chooses all on its way. */

/** Near the edges of the screen the list scrolls along, in pixels. */
const EDGE = 72;
const STEP = 10;

export class Range {
  /** @param {import('./listscreen.js').ListScreen} screen */
  constructor(screen) {
    this.screen = screen;
    /**
     * @type {null | {pointer: number, x: number, y: number, from: string, to: string, before: Set<string>,
     *   isScrolling?: boolean}}
     */
    this.now = null;
    const { grid } = screen;
    grid.addEventListener('pointerdown', (event) => this.#pressed(event));
    grid.addEventListener('pointermove', (event) => this.#moved(event));
    grid.addEventListener('pointerup', () => this.#end());
    grid.addEventListener('pointercancel', () => this.#end());
  }

  #pressed({ pointerType, pointerId, target, clientX, clientY }) {
    const { selection } = this.screen;
    const id = target.closest('.check.select')?.closest('[data-item-id]')?.dataset.itemId;
    if (pointerType !== 'touch' || !selection.isOn || !id) return;
    const before = new Set(selection.ids);
    this.now = { pointer: pointerId, x: clientX, y: clientY, from: id, to: id, before };
  }

  #moved({ pointerId, clientX, clientY }) {
    const { now } = this;
    if (!now || now.pointer !== pointerId) return;
    now.x = clientX;
    now.y = clientY;
    if (now.isScrolling) return;
    this.#reach();
    now.isScrolling = true;
    requestAnimationFrame(() => this.#scroll(now));
  }

  #reach() {
    const { now, screen } = this;
    const to = document.elementFromPoint(now.x, now.y)?.closest('[data-item-id]')?.dataset.itemId;
    if (!to || to === now.to) return;
    now.to = to;
    screen.selection.choose(now.from, to, now.before);
  }

  #scroll(now) {
    if (this.now !== now) return;
    const { top } = this.screen.window.clear();
    const bottom = this.screen.selection.element.getBoundingClientRect().top;
    const by = now.y < top + EDGE ? -STEP : now.y > bottom - EDGE ? STEP : 0;
    if (by && now.to !== now.from) scrollBy(0, by);
    this.#reach();
    requestAnimationFrame(() => this.#scroll(now));
  }

  #end() {
    this.now = null;
  }
}

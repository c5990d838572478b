/** Several items at once: chosen by circles, by Ctrl and Shift, all of them; and the bar of what to do. */

import { el, icon, iconButton } from '../dom.js';
import { t } from '../strings.js';
import { openSectionChoice } from './rowmenu.js';

export class Selection {
  /** @param {import('./listscreen.js').ListScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.ids = new Set();
    /** True while rows carry circles. */
    this.isOn = false;
    /** Where a range begins. */
    this.origin = null;
    this.count = el('p', { class: 'count', role: 'status' });
    const act = (name, label, run, classes = '') =>
      el(
        'button',
        { class: `button ${classes}`.trim(), type: 'button', on: { click: run } },
        icon(name),
        label,
      );
    this.element = el(
      'div',
      { class: 'actionbar', role: 'toolbar', 'aria-label': t('select.bar'), hidden: true },
      this.count,
      act('list', t('select.all'), () => this.all()),
      act('check', t('select.done'), () => this.#do((ids) => screen.doing.setAllDone(ids))),
      act(
        'move',
        t('select.move'),
        (event) =>
          openSectionChoice(
            event.currentTarget,
            screen,
            (part) => this.#do((ids) => screen.doing.moveAll(ids, { section: part.id, before: null })),
          ),
      ),
      act('trash', t('menu.delete'), () => this.#do((ids) => screen.doing.remove(ids)), 'button-danger'),
      iconButton('close', t('select.cancel'), { on: { click: () => this.end() } }),
    );
  }

  has(id) {
    return this.ids.has(id);
  }

  /** The selected items as they stand in the list. */
  inOrder() {
    return [...this.screen.copy.ids()].filter((id) => this.ids.has(id));
  }

  begin(id = null) {
    this.isOn = true;
    if (id) {
      this.ids.add(id);
      this.origin = id;
    }
    this.#changed();
  }

  toggle(id) {
    this.isOn = true;
    if (!this.ids.delete(id)) this.ids.add(id);
    this.origin = id;
    this.#changed();
  }

  /** Selects the shown items from the last one chosen to this one. */
  extend(id) {
    this.isOn = true;
    const shown = this.screen.window.shownIds();
    const [from, to] = [shown.indexOf(this.origin ?? id), shown.indexOf(id)].sort((a, b) => a - b);
    for (const each of shown.slice(Math.max(0, from), to + 1)) this.ids.add(each);
    this.#changed();
  }

  /** Selects the shown items from one to another beside what was selected before; both ways. */
  choose(from, to, before) {
    this.ids = new Set(before);
    this.origin = from;
    this.extend(to);
  }

  all() {
    this.isOn = true;
    for (const id of this.screen.window.shownIds()) this.ids.add(id);
    this.#changed();
  }

  end() {
    if (!this.isOn) return;
    this.isOn = false;
    this.ids.clear();
    this.#changed();
  }

  /** Forgets what is gone. */
  update() {
    for (const id of this.ids) if (!this.screen.copy.items.has(id)) this.ids.delete(id);
    this.element.hidden = !this.isOn;
    this.screen.element.classList.toggle('is-arranging', this.isOn);
    const text = t('select.count', { n: this.ids.size });
    if (this.isOn && this.count.textContent !== text) this.count.textContent = text;
    /** @type {NodeListOf<HTMLButtonElement>} */
    const buttons = this.element.querySelectorAll('.button');
    for (const each of buttons) {
      each.disabled = this.ids.size === 0 && each !== buttons[0];
    }
  }

  #do(run) {
    const ids = this.inOrder();
    this.end();
    if (ids.length) run(ids);
  }

  #changed() {
    this.update();
    this.screen.render();
  }
}

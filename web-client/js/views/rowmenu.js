/** The menu of one row, and the choice of a section. */

import { t } from '../strings.js';
import { nameOf } from './listmenu.js';
import { openMenu } from './menu.js';

/** @param {Element | {x: number, y: number}} anchor @param {import('./listscreen.js').ListScreen} screen */
export function openRowMenu(anchor, screen, id) {
  const { copy, actions } = screen;
  const item = copy.items.get(id);
  const part = copy.sectionOf(id);
  if (!item || !part) return;
  const isShown = (each) => screen.isBeside(id, each);
  const entry = (label, name, icon, more = {}) => ({
    label: t(label),
    icon,
    run: () => screen.doing.command(name, id),
    ...more,
  });
  const look = [
    entry('menu.details', 'details', 'info', { keys: t('key.space') }),
    entry('menu.copyLink', 'link', 'link'),
  ];
  const change = [
    entry('menu.edit', 'edit', 'pencil', { keys: 'E' }),
    ...look,
    null,
    entry('menu.up', 'up', 'arrow-up', { keys: 'Alt ↑', isDisabled: !actions.step(id, -1, isShown) }),
    entry('menu.down', 'down', 'arrow-down', { keys: 'Alt ↓', isDisabled: !actions.step(id, 1, isShown) }),
    entry('menu.top', 'top', 'to-top', { isDisabled: part.order.first === id }),
    entry('menu.bottom', 'bottom', 'to-top', { flips: true, isDisabled: part.order.last === id }),
    entry('menu.section', 'section', 'move', { keys: 'M', isDisabled: copy.sections.length === 0 }),
    null,
    entry('menu.delete', 'delete', 'trash', { keys: 'Del', isDanger: true }),
  ];
  openMenu(anchor, t('row.actions', { t: item.title }), screen.store.mayChange ? change : look, {
    returnTo: cameFrom(screen, id),
  });
}

/** Where the focus goes back to: the row, where its menu was asked for by a key, or else its button. */
export function cameFrom({ window }, id) {
  const isOnRow = document.activeElement === window.row(id)?.element;
  return () => {
    const row = window.row(id);
    return (isOnRow ? row?.element : row?.more) ?? null;
  };
}

/** @param {(part: import('../model/copy.js').Section) => void} choose */
export function openSectionChoice(anchor, screen, choose, label = t('menu.section'), returnTo = null) {
  const { copy } = screen;
  openMenu(
    anchor,
    label,
    copy.parts.map((part) => ({
      label: nameOf(part),
      run: () => choose(part),
    })),
    { returnTo },
  );
}

/**
 * A menu that opens beside its button (WAI-ARIA APG, Menu Button): arrows, Home, End, first letters, Escape
 * gives the focus back. On a narrow screen it is a sheet from below.
 */

import { el, icon } from '../dom.js';

let open = null;

/**
 * @typedef {{label: string, icon?: string, flips?: boolean, keys?: string, run?: () => void,
 *   isDanger?: boolean, isDisabled?: boolean, checked?: boolean,
 *   isChoice?: boolean}} Entry `isChoice`: of several entries one at most is checked
 * @param {Element | {x: number, y: number}} anchor
 * @param {string} label
 * @param {(Entry | null)[]} entries null is a line between groups
 * @param {{returnTo?: () => Element | null}} how
 */
export function openMenu(anchor, label, entries, { returnTo } = {}) {
  closeMenu();
  const menu = el(
    'div',
    { class: 'menu', role: 'menu', 'aria-label': label, tabindex: '-1' },
    entries.map((entry) => (entry ? toItem(entry) : el('div', { role: 'separator' }))),
  );
  const scrim = el('div', { class: 'menu-scrim' });
  const isButton = anchor instanceof Element;
  if (isButton) anchor.setAttribute('aria-expanded', 'true');
  open = { menu, scrim, anchor: isButton ? anchor : null, returnTo };
  scrim.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    closeMenu({ refocus: true });
  });
  scrim.addEventListener('contextmenu', (event) => event.preventDefault());
  menu.addEventListener('keydown', onKey);
  menu.addEventListener('focusout', (event) => {
    const to = /** @type {Node | null} */ (event.relatedTarget);
    if (open?.menu === menu && to && !menu.contains(to)) closeMenu();
  });
  // Within the main landmark: what stands outside of all is hard to find for one who can't see it.
  (document.querySelector('main') ?? document.body).append(scrim, menu);
  place(menu, isButton ? anchor.getBoundingClientRect() : new DOMRect(anchor.x, anchor.y, 0, 0));
  (items(menu)[0] ?? menu).focus({ preventScroll: true });
}

export function closeMenu({ refocus = false } = {}) {
  if (!open) return;
  const { menu, scrim, anchor, returnTo } = open;
  open = null;
  const hadFocus = menu.contains(document.activeElement) || document.activeElement === document.body;
  if (anchor) anchor.setAttribute('aria-expanded', 'false');
  const back = returnTo?.() ?? anchor;
  menu.remove();
  scrim.remove();
  if (refocus && hadFocus) back?.focus({ preventScroll: true });
}

function toItem(entry) {
  const isCheck = entry.checked !== undefined;
  return el(
    'button',
    {
      type: 'button',
      role: isCheck ? (entry.isChoice ? 'menuitemradio' : 'menuitemcheckbox') : 'menuitem',
      tabindex: '-1',
      class: entry.isDanger ? 'is-danger' : null,
      'aria-checked': isCheck ? String(entry.checked) : null,
      'aria-disabled': entry.isDisabled ? 'true' : null,
      on: {
        click: () => {
          if (entry.isDisabled) return;
          closeMenu({ refocus: true });
          entry.run();
        },
      },
    },
    entry.icon ? icon(entry.icon, entry.flips ? 'icon-flips' : '') : entry.isChoice ? icon('check') : null,
    el('span', { text: entry.label, dir: 'auto' }),
    entry.keys ? el('kbd', { text: entry.keys, 'aria-hidden': 'true' }) : null,
  );
}

function items(menu) {
  return [...menu.querySelectorAll('[role^="menuitem"]')];
}

function onKey(event) {
  const all = items(event.currentTarget);
  const at = all.indexOf(document.activeElement);
  const go = (index) => {
    event.preventDefault();
    all[(index + all.length) % all.length]?.focus({ preventScroll: true });
  };
  event.stopPropagation();
  switch (event.key) {
    case 'ArrowDown':
      return go(at + 1);
    case 'ArrowUp':
      return go(at < 0 ? all.length - 1 : at - 1);
    case 'Home':
      return go(0);
    case 'End':
      return go(all.length - 1);
    case 'Escape':
    case 'Tab':
      event.preventDefault();
      return closeMenu({ refocus: true });
    default: {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return undefined;
      const letter = event.key.toLowerCase();
      const later = [...all.slice(at + 1), ...all.slice(0, at + 1)];
      later.find((each) => each.textContent.toLowerCase().startsWith(letter))?.focus({
        preventScroll: true,
      });
      return undefined;
    }
  }
}

/** Beside the anchor, where there is room. A narrow screen's sheet is placed by the style sheet alone. */
function place(menu, anchor) {
  if (matchMedia('(max-width: 40em)').matches) return;
  const box = menu.getBoundingClientRect();
  const isRtl = document.documentElement.dir === 'rtl';
  const wish = isRtl || anchor.width === 0 ? anchor.left : anchor.right - box.width;
  const left = Math.max(8, Math.min(wish, innerWidth - box.width - 8));
  const isBelow = anchor.bottom + box.height + 12 < innerHeight || anchor.top < box.height + 12;
  const top = isBelow
    ? Math.min(anchor.bottom + 4, innerHeight - box.height - 8)
    : anchor.top - box.height - 4;
  menu.style.left = `${left}px`;
  menu.style.top = `${Math.max(8, top)}px`;
  menu.style.transformOrigin = isBelow ? 'top' : 'bottom';
}

/** Where clicks, keys and scrolling on the screen of a list go. */

import { isTyping } from '../dom.js';
import { onListKey } from './keys.js';
import { openSectionMenu } from './listmenu.js';
import { openRowMenu } from './rowmenu.js';

/**
 * @param {import('./listscreen.js').ListScreen} screen
 * @returns {() => void} ends the listening beyond the screen's own elements
 */
export function listen(screen) {
  const { grid, window, element, topbar } = screen;
  grid.addEventListener('click', (event) => clicked(event, screen));
  grid.addEventListener('change', (event) => {
    const row = event.target.closest('[data-item-id]');
    if (row && event.target.dataset.does === 'check') {
      screen.doing.setDone(row.dataset.itemId, event.target.checked);
    }
  });
  grid.addEventListener('contextmenu', (event) => {
    const row = event.target.closest('[data-item-id]');
    if (!row || isTyping(event.target)) return;
    event.preventDefault();
    openRowMenu({ x: event.clientX, y: event.clientY }, screen, row.dataset.itemId);
  });
  grid.addEventListener('keydown', (event) => onListKey(event, screen));
  grid.addEventListener('focusin', (event) => {
    const row = event.target.closest('[data-item-id]');
    if (!row || row.dataset.itemId === window.tabStop) return;
    window.tabStop = row.dataset.itemId;
    window.scrolled();
  });
  const onKey = (event) => keyed(event, screen);
  const onScroll = () => {
    topbar.scrolled();
    if (!grid.hidden) window.scrolled();
  };
  const onResize = () => screen.render();
  document.addEventListener('keydown', onKey);
  addEventListener('scroll', onScroll, { passive: true });
  addEventListener('resize', onResize);
  const resized = new ResizeObserver(() => {
    if (grid.clientWidth !== window.width) screen.render();
  });
  resized.observe(grid);
  return () => {
    document.removeEventListener('keydown', onKey);
    removeEventListener('scroll', onScroll);
    removeEventListener('resize', onResize);
    resized.disconnect();
  };
}

function clicked(event, screen) {
  const control = event.target.closest('[data-does]');
  if (!control) return;
  const row = control.closest('[data-item-id]');
  if (row) {
    const id = row.dataset.itemId;
    if (control.dataset.does === 'edit') screen.editing.begin(id, event);
    if (control.dataset.does === 'menu') openRowMenu(control, screen, id);
    return;
  }
  const section = control.closest('[data-section-id]')?.dataset.sectionId;
  if (control.dataset.does === 'fold') screen.doing.fold(section);
  if (control.dataset.does === 'section-menu') {
    openSectionMenu(control, screen, screen.copy.sectionById.get(section));
  }
}

/** The keys that count wherever the focus is. */
function keyed(event, screen) {
  if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
  if (screen.search.keyed(event)) return;
  const key = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && !event.altKey) {
    // A field with text in it has its own undo.
    if (isTyping(event.target) && event.target.value !== '') return;
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    screen.doing.undo(key === 'y' || event.shiftKey);
  } else if (key === 'h' && !isTyping(event.target) && !event.altKey) {
    screen.setHidesDone(!screen.filter.hidesDone);
  }
}

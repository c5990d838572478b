/** Where clicks, keys and scrolling on the screen of a list go. */

import { isTyping } from '../dom.js';
import { later } from '../later.js';
import { listenForFiles } from './dropping.js';
import { onListKey } from './keys.js';
import { openSectionMenu } from './listmenu.js';
import { openRowMenu } from './rowmenu.js';

/**
 * @param {import('./listscreen.js').ListScreen} screen
 * @returns {() => void} ends the listening beyond the screen's own elements
 */
export function listen(screen) {
  const { grid, topbar } = screen;
  grid.addEventListener('click', (event) => clicked(event, screen));
  grid.addEventListener('change', (event) => {
    const row = event.target.closest('[data-item-id]');
    if (!row) return;
    const id = row.dataset.itemId;
    if (event.target.dataset.does === 'check') screen.doing.setDone(id, event.target.checked);
    if (event.target.dataset.does === 'select') screen.selection.toggle(id);
  });
  // Shift and a click choose rows, not text.
  grid.addEventListener('mousedown', (event) => {
    if (event.shiftKey && event.target.closest('[data-item-id]') && !isTyping(event.target)) {
      event.preventDefault();
    }
  });
  grid.addEventListener('contextmenu', (event) => {
    const row = event.target.closest('[data-item-id]');
    if (!row || isTyping(event.target)) return;
    event.preventDefault();
    // A finger that holds drags; its menu is behind the swipe.
    if (event.pointerType === 'touch' || screen.drag.isOn) return;
    openRowMenu({ x: event.clientX, y: event.clientY }, screen, row.dataset.itemId);
  });
  grid.addEventListener('keydown', (event) => onListKey(event, screen));
  grid.addEventListener('focusin', (event) => {
    const row = event.target.closest('[data-item-id]');
    if (!row || row.dataset.itemId === screen.window.tabStop) return;
    screen.window.tabStop = row.dataset.itemId;
    screen.window.scrolled();
  });
  const files = new AbortController();
  // The screen has its elements once this has run.
  queueMicrotask(() => listenForFiles(screen, files.signal));
  const onPrint = (event) => screen.window.setWhole(event.type === 'beforeprint');
  addEventListener('beforeprint', onPrint);
  addEventListener('afterprint', onPrint);
  const onKey = (event) => keyed(event, screen);
  const onScroll = () => {
    screen.swipe.close();
    topbar.scrolled();
    if (!grid.hidden) screen.window.scrolled();
  };
  const onResize = () => screen.render();
  document.addEventListener('keydown', onKey);
  addEventListener('scroll', onScroll, { passive: true });
  addEventListener('resize', onResize);
  const resized = new ResizeObserver(() => {
    if (grid.clientWidth !== screen.window.width) screen.render();
  });
  resized.observe(grid);
  return () => {
    document.removeEventListener('keydown', onKey);
    removeEventListener('scroll', onScroll);
    removeEventListener('resize', onResize);
    resized.disconnect();
    files.abort();
    removeEventListener('beforeprint', onPrint);
    removeEventListener('afterprint', onPrint);
  };
}

function clicked(event, screen) {
  const control = event.target.closest('[data-does]');
  const row = event.target.closest('[data-item-id]');
  if (row && !isTyping(event.target) && selected(event, row.dataset.itemId, control, screen)) return;
  // With a finger a tap opens the details, and they are where the title is edited; so does a click beside
  // the title with a mouse.
  const isTap = event.pointerType === 'touch' && matchMedia('(pointer: coarse)').matches;
  const isBeside = !control &&
    !event.target.closest('.check, textarea, a, p.hint, .cell-handle, .cell-more');
  if (row && (isBeside || (isTap && control?.dataset.does === 'edit'))) {
    if (!row.classList.contains('is-editing')) screen.details.open(row.dataset.itemId, { focus: !isTap });
    return;
  }
  if (!control) return;
  if (row) {
    const id = row.dataset.itemId;
    // A handle that is pressed with the keyboard offers the ways to move without dragging.
    if (control.dataset.does === 'drag' && event.detail === 0) openRowMenu(control, screen, id);
    if (control.dataset.does === 'edit' && screen.store.mayChange) screen.editing.begin(id, event);
    else if (control.dataset.does === 'edit') screen.details.open(id);
    if (control.dataset.does === 'menu') openRowMenu(control, screen, id);
    return;
  }
  const section = control.closest('[data-section-id]')?.dataset.sectionId;
  if (control.dataset.does === 'fold') screen.doing.fold(section);
  if (control.dataset.does === 'section-menu') {
    openSectionMenu(control, screen, screen.copy.sectionById.get(section));
  }
}

/** Ctrl and Shift select; while selecting, so does every click on a row. */
function selected(event, id, control, { selection, store }) {
  if (!store.mayChange) return false;
  const does = control?.dataset.does;
  if (does === 'menu' || does === 'select' || does === 'drag') return false;
  if (event.shiftKey && does !== 'check') selection.extend(id);
  else if (event.ctrlKey || event.metaKey) selection.toggle(id);
  else if (selection.isOn && event.target.closest('.check') === null) selection.toggle(id);
  else return false;
  event.preventDefault();
  return true;
}

/** The keys that count wherever the focus is. */
function keyed(event, screen) {
  if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
  if (screen.search.keyed(event)) return;
  const key = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && !event.altKey) {
    // A field with text in it has its own undo.
    if (isTyping(event.target) && event.target.value !== '') return;
    if (key === 'c') {
      copySelection(event, screen);
      return;
    }
    if (key === 'a' && screen.selection.isOn) screen.selection.all();
    else if (key === 'z' || key === 'y') screen.doing.undo(key === 'y' || event.shiftKey);
    else return;
    event.preventDefault();
  } else if (event.key === '?' && !isTyping(event.target)) {
    later(screen, () => import('./shortcuts.js'), (module) => module.showShortcuts());
  } else if (key === 'escape') {
    screen.selection.end();
  } else if (key === 'r' && !isTyping(event.target) && !event.altKey) {
    screen.resync();
  } else if (key === 'f' && !isTyping(event.target) && !event.altKey) {
    event.preventDefault();
    screen.filters.open();
  } else if (key === 'h' && !isTyping(event.target) && !event.altKey) {
    screen.setHidesDone(!screen.filter.hidesDone);
  }
}

/** Copies the selected items, or the row that has the focus, unless text is selected. */
function copySelection(event, screen) {
  if (String(document.getSelection())) return;
  const { selection } = screen;
  const row = document.activeElement.closest?.('[data-item-id]');
  if (!selection.ids.size && !row) return;
  event.preventDefault();
  screen.doing.copyText((id) => selection.ids.size ? selection.has(id) : id === row.dataset.itemId);
}

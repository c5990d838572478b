/** From one way of looking at a list to another: the window onto the rows is changed for another one. */

import { addWords, language } from '../strings.js';
import { ListWindow } from './window.js';

const WORDS = {
  ar: () => import('../words/ar-views.js'),
  en: () => import('../words/en-views.js'),
  ja: () => import('../words/ja-views.js'),
  pt: () => import('../words/pt-views.js'),
};

const LOOKS = {
  list: async () => (screen) => new ListWindow(screen.grid, screen.window.means),
  grid: async () => {
    const { GridWindow } = await import('./gridwindow.js');
    return (screen) => new GridWindow(screen.grid, screen.window.means, screen);
  },
  table: async () => {
    const { TableWindow } = await import('./tablewindow.js');
    return (screen) => new TableWindow(screen);
  },
  display: async () => {
    const { DisplayWindow } = await import('./displaywindow.js');
    return (screen) => new DisplayWindow(screen);
  },
};

/**
 * Loads a look.
 * @param {string} name the list where there is none of that name
 * @returns {Promise<(screen: import('./listscreen.js').ListScreen) => void>} shows it
 */
export async function look(name) {
  const known = name in LOOKS ? name : 'list';
  const [make] = await Promise.all([LOOKS[known](), viewWords()]);
  return (screen) => {
    // Another may have been asked for meanwhile, or the list was left.
    if (screen.wanted !== name || screen.view === known || screen.app.screen !== screen) return;
    exchange(screen, known, make);
  };
}

/** The words of what few open. */
export async function viewWords() {
  addWords((await (WORDS[language] ?? WORDS.en)()).words);
}

function exchange(screen, name, make) {
  const { window: before, filter, grid } = screen;
  const hadFocus = grid.contains(document.activeElement);
  screen.editing.stop();
  screen.drag.cancel();
  before.leave();
  grid.replaceChildren();
  grid.className = 'list';
  screen.view = name;
  screen.element.dataset.view = name;
  const window = make(screen);
  const { layout } = window;
  layout.folded = before.layout.folded;
  layout.ignoresFolds = before.layout.ignoresFolds;
  layout.setFilter(before.layout.filter);
  window.tabStop = before.tabStop;
  screen.window = window;
  filter.layout = layout;
  filter.fitSinks();
  for (const radio of screen.element.querySelectorAll('.switch input')) radio.checked = radio.value === name;
  const url = new URL(location.href);
  if (name === 'list') url.searchParams.delete('view');
  else url.searchParams.set('view', name);
  if (name !== 'table') url.searchParams.delete('sort');
  history.replaceState(history.state, '', url);
  screen.keepView();
  screen.render({ anchor: false });
  if (hadFocus && window.tabStop) window.focusRow(window.tabStop);
}

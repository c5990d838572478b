/** What another program shared waits on the start screen, and is added to the list that is chosen there. */

import { el, icon, iconButton } from '../dom.js';
import { sharedFrom } from '../model/shared.js';
import { t } from '../strings.js';
import { viewWords } from './looks.js';

/**
 * Takes what the address of the start screen carries. The address forgets it: a reload shares nothing again.
 * @param {import('./startscreen.js').StartScreen} start
 */
export async function takeShared(start) {
  const { app } = start;
  const shared = sharedFrom(new URL(location.href).searchParams) ?? app.shared;
  history.replaceState(history.state, '', location.pathname);
  if (!shared) return;
  app.shared = shared;
  await viewWords();
  const box = el(
    'div',
    { class: 'notice-line shared', role: 'status' },
    icon('share'),
    el('p', {}, el('b', { dir: 'auto', text: shared.title }), ' ', t('shared.choose')),
    iconButton('close', t('search.cancel'), {
      on: {
        click: () => {
          app.shared = null;
          box.remove();
        },
      },
    }),
  );
  start.form.before(box);
}

/** @param {import('./listscreen.js').ListScreen} screen of the list that was chosen */
export function addShared(screen) {
  const { app, doing, actions } = screen;
  const { shared } = app;
  if (!shared) return;
  app.shared = null;
  const [id] = doing.act(() => actions.add([shared]));
  if (!id) return;
  screen.window.focusRow(id);
  doing.offerUndo(t('shared.added', { t: shared.title }));
}

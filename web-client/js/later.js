/** What few open is loaded when it is asked for. The page names it, so it is kept for offline use too. */

import { t } from './strings.js';

/**
 * @template {object} Module
 * @param {import('./views/listscreen.js').ListScreen} screen
 * @param {() => Promise<Module>} load
 * @param {(module: Module) => unknown} use
 */
export async function later(screen, load, use) {
  let module;
  try {
    module = await load();
  } catch {
    // The server may have another version now, which has no part for this one.
    screen.toasts.show(t('update.missing'));
    screen.app.checkVersion();
    return;
  }
  use(module);
}

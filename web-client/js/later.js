/** What few open is loaded when it is asked for. The page names it, so it is kept for offline use too. */

import { el } from './dom.js';
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
    [module] = await Promise.all([load(), loadSheets()]);
  } catch {
    // The server may have another version now, which has no part for this one.
    screen.toasts.show(t('update.missing'));
    screen.app.checkVersion();
    return;
  }
  use(module);
}

/** The style sheets of what is loaded later. The page names them too. */
function loadSheets() {
  /** @type {NodeListOf<HTMLMetaElement>} */
  const metas = document.querySelectorAll('meta[name=later][content$=".css"]');
  const named = [...metas].map((each) => each.content);
  const missing = named.filter((href) => !document.querySelector(`link[href="${href}"]`));
  return Promise.all(missing.map((href) =>
    new Promise((resolve, reject) => {
      const link = el('link', { rel: 'stylesheet', href, on: { load: resolve, error: reject } });
      link.addEventListener('error', () => link.remove());
      document.head.append(link);
    })
  ));
}

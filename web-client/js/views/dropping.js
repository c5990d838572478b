/** Files that are dropped on the list, and what is pasted where no field takes it: both open the import. */

import { isTyping } from '../dom.js';
import { later } from '../later.js';

/** @param {import('./listscreen.js').ListScreen} screen @param {AbortSignal} signal ends it */
export function listenForFiles(screen, signal) {
  const { element, store } = screen;
  const open = (source) =>
    later(screen, () => import('./importview.js'), (module) => module.openImport(screen, source));
  const isFile = ({ dataTransfer }) => dataTransfer?.types.includes('Files') && store.mayChange;
  element.addEventListener('dragover', (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    element.classList.add('is-dropping');
  }, { signal });
  element.addEventListener('dragleave', (event) => {
    const to = /** @type {Node | null} */ (event.relatedTarget);
    if (!element.contains(to)) element.classList.remove('is-dropping');
  }, { signal });
  element.addEventListener('drop', (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    element.classList.remove('is-dropping');
    open({ file: event.dataTransfer.files[0] });
  }, { signal });
  document.addEventListener('paste', (event) => {
    if (event.defaultPrevented || isTyping(event.target) || document.querySelector('dialog[open]')) return;
    const [file] = event.clipboardData?.files ?? [];
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!store.mayChange || (!file && !text.trim())) return;
    event.preventDefault();
    open(file && !text ? { file } : { text });
  }, { signal });
}

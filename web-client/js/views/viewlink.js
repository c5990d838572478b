/** A link to the list as it is looked at now: view, order, search and filters, to change or only to look. */

import { t } from '../strings.js';
import { viewWords } from './looks.js';
import { openMenu } from './menu.js';

/** @param {Element} anchor @param {import('./listscreen.js').ListScreen} screen */
export async function openViewLink(anchor, screen) {
  await viewWords();
  const copy = async (isReadOnly) => {
    const url = new URL(location.href);
    url.searchParams.delete('item');
    if (isReadOnly) url.searchParams.set('readonly', '1');
    await navigator.clipboard.writeText(`${url.origin}${url.pathname}${url.search}`);
    screen.toasts.show(t('toast.copied'));
  };
  openMenu(anchor, t('list.viewLink'), [
    { label: t('viewLink.copy'), icon: 'link', run: () => copy(screen.store.isReadOnly) },
    { label: t('viewLink.readOnly'), icon: 'link', run: () => copy(true) },
  ]);
}

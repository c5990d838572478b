/** The menus of a list and of its sections. */

import { isCompact } from '../keep/device.js';
import { later } from '../later.js';
import { LOOSE } from '../model/copy.js';
import { t } from '../strings.js';
import { confirmDialog } from './dialog.js';
import { openMenu } from './menu.js';

/** @param {Element} anchor @param {import('./listscreen.js').ListScreen} screen */
export function openListMenu(anchor, screen) {
  const { store, doing, filter, app } = screen;
  const { history } = screen.actions;
  const may = store.mayChange;
  const done = [...store.copy.ids()].filter((id) => store.copy.items.get(id).isDone);
  openMenu(
    anchor,
    t('list.menu'),
    [
      { label: t('list.share'), icon: 'share', run: () => share(screen) },
      { label: t('list.viewLink'), icon: 'link', run: () => linkToView(anchor, screen) },
      may && { label: t('select.items'), icon: 'list', keys: 'X', run: () => screen.selection.begin() },
      { label: t('list.copy'), icon: 'note', run: () => screen.doing.copyText(() => true) },
      may && { label: t('import.menu'), icon: 'plus', run: () => importInto(screen) },
      { label: t('export.head'), icon: 'download', run: () => exportFrom(anchor, screen) },
      may && { label: t('list.newSection'), icon: 'plus', run: () => doing.draftSection() },
      null,
      may &&
      {
        label: t('list.undo'),
        icon: 'undo',
        keys: 'Ctrl Z',
        isDisabled: !history.done.length,
        run: () => doing.undo(),
      },
      may &&
      {
        label: t('list.redo'),
        icon: 'undo',
        flips: true,
        isDisabled: !history.undone.length,
        run: () => doing.undo(true),
      },
      null,
      screen.view === 'list' &&
      {
        label: t('list.sinkDone'),
        icon: 'check',
        checked: filter.sinksDone,
        run: () => {
          filter.setSinksDone(!filter.sinksDone);
          screen.keepView();
        },
      },
      {
        label: t('list.hideDone'),
        icon: 'check',
        keys: 'H',
        checked: filter.hidesDone,
        run: () => screen.setHidesDone(!filter.hidesDone),
      },
      may &&
      {
        label: t('list.clearDone'),
        icon: 'trash',
        isDisabled: !done.length,
        run: () => doing.remove(done),
      },
      matchMedia('(pointer: fine)').matches &&
      {
        label: t('list.compact'),
        icon: 'check',
        checked: isCompact(),
        run: () => app.setCompact(!isCompact()),
      },
      screen.hasPictures() &&
      {
        label: t('pictures.show'),
        icon: 'check',
        checked: screen.pictures,
        run: () => screen.setPictures(!screen.pictures),
      },
      { label: t('list.display'), icon: 'table', run: () => screen.setView('display') },
      null,
      { label: t('list.refresh'), icon: 'restore', keys: 'R', run: () => screen.resync() },
      { label: t('list.history'), icon: 'clock', run: () => showHistory(screen) },
      { label: t('list.name'), icon: 'person', run: () => app.askName() },
      store.role === 'owner' &&
      { label: t('list.delete'), icon: 'trash', isDanger: true, run: () => remove(screen) },
    ].filter((entry) => entry === null || typeof entry === 'object'),
    {},
  );
}

/** @param {Element} anchor @param {import('../model/copy.js').Section} part */
export function openSectionMenu(anchor, screen, part) {
  const { copy, doing } = screen;
  const index = copy.sections.indexOf(part);
  const size = part.order.size;
  openMenu(anchor, t('section.actions', { s: part.title }), [
    { label: t('section.rename'), icon: 'pencil', run: () => screen.window.sections.get(part.id).rename() },
    { label: t('section.addItem'), icon: 'plus', run: () => doing.addTo(part) },
    null,
    {
      label: t('menu.up'),
      icon: 'arrow-up',
      isDisabled: index === 0,
      run: () => doing.moveSection(part, -1),
    },
    {
      label: t('menu.down'),
      icon: 'arrow-down',
      isDisabled: index === copy.sections.length - 1,
      run: () => doing.moveSection(part, 1),
    },
    null,
    {
      label: t('section.delete'),
      icon: 'trash',
      isDanger: true,
      run: () => doing.removeSection(part, 'keep'),
    },
    ...size
      ? [{
        label: t('section.deleteAll'),
        icon: 'trash',
        isDanger: true,
        run: () => doing.removeSection(part, 'delete'),
      }]
      : [],
  ], { returnTo: () => screen.window.sections.get(part.id)?.more ?? null });
}

function exportFrom(anchor, screen) {
  later(screen, () => import('./download.js'), (module) => module.openExport(anchor, screen));
}

function linkToView(anchor, screen) {
  later(screen, () => import('./viewlink.js'), (module) => module.openViewLink(anchor, screen));
}

function importInto(screen) {
  later(screen, () => import('./importview.js'), (module) => module.openImport(screen));
}

function showHistory(screen) {
  later(screen, () => import('./historyview.js'), (module) => module.showHistory(screen));
}

async function share(screen) {
  if (screen.app.access.grants && screen.store.role === 'owner') {
    later(screen, () => import('./share.js'), (module) => module.openShare(screen));
    return;
  }
  const url = `${location.origin}/l/${screen.store.list}`;
  if (navigator.share && matchMedia('(pointer: coarse)').matches) {
    await navigator.share({ title: screen.copy.title, url }).catch(() => {});
    return;
  }
  await navigator.clipboard.writeText(url);
  screen.toasts.show(t(screen.app.access.grants ? 'toast.copiedPlain' : 'toast.copied'));
}

async function remove(screen) {
  const { store, copy } = screen;
  const isSure = await confirmDialog({
    head: t('dialog.deleteList', { t: copy.title }),
    body: t('dialog.deleteListBody', { n: copy.size }),
    confirm: t('dialog.deleteListYes'),
  });
  if (!isSure) return;
  store.removeList();
  screen.app.go('/');
}

/** The name of a section as it is said of an item. */
export function nameOf(part) {
  return part.id === LOOSE ? t('section.none') : part.title;
}

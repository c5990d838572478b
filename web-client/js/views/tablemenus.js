/** The menus of the table: its columns, its order, and one column. */

import { KINDS, removed, renamed, retyped } from '../model/fields.js';
import { WIDTH_MAX, WIDTH_MIN } from '../model/columns.js';
import { t } from '../strings.js';
import { columnName } from './cellvalue.js';
import { columnStep, moveColumn } from './columndrag.js';
import { askDialog } from './dialog.js';
import { askField } from './fieldmaking.js';
import { openMenu } from './menu.js';

const WIDTH_STEP = 32;
const WELL_KNOWN = ['note', 'url', 'image', 'quantity', 'due', 'assignee'];

/** Which columns are shown, and whether sections are groups. */
export function openColumns(anchor, table) {
  const { choice, screen } = table;
  const columns = table.allColumns.filter(({ isFixed }) => !isFixed).map((column) => {
    const checked = table.columns.some(({ id }) => id === column.id);
    return {
      label: columnName(column),
      icon: 'check',
      checked,
      run: () => table.showColumn(column.id, !checked),
    };
  });
  openMenu(anchor, t('table.columns'), [
    {
      label: t('table.groups'),
      icon: 'check',
      checked: !choice.isFlat,
      run: () => table.choose({ isFlat: !choice.isFlat }),
    },
    null,
    ...columns,
    ...screen.store.mayChange ? [null, { label: t('field.add'), icon: 'plus', run: () => make(table) }] : [],
  ]);
}

/** The column to sort by; chosen again, the other way round, and then not at all. */
export function openSort(anchor, table) {
  const [first] = table.sortKeys;
  openMenu(anchor, t('table.sort'), [
    {
      label: t('table.manual'),
      checked: !table.isSorted,
      isChoice: true,
      run: () => table.sort([]),
    },
    null,
    ...table.allColumns.map((column) => ({
      label: columnName(column) + (first?.id === column.id ? (first.isDown ? ' ↓' : ' ↑') : ''),
      checked: first?.id === column.id,
      isChoice: true,
      run: () => table.head.press(column.id, false),
    })),
  ]);
}

export function openColumnMenu(anchor, table, id) {
  const column = table.column(id);
  const others = table.sortKeys.filter((each) => each.id !== id);
  const sort = (label, isDown, sign) => ({
    label: t(label),
    icon: sign,
    flips: isDown,
    run: () => table.sort([{ id, isDown }]),
  });
  const width = table.widthOf(column);
  const may = table.screen.store.mayChange && column.field !== undefined;
  const isOwn = may && !WELL_KNOWN.includes(column.field);
  /** @type {(false | null | import('./menu.js').Entry)[]} */
  const entries = [
    sort('table.ascending', false, 'arrow-up'),
    sort('table.descending', true, 'arrow-up'),
    others.length > 0 && {
      label: t('table.then'),
      icon: 'plus',
      run: () => table.sort([...others, { id, isDown: false }]),
    },
    null,
    {
      label: t('table.wider'),
      isDisabled: width >= WIDTH_MAX,
      run: () => table.setWidth(id, width + WIDTH_STEP),
    },
    {
      label: t('table.narrower'),
      isDisabled: width <= WIDTH_MIN,
      run: () => table.setWidth(id, width - WIDTH_STEP),
    },
    ...moves(table, id),
    !column.isFixed && { label: t('table.hide'), icon: 'close', run: () => table.showColumn(id, false) },
    isOwn && null,
    isOwn && { label: t('field.rename'), icon: 'pencil', run: () => rename(table, column) },
    ...isOwn ? kinds(table, column) : [],
    isOwn && { label: t('field.remove'), icon: 'trash', isDanger: true, run: () => remove(table, column) },
  ];
  openMenu(anchor, columnName(column), entries.filter((entry) => entry !== false), {
    returnTo: () => table.head.heads.get(id)?.button ?? null,
  });
}

/** To the sides, as they are seen. */
function moves(table, id) {
  const isRtl = document.documentElement.dir === 'rtl';
  const move = (label, by) => {
    const before = columnStep(table, id, by);
    return { label: t(label), isDisabled: before === undefined, run: () => moveColumn(table, id, before) };
  };
  if (table.column(id).isFixed) return [];
  return [move('table.left', isRtl ? 1 : -1), move('table.right', isRtl ? -1 : 1)];
}

/** A field that has no value yet is kept by this device until it has one. */
async function make(table) {
  const field = await askField(new Set(table.uses.of(table.copy).keys()));
  if (!field) return;
  const id = `.${field.name}`;
  table.choose({
    made: { ...table.choice.made, [field.name]: field.kind },
    shown: { ...table.choice.shown, [id]: true },
  });
  const [first] = table.shownIds();
  if (first) table.focusCell(first, id);
}

function kinds(table, column) {
  return [
    null,
    ...KINDS.map((kind) => ({
      label: t(`kind.${kind}`),
      checked: column.kind === kind,
      isChoice: true,
      run: () => retype(table, column, kind),
    })),
    null,
  ];
}

/** The kind is in the values: they are made of it, for everyone. */
function retype(table, { field }, kind) {
  const { screen, choice, copy } = table;
  const words = { yes: t('value.yes'), no: t('value.no') };
  const mutations = retyped(copy, field, kind, words);
  const made = choice.made?.[field] ? { made: { ...choice.made, [field]: kind } } : {};
  table.choose({ ...made, kinds: { ...choice.kinds, [field]: kind } });
  if (mutations.length && screen.doing.act(() => screen.actions.perform(mutations, 'field'))) {
    screen.doing.offerUndo(t('field.retyped', { n: mutations.length }));
  }
  const now = table.column(`.${field}`);
  if (now && now.kind !== kind) screen.toasts.show(t('field.mixed', { t: field }));
}

async function rename(table, { field }) {
  const { screen, copy, choice } = table;
  const name = await askDialog({
    head: t('field.rename'),
    label: t('field.name'),
    value: field,
    maxlength: 64,
  });
  if (!name || name === field) return;
  if (table.uses.of(copy).has(name) || choice.made?.[name]) {
    screen.toasts.show(t('field.taken', { t: name }));
    return;
  }
  // What this device knows of the field goes with it.
  const moved = (map = {}, key = (each) => each) =>
    Object.fromEntries(
      Object.entries(map).map(([each, value]) => [each === key(field) ? key(name) : each, value]),
    );
  const id = (each) => `.${each}`;
  table.sortKeys = table.sortKeys.map((each) => (each.id === id(field) ? { ...each, id: id(name) } : each));
  const mutations = renamed(copy, field, name);
  if (mutations.length && screen.doing.act(() => screen.actions.perform(mutations, 'field'))) {
    screen.doing.offerUndo(t('field.renamed', { t: field, to: name }));
  }
  table.choose({
    made: moved(choice.made),
    kinds: moved(choice.kinds),
    shown: moved(choice.shown, id),
    widths: moved(choice.widths, id),
    order: choice.order?.map((each) => (each === id(field) ? id(name) : each)),
  });
}

function remove(table, { field }) {
  const { screen, copy, choice } = table;
  const mutations = removed(copy, field);
  const made = { ...choice.made };
  delete made[field];
  table.choose({ made });
  if (mutations.length && screen.doing.act(() => screen.actions.perform(mutations, 'field'))) {
    screen.doing.offerUndo(t('field.removed', { t: field }));
  }
}

/** A new field: its name, and what it is for. */

import { el } from '../dom.js';
import { KINDS, KNOWN } from '../model/fields.js';
import { t } from '../strings.js';
import { show } from './dialog.js';
import { viewWords } from './looks.js';

const NAME_MAX = 64;

/**
 * @param {Set<string>} taken the names of fields that are there
 * @returns {Promise<null | {name: string, kind: string}>} null where it was given up, or is there already
 */
export async function askField(taken) {
  await viewWords();
  const text = { class: 'field', type: 'text', dir: 'auto', maxlength: NAME_MAX };
  const name = el('input', { ...text, id: 'field-name' });
  const offered = el(
    'datalist',
    { id: 'field-known' },
    KNOWN.filter((each) => !taken.has(each)).map((each) => el('option', { value: t(`field.${each}`) })),
  );
  name.setAttribute('list', offered.id);
  const kind = el(
    'select',
    { class: 'field', id: 'field-kind' },
    KINDS.map((each) => el('option', { value: each, text: t(`kind.${each}`) })),
  );
  const content = [
    el('label', { for: name.id, text: t('field.name') }),
    name,
    offered,
    el('label', { for: kind.id, text: t('field.kind') }),
    kind,
  ];
  const given = await show(
    t('field.add'),
    content,
    { label: t('dialog.save'), classes: 'button-primary' },
    () => name.value.trim(),
  );
  if (!given) return null;
  // A well-known field is offered by the name it has in the reader's language.
  const known = KNOWN.find((each) => t(`field.${each}`).toLowerCase() === given.toLowerCase());
  return { name: known ?? given, kind: kind.value };
}

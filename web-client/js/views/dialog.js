/** The few dialogs: what can't be undone, and what must be asked. The browser's own modal dialog. */

import { el } from '../dom.js';
import { t } from '../strings.js';

/** @returns {Promise<boolean>} whether it was confirmed */
export function confirmDialog({ head, body, confirm }) {
  return show(head, [el('p', { text: body })], { label: confirm, classes: 'button-danger-solid' })
    .then((value) => value !== null);
}

/** @returns {Promise<string | null>} what was typed, null where it was given up */
export function askDialog({ head, label, value, maxlength }) {
  const field = el('input', { class: 'field', type: 'text', 'aria-label': label, dir: 'auto', maxlength });
  field.value = value;
  return show(
    head,
    [field],
    { label: t('dialog.save'), classes: 'button-primary' },
    () => field.value.trim(),
  );
}

/** Something to read. */
export function tellDialog(head, content) {
  return show(head, content, { label: t('dialog.close'), classes: '' }, () => '', false);
}

/** A dialog with fields of its own; resolves with what `read` gives, with null where it was given up. */
export function show(head, content, { label, classes }, read = () => '', hasCancel = true) {
  return new Promise((resolve) => {
    const title = el('h2', { text: head, id: 'dialog-title' });
    const cancel = hasCancel
      ? el('button', {
        class: 'button',
        type: 'button',
        text: t('search.cancel'),
        on: { click: () => end(null) },
      })
      : null;
    const form = el(
      'form',
      {
        on: {
          submit: (event) => {
            event.preventDefault();
            end(read());
          },
        },
      },
      title,
      content,
      el(
        'div',
        { class: 'actions' },
        cancel,
        el('button', { class: `button ${classes}`, type: 'submit', text: label }),
      ),
    );
    const dialog = el('dialog', { class: 'dialog', 'aria-labelledby': title.id }, form);
    const end = (value) => {
      dialog.close();
      dialog.remove();
      resolve(value);
    };
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      end(null);
    });
    dialog.addEventListener('pointerdown', (event) => {
      if (event.target === dialog) end(null);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

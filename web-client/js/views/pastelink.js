/** A field for the link of a list, where there is none to show. */

import { el } from '../dom.js';
import { t } from '../strings.js';

/** @returns {string | null} the address within this page that a link names, or an id alone */
export function pathIn(text) {
  const link = /^(?:(?:https?:\/\/[^\s/]+)?\/l\/)?([a-z0-9][a-z0-9-]{0,63})\/?((?:\?[^\s#]*)?(?:#\S*)?)$/;
  const [, list, rest = ''] = link.exec(text.trim()) ?? [];
  return list ? `/l/${list}${rest}` : null;
}

/** @param {import('../app.js').App} app */
export function pasteLink(app) {
  const field = el('input', {
    class: 'field',
    type: 'text',
    inputmode: 'url',
    'aria-label': t('paste.label'),
    placeholder: t('paste.label'),
    autocomplete: 'off',
    autocapitalize: 'off',
    dir: 'ltr',
  });
  const error = el('p', { class: 'field-error', role: 'alert', hidden: true });
  field.addEventListener('input', () => {
    error.hidden = true;
  });
  const submit = (event) => {
    event.preventDefault();
    const path = pathIn(field.value);
    if (path) {
      app.go(path);
      return;
    }
    error.textContent = t('paste.wrong');
    error.hidden = false;
    field.focus();
  };
  return el(
    'form',
    { class: 'paste-link', novalidate: true, on: { submit } },
    field,
    el('button', { class: 'button', type: 'submit', text: t('paste.open') }),
    error,
  );
}

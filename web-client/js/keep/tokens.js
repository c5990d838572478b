/**
 * The links that let this device in, newest first. Each is for this server and some of its lists; the server
 * takes all of them together. They are kept here and told in `hello`, and are in no address any more.
 */

/** As many as a server takes. */
const TOKENS_MAX = 16;
const NAME = 'tokens';

/** @returns {string[]} */
export function keptTokens() {
  try {
    return JSON.parse(localStorage.getItem(NAME)) ?? [];
  } catch {
    return [];
  }
}

export function dropTokens(gone) {
  localStorage.setItem(NAME, JSON.stringify(keptTokens().filter((each) => !gone.includes(each))));
}

/** Takes the token out of the address of the page, at once: addresses are seen, kept and passed on. */
export function takeToken() {
  const token = /^#token=([\w.~+/=-]+)$/.exec(location.hash)?.[1];
  if (!token) return false;
  history.replaceState(history.state, '', location.pathname + location.search);
  const others = keptTokens().filter((each) => each !== token);
  localStorage.setItem(NAME, JSON.stringify([token, ...others].slice(0, TOKENS_MAX)));
  return true;
}

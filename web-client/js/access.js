/** What this device may do on its server, by the links it holds. */

import { dropTokens, keptTokens, takeToken } from './keep/tokens.js';

export class Access {
  constructor() {
    /** What the links that count grant; null where the server asks for none: then everyone is owner. */
    this.grants = null;
    /** Why the server let nobody in; null while it does. */
    this.reason = null;
    /** The tokens as they were told last. */
    this.told = [];
    takeToken();
  }

  /** @returns {boolean} whether the address brought a new token */
  take() {
    if (!takeToken()) return false;
    this.reason = null;
    return true;
  }

  /** What `hello` says of it. */
  hello() {
    this.told = keptTokens();
    return this.told.length ? { tokens: this.told } : {};
  }

  /** @returns {string | null} why a link of this device counts no longer, if one just ended */
  welcomed({ access = null, refused = [] }) {
    this.grants = access;
    this.reason = null;
    dropTokens(refused.map(({ index }) => this.told[index]));
    return refused[0]?.reason ?? null;
  }

  /**
   * Whether a list of that id, or of any, may be made.
   * @param {string} [list]
   */
  mayMake(list) {
    if (!this.grants) return true;
    const making = this.grants.filter(({ role }) => role !== 'viewer').flatMap(({ lists }) => lists);
    return making.some((each) => list === undefined ? each.endsWith('*') : reaches(each, list));
  }

  /** What ids of new lists begin with: a link may be for some beginnings only. */
  beginning() {
    const making = (this.grants ?? []).filter(({ role }) => role !== 'viewer').flatMap(({ lists }) => lists);
    if (!this.grants || making.includes('*')) return '';
    return making.find((each) => each.endsWith('*'))?.slice(0, -1) ?? '';
  }
}

/** @param {string} pattern an id, or a beginning with a star behind it */
export function reaches(pattern, list) {
  return pattern.endsWith('*') ? list.startsWith(pattern.slice(0, -1)) : pattern === list;
}

/**
 * What others do, as the page shows it: who is here and edits which row, and which rows just changed.
 * A few changes are shown in their rows; many at once are one sentence, and nothing flickers.
 */

import { t } from '../strings.js';
import { hueOf } from './facts.js';
import { idsOf } from './waiting.js';

/** How long a change counts as just made: the tint holds 600 ms and fades in 1,600. */
const FRESH_MS = 2_200;
const SUMMARY_MS = 6_000;
const ANNOUNCE_MS = 3_000;
/** More rows than this within one flush are told, not tinted. */
const ROWS_MAX = 5;

export class News {
  /**
   * @param {() => void} changed called when something here is over
   * @param {(text: string) => void} announce says something to those who listen to the page
   */
  constructor(changed, announce) {
    this.changed = changed;
    this.announce = announce;
    this.fresh = new Map();
    this.here = new Map();
    this.summary = '';
    this.timer = null;
    this.count = 0;
    this.unheard = 0;
    this.announcing = null;
  }

  /** What there is to say of a row, or null. */
  about(id) {
    return this.here.get(id) ?? this.fresh.get(id) ?? null;
  }

  /** Who edits or moves what, oneself left out. */
  setPeople(people, session) {
    const before = this.here;
    this.here = new Map();
    for (const each of people.values()) {
      if (each.session === session) continue;
      const ids = [...each.moving ?? [], ...each.editing ? [each.editing] : []];
      for (const id of ids) {
        const key = id === each.editing ? 'presence.editing' : 'presence.moving';
        const person = {
          name: each.name,
          hue: hueOf(each.session),
          what: t(key, { p: each.name }),
          isHere: true,
        };
        const known = before.get(id);
        this.here.set(id, known && known.what === person.what && known.hue === person.hue ? known : person);
      }
    }
  }

  /** Takes in the changes that others made, as one flush brought them. */
  heard(changes, copy) {
    const touched = new Map();
    let count = 0;
    for (const { mutations, by } of changes) {
      for (const fact of mutations) {
        const ids = idsOf(fact);
        count += ids.length || 1;
        if (fact.op === 'delete') continue;
        const key = fact.op === 'insert' ? 'remote.added' : 'remote.changed';
        for (const id of ids) {
          if (copy.items.has(id)) touched.set(id, { key: touched.get(id)?.key ?? key, by });
        }
      }
    }
    if (!count) return;
    this.#announceLater(count);
    const last = changes[changes.length - 1].by;
    if (touched.size <= ROWS_MAX) { for (const [id, { key, by }] of touched) this.#mark(id, key, by); }
    this.count += count;
    const isOneMore = this.count === 1 && touched.size === 1 &&
      [...touched.values()][0].key === 'remote.added';
    this.summary = isOneMore ? t('remote.addedNow', { p: last.name }) : t('remote.many', { n: this.count });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.count = 0;
      this.summary = '';
      this.changed();
    }, SUMMARY_MS);
  }

  /** Listeners are told in batches: a word for every change would drown the page. */
  #announceLater(count) {
    this.unheard += count;
    this.announcing ??= setTimeout(() => {
      this.announce(t('remote.many', { n: this.unheard }));
      this.unheard = 0;
      this.announcing = null;
    }, ANNOUNCE_MS);
  }

  #mark(id, key, by) {
    const person = { name: by.name, hue: hueOf(by.session), what: t(key, { p: by.name }), isHere: false };
    this.fresh.set(id, person);
    setTimeout(() => {
      if (this.fresh.get(id) !== person) return;
      this.fresh.delete(id);
      this.changed();
    }, FRESH_MS);
  }
}

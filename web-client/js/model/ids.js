/** Ids that this page mints itself, so that a row's identity never changes. */

/**
 * A random UUID, version 4, in lower case (RFC 9562, 5.4).
 * `crypto.randomUUID` exists in secure contexts only, `getRandomValues` everywhere.
 * @returns {string}
 */
export function mintId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  let hex = '';
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/**
 * A list id made from a name a person typed: 1 to 48 characters of `a-z 0-9 -`. Empty where the name
 * has none of them (a name in Japanese, say); the caller then picks one at random.
 * @param {string} name
 * @returns {string}
 */
export function slugOf(name) {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 48)
    .replace(/^-+|-+$/g, '');
}

/**
 * List ids to try for a name, best first and without end: the bare slug, then with a number, and from
 * the tenth on with a random tail, so that a crowded name still finds a free id soon.
 * @param {string} name
 * @param {string} [beginning] what every id begins with
 * @param {() => string} [mint]
 */
export function* listIdsFor(name, beginning = '', mint = mintId) {
  const slug = beginning + (slugOf(name) || `list-${mint().slice(0, 6)}`);
  yield slug;
  for (let number = 2; number < 10; number += 1) yield `${slug}-${number}`;
  for (;;) yield `${slug}-${mint().slice(0, 6)}`;
}

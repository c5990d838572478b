/**
 * Finding text as people type it: without regard to case or accents, and without taking letters for
 * accents. Only Latin combining marks are dropped: dropping all of them would make カキ find ガギ.
 */

const LATIN_MARKS = /[\u0300-\u036f]+/g;

/**
 * The form in which texts are compared. `ß` meets `ss` on the way through upper case; what is not Latin is
 * composed again, so that カ is not found in ガ; a final sigma is a sigma.
 */
export function fold(text) {
  const bare = text.normalize('NFKD').replace(LATIN_MARKS, '').normalize('NFC');
  return bare.toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

/** The words of a query, folded. All of them must be found. */
export function wordsOf(query) {
  return fold(query).split(/\s+/u).filter(Boolean);
}

/**
 * Where the words stand in a text, as ranges of the text itself, merged and in order.
 * @returns {[number, number][]}
 */
export function rangesOf(text, words) {
  if (!words.length) return [];
  // Folding may change lengths: each folded unit remembers the place it came from.
  let folded = '';
  const origin = [];
  let at = 0;
  for (const scalar of text) {
    const piece = fold(scalar);
    folded += piece;
    for (let unit = 0; unit < piece.length; unit += 1) origin.push([at, at + scalar.length]);
    at += scalar.length;
  }
  /** @type {[number, number][]} */
  const ranges = [];
  for (const word of words) {
    for (let start = folded.indexOf(word); start >= 0; start = folded.indexOf(word, start + word.length)) {
      let end = origin[start + word.length - 1][1];
      // A mark that folding dropped belongs to the letter before it.
      while (/^[\u0300-\u036f]/.test(text.slice(end))) end += 1;
      ranges.push([origin[start][0], end]);
    }
  }
  ranges.sort((a, b) => a[0] - b[0]);
  /** @type {[number, number][]} */
  const merged = [];
  for (const range of ranges) {
    const last = merged[merged.length - 1];
    if (last && range[0] <= last[1]) last[1] = Math.max(last[1], range[1]);
    else merged.push(range);
  }
  return merged;
}

/**
 * @param {{fields?: Record<string, unknown>}} item
 * @returns {string | null} the address of an item's picture: https, and nothing that names a user
 */
export function pictureOf({ fields }) {
  if (typeof fields?.image !== 'string') return null;
  try {
    const url = new URL(fields.image);
    return url.protocol === 'https:' && !url.username && !url.password ? url.href : null;
  } catch {
    return null;
  }
}

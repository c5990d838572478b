/** Whether the server now has another page than the one that was loaded. */

/**
 * The page names everything it is made of, and in what the server compiled those names carry a hash of all of
 * it: other names are another version.
 * @param {string} html the page as the server gives it now
 * @param {string[]} loaded the addresses of the modules this page was made of
 */
export function isOtherVersion(html, loaded) {
  const named = [...html.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, path]) => path);
  // What is no page at all, an error for instance, says nothing.
  return named.length > 0 && named.sort().join() !== [...loaded].sort().join();
}

/** Asks the server. Whatever goes wrong means: not known to be another. */
export async function hasOtherVersion() {
  const links = document.querySelectorAll('link[rel=modulepreload]');
  try {
    const answer = await fetch('/', { cache: 'no-store' });
    if (!answer.ok) return false;
    return isOtherVersion(await answer.text(), [...links].map((each) => each.getAttribute('href')));
  } catch {
    return false;
  }
}

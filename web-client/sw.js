/**
 * Lets the page open without a network, where the certificate allows a service worker. It asks the network
 * first, always: what it kept is only for when there is none, so that an old page is never served for long.
 */

const CACHE = 'shell';
/** A line that is open but dead must not keep the page from opening, in milliseconds. */
const PATIENCE_MS = 4_000;

self.addEventListener('install', (event) => {
  event.waitUntil(fetchShell().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  const isPage = request.mode === 'navigate' && (url.pathname === '/' || url.pathname.startsWith('/l/'));
  const isPart = /\.(js|css|svg|png|webmanifest)$/.test(url.pathname);
  if (isPage || isPart) event.respondWith(networkFirst(request, isPage ? '/' : request));
});

/** The page names everything it is made of, so the page is the list of what to keep. */
async function fetchShell() {
  const cache = await caches.open(CACHE);
  const page = await fetch('/', { cache: 'no-cache' });
  const html = await page.clone().text();
  const parts = [...html.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, path]) => path);
  await cache.addAll([...new Set([...parts, '/icons.svg'])]);
  await cache.put('/', page);
}

async function networkFirst(request, key) {
  const cache = await caches.open(CACHE);
  try {
    const response = await within(fetch(request), PATIENCE_MS);
    if (response.ok) cache.put(key, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(key);
    if (kept) return kept;
    throw error;
  }
}

function within(promise, milliseconds) {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('no answer')), milliseconds);
    promise.then(resolve, reject);
  });
}

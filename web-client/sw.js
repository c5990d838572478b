/**
 * Lets the page open without a network, where the certificate allows a service worker. For the page itself it
 * asks the network first, always: what it kept is only for when there is none, so that an old page is never
 * served for long. What the page is made of is kept as a whole, version by version: an old page never gets a
 * new module, nor a new page an old one.
 */

const CACHE = 'shell';
/** A line that is open but dead must not keep the page from opening, in milliseconds. */
const PATIENCE_MS = 4_000;

self.addEventListener('install', (event) => {
  event.waitUntil(fetch('/', { cache: 'no-cache' }).then(keep).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  const isPage = request.mode === 'navigate' && (url.pathname === '/' || url.pathname.startsWith('/l/'));
  if (isPage) event.respondWith(page(event));
  else if (url.pathname.startsWith('/v/')) event.respondWith(lasting(request));
  else if (/\.(js|css|svg|png|webmanifest)$/.test(url.pathname)) event.respondWith(networkFirst(request));
});

async function page(event) {
  try {
    const response = await within(fetch(event.request), PATIENCE_MS);
    if (response.ok) event.waitUntil(keep(response.clone()).catch(() => {}));
    return response;
  } catch (error) {
    return await match('/', error);
  }
}

/** The page names everything it is made of, so the page is the list of what to keep. It is kept last. */
async function keep(response) {
  const cache = await caches.open(CACHE);
  const html = await response.clone().text();
  const before = await cache.match('/');
  if (before && await before.text() === html) return;
  const parts = [...html.matchAll(/(?:href|src|content)="(\/[^"]+)"/g)].map(([, path]) => path);
  const [, base] = /"((?:\/v\/\w+)?)\/js\//.exec(html);
  const wanted = [...new Set([...parts, `${base}/icons.svg`])];
  const missing = [];
  for (const path of wanted) if (!base || !await cache.match(path)) missing.push(path);
  await cache.addAll(missing);
  await cache.put('/', new Response(html, { headers: response.headers }));
  for (const { url } of await cache.keys()) {
    const [version = base] = /^\/v\/\w+/.exec(new URL(url).pathname) ?? [];
    if (version !== base) await cache.delete(url);
  }
}

/** An address with a version in it means the same for ever. */
async function lasting(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) cache.put(request, response.clone());
  return response;
}

async function networkFirst(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await within(fetch(request), PATIENCE_MS);
    if (response.ok) cache.put(request, response.clone());
    return response;
  } catch (error) {
    return match(request, error);
  }
}

async function match(key, error) {
  const kept = await (await caches.open(CACHE)).match(key);
  if (kept) return kept;
  throw error;
}

function within(promise, milliseconds) {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('no answer')), milliseconds);
    promise.then(resolve, reject);
  });
}

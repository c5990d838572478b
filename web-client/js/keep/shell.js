/** Registers the service worker, silently: with a certificate that is not trusted the browser refuses it. */

const PATH = '/sw.js';

/** What it fetches must not be in the way of the first rows: it waits until the page has nothing to do. */
export function keepShell() {
  if (!navigator.serviceWorker) return;
  const soon = () => (globalThis.requestIdleCallback ?? setTimeout)(register);
  if (document.readyState === 'complete') soon();
  else addEventListener('load', soon, { once: true });
}

function register() {
  // Under Trusted Types a script's address must come from a policy. This one knows a single address.
  const policy = globalThis.trustedTypes?.createPolicy('livelist-worker', { createScriptURL: () => PATH });
  navigator.serviceWorker.register(policy ? policy.createScriptURL(PATH) : PATH).catch(() => {});
}

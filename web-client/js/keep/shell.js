/** Registers the service worker, silently: with a certificate that is not trusted the browser refuses it. */

const PATH = '/sw.js';

export function keepShell() {
  if (!navigator.serviceWorker) return;
  // Under Trusted Types a script's address must come from a policy. This one knows a single address.
  const policy = globalThis.trustedTypes?.createPolicy('livelist-worker', { createScriptURL: () => PATH });
  navigator.serviceWorker.register(policy ? policy.createScriptURL(PATH) : PATH).catch(() => {});
}

/**
 * Opens the connection while the rest of the page is still on its way. It is no module, so that it runs as
 * soon as it is there; `Connection` takes the socket over.
 */
if (!('earlySocket' in globalThis)) {
  const scheme = location.protocol === 'http:' ? 'ws:' : 'wss:';
  globalThis.earlySocket = new WebSocket(`${scheme}//${location.host}/ws`, 'livelist.v1');
}

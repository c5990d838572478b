/**
 * The one WebSocket of this page. It comes back by itself, and it does not believe that a socket which is
 * open is alive: after sleep or a change of network it may be open and dead. Where there is doubt it asks
 * for a `pong` and hangs up when none comes.
 */

import { waitFor } from './backoff.js';

/** With nothing heard for so long, the server is asked whether it is there. */
const SILENCE_MS = 25_000;
/** How long an answer may take before the socket counts as dead. */
const ANSWER_MS = 4_000;
/** A connection that is not there by then is given up. */
const OPENING_MS = 10_000;
const FRAME_CHARACTERS_MAX = 200_000;

export class Connection {
  /**
   * @param {{url: string, open?: (url: string) => WebSocket, random?: () => number,
   *   timer?: {set: (run: () => void, milliseconds: number) => any, clear: (timer: any) => void}}} means
   */
  constructor({ url, open, random = Math.random, timer }) {
    this.url = url;
    this.open = open ?? openSocket;
    this.random = random;
    this.timer = timer ?? { set: (run, ms) => setTimeout(run, ms), clear: (id) => clearTimeout(id) };
    /** closed · connecting · open · doubtful · waiting */
    this.state = 'closed';
    this.failures = 0;
    this.socket = null;
    this.timers = {};
    this.onOpen = () => {};
    /** @type {(message: any) => void} */
    this.onMessage = () => {};
    /** @type {(state: string) => void} */
    this.onState = () => {};
  }

  start() {
    if (this.state === 'closed' || this.state === 'waiting') this.#connect();
  }

  stop() {
    this.#abandon();
    this.#enter('closed');
  }

  /** Connects anew, as another name for instance. */
  renew() {
    if (this.state !== 'closed') this.#connect();
  }

  /** Sends messages in frames of a bounded size. Without a connection they are dropped: see `onOpen`. */
  send(messages) {
    if (this.state !== 'open' && this.state !== 'doubtful') return;
    let frame = [];
    let characters = 0;
    const post = () => {
      if (frame.length) this.socket.send(frame.length > 1 ? `[${frame.join(',')}]` : frame[0]);
      frame = [];
      characters = 0;
    };
    for (const message of messages) {
      const text = JSON.stringify(message);
      if (characters + text.length > FRAME_CHARACTERS_MAX) post();
      frame.push(text);
      characters += text.length;
    }
    post();
  }

  /** Something happened that may have killed the socket, or may have brought the network back. */
  probe() {
    if (this.state === 'waiting') this.#connect();
    if (this.state !== 'open' && this.state !== 'doubtful') return;
    this.send([{ type: 'ping' }]);
    this.#after('answer', ANSWER_MS, () => this.#lost());
  }

  /** As `probe`, and until the answer comes nothing is taken for certain. */
  doubt() {
    this.probe();
    if (this.state === 'open') this.#enter('doubtful');
  }

  #connect() {
    this.#abandon();
    this.#enter('connecting');
    const socket = this.open(this.url);
    this.socket = socket;
    socket.onopen = () => this.#opened(socket);
    socket.onmessage = (event) => this.#heard(socket, event.data);
    socket.onclose = () => {
      if (socket === this.socket) this.#lost();
    };
    this.#after('opening', OPENING_MS, () => this.#lost());
    if (socket.readyState === 1) queueMicrotask(() => this.#opened(socket));
  }

  #opened(socket) {
    if (socket !== this.socket) return;
    this.#cancel('opening');
    this.#enter('open');
    this.#listen();
    this.onOpen();
  }

  #heard(socket, data) {
    if (socket !== this.socket) return;
    this.#cancel('answer');
    this.#listen();
    if (this.state === 'doubtful') this.#enter('open');
    let frame;
    try {
      frame = JSON.parse(data);
    } catch {
      return;
    }
    for (const message of Array.isArray(frame) ? frame : [frame]) {
      if (message.type === 'welcome') this.failures = 0;
      this.onMessage(message);
    }
  }

  #listen() {
    this.#after('silence', SILENCE_MS, () => this.probe());
  }

  #lost() {
    this.#abandon();
    this.failures += 1;
    this.#enter('waiting');
    this.#after('retry', waitFor(this.failures, this.random), () => this.#connect());
  }

  #abandon() {
    for (const name of Object.keys(this.timers)) this.#cancel(name);
    const { socket } = this;
    this.socket = null;
    socket?.close();
  }

  #enter(state) {
    if (state === this.state) return;
    this.state = state;
    this.onState(state);
  }

  #after(name, milliseconds, run) {
    this.#cancel(name);
    this.timers[name] = this.timer.set(() => {
      delete this.timers[name];
      run();
    }, milliseconds);
  }

  #cancel(name) {
    if (name in this.timers) this.timer.clear(this.timers[name]);
    delete this.timers[name];
  }
}

/** The first time that is the socket which early.js has opened, if it was quicker. */
function openSocket(url) {
  const early = globalThis.earlySocket;
  globalThis.earlySocket = null;
  return early?.readyState <= 1 ? early : new WebSocket(url, 'livelist.v1');
}

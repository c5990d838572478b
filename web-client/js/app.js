/** The page as a whole: one connection, one screen at a time, and the way from one to the other. */

import { Access } from './access.js';
import { listIdsFor, mintId } from './model/ids.js';
import { ListStore } from './model/store.js';
import { clientId, isCompact, keepCompact, keepName, ownName } from './keep/device.js';
import { Database } from './keep/database.js';
import { Keeper } from './keep/keeper.js';
import { keepShell } from './keep/shell.js';
import { Connection } from './net/connection.js';
import { hasOtherVersion } from './net/version.js';
import { t } from './strings.js';
import { askDialog } from './views/dialog.js';
import { ListScreen } from './views/listscreen.js';
import { UpdateBanner } from './views/parts.js';
import { StartScreen } from './views/startscreen.js';

/** How long one flush of what others changed may take, so that a frame is never missed. */
const FLUSH_MS = 6;

export class App {
  constructor() {
    const scheme = location.protocol === 'http:' ? 'ws:' : 'wss:';
    this.connection = new Connection({ url: `${scheme}//${location.host}/ws` });
    this.access = new Access();
    this.session = null;
    /** @type {any} the screen that is shown */
    this.screen = null;
    this.store = null;
    /** What another program shared, until a list is chosen for it. */
    this.shared = null;
    this.asked = new Map();
    this.lastRef = 0;
    this.hasLists = false;
    this.keeper = new Keeper(new Database(), mintId());
    /** False until what is kept of the open list has been read: only then is it known where to resume. */
    this.isAttached = false;
    /** Mutations sent for lists that nobody looks at, by id. */
    this.sentFor = new Set();
    this.update = new UpdateBanner();
    this.connections = 0;
    this.link = { send: (messages) => this.connection.send(messages) };
  }

  start() {
    const { connection } = this;
    connection.onOpen = () => this.#connected();
    connection.onMessage = (message) => this.#heard(message);
    connection.onState = () => this.#connectionChanged();
    addEventListener('popstate', () => {
      this.#takeLink();
      this.show();
    });
    document.addEventListener('click', (event) => this.#clicked(event));
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) {
        this.keeper.flush();
        return;
      }
      connection.probe();
      this.#flush();
    });
    addEventListener('pagehide', () => this.keeper.flush());
    addEventListener('pageshow', () => connection.probe());
    addEventListener('online', () => connection.doubt());
    addEventListener('offline', () => connection.doubt());
    document.documentElement.dataset.density = isCompact() ? 'compact' : '';
    connection.start();
    this.show();
    keepShell();
  }

  /** Shows what the address names. */
  show() {
    const match = /^\/l\/([a-z0-9][a-z0-9-]{0,63})\/?$/.exec(location.pathname);
    this.#leave();
    if (match) {
      this.store = this.#storeFor(match[1]);
      this.screen = new ListScreen(this, this.store, mintId);
    } else {
      this.screen = new StartScreen(this);
    }
    document.body.replaceChildren(this.screen.element);
    this.screen.topbar.element.after(this.update.element);
    scrollTo(0, 0);
    this.screen.start();
    if (this.store) this.#attach(this.store);
    else if (this.connection.state === 'open') this.#sendAbandoned();
  }

  go(path) {
    history.pushState(null, '', path);
    this.#takeLink();
    this.show();
  }

  /** Brings what is said about the connection in step with it. */
  refresh() {
    const state = this.#state();
    const { dataset } = document.documentElement;
    if (dataset.connection !== state) dataset.connection = state;
    this.screen?.setConnection(state);
  }

  /** The lists that this device keeps, for a start without a network. */
  async keptLists() {
    const kept = await this.keeper.database.all('lists');
    return kept.map(({ list, title, revision, items, savedAt }) => ({
      id: list,
      title,
      revision,
      items: items.length,
      done: items.filter((each) => each.isDone).length,
      updatedAt: savedAt ?? 0,
    })).sort((a, b) => b.updatedAt - a.updatedAt);
  }

  /** Offers to load the page again where the server has another one now. */
  async checkVersion() {
    if (await hasOtherVersion()) this.update.show();
  }

  askLists() {
    this.connection.send([{ type: 'lists' }]);
  }

  /**
   * Makes a list under a free id and opens it.
   * @returns {Promise<boolean>} false where that could not be done, without a connection for instance
   */
  async createList(title) {
    for (const list of listIdsFor(title, this.access.beginning())) {
      // Opening without `create` tells whether the id is taken, also by a list this page may not see.
      const found = await this.ask({ type: 'open', list });
      if (!found) return false;
      if (found.type === 'opened') {
        this.connection.send([{ type: 'close', list }]);
        continue;
      }
      if (found.code !== 'unknown-list') continue;
      const made = await this.ask({ type: 'open', list, create: true, title });
      if (made?.type !== 'opened') return false;
      this.go(`/l/${list}`);
      return true;
    }
    return false;
  }

  /** @param {{editing?: string | null, moving?: string[]}} what this page is doing just now */
  tellPresence(what) {
    if (this.store?.link) this.connection.send([{ type: 'presence', list: this.store.list, ...what }]);
  }

  setCompact(isCompact) {
    keepCompact(isCompact);
    document.documentElement.dataset.density = isCompact ? 'compact' : '';
    this.screen.render?.();
  }

  async askName() {
    const name = await askDialog({
      head: t('dialog.name'),
      label: t('dialog.name'),
      value: ownName(),
      maxlength: 64,
    });
    if (name === null || name === ownName()) return;
    keepName(name);
    // A name is told once a connection.
    this.connection.renew();
  }

  async #attach(store) {
    await this.keeper.attach(store);
    if (store !== this.store) return;
    this.isAttached = true;
    if (['open', 'doubtful'].includes(this.connection.state)) store.connected(this.link, this.session);
    this.#sendAbandoned();
  }

  /** Sends what tabs that are gone have left behind for lists that are not open here. */
  async #sendAbandoned() {
    const entries = await this.keeper.abandoned();
    const messages = entries
      .filter((each) => each.list !== this.store?.list && !this.sentFor.has(each.id))
      .map(({ list, id, epoch, mutations }) => ({ type: 'mutate', list, id, epoch, mutations }));
    for (const { id } of messages) this.sentFor.add(id);
    this.connection.send(messages);
  }

  /** An answer for a list that is not open. What was refused stays, to be told when that list is opened. */
  #answered({ type, id }) {
    if (!this.sentFor.delete(id)) return;
    if (type === 'change' || type === 'unchanged') this.keeper.forget(id);
  }

  #storeFor(list) {
    const store = new ListStore(list, {
      mint: mintId,
      now: () => Date.now(),
      name: () => this.name(),
      later: (run, milliseconds) => setTimeout(run, milliseconds),
    });
    store.wake = () => this.#wake();
    return store;
  }

  name() {
    return ownName() || t('people.guest');
  }

  #leave() {
    this.screen?.stop();
    this.keeper.detach();
    this.isAttached = false;
    if (this.store?.link) this.connection.send([{ type: 'close', list: this.store.list }]);
    this.store = null;
    this.screen = null;
  }

  #state() {
    const { state, failures } = this.connection;
    if (state === 'doubtful') return navigator.onLine ? 'stale' : 'offline';
    if (state === 'closed') return 'offline';
    if (state !== 'open') return failures > 0 ? 'offline' : 'connecting';
    if (!this.store) return this.hasLists ? 'online' : 'connecting';
    if (this.store.state !== 'ready' && this.store.state !== 'opening') return 'online';
    if (this.store.isCaughtUp) return 'online';
    return this.store.isWhole ? 'stale' : 'connecting';
  }

  #connected() {
    // Whoever comes back may come back to a server that was replaced meanwhile.
    this.connections += 1;
    if (this.connections > 1) this.checkVersion();
    this.session = null;
    const hello = { type: 'hello', name: this.name(), client: clientId() };
    this.connection.send([{ ...hello, ...this.access.hello() }]);
    this.sentFor.clear();
    if (this.isAttached) this.store.connected(this.link, null);
    if (!this.store) this.askLists();
    if (!this.store || this.isAttached) this.#sendAbandoned();
    this.refresh();
  }

  #connectionChanged() {
    if (this.connection.state === 'waiting' || this.connection.state === 'closed') {
      this.hasLists = false;
      for (const answer of this.asked.values()) answer(null);
      this.asked.clear();
      if (this.store?.link) this.store.disconnected();
    }
    this.refresh();
  }

  #heard(message) {
    if (message.ref !== undefined && this.asked.has(message.ref)) {
      const answer = this.asked.get(message.ref);
      this.asked.delete(message.ref);
      answer(message);
      return;
    }
    if (message.type === 'welcome') {
      this.session = message.session;
      if (this.store) this.store.session = message.session;
      const ended = this.access.welcomed(message);
      if (ended) this.screen.toasts?.show(t(`access.toast.${ended}`));
      this.screen.allowed?.();
    } else if (message.type === 'error' && message.reason && !message.list) {
      this.#turnedAway(message.reason);
    } else if (message.type === 'lists') {
      this.hasLists = true;
      if (this.screen instanceof StartScreen) this.screen.show(message.lists);
      this.refresh();
    } else if (message.list && message.list === this.store?.list) {
      this.store.receive(message);
    } else if (message.id) {
      this.#answered(message);
    }
  }

  /** A link brought a token: with it the server may let this page in, or further in. */
  #takeLink() {
    if (!this.access.take()) return;
    if (this.connection.state === 'closed') this.connection.start();
    else this.connection.renew();
  }

  /**
   * The server ends the connection. Where it had let this page in, a link has just ended, and others may
   * still count: the page comes back with all of them. Else there is nothing to come back with.
   */
  #turnedAway(reason) {
    if (this.session !== null) {
      this.screen.toasts?.show(t(`access.toast.${reason}`));
      return;
    }
    this.access.reason = reason;
    this.connection.stop();
    this.store?.close();
    this.screen.allowed?.();
    this.refresh();
  }

  /** Sends a message and resolves with its answer, or with null where the connection is lost. */
  ask(message) {
    return new Promise((resolve) => {
      if (!['open', 'doubtful'].includes(this.connection.state)) {
        resolve(null);
        return;
      }
      const ref = `r${++this.lastRef}`;
      this.asked.set(ref, resolve);
      this.connection.send([{ ...message, ref }]);
    });
  }

  /** What has come is worked off once a frame; in a hidden tab, where there are none, soon. */
  #wake() {
    if (this.isAwake) return;
    this.isAwake = true;
    if (document.hidden) setTimeout(() => this.#flush(), 50);
    else requestAnimationFrame(() => this.#flush());
  }

  #flush() {
    this.isAwake = false;
    if (this.store?.flush(FLUSH_MS)) this.#wake();
  }

  /** Links within the page keep the connection; everything else is the browser's. */
  #clicked(event) {
    const link = event.target.closest('a[href]');
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || !(url.pathname === '/' || url.pathname.startsWith('/l/'))) return;
    event.preventDefault();
    this.go(url.pathname + url.search);
  }
}

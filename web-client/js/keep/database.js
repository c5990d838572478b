/**
 * What this device keeps: the last state of lists, and what has been asked for and not been answered.
 * IndexedDB, so that it survives closing the browser. Where that is refused (a private window, no room) the
 * page works without: every call then comes to nothing.
 */

import { within } from './within.js';

const NAME = 'livelist';
const VERSION = 1;
/** Anything here may hang, opening behind another tab for instance. The page does not wait much longer than
 * this, in milliseconds. */
const PATIENCE_MS = 1_000;

export class Database {
  constructor(factory = globalThis.indexedDB) {
    this.opened = factory ? openWithin(factory).catch(() => null) : Promise.resolve(null);
  }

  /** @returns {Promise<any>} null where there is nothing, or no database */
  async get(store, key) {
    return this.#read(store, (each) => each.get(key));
  }

  async all(store) {
    return await this.#read(store, (each) => each.getAll()) ?? [];
  }

  async put(store, value) {
    await this.#run(store, 'readwrite', (each) => each.put(value));
  }

  async delete(store, key) {
    await this.#run(store, 'readwrite', (each) => each.delete(key));
  }

  #read(store, use) {
    return within(this.#run(store, 'readonly', use), 2 * PATIENCE_MS, null);
  }

  async #run(store, mode, use) {
    const database = await this.opened;
    if (!database) return null;
    try {
      const transaction = database.transaction(store, mode);
      const request = use(transaction.objectStore(store));
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
      });
      return request.result ?? null;
    } catch {
      return null;
    }
  }
}

function openWithin(factory) {
  return new Promise((resolve, reject) => {
    const request = factory.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('lists', { keyPath: 'list' });
      request.result.createObjectStore('outbox', { keyPath: 'id' });
    };
    request.onsuccess = () => {
      // A newer page in another tab may change the form: it is not held up.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
    setTimeout(() => reject(new Error('the database did not open')), PATIENCE_MS);
  });
}

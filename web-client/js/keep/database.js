/**
 * What this device keeps: the last state of lists, and what has been asked for and not been answered.
 * IndexedDB, so that it survives closing the browser. Where that is refused (a private window, no room) the
 * page works without: every call then comes to nothing.
 */

const NAME = 'livelist';
const VERSION = 1;

/**
 * Anything here may take its time, or never come to an end: behind another tab, for instance, or on a busy
 * machine. Who waits for it says how long; what is written is written as soon as it can be.
 */
export class Database {
  constructor(factory = globalThis.indexedDB) {
    this.opened = factory ? open(factory).catch(() => null) : Promise.resolve(null);
  }

  /** @returns {Promise<any>} null where there is nothing, or no database */
  async get(store, key) {
    return this.#run(store, 'readonly', (each) => each.get(key));
  }

  async all(store) {
    return await this.#run(store, 'readonly', (each) => each.getAll()) ?? [];
  }

  async put(store, value) {
    await this.#run(store, 'readwrite', (each) => each.put(value));
  }

  async delete(store, key) {
    await this.#run(store, 'readwrite', (each) => each.delete(key));
  }

  async #run(store, mode, use) {
    const database = await this.opened;
    if (!database) return null;
    try {
      const transaction = database.transaction(store, mode);
      const request = use(transaction.objectStore(store));
      // A page that goes takes with it what is not committed; it commits by itself only after an answer.
      transaction.commit?.();
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

function open(factory) {
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
  });
}

import test from 'node:test';
import assert from 'node:assert/strict';
import { ListStore } from '../../web-client/js/model/store.js';
import { Database } from '../../web-client/js/keep/database.js';
import { Keeper } from '../../web-client/js/keep/keeper.js';

const KEPT = { title: 'T', revision: 4, sections: [], items: [], epoch: 'e', role: 'owner' };

/** A database whose answers to reading come when the test lets them; what is written is in `written`. */
function slowDatabase() {
    const waiting = [];
    const read = () => new Promise((resolve) => waiting.push(resolve));
    const written = [];
    return {
        written,
        get: read,
        all: read,
        put: async (store, value) => written.push({ store, ...value }),
        delete: async () => {},
        /** The oldest reading that waits is answered, and what follows from it happens. */
        answer: async (value) => {
            waiting.shift()(value);
            await new Promise((resolve) => setImmediate(resolve));
        },
    };
}

/** A list whose keeping has begun, and whose reading has not been answered. */
function attached(patience = 60_000) {
    let count = 0;
    const bench = { database: slowDatabase(), sent: [] };
    bench.store = new ListStore('list', { mint: () => `m${++count}`, now: () => 0 });
    bench.keeper = new Keeper(bench.database, 'tab', patience);
    bench.attaching = bench.keeper.attach(bench.store);
    bench.connect = () => bench.store.connected({ send: (messages) => bench.sent.push(...messages) }, 's');
    return bench;
}

test('a list is brought back before it is opened, so that it is opened from there', async () => {
    const { database, store, attaching, connect, sent } = attached();
    await database.answer(KEPT);
    await database.answer([]);
    await attaching;
    assert.equal(store.copy.revision, 4);
    connect();
    assert.deepEqual(sent, [{ type: 'open', list: 'list', since: 4, epoch: 'e' }]);
});

test('what is kept is shown however late it comes, while there is no connection', async () => {
    const bench = attached(0);
    await bench.attaching;
    assert.equal(bench.store.isWhole, false);
    await bench.database.answer(KEPT);
    assert.equal(bench.store.isWhole, true);
    assert.equal(bench.store.copy.revision, 4);
});

test('what is kept takes no part once the list has been asked for', async () => {
    const bench = attached(0);
    await bench.attaching;
    bench.connect();
    await bench.database.answer(KEPT);
    assert.equal(bench.store.isWhole, false);
});

test('what is asked for before the reading is over is kept all the same', () => {
    const { database, store } = attached(0);
    store.mutate([{ op: 'setTitle', title: 'New' }]);
    const [{ id, list }] = database.written.filter((each) => each.store === 'outbox');
    assert.deepEqual({ id, list }, { id: store.pending[0].id, list: 'list' });
});

test('what was left behind and is read late is still sent, once', async () => {
    const bench = attached(0);
    await bench.attaching;
    bench.connect();
    bench.store.receive({
        type: 'opened',
        list: 'list',
        epoch: 'e',
        revision: 0,
        title: 'T',
        role: 'owner',
    });
    bench.store.flush();
    bench.store.mutate([{ op: 'setTitle', title: 'New' }]);
    await bench.database.answer(null);
    const mine = { ...bench.store.pending[0], list: 'list', tab: 'tab', order: 1 };
    const left = { ...mine, id: 'left', tab: 'another', mutations: [{ op: 'setTitle', title: 'Old' }] };
    await bench.database.answer([mine, left]);
    const ids = bench.sent.filter(({ type }) => type === 'mutate').map(({ id }) => id);
    assert.deepEqual(ids.sort(), ['left', mine.id].sort());
});

test('what is written is committed at once: the page may go the next moment', async () => {
    const done = [];
    const opening = {};
    const database = new Database({ open: () => opening });
    const transaction = {
        objectStore: () => ({
            put: () => {
                done.push('put');
                return { result: 'key' };
            },
        }),
        commit: () => {
            done.push('commit');
            queueMicrotask(() => transaction.oncomplete());
        },
    };
    const writing = database.put('lists', { list: 'list' });
    opening.result = { transaction: () => transaction };
    opening.onsuccess();
    await writing;
    assert.deepEqual(done, ['put', 'commit']);
});

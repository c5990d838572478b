import test from 'node:test';
import assert from 'node:assert/strict';
import { ListStore } from '../../web-client/js/model/store.js';

const by = { session: 'o', name: 'Ben' };

/** An open list with items a and b at revision 4, and what the store sends. */
function open() {
    let count = 0;
    const later = [];
    const bench = { now: 0, sent: [], later };
    const store = new ListStore('list', {
        mint: () => `m${++count}`,
        now: () => bench.now,
        name: () => 'Ana',
        later: (run, milliseconds) => later.push({ run, milliseconds }),
    });
    bench.store = store;
    bench.events = [];
    store.subscribe((events) => bench.events.push(...events));
    bench.connect = () => store.connected({ send: (messages) => bench.sent.push(...messages) }, 's');
    bench.hear = (...messages) => {
        for (const message of messages) store.receive({ list: 'list', ...message });
        store.flush();
    };
    bench.opened = (revision, epoch = 'e') => ({
        type: 'opened',
        epoch,
        revision,
        title: 'T',
        role: 'owner',
    });
    bench.connect();
    const items = ['a', 'b'].map((id) => ({ id, title: id, isDone: false }));
    bench.hear(bench.opened(4), {
        type: 'snapshot',
        epoch: 'e',
        revision: 4,
        title: 'T',
        items,
        part: 1,
        of: 1,
    });
    bench.sent.length = 0;
    return bench;
}

const titled = (id, title) => [{ op: 'edit', id, title }];
const titles = ({ store }) => [...store.copy.items.values()].map(({ title }) => title);

test('a duplicate is an answer, and is never applied', () => {
    const bench = open();
    bench.store.mutate(titled('a', 'mine'));
    bench.hear({
        type: 'change',
        revision: 5,
        id: 'm1',
        by,
        at: 1,
        duplicate: true,
        mutations: titled('b', 'x'),
    });
    assert.deepEqual(titles(bench), ['a', 'b']);
    assert.equal(bench.store.pendingCount, 0);
    assert.equal(bench.store.copy.revision, 4);
});

test('a change at or below the revision of the copy is ignored, at a gap the list is opened again', () => {
    const bench = open();
    bench.hear({ type: 'change', revision: 4, id: 'x', by, at: 1, mutations: titled('a', 'old') });
    assert.deepEqual(titles(bench), ['a', 'b']);
    bench.hear({ type: 'change', revision: 6, id: 'y', by, at: 1, mutations: titled('a', 'far') });
    assert.deepEqual(titles(bench), ['a', 'b']);
    assert.deepEqual(bench.sent, [{ type: 'open', list: 'list', since: 4, epoch: 'e' }]);
    bench.hear(
        bench.opened(6),
        { type: 'change', revision: 5, id: 'x', by, at: 1, mutations: titled('b', 'near') },
        { type: 'change', revision: 6, id: 'y', by, at: 1, mutations: titled('a', 'far') },
    );
    assert.deepEqual(titles(bench), ['far', 'near']);
    assert.equal(bench.store.isCaughtUp, true);
});

test('what was refused for now is sent again after its time, and what came after it waits', () => {
    const bench = open();
    bench.store.mutate(titled('a', '1'));
    bench.hear({ type: 'rejected', id: 'm1', code: 'rate-limited', retryAfter: 700, message: '' });
    bench.store.mutate(titled('a', '2'));
    assert.deepEqual(bench.sent.map(({ id }) => id), ['m1']);
    assert.deepEqual(titles(bench), ['2', 'b']);
    bench.now = 700;
    bench.later[0].run();
    assert.equal(bench.later[0].milliseconds, 700);
    assert.deepEqual(bench.sent.map(({ id }) => id), ['m1', 'm1', 'm2']);
});

test('what was refused for good is taken back, and told with its text', () => {
    const bench = open();
    bench.store.mutate(titled('a', 'mine'));
    bench.hear({ type: 'rejected', id: 'm1', code: 'item-deleted', message: 'gone', index: 0 });
    assert.deepEqual(titles(bench), ['a', 'b']);
    const told = bench.events.find(({ kind }) => kind === 'rejected');
    assert.equal(told.entry.mutations[0].title, 'mine');
});

test('an unchanged mutation stays shown until the copy reaches the revision it was judged on', () => {
    const bench = open();
    bench.store.mutate(titled('a', 'same'));
    bench.hear({ type: 'unchanged', id: 'm1', revision: 5 });
    assert.deepEqual(titles(bench), ['same', 'b']);
    assert.equal(bench.store.pendingCount, 0);
    bench.hear({ type: 'change', revision: 5, id: 'x', by, at: 1, mutations: titled('a', 'same') });
    assert.equal(bench.store.pending.length, 0);
    assert.deepEqual(titles(bench), ['same', 'b']);
});

test('after a lost connection it resumes from its revision and sends the same ids again, in order', () => {
    const bench = open();
    bench.store.mutate(titled('a', '1'));
    bench.store.mutate(titled('b', '2'));
    bench.store.disconnected();
    bench.store.mutate(titled('a', '3'));
    bench.sent.length = 0;
    bench.connect();
    assert.deepEqual(bench.sent.map(({ type, id, since, epoch }) => [type, id ?? since, epoch]), [
        ['open', 4, 'e'],
        ['mutate', 'm1', 'e'],
        ['mutate', 'm2', 'e'],
        ['mutate', 'm3', 'e'],
    ]);
});

test('a list that was made again replaces the copy, and old mutations name the old epoch', () => {
    const bench = open();
    bench.store.disconnected();
    bench.store.mutate(titled('a', 'mine'));
    bench.sent.length = 0;
    bench.connect();
    assert.equal(bench.sent[1].epoch, 'e');
    const items = [{ id: 'n', title: 'new', isDone: false }];
    bench.hear(bench.opened(1, 'f'));
    assert.equal(bench.store.isCaughtUp, false);
    bench.hear(
        { type: 'snapshot', epoch: 'f', revision: 1, title: 'T', items, part: 1, of: 1 },
        { type: 'rejected', id: 'm1', code: 'conflict', message: '' },
    );
    assert.deepEqual(titles(bench), ['new']);
    assert.equal(bench.store.isCaughtUp, true);
});

test('a kept state is shown before the server answers, with what was left behind on top', () => {
    const kept = open();
    kept.store.mutate(titled('a', 'mine'));
    const state = kept.store.confirmed();
    assert.equal(state.items[0].title, 'a');
    const store = new ListStore('list', { mint: () => 'x', now: () => 0 });
    store.restore(state);
    store.adopt(kept.store.pending);
    assert.equal(store.copy.items.get('a').title, 'mine');
    assert.equal(store.isCaughtUp, false);
});

test('no more than 200 mutations are under way', () => {
    const bench = open();
    for (let count = 0; count < 250; count += 1) bench.store.mutate(titled('a', `${count}`));
    assert.equal(bench.sent.length, 200);
    const { id, mutations } = bench.sent[0];
    bench.hear({ type: 'change', revision: 5, id, by, at: 1, mutations });
    assert.equal(bench.sent.length, 201);
});

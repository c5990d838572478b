import test from 'node:test';
import assert from 'node:assert/strict';
import { Actions } from '../../web-client/js/model/actions.js';
import { ListStore } from '../../web-client/js/model/store.js';
import { Seeded } from './support.mjs';

/** A list of the given titles, open and confirmed; the server never answers. */
function open(titles, sections = []) {
    let count = 0;
    const store = new ListStore('list', { mint: () => `m${++count}`, now: () => 0, name: () => 'Ana' });
    store.connected({ send() {} }, 's');
    store.receive({ type: 'opened', list: 'list', epoch: 'e', revision: 0, title: 'list', role: 'owner' });
    const items = titles.map((title) => ({
        id: title,
        title,
        isDone: false,
        createdAt: 0,
        createdBy: 'Ana',
        updatedAt: 0,
        updatedBy: 'Ana',
    }));
    const named = sections.map((id) => ({ id, title: id }));
    store.receive({
        type: 'snapshot',
        list: 'list',
        epoch: 'e',
        revision: 0,
        title: 'list',
        sections: named,
        items,
        part: 1,
        of: 1,
    });
    store.flush();
    let made = 0;
    return { store, actions: new Actions(store, () => `new${++made}`) };
}

function shape(store) {
    const { title, sections, items } = store.copy.toWire();
    return {
        title,
        sections,
        items: items.map(({ id, title: name, isDone, section, fields }) => ({
            id,
            name,
            isDone,
            section,
            fields,
        })),
    };
}

test('every kind of change is undone and redone', () => {
    const kinds = {
        add: (actions) => actions.add([{ title: 'x' }, { title: 'y' }], 'S', null),
        edit: (actions) => actions.edit('b', { title: 'B', fields: { note: 'n' } }),
        done: (actions) => actions.setDone(['a', 'c'], true),
        remove: (actions) => actions.remove(['b', 'c', 'e']),
        move: (actions) => actions.move(['d', 'a'], 'S'),
        moveWithin: (actions) => actions.move(['e', 'c'], 'none', 'a'),
        section: (actions) =>
            actions.perform([{ op: 'insertSection', section: { id: 'N', title: 'N' }, before: 'S' }], ''),
        deleteKeeping: (actions) => actions.perform([{ op: 'deleteSection', id: 'T', items: 'keep' }], ''),
        deleteAll: (actions) => actions.perform([{ op: 'deleteSection', id: 'T', items: 'delete' }], ''),
        sections: (actions) =>
            actions.perform([{ op: 'reorderSections', sources: ['T'], before: 'S' }], ''),
        title: (actions) => actions.perform([{ op: 'setTitle', title: 'other' }], ''),
    };
    for (const [name, run] of Object.entries(kinds)) {
        const { store, actions } = open(['a', 'b', 'c', 'd', 'e'], ['S', 'T']);
        store.mutate([{ op: 'reorder', sources: ['d', 'e'], destination: { section: 'T' } }]);
        const before = shape(store);
        assert.ok(run(actions), name);
        const after = shape(store);
        assert.notDeepEqual(after, before, name);
        actions.undo();
        assert.deepEqual(shape(store), before, `${name}, undone`);
        actions.undo(true);
        assert.deepEqual(shape(store), after, `${name}, redone`);
        actions.undo();
        assert.deepEqual(shape(store), before, `${name}, undone again`);
        store.copy.checkInvariants();
    }
});

test('a random history of moves is undone step by step', () => {
    for (let seed = 1; seed <= 30; seed += 1) {
        const random = new Seeded(seed);
        const names = [...'abcdefghij'];
        const { store, actions } = open(names, ['S']);
        const states = [];
        for (let step = 0; step < 30; step += 1) {
            const before = shape(store);
            const sources = random.some(names, 1 + random.below(4));
            if (actions.move(sources, random.pick(['none', 'S']))) states.push(before);
        }
        while (states.length) {
            actions.undo();
            assert.deepEqual(shape(store), states.pop(), `seed ${seed}`);
        }
    }
});

test('what others have changed since is left alone and named', () => {
    const { store, actions } = open(['a', 'b']);
    actions.edit('a', { title: 'mine' });
    const [entry] = store.pending;
    const by = { session: 'o', name: 'Ben' };
    store.receive({ type: 'change', revision: 1, id: entry.id, by, at: 1, mutations: entry.mutations });
    store.receive({
        type: 'change',
        revision: 2,
        id: 'x',
        by,
        at: 2,
        mutations: [{ op: 'edit', id: 'a', title: 'theirs' }],
    });
    store.flush();
    const step = actions.undo();
    assert.equal(step.isEmpty, true);
    assert.equal(step.blocked[0].updatedBy, 'Ben');
    assert.equal(store.copy.items.get('a').title, 'theirs');
});

test('a paste that is too large for one message is cut, and is still one undo', () => {
    const { store, actions } = open(['a']);
    actions.add(Array.from({ length: 12_000 }, (_, index) => ({ title: `line ${index}` })));
    assert.equal(store.pending.length, 3);
    assert.ok(store.pending.every(({ mutations }) => JSON.stringify(mutations).length < 1_000_000));
    assert.equal(store.copy.size, 12_001);
    actions.undo();
    assert.deepEqual([...store.copy.ids()], ['a']);
});

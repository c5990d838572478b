import test from 'node:test';
import assert from 'node:assert/strict';
import { ListCopy } from '../../web-client/js/model/copy.js';
import { applyChange } from '../../web-client/js/model/facts.js';
import { perform } from '../../web-client/js/model/rules.js';
import { ListStore } from '../../web-client/js/model/store.js';
import { casesOf } from './support.mjs';

const files = ['conflict-rules', 'histories', 'forgetting'];

function changesOf({ steps }) {
    return steps
        .filter(({ expect }) => expect.type === 'change')
        .map(({ at, by, expect }) => ({ ...expect, at, by: { session: 's', name: by } }));
}

function assertIs(copy, final, name) {
    const { title, revision, sections, items } = copy.toWire();
    assert.deepEqual({ title, revision, sections, items }, final, name);
}

for (const file of files) {
    test(`facts of ${file} applied one by one give the final list`, () => {
        for (const each of casesOf(file)) {
            const copy = new ListCopy('list');
            for (const change of changesOf(each)) applyChange(copy, change);
            copy.checkInvariants();
            assertIs(copy, each.final, each.name);
        }
    });

    test(`${file} through the store, in slices, with a snapshot in the middle`, () => {
        for (const each of casesOf(file)) {
            const changes = changesOf(each);
            const half = changes.length >> 1;
            const copy = new ListCopy('list');
            for (const change of changes.slice(0, half)) applyChange(copy, change);
            const store = new ListStore('list', { mint: () => 'm', now: () => 0 });
            store.connected({ send() {} }, 's');
            store.receive({
                type: 'opened',
                list: 'list',
                epoch: 'e',
                revision: changes.length,
                title: 'list',
                role: 'owner',
                people: [],
                count: 0,
            });
            for (const part of snapshotOf(copy, 5)) store.receive(part);
            for (const change of changes.slice(half)) store.receive(change);
            while (store.flush(-1));
            store.copy.checkInvariants();
            assertIs(store.copy, each.final, each.name);
            assert.equal(store.isCaughtUp, true, each.name);
        }
    });
}

function snapshotOf(copy, size) {
    const { title, revision, sections, items } = copy.toWire();
    const of = Math.max(1, Math.ceil(items.length / size));
    return Array.from({ length: of }, (_, index) => ({
        type: 'snapshot',
        list: 'list',
        epoch: 'e',
        revision,
        title,
        part: index + 1,
        of,
        ...(index === 0 ? { sections } : {}),
        items: items.slice(index * size, (index + 1) * size),
    }));
}

/**
 * Ghosts, and whether a section that is not there ever was, are known to the server alone. Where neither
 * plays a part, the page's own rules say the same.
 */
test('the page performs mutations as the server does, where no ghost plays a part', () => {
    let agreed = 0;
    for (const each of casesOf('conflict-rules')) {
        if (each.steps.some(isForServerOnly)) continue;
        const copy = new ListCopy('list');
        copy.begin();
        for (const { mutations, at, by, expect } of each.steps) {
            if (expect.code === 'invalid' || expect.code === 'too-large') continue;
            const refusal = perform(copy, mutations, at, by);
            if (expect.type === 'rejected') {
                assert.equal(refusal, expect.code, each.name);
            }
        }
        const order = [...copy.ids()];
        assert.deepEqual(order, each.final.items.map(({ id }) => id), each.name);
        agreed += 1;
    }
    assert.ok(agreed > 20, `${agreed} cases were compared`);
});

function isForServerOnly({ mutations, expect }) {
    return expect.code === 'unknown-section' ||
        mutations.some(({ op, items }) =>
            op === 'restore' || (op === 'insert' && items.some(({ id }) => !id))
        ) ||
        expect.mutations?.some((fact) => fact.destination?.ghost || fact.ghost);
}

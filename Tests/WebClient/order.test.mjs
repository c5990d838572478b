import test from 'node:test';
import assert from 'node:assert/strict';
import { Order } from '../../web-client/js/model/order.js';
import { Seeded } from './support.mjs';

test('the order agrees with a flat array through 20,000 random steps', () => {
    for (const seed of [1, 2, 3]) {
        const random = new Seeded(seed);
        const order = new Order(new Map());
        const flat = [];
        for (let step = 0; step < 20_000; step += 1) {
            // Growing first, then shrinking, so that chunks are split and joined.
            const isGrowing = random.chance(step < 12_000 ? 70 : 30);
            if (isGrowing || flat.length === 0) {
                const at = random.chance(30) ? flat.length : random.below(flat.length + 1);
                order.insert(`${step}`, flat[at] ?? null);
                flat.splice(at, 0, `${step}`);
            } else {
                const at = random.below(flat.length);
                assert.equal(order.next(flat[at]), flat[at + 1] ?? null, `seed ${seed}, step ${step}`);
                assert.equal(order.previous(flat[at]), flat[at - 1] ?? null, `seed ${seed}, step ${step}`);
                assert.equal(order.indexOf(flat[at]), at, `seed ${seed}, step ${step}`);
                assert.equal(order.remove(flat[at]), flat[at + 1] ?? null, `seed ${seed}, step ${step}`);
                flat.splice(at, 1);
            }
            if (step % 500 === 0) {
                order.checkInvariants();
                assert.deepEqual([...order], flat, `seed ${seed}, step ${step}`);
            }
        }
        assert.deepEqual([...order], flat, `seed ${seed}`);
    }
});

test('a chunk that changed carries another stamp, the others keep theirs', () => {
    const order = new Order(new Map());
    for (let index = 0; index < 2_000; index += 1) order.insert(`${index}`);
    const stamps = order.chunks.map(({ stamp }) => stamp);
    order.touch('1000');
    const changed = order.chunks.filter(({ stamp }, index) => stamp !== stamps[index]);
    assert.deepEqual(changed, [order.places.get('1000')]);
});

test('100,000 ids are inserted and moved without long steps', () => {
    const order = new Order(new Map());
    for (let index = 0; index < 100_000; index += 1) order.insert(`${index}`);
    const random = new Seeded(7);
    const begin = performance.now();
    for (let move = 0; move < 10_000; move += 1) {
        const id = `${random.below(100_000)}`;
        order.remove(id);
        let before = `${random.below(100_000)}`;
        if (before === id) before = null;
        order.insert(id, before);
    }
    order.checkInvariants();
    assert.ok(performance.now() - begin < 5_000, '10,000 moves take well under a second on any machine');
});

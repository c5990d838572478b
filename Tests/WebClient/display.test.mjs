import test from 'node:test';
import assert from 'node:assert/strict';
import { chosenFor } from '../../web-client/js/model/display.js';

test('what is done gives way to what is open, the oldest first, and the order stays', () => {
    const items = [...'aBcDeF'].map((id, at) => ({ id, isDone: id === id.toUpperCase(), updatedAt: at }));
    assert.deepEqual(chosenFor(items, 6), { ids: [...'aBcDeF'], rest: 0 });
    assert.deepEqual(chosenFor(items, 4), { ids: [...'aceF'], rest: 0 });
    assert.deepEqual(chosenFor(items, 2), { ids: ['a', 'c'], rest: 1 });
});

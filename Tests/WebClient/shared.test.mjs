import test from 'node:test';
import assert from 'node:assert/strict';
import { sharedFrom } from '../../web-client/js/model/shared.js';

const from = (query) => sharedFrom(new URLSearchParams(query));

test('what is shared becomes an item, wherever the link is', () => {
    assert.deepEqual(from({ title: 'Soup', text: 'For Friday', url: 'https://a.example/soup' }), {
        title: 'Soup',
        fields: { url: 'https://a.example/soup', note: 'For Friday' },
    });
    assert.deepEqual(from({ text: 'Look: https://a.example/x' }), {
        title: 'Look:',
        fields: { url: 'https://a.example/x' },
    });
    assert.deepEqual(from({ text: 'https://a.example/x' }), {
        title: 'https://a.example/x',
        fields: { url: 'https://a.example/x' },
    });
    assert.deepEqual(from({ text: 'Milk\nEggs' }), { title: 'Milk', fields: { note: 'Eggs' } });
    assert.deepEqual(from({ url: 'javascript:alert(1)' }), { title: 'javascript:alert(1)' });
    assert.equal(from({ text: '  ' }), null);
    assert.equal(from({ other: 'x' }), null);
});

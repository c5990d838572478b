import test from 'node:test';
import assert from 'node:assert/strict';
import { ListCopy } from '../../web-client/js/model/copy.js';
import { GridLayout, stepAcross, walkAcross } from '../../web-client/js/views/gridlayout.js';

/** Sections of so many items, called a0, a1, …, b0, … */
function gridOf(...sizes) {
    const copy = new ListCopy('A list');
    const sections = sizes.map((_, at) => copy.newSection('abcdef'[at], 'abcdef'[at]));
    copy.arrange(sections);
    sizes.forEach((size, at) => {
        for (let index = 0; index < size; index += 1) {
            const id = `${'abcdef'[at]}${index}`;
            copy.put({ id, title: id, isDone: false });
            copy.place(id, sections[at], null);
        }
    });
    const layout = new GridLayout();
    layout.resize({ columns: 4, tileWidth: 100, tileHeight: 80, gap: 20 });
    return { copy, layout };
}

test('tiles lie in rows, and what is in a band is found', () => {
    const { copy, layout } = gridOf(10);
    const [part] = copy.sections;
    assert.deepEqual(layout.extent(part), { count: 10, height: 320 });
    assert.deepEqual(layout.row(part, 'a5'), { id: 'a5', index: 5, top: 120, left: 120, height: 80 });
    assert.deepEqual(layout.rows(part, 110, 130).map(({ id }) => id), ['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7']);
    assert.equal(layout.rows(part, -Infinity, Infinity).length, 10);
    assert.equal(layout.idAt(part, 9), 'a9');
    assert.equal(layout.idAt(part, 10), null);
    layout.setFilter((id) => id !== 'a1');
    assert.equal(layout.indexOf(part, 'a5'), 4);
});

test('the field for new items takes a place behind the last tile', () => {
    const { copy, layout } = gridOf(8);
    const [part] = copy.sections;
    const { height } = layout.extent(part);
    layout.adds = () => true;
    assert.deepEqual(layout.extent(part), { count: 8, height: height + layout.pitch });
    assert.deepEqual(layout.placeOf(8), { top: 220, left: 0 });
    layout.folded.add(part.id);
    assert.deepEqual(layout.extent(part), { count: 0, height: 0 });
});

test('walking over rows keeps the column, as far as there is one', () => {
    const { copy, layout } = gridOf(6, 0, 2);
    const walk = (id, by) => walkAcross(layout, copy, id, by);
    assert.equal(walk('a1', 1), 'a5');
    assert.equal(walk('a3', 1), 'a5');
    assert.equal(walk('a4', 1), 'c0');
    assert.equal(walk('c1', -1), 'a5');
    assert.equal(walk('c1', 1), null);
    assert.equal(walk('a0', -1), null);
});

test('an item steps over a row, to the end of a last row that is not full, and into the next section', () => {
    const { copy, layout } = gridOf(6, 0, 2);
    const step = (id, by) => stepAcross(layout, copy, id, by);
    assert.deepEqual(step('a1', 1), { section: 'a', before: null });
    assert.deepEqual(step('a0', 1), { section: 'a', before: 'a5' });
    assert.deepEqual(step('a3', 1), { section: 'a', before: null });
    assert.deepEqual(step('a5', -1), { section: 'a', before: 'a1' });
    assert.deepEqual(step('a5', 1), { section: 'b', before: null });
    assert.deepEqual(step('c0', -1), { section: 'b', before: null });
    assert.equal(step('c0', 1), null);
});

import test from 'node:test';
import assert from 'node:assert/strict';
import { ListCopy } from '../../web-client/js/model/copy.js';
import {
    cellsOf,
    columnsOf,
    isShown,
    mutationsFor,
    orderWith,
    sortFrom,
    sortText,
    valueFor,
} from '../../web-client/js/model/columns.js';
import { FieldUse, kindOf, renamed, retyped, sumOf, valueFrom } from '../../web-client/js/model/fields.js';
import { Sums, ownNumbers } from '../../web-client/js/model/sums.js';
import { Layout } from '../../web-client/js/views/layout.js';
import { Sorted } from '../../web-client/js/model/sort.js';
import { fromTsv, toTsv } from '../../web-client/js/model/tsv.js';
import { Seeded } from './support.mjs';

function copyOf(rows) {
    const copy = new ListCopy('A list');
    rows.forEach(([title, fields = {}, more = {}], index) => {
        const id = `i${index}`;
        copy.put({ id, title, isDone: false, fields, createdAt: 1, updatedAt: 1, ...more });
        copy.place(id, copy.loose, null);
    });
    return copy;
}

const kindIn = (values) => {
    const copy = copyOf(values.map((value) => ['x', { own: value }]));
    return kindOf('own', new FieldUse().of(copy).get('own'));
};

test('the kind of a field is in its values', () => {
    assert.equal(kindIn([1, 2.5]), 'number');
    assert.equal(kindIn([1, 'two']), 'text');
    assert.equal(kindIn([true, false]), 'yesno');
    assert.equal(kindIn(['2026-11-30', '2020-02-29']), 'date');
    assert.equal(kindIn(['2026-13-30']), 'text');
    assert.equal(kindIn(['https://a.example/x']), 'link');
    assert.equal(kindIn(['javascript:alert(1)']), 'text');
    assert.equal(kindIn(['Main', 'Foyer', 'Main', 'Foyer']), 'choice');
    assert.equal(kindIn(['Main', 'Foyer', 'Hall', 'Main']), 'text');
    assert.equal(kindOf('due', undefined), 'date');
});

test('what is counted of a list follows its changes', () => {
    const copy = copyOf([['A', { own: 1 }], ['B', { own: 2 }]]);
    const use = new FieldUse();
    assert.equal(use.of(copy).get('own').count, 2);
    copy.put({ ...copy.items.get('i0'), fields: { other: 'x' } });
    assert.equal(use.of(copy).get('own').count, 1);
    assert.equal(use.of(copy).get('other').count, 1);
});

test('what is typed becomes a value of its kind, and is never lost', () => {
    assert.equal(valueFrom(' 1,5 ', 'number'), 1.5);
    assert.equal(valueFrom('a dozen', 'number'), 'a dozen');
    assert.equal(valueFrom('ja', 'yesno', { yes: 'Ja' }), true);
    assert.equal(valueFrom('no', 'yesno'), false);
    assert.equal(valueFrom('a.example/x', 'link'), 'https://a.example/x');
    assert.equal(valueFrom('  ', 'text'), null);
    assert.equal(valueFrom('two\r\nlines', 'text'), 'two\nlines');
    assert.equal(valueFor({ id: '.own', field: 'own', kind: 'text' }, '12'), 12);
    assert.equal(valueFor({ id: '.own', field: 'own', kind: 'text' }, '012'), '012');
    assert.equal(valueFor({ id: '.note', field: 'note', kind: 'text' }, '12'), '12');
});

test('a field gets another name or kind in every item that has it', () => {
    const copy = copyOf([['A', { own: '1' }], ['B'], ['C', { own: 'many' }]]);
    assert.deepEqual(renamed(copy, 'own', 'new'), [
        { op: 'edit', id: 'i0', fields: { own: null, new: '1' } },
        { op: 'edit', id: 'i2', fields: { own: null, new: 'many' } },
    ]);
    assert.deepEqual(retyped(copy, 'own', 'number'), [{ op: 'edit', id: 'i0', fields: { own: 1 } }]);
});

test('sums have no dust', () => {
    assert.equal(sumOf([0.1, 0.2]), 0.3);
    assert.equal(sumOf([-0.5, 12]), 11.5);
});

test('columns are those of every item and of the fields in use, and chosen ones are shown', () => {
    const copy = copyOf([['A', { zebra: 1, due: '2026-01-01' }]]);
    const uses = new FieldUse().of(copy);
    const ids = (choice) => columnsOf(uses, choice).filter((each) => isShown(each, choice)).map(({ id }) => id);
    assert.deepEqual(ids({}), ['done', 'title', '.due', '.zebra']);
    assert.deepEqual(ids({ isFlat: true, shown: { '.due': false, createdBy: true }, made: { new: 'date' } }), [
        'done',
        'title',
        'section',
        '.new',
        '.zebra',
        'createdBy',
    ]);
});

test('columns stand as they were arranged, and new ones where they stand by themselves', () => {
    const uses = new FieldUse().of(copyOf([['A', { zebra: 1, due: '2026-01-01', note: 'n' }]]));
    const ids = (choice) => columnsOf(uses, choice).map(({ id }) => id).slice(2, 6);
    assert.deepEqual(ids({}), ['section', '.due', '.note', '.zebra']);
    const last = ['createdAt', 'createdBy', 'updatedAt', 'updatedBy'];
    assert.deepEqual(ids({ order: ['.zebra', '.gone', 'section', '.due', ...last, '.zebra'] }),
        ['.zebra', 'section', '.due', '.note']);
    const columns = columnsOf(uses, {});
    const shown = new Set(['.due', '.zebra']);
    const order = (id, before) => orderWith(columns, shown, id, before).slice(0, 4);
    assert.deepEqual(order('.zebra', '.due'), ['section', '.zebra', '.due', '.note']);
    assert.deepEqual(order('.due', null), ['section', '.note', '.zebra', '.due']);
});

test('sums are of what is shown, and follow what changes', () => {
    const copy = copyOf([['A', { price: 1.1, due: 1, name: 'x' }], ['B', { price: 2.2 }], ['C']]);
    assert.deepEqual(ownNumbers(new FieldUse().of(copy)), ['price']);
    const layout = new Layout(36);
    const sums = new Sums();
    const sum = (field) => sums.of(copy.parts[0], field, layout, copy);
    assert.equal(sum('price'), 3.3);
    assert.equal(sum('name'), null);
    layout.setFilter((id) => id !== 'i0');
    assert.equal(sum('price'), 2.2);
});

test('an address says what is sorted by, whatever a field is called', () => {
    const keys = [{ id: '.a,b', isDown: true }, { id: 'title', isDown: false }, { id: '.-x', isDown: false }];
    assert.deepEqual(sortFrom(sortText(keys)), keys);
    assert.deepEqual(sortFrom(null), []);
    assert.deepEqual(sortFrom('%'), []);
});

const collator = new Intl.Collator('en', { numeric: true });
const runs = new WeakMap();
/** The chunks of a list, each the same object for as long as it is unchanged. */
function runsOf(copy) {
    const runOf = (chunk) => {
        if (runs.get(chunk)?.stamp !== chunk.stamp) {
            runs.set(chunk, { stamp: chunk.stamp, ids: [...chunk.ids] });
        }
        return runs.get(chunk);
    };
    return [copy.loose.order.chunks.map(runOf), (id) => runOf(copy.places.get(id))];
}

const title = { id: 'title', kind: 'text' };
const own = { id: '.n', field: 'n', kind: 'number' };

test('rows are sorted by several columns, and what has nothing comes last both ways', () => {
    const copy = copyOf([['b', { n: 2 }], ['a', { n: 2 }], ['c'], ['d', { n: 1 }], ['e', { n: 'x' }]]);
    const titles = (keys) => {
        const sorted = new Sorted(keys, collator.compare);
        sorted.update(...runsOf(copy), copy);
        return sorted.ids.map((id) => copy.items.get(id).title).join('');
    };
    assert.equal(titles([{ column: own, isDown: false }]), 'dbaec');
    assert.equal(titles([{ column: own, isDown: true }]), 'ebadc');
    assert.equal(titles([{ column: own, isDown: false }, { column: title, isDown: false }]), 'dabec');
});

test('a change is merged in and gives what sorting anew gives', () => {
    for (let seed = 1; seed <= 12; seed += 1) {
        const random = new Seeded(seed);
        const copy = copyOf(Array.from({ length: 1_300 }, () => ['x', { n: random.below(40) }]));
        const keys = [{ column: own, isDown: seed % 2 === 0 }];
        const sorted = new Sorted(keys, collator.compare);
        for (let round = 0; round < 6; round += 1) {
            for (let count = random.below(60); count > 0; count -= 1) {
                const id = random.pick([...copy.ids()]);
                const { part, next } = copy.take(id);
                if (random.chance(50)) copy.place(id, part, random.chance(50) ? next : copy.loose.order.first);
                else copy.drop(id, part.id, next);
                const item = copy.items.get(id);
                if (item) copy.put({ ...item, fields: { n: random.below(40) } });
            }
            sorted.update(...runsOf(copy), copy);
            const anew = new Sorted(keys, collator.compare);
            anew.update(...runsOf(copy), copy);
            assert.deepEqual(sorted.ids, anew.ids, `seed ${seed}, round ${round}`);
            for (const id of sorted.ids) assert.equal(sorted.ids[sorted.indexOf(id)], id);
        }
    }
});

test('blocks of cells survive the clipboard', () => {
    const rows = [['a', 'b\tc', ''], ['with "quotes"', 'two\nlines', 'x']];
    assert.deepEqual(fromTsv(toTsv(rows)), rows);
    assert.deepEqual(fromTsv('a\tb\r\nc\r\n'), [['a', 'b'], ['c']]);
    assert.deepEqual(fromTsv('5" disk\t"open'), [['5" disk', 'open']]);
    assert.deepEqual(fromTsv(''), [['']]);
});

test('a pasted block sets cells, adds rows below the last, and one text fills what is chosen', () => {
    const columns = [title, own];
    const block = { ids: ['i0'], columns, chosen: { ids: ['i0'], columns: [title] }, words: {} };
    const made = cellsOf({ ...block, rows: [['A', '1', 'beyond'], ['B', '2'], ['', '3']] });
    assert.deepEqual(made.cells.map(({ id, value }) => [id, value]), [['i0', 'A'], ['i0', 1]]);
    assert.deepEqual(made.items, [{ title: 'B', isDone: false, fields: { n: 2 } }]);
    const chosen = { ids: ['i0', 'i1'], columns: [own] };
    const filled = cellsOf({ rows: [['7']], ids: ['i0', 'i1', 'i2'], columns: [own], chosen, words: {} });
    assert.deepEqual(filled.cells.map(({ id, value }) => [id, value]), [['i0', 7], ['i1', 7]]);
});

test('cells of one item become one edit; what does not change is none', () => {
    const copy = copyOf([['A', { n: 1 }]]);
    const cells = [{ id: 'i0', column: title, value: 'B' }, { id: 'i0', column: own, value: 2 }];
    assert.deepEqual(mutationsFor(cells, copy), [{ op: 'edit', id: 'i0', title: 'B', fields: { n: 2 } }]);
    assert.deepEqual(mutationsFor([{ id: 'i0', column: own, value: 1 }], copy), []);
    assert.deepEqual(mutationsFor([{ id: 'i0', column: title, value: null }], copy), []);
    const done = { id: 'done', kind: 'yesno' };
    assert.deepEqual(mutationsFor([{ id: 'i0', column: done, value: true }], copy), [
        { op: 'toggle', ids: ['i0'], isDone: true },
    ]);
});

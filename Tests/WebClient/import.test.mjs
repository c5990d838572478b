import test from 'node:test';
import assert from 'node:assert/strict';
import { ListCopy } from '../../web-client/js/model/copy.js';
import { toCsv, toJson, toText } from '../../web-client/js/model/export.js';
import { derived, importOf } from '../../web-client/js/model/importing.js';
import { toMarkdown } from '../../web-client/js/model/markdown.js';
import { fromTable, guess, readText } from '../../web-client/js/model/reading.js';
import { perform } from '../../web-client/js/model/rules.js';

function listOf(name = 'A list') {
    const copy = new ListCopy(name);
    const dairy = copy.newSection('11111111-1111-4111-8111-111111111111', 'Dairy');
    copy.arrange([dairy]);
    const put = (id, title, part, more) => {
        copy.put({ id, title, isDone: false, createdAt: 1, createdBy: '', updatedAt: 1, updatedBy: '', ...more });
        copy.place(id, part, null);
    };
    put('22222222-2222-4222-8222-222222222222', 'Salt', copy.loose, {});
    const fields = { quantity: 2, note: 'two\nlines', 'Own one': true, due: '2026-11-30' };
    put('33333333-3333-4333-8333-333333333333', 'Milk, whole', dairy, { isDone: true, fields });
    put('44444444-4444-4444-8444-444444444444', '=1+1', dairy, { fields: { 'Own one': false } });
    return copy;
}

const tableOf = (text) => {
    const { rows } = readText(text, 'list.csv');
    const [heads, ...rest] = rows;
    return fromTable(rest, guess(heads).map((each, at) => each ?? heads[at]));
};
const shape = (items) => items.map(({ title, isDone, section, fields }) => ({ title, isDone, section, fields }));

const whole = [
    { title: 'Salt', isDone: false, section: null, fields: undefined },
    {
        title: 'Milk, whole',
        isDone: true,
        section: 'Dairy',
        fields: { quantity: 2, due: '2026-11-30', note: 'two\nlines', 'Own one': true },
    },
    { title: '=1+1', isDone: false, section: 'Dairy', fields: { 'Own one': false } },
];

test('a list that was exported comes back', () => {
    assert.deepEqual(shape(readText(toJson(listOf())).items), whole);
    assert.deepEqual(shape(tableOf(toCsv(listOf())).items), whole);
    const bare = whole.map((each) => ({ ...each, fields: undefined }));
    assert.deepEqual(shape(readText(`# A list\n\n${toMarkdown(listOf())}`).items), bare);
    const [salt, milk, formula] = readText(toText(listOf())).items;
    assert.deepEqual([salt.title, milk.section, milk.isDone, milk.fields], [
        'Salt',
        'Dairy',
        true,
        { note: 'two\nlines' },
    ]);
    assert.equal(formula.section, 'Dairy');
});

test('lines, bullets and boxes are items; headings are sections', () => {
    const read = (text) => shape(readText(text).items).map(({ title, isDone, section }) => [title, isDone, section]);
    assert.deepEqual(read('Milk\n\nEggs\r\n1. Bread'), [
        ['Milk', false, null],
        ['Eggs', false, null],
        ['Bread', false, null],
    ]);
    assert.deepEqual(read('# Trip\n- [ ] Tent\n## Food\n* [x] Rice\n  - [ ] Salt\n'), [
        ['Tent', false, null],
        ['Rice', true, 'Food'],
        ['Salt', false, 'Food'],
    ]);
    assert.deepEqual(read('{"not": "a list"}'), [['{"not": "a list"}', false, null]]);
});

test('tables are known by name or head, with any usual separator', () => {
    assert.equal(readText('Milk, whole\nEggs, free range').kind, 'lines');
    assert.equal(readText('Name;Qty;Done\nMilk;2;x').kind, 'table');
    assert.deepEqual(readText('a\tb', 'x.tsv').rows, [['a', 'b']]);
    assert.deepEqual(guess(['Name', 'QTY', 'Due date', 'Aisle', 'Stage', 'Title']), [
        'title',
        'quantity',
        'due',
        'section',
        null,
        null,
    ]);
    const { items } = fromTable([['Milk', '2', '007'], ['Eggs', '1.5', '12'], ['', '3', '']], ['title', 'n', 'code']);
    assert.deepEqual(items.map(({ fields }) => fields), [{ n: 2, code: '007' }, { n: 1.5, code: '12' }]);
});

const titles = (copy) => [...copy.ids()].map((id) => copy.items.get(id).title);

test('the same file twice makes nothing twice, and what was deleted comes back', () => {
    const copy = new ListCopy('Other');
    copy.begin();
    const content = readText('- [ ] Milk\n- [ ] Milk\n## Dairy\n- [x] Cheese\n');
    const first = importOf(content, copy, 'other');
    assert.deepEqual([first.added, first.known], [3, 0]);
    assert.equal(perform(copy, first.mutations, 1, 'Ana'), null);
    assert.deepEqual(titles(copy), ['Milk', 'Milk', 'Cheese']);
    assert.deepEqual(importOf(content, copy, 'other'), { mutations: [], added: 0, known: 3, ids: new Set() });
    const [milk] = copy.ids();
    perform(copy, [{ op: 'edit', id: milk, title: 'Oat milk' }], 2, 'Ana');
    assert.equal(importOf(content, copy, 'other').added, 0);
    perform(copy, [{ op: 'delete', ids: [milk] }], 3, 'Ana');
    const again = importOf(content, copy, 'other');
    assert.deepEqual(again.mutations, [{ op: 'restore', ids: [milk] }]);
    assert.notDeepEqual(importOf(content, copy, 'third').ids, first.ids);
    assert.notDeepEqual(importOf(content, new ListCopy(''), 'other', 1).ids, first.ids);
});

test('an export goes into its own list without a trace, and into another one whole', () => {
    const content = readText(toJson(listOf()));
    assert.deepEqual(importOf(content, listOf(), 'a').mutations, []);
    const copy = new ListCopy('Other');
    copy.begin();
    perform(copy, importOf(content, copy, 'b').mutations, 1, 'Ana');
    assert.deepEqual(copy.toWire().items.map(({ id, title, section, fields }) => ({ id, title, section, fields })),
        listOf().toWire().items.map(({ id, title, section, fields }) => ({ id, title, section, fields })));
});

test('ids from content are UUIDs, and few texts are enough for no two to meet', () => {
    const ids = new Set();
    for (let number = 0; number < 50_000; number += 1) ids.add(derived(`item ${number}`));
    assert.equal(ids.size, 50_000);
    for (const id of [...ids].slice(0, 500)) {
        assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
});

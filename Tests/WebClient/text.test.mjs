import test from 'node:test';
import assert from 'node:assert/strict';
import { ListCopy } from '../../web-client/js/model/copy.js';
import { listIdsFor, slugOf } from '../../web-client/js/model/ids.js';
import { itemsFrom, titleFrom } from '../../web-client/js/model/paste.js';
import { fold, rangesOf, wordsOf } from '../../web-client/js/model/search.js';
import { suggestionsFor } from '../../web-client/js/model/suggest.js';
import { dueIn } from '../../web-client/js/strings.js';

test('lines become items; bullets, numbers and boxes are understood', () => {
    const cases = [
        ['Milk\nEggs', [['Milk', false], ['Eggs', false]]],
        ['- Milk\r\n* Eggs\r\n+ Tea\r\n• Rice', [['Milk', false], ['Eggs', false], ['Tea', false], [
            'Rice',
            false,
        ]]],
        ['1. Milk\n2) Eggs\n10. Tea', [['Milk', false], ['Eggs', false], ['Tea', false]]],
        ['- [ ] Milk\n- [x] Eggs\n* [X] Tea\n[x] Rice', [['Milk', false], ['Eggs', true], ['Tea', true], [
            'Rice',
            true,
        ]]],
        ['☐ Milk\n☑ Eggs\n✓ Tea', [['Milk', false], ['Eggs', true], ['Tea', true]]],
        ['\n\n  Milk\t\n\n', [['Milk', false]]],
        ['-5 °C\n1.5 l milk\n2 eggs\n-', [['-5 °C', false], ['1.5 l milk', false], ['2 eggs', false], [
            '-',
            false,
        ]]],
    ];
    for (const [text, expected] of cases) {
        assert.deepEqual(
            itemsFrom(text).map(({ title, isDone }) => [title, isDone]),
            expected,
            JSON.stringify(text),
        );
    }
});

test('a line that is too long for a title becomes several items, no scalar is cut in two', () => {
    const items = itemsFrom(`${'😀'.repeat(2_500)}\nnext`);
    assert.deepEqual(items.map(({ title }) => [...title].length), [2_000, 500, 4]);
});

test('a title has no control characters and no lone surrogates', () => {
    assert.equal(titleFrom(' a\tb\u0000c\n '), 'a b c');
    assert.equal(titleFrom('x\ud800y'), 'xy');
    assert.equal(titleFrom('👩‍👧 ok'), '👩‍👧 ok');
});

test('a list id is made from a name, and another where it is taken', () => {
    assert.equal(slugOf('Weekly groceries'), 'weekly-groceries');
    assert.equal(slugOf('  Größe & Crème fraîche! '), 'gro-e-creme-fraiche');
    assert.equal(slugOf('買い物'), '');
    assert.match(slugOf('x'.repeat(200)), /^x{48}$/);
    const ids = listIdsFor('Café', '', () => 'abcdef12');
    assert.deepEqual([ids.next().value, ids.next().value], ['cafe', 'cafe-2']);
    assert.equal(listIdsFor('買い物', 'team-', () => 'abcdef12').next().value, 'team-list-abcdef');
});

test('folding forgives case and accents, and keeps letters apart that are not the same', () => {
    assert.equal(fold('CRÈME fraîche'), fold('creme FRAICHE'));
    assert.equal(fold('Straße'), fold('STRASSE'));
    assert.equal(fold('ΟΔΟΣ'), fold('οδος'));
    assert.notEqual(fold('カキ'), fold('ガギ'));
    assert.ok(!fold('ガ').includes(fold('カ')));
    assert.deepEqual(wordsOf('  Oat  MILK '), ['oat', 'milk']);
});

test('what was found is marked in the text as it was typed', () => {
    const show = (text, query) =>
        rangesOf(text, wordsOf(query)).map(([start, end]) => text.slice(start, end));
    assert.deepEqual(show('Crème fraîche', 'creme'), ['Crème']);
    assert.deepEqual(show('Cre\u0300me', 'creme'), ['Cre\u0300me']);
    assert.deepEqual(show('Straße 7', 'strasse'), ['Straße']);
    assert.deepEqual(show('milk, oat milk', 'milk oat'), ['milk', 'oat', 'milk']);
    assert.deepEqual(show('aaaa', 'aa'), ['aaaa']);
    assert.deepEqual(show('x', 'y'), []);
});

test('what was here before is suggested by the beginning of a word', () => {
    const copy = new ListCopy();
    const put = (id, title, isDone) => {
        copy.put({ id, title, isDone });
        copy.place(id, copy.loose, null);
    };
    put('1', 'Oat milk', true);
    put('2', 'Milk', true);
    put('3', 'Milk chocolate', false);
    put('4', 'Buttermilk', true);
    put('5', 'Millet', true);
    copy.take('5');
    copy.drop('5', 'none', null);
    assert.deepEqual(suggestionsFor(copy, 'mil').map(({ id }) => id), ['2', '5', '1']);
    assert.deepEqual(suggestionsFor(copy, 'm'), []);
});

test('a due date is the reader\'s calendar day, and one of another year says which', () => {
    const today = new Date(2026, 11, 31, 23, 30);
    const cases = [
        ['2026-12-31', 'Today', 'soon'],
        ['2027-01-01', 'Tomorrow', ''],
        ['2026-12-30', 'Yesterday', 'late'],
        ['2020-01-01', 'Jan 1, 2020', 'late'],
        ['2026-12-05', 'Sat, Dec 5', 'late'],
    ];
    for (const [due, text, urgency] of cases) {
        const said = dueIn(due, today);
        assert.deepEqual([said.text, said.urgency], [text, urgency], due);
    }
    assert.equal(dueIn('soon', today), null);
});

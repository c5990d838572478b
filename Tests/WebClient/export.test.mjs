import test from 'node:test';
import assert from 'node:assert/strict';
import { ListCopy } from '../../web-client/js/model/copy.js';
import { fileName, toCsv, toJson, toText } from '../../web-client/js/model/export.js';
import { toMarkdown } from '../../web-client/js/model/markdown.js';
import { pictureOf } from '../../web-client/js/model/picture.js';
import { isOtherVersion } from '../../web-client/js/net/version.js';
import { pathIn } from '../../web-client/js/views/pastelink.js';

function example() {
    const copy = new ListCopy('Groceries');
    const dairy = copy.newSection('s1', 'Dairy');
    copy.arrange([dairy]);
    const put = (id, title, part, more = {}) => {
        copy.put({ id, title, isDone: false, createdAt: 0, createdBy: 'A', updatedAt: 0, updatedBy: 'A', ...more });
        copy.place(id, part, null);
    };
    put('a', 'Salt', copy.loose);
    put('b', 'Milk, "whole"', dairy, {
        isDone: true,
        fields: { quantity: 2, note: 'The blue one.\n=1+1', Shelf: '=cmd()', due: '2031-12-05' },
    });
    put('c', '+49 30', dairy, { fields: { quantity: -1 } });
    return copy;
}

test('Markdown is what the page reads when it is pasted', () => {
    assert.equal(toMarkdown(example()), '- [ ] Salt\n\n## Dairy\n\n- [x] Milk, "whole"\n- [ ] +49 30\n');
});

test('text has boxes, facts and notes', () => {
    const expected = 'Groceries\n\n[ ] Salt\n\nDairy\n[x] Milk, "whole" (2, 2031-12-05)\n    The blue one.\n' +
        '    =1+1\n[ ] +49 30 (-1)\n';
    assert.equal(toText(example()), expected);
});

test('CSV is quoted, has a column for every field, and no text in it is a formula', () => {
    const lines = toCsv(example()).slice(1).split('\r\n');
    assert.equal(toCsv(example())[0], '\ufeff');
    assert.equal(lines[0], 'section,title,done,quantity,due,assignee,url,image,note,Shelf');
    assert.equal(lines[1], ',Salt,false,,,,,,,');
    assert.equal(lines[2], `Dairy,"Milk, ""whole""",true,2,2031-12-05,,,,"The blue one.\n=1+1",'=cmd()`);
    assert.equal(lines[3], `Dairy,'+49 30,false,-1,,,,,,`);
    assert.equal(lines[4], '');
});

test('JSON is the list in the shape of the protocol', () => {
    const value = JSON.parse(toJson(example()));
    assert.deepEqual(value.sections, [{ id: 's1', title: 'Dairy' }]);
    assert.deepEqual(value.items.map(({ title, section }) => [title, section]), [
        ['Salt', undefined],
        ['Milk, "whole"', 's1'],
        ['+49 30', 's1'],
    ]);
});

test('a file has a name that every system takes', () => {
    assert.equal(fileName('Ana/Ben: "list"?', 'md'), 'Ana Ben list.md');
    assert.equal(fileName('../..', 'csv'), 'list.csv');
    assert.equal(fileName('カキ', 'txt'), 'カキ.txt');
    assert.equal(fileName('x'.repeat(300), 'json').length, 85);
});

test('a picture is https, and names no user', () => {
    const of = (image) => pictureOf({ fields: { image } });
    assert.equal(of('https://a.example/b.png'), 'https://a.example/b.png');
    for (
        const image of ['http://a.example/b.png', 'data:image/png;base64,AA', 'javascript:1', '/b.png', '', 7, true,
            'https://user:word@a.example/b.png', undefined]
    ) assert.equal(of(image), null, String(image));
    assert.equal(pictureOf({}), null);
});

test('another version is one that is made of other modules', () => {
    const page = (...paths) => paths.map((each) => `<link rel="modulepreload" href="${each}">`).join('\n');
    assert.equal(isOtherVersion(page('/v/1/js/a.js', '/v/1/js/b.js'), ['/v/1/js/b.js', '/v/1/js/a.js']), false);
    assert.equal(isOtherVersion(page('/v/2/js/a.js', '/v/2/js/b.js'), ['/v/1/js/b.js', '/v/1/js/a.js']), true);
    assert.equal(isOtherVersion('<p>Down for a moment</p>', ['/v/1/js/a.js']), false);
});

test('a link of a list is understood, and nothing else', () => {
    assert.equal(pathIn(' https://host:9443/l/groceries '), '/l/groceries');
    assert.equal(pathIn('https://host/l/groceries/?item=1&q=a'), '/l/groceries?item=1&q=a');
    assert.equal(pathIn('groceries'), '/l/groceries');
    for (const text of ['', 'https://host/', 'https://host/x', 'two words', '/l/-a', 'a/b', '/l/A']) {
        assert.equal(pathIn(text), null, text);
    }
});

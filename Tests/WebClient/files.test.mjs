import test from 'node:test';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { en } from '../../web-client/js/strings/en.js';
import { words as enViews } from '../../web-client/js/words/en-views.js';

const root = new URL('../../web-client/', import.meta.url);

function filesUnder(folder) {
    return readdirSync(new URL(folder, root)).flatMap((name) => {
        const path = `${folder}${name}`;
        return statSync(new URL(path, root)).isDirectory() ? filesUnder(`${path}/`) : [path];
    });
}

const files = filesUnder('');
/** What is no module that a page in English loads. */
const isOther = (path) => /strings\/(?!en)|early\.js$/.test(path);
const read = (path) => readFileSync(new URL(path, root), 'utf8');

test('the page loads all of its modules at once, and its style sheets', () => {
    const html = read('index.html');
    const named = (pattern) => [...html.matchAll(pattern)].map(([, path]) => path).sort();
    const modules = files.filter((path) => /^js\/.+\.js$/.test(path) && !isOther(path)).sort();
    const atOnce = named(/<link rel="modulepreload" href="\/([^"]+)">/g);
    const later = named(/<meta name="later" content="\/([^"]+\.js)">/g);
    assert.deepEqual([...atOnce, ...later].sort(), modules);
    // Nothing that is loaded at once waits for what is loaded later.
    for (const path of atOnce) {
        for (const [, name] of read(path).matchAll(/^(?:import|export) .*from '([^']+)'/gm)) {
            const address = new URL(name, new URL(path, root)).pathname.slice(root.pathname.length);
            assert.ok(atOnce.includes(address), `${path} imports ${address}`);
        }
    }
    const sheets = files.filter((path) => path.endsWith('.css'));
    const isLater = (path) => path.startsWith('css/later/');
    assert.deepEqual(
        named(/<link rel="stylesheet" href="\/([^"]+)">/g), sheets.filter((path) => !isLater(path)).sort());
    assert.deepEqual(
        named(/<meta name="later" content="\/([^"]+\.css)">/g), sheets.filter(isLater).sort());
});

test('nothing in the page is inline, or makes markup from text', () => {
    for (const path of files.filter((each) => /\.(js|html|css)$/.test(each))) {
        const text = read(path);
        assert.ok(
            !/\binnerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/.test(text),
            path,
        );
        if (path.endsWith('.html')) assert.ok(!/style="|<style|\son\w+="|<script>/.test(text), path);
        if (path.endsWith('.css')) assert.ok(!/url\(|@import/.test(text), path);
    }
});

test('every text is there in every language, with the same places', async () => {
    const places = (entry) => [...new Set(JSON.stringify(entry).match(/\{\w+\}/g) ?? [])].sort();
    for (const language of ['ar', 'ja', 'pt']) {
        const { [language]: main } = await import(`../../web-client/js/strings/${language}.js`);
        const { words } = await import(`../../web-client/js/words/${language}-views.js`);
        for (const [own, other] of [[en, main], [enViews, words]]) {
            assert.deepEqual(Object.keys(other), Object.keys(own), language);
            for (const key of Object.keys(own)) {
                assert.deepEqual(places(other[key]), places(own[key]), `${language}: ${key}`);
            }
        }
    }
});

test('every text that is asked for is there', () => {
    for (const path of files.filter((each) => each.endsWith('.js') && !/strings\/|words\//.test(each))) {
        for (const [, key] of read(path).matchAll(/\bt\('([\w.]+)'/g)) {
            assert.ok(key in en || key in enViews, `${path}: ${key}`);
        }
    }
});

test('lines are short and files are not long', () => {
    for (const path of files.filter((each) => /\.(js|css)$/.test(each))) {
        const lines = read(path).split('\n');
        assert.ok(path.includes('strings/') || lines.length <= 400, `${path} has ${lines.length} lines`);
        lines.forEach((line, index) =>
            assert.ok(line.length <= 110, `${path}:${index + 1} has ${line.length} columns`)
        );
    }
});

import test from 'node:test';
import assert from 'node:assert/strict';
import { WAIT_MS_MAX, waitFor } from '../../web-client/js/net/backoff.js';
import { Connection } from '../../web-client/js/net/connection.js';

/** A clock that the test turns, and sockets that it opens, feeds and closes. */
class Bench {
    constructor() {
        this.now = 0;
        this.timers = new Map();
        this.lastTimer = 0;
        this.sockets = [];
        this.states = [];
        this.opened = 0;
        this.heard = [];
        const timer = {
            set: (run, ms) => {
                this.timers.set(++this.lastTimer, { run, at: this.now + ms });
                return this.lastTimer;
            },
            clear: (id) => this.timers.delete(id),
        };
        const open = () => {
            const socket = {
                sent: [],
                send: (text) => socket.sent.push(text),
                close: () => {
                    socket.isClosed = true;
                },
            };
            this.sockets.push(socket);
            return socket;
        };
        this.connection = new Connection({ url: 'wss://x/ws', open, random: () => 0.5, timer });
        this.connection.onState = (state) => this.states.push(state);
        this.connection.onOpen = () => {
            this.opened += 1;
        };
        this.connection.onMessage = (message) => this.heard.push(message);
    }

    get socket() {
        return this.sockets[this.sockets.length - 1];
    }

    advance(ms) {
        const end = this.now + ms;
        for (;;) {
            const due = [...this.timers].filter(([, { at }]) =>
                at <= end
            ).sort((a, b) => a[1].at - b[1].at)[0];
            if (!due) break;
            this.timers.delete(due[0]);
            this.now = due[1].at;
            due[1].run();
        }
        this.now = end;
    }

    open() {
        this.socket.onopen();
    }

    hear(...messages) {
        this.socket.onmessage({ data: JSON.stringify(messages) });
    }
}

test('the wait doubles, stays within bounds, and differs from page to page', () => {
    assert.deepEqual([1, 2, 3, 20].map((failures) => waitFor(failures, () => 1)), [
        250,
        500,
        1_000,
        WAIT_MS_MAX,
    ]);
    assert.ok(waitFor(3, () => 0) < waitFor(3, () => 0.9));
});

test('a closed socket is opened again, later each time, until one is welcomed', () => {
    const bench = new Bench();
    bench.connection.start();
    for (let attempt = 1; attempt <= 3; attempt += 1) {
        bench.socket.onclose();
        assert.equal(bench.connection.state, 'waiting');
        assert.equal(bench.sockets.length, attempt);
        bench.advance(1_000);
        assert.equal(bench.sockets.length, attempt + 1);
        if (attempt < 3) continue;
        bench.open();
        bench.hear({ type: 'welcome' });
    }
    assert.equal(bench.connection.failures, 0);
    assert.equal(bench.opened, 1);
    assert.deepEqual(bench.heard, [{ type: 'welcome' }]);
});

test('a silent socket is asked, and left when it does not answer', () => {
    const bench = new Bench();
    bench.connection.start();
    bench.open();
    bench.advance(25_000);
    assert.deepEqual(bench.socket.sent, ['{"type":"ping"}']);
    bench.hear({ type: 'pong', at: 1 });
    bench.advance(20_000);
    assert.equal(bench.connection.state, 'open');
    bench.advance(9_000);
    assert.equal(bench.connection.state, 'waiting');
    assert.equal(bench.sockets[0].isClosed, true);
});

test('in doubt nothing is taken for certain until something is heard', () => {
    const bench = new Bench();
    bench.connection.start();
    bench.open();
    bench.connection.doubt();
    assert.equal(bench.connection.state, 'doubtful');
    bench.hear({ type: 'pong', at: 1 });
    assert.equal(bench.connection.state, 'open');
    bench.connection.doubt();
    bench.advance(4_000);
    assert.equal(bench.connection.state, 'waiting');
});

test('a probe while waiting connects at once', () => {
    const bench = new Bench();
    bench.connection.start();
    bench.socket.onclose();
    bench.connection.probe();
    assert.equal(bench.connection.state, 'connecting');
    assert.equal(bench.sockets.length, 2);
});

test('what a socket says after it was given up is not heard', () => {
    const bench = new Bench();
    bench.connection.start();
    bench.open();
    const [old] = bench.sockets;
    old.onclose();
    bench.advance(1_000);
    old.onmessage({ data: '{"type":"welcome"}' });
    old.onclose();
    assert.deepEqual(bench.heard, []);
    assert.equal(bench.sockets.length, 2);
});

test('many messages go out in frames of a bounded size', () => {
    const bench = new Bench();
    bench.connection.start();
    bench.open();
    const messages = Array.from(
        { length: 10 },
        (_, index) => ({ type: 'mutate', index, text: 'x'.repeat(50_000) }),
    );
    bench.connection.send(messages);
    assert.ok(bench.socket.sent.every((text) => text.length < 260_000));
    assert.deepEqual(bench.socket.sent.flatMap((text) => JSON.parse(text)), messages);
});

import test from 'node:test';
import assert from 'node:assert/strict';
import { ListStore } from '../../web-client/js/model/store.js';
import { Seeded } from './support.mjs';
import { Server } from './server.mjs';

class Client {
    constructor(server, name, random) {
        Object.assign(this, { server, name, random });
        this.count = 0;
        const mint = () => `${name}-${++this.count}`;
        this.store = new ListStore('list', { mint, now: () => 0, name: () => name });
        this.link = null;
    }

    connect() {
        this.link = this.server.connect(this.name);
        const { link } = this;
        this.store.connected(
            { send: (messages) => link.toServer.push(...structuredClone(messages)) },
            this.name,
        );
    }

    /** What is under way is lost, in one direction or in both. */
    drop() {
        this.server.links.delete(this.link);
        this.link = null;
        this.store.disconnected();
    }

    hear(count) {
        for (const message of this.link.toClient.splice(0, count)) {
            this.store.receive(structuredClone(message));
        }
        while (this.store.flush(this.random.chance(50) ? -1 : Infinity));
    }

    edit() {
        const { random, store: { copy } } = this;
        const ids = [...copy.ids()];
        const section =
            () => (copy.sections.length && random.chance(60) ? random.pick(copy.sections).id : 'none');
        const destination = () => {
            const to = { section: section() };
            const there = [...copy.sectionById.get(to.section).order];
            if (there.length && random.chance(70)) to.before = random.pick(there);
            return to;
        };
        const kind = random.below(ids.length < 5 ? 2 : 12);
        if (kind < 2) {
            const items = Array.from(
                { length: 1 + random.below(3) },
                () => ({ id: random.id(), title: `by ${this.name}` }),
            );
            return [{ op: 'insert', items, destination: destination() }];
        }
        const some = random.some(ids, 1 + random.below(3));
        if (kind < 4) return [{ op: 'toggle', ids: some, isDone: random.chance(50) }];
        if (kind < 6) return [{ op: 'delete', ids: some }];
        if (kind < 7 && copy.trash.size) {
            return [{ op: 'restore', ids: random.some([...copy.trash.keys()], 2) }];
        }
        if (kind < 10) return [{ op: 'reorder', sources: some, destination: destination() }];
        if (kind < 11) {
            return [{
                op: 'edit',
                id: some[0],
                title: `${random.below(5)}`,
                fields: { n: random.below(3) },
            }];
        }
        if (copy.sections.length < 3) {
            return [{ op: 'insertSection', section: { id: random.id(), title: 'S' } }];
        }
        return [{
            op: 'deleteSection',
            id: random.pick(copy.sections).id,
            items: random.chance(50) ? 'keep' : 'delete',
        }];
    }
}

function play(seed) {
    const random = new Seeded(seed);
    const server = new Server();
    const clients = ['ana', 'ben', 'chi'].map((name) => new Client(server, name, random));
    for (const client of clients) client.connect();
    for (let step = 0; step < 400; step += 1) {
        const client = random.pick(clients);
        if (!client.link) {
            if (random.chance(50)) client.connect();
            else if (client.store.isWhole) client.store.mutate(client.edit());
            continue;
        }
        const { link } = client;
        if (link.toServer.length && random.chance(60)) server.take(link);
        if (link.toClient.length && random.chance(60)) client.hear(1 + random.below(8));
        if (client.store.isWhole && random.chance(50)) client.store.mutate(client.edit());
        if (random.chance(2)) client.drop();
        if (link.isOpen && random.chance(2)) server.snapshot(link);
        if (random.chance(3)) server.held = random.pick([3, Infinity]);
        client.store.copy.checkInvariants();
    }
    for (const client of clients) if (!client.link) client.connect();
    let isBusy = true;
    while (isBusy) {
        isBusy = false;
        for (const client of clients) {
            while (client.link.toServer.length) server.take(client.link);
            if (client.link.toClient.length) isBusy = true;
            client.hear(Infinity);
        }
    }
    return { server, clients };
}

test('pending and confirmed come together with the server, through lost connections, seeds 1 to 60', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
        const { server, clients } = play(seed);
        server.copy.checkInvariants();
        const ids = server.changes.map(({ id }) => id);
        assert.equal(new Set(ids).size, ids.length, `seed ${seed}: nothing took effect twice`);
        for (const { store, name } of clients) {
            assert.equal(store.pending.length, 0, `seed ${seed}: ${name} waits for nothing`);
            assert.equal(store.isCaughtUp, true, `seed ${seed}: ${name}`);
            store.copy.checkInvariants();
            assert.deepEqual(store.copy.toWire(), server.copy.toWire(), `seed ${seed}: ${name}`);
        }
    }
});

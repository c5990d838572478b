/**
 * A list server in memory for tests of the page's store: it orders mutations, answers them once, and lets
 * clients resume. Its rules are the page's own; what the rules mean is tested with the vectors.
 */

import { ListCopy } from '../../web-client/js/model/copy.js';
import { applyFact } from '../../web-client/js/model/facts.js';
import { Refusal, resolve } from '../../web-client/js/model/rules.js';

export class Server {
    constructor() {
        this.copy = new ListCopy('list');
        this.changes = [];
        this.answers = new Map();
        this.links = new Set();
        this.epoch = 'e1';
        this.held = Infinity;
    }

    /** A connection: `toServer` and `toClient` are queues that the test moves along, or loses. */
    connect(session) {
        const link = { session, toServer: [], toClient: [], isOpen: false };
        this.links.add(link);
        return link;
    }

    take(link) {
        const message = link.toServer.shift();
        if (message.type === 'open') this.#open(link, message);
        if (message.type === 'mutate') this.#mutate(link, message);
    }

    #open(link, { since, epoch }) {
        const { revision, title } = this.copy;
        link.isOpen = true;
        link.toClient.push({
            type: 'opened',
            list: 'list',
            epoch: this.epoch,
            revision,
            title,
            role: 'owner',
            people: [],
            count: 0,
        });
        if (epoch === this.epoch && since <= revision && revision - since <= this.held) {
            link.toClient.push(...this.changes.slice(since));
        } else {
            this.snapshot(link);
        }
    }

    snapshot(link) {
        const { title, revision, sections, items } = this.copy.toWire();
        const of = Math.max(1, Math.ceil(items.length / 7));
        for (let part = 1; part <= of; part += 1) {
            link.toClient.push({
                type: 'snapshot',
                list: 'list',
                epoch: this.epoch,
                revision,
                title,
                part,
                of,
                ...(part === 1 ? { sections } : {}),
                items: items.slice((part - 1) * 7, part * 7),
            });
        }
    }

    #mutate(link, { id, mutations, epoch }) {
        const known = this.answers.get(id);
        if (known) {
            link.toClient.push({ ...known, duplicate: true });
            return;
        }
        if (epoch && epoch !== this.epoch) {
            link.toClient.push({
                type: 'rejected',
                list: 'list',
                id,
                code: 'conflict',
                message: 'another epoch',
            });
            return;
        }
        const { copy } = this;
        const revision = copy.revision + 1;
        const facts = [];
        copy.begin();
        try {
            for (const mutation of mutations) {
                for (const fact of resolve(copy, mutation)) {
                    facts.push(structuredClone(fact));
                    applyFact(copy, fact, revision, link.session);
                }
            }
        } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            copy.end();
            link.toClient.push({
                type: 'rejected',
                list: 'list',
                id,
                code: error.code,
                message: '',
                index: 0,
            });
            return;
        }
        copy.journal = null;
        if (!facts.length) {
            link.toClient.push({ type: 'unchanged', list: 'list', id, revision: copy.revision });
            return;
        }
        copy.revision = revision;
        const change = {
            type: 'change',
            list: 'list',
            revision,
            id,
            by: { session: link.session, name: link.session },
            at: revision,
            mutations: facts,
        };
        this.changes.push(change);
        this.answers.set(id, change);
        for (const each of this.links) if (each.isOpen || each === link) each.toClient.push(change);
    }
}

/** What the tests of the page's pure modules share. */

import { readFileSync } from 'node:fs';

const vectors = new URL('../LiveListTests/Vectors/', import.meta.url);

/** The cases of one file of conflict rules, see the folder of the vectors. */
export function casesOf(name) {
    return JSON.parse(readFileSync(new URL(`${name}.json`, vectors), 'utf8'));
}

/** SplitMix64, as in the server's simulation: a failure prints its seed, and the seed repeats it. */
export class Seeded {
    constructor(seed) {
        this.state = BigInt(seed);
    }

    next() {
        const mask = (1n << 64n) - 1n;
        this.state = (this.state + 0x9e3779b97f4a7c15n) & mask;
        let z = this.state;
        z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
        z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask;
        return z ^ (z >> 31n);
    }

    /** An integer from 0 up to `bound`. */
    below(bound) {
        return Number(this.next() % BigInt(bound));
    }

    chance(percent) {
        return this.below(100) < percent;
    }

    pick(values) {
        return values[this.below(values.length)];
    }

    /** Up to `count` different values. */
    some(values, count) {
        const rest = [...values];
        const picked = [];
        while (picked.length < count && rest.length) {
            picked.push(...rest.splice(this.below(rest.length), 1));
        }
        return picked;
    }

    id() {
        const hex = this.next().toString(16).padStart(16, '0') + this.next().toString(16).padStart(16, '0');
        return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${
            hex.slice(20, 32)
        }`;
    }
}

/**
 * The order of ids within one section, in chunks of at most `CHUNK_MAX`, with a shared map from id to
 * chunk. Every operation costs one chunk, not the list: with 100,000 rows an insert in the middle of a
 * flat array moves 100,000 references, here it moves 512.
 *
 * Each chunk carries a `stamp` that is new whenever something in it changed. Views keep what they
 * computed per chunk (heights, the rows that pass a filter) and compute it again only when it differs.
 */

export const CHUNK_MAX = 512;
/** Two neighbours that together hold no more than this are joined. */
const JOIN_MAX = 256;

let lastStamp = 0;

export class Chunk {
  /** @param {Order} owner @param {string[]} ids */
  constructor(owner, ids) {
    this.owner = owner;
    this.ids = ids;
    this.stamp = ++lastStamp;
  }

  touch() {
    this.stamp = ++lastStamp;
  }
}

export class Order {
  /** @param {Map<string, Chunk>} places shared by all orders of one list: an id is in one order only */
  constructor(places) {
    this.places = places;
    /** The section whose order this is, set by it. */
    this.section = null;
    /** @type {Chunk[]} */
    this.chunks = [];
    this.size = 0;
  }

  has(id) {
    return this.places.get(id)?.owner === this;
  }

  /** Puts `id`, which must be in no order yet, directly before `before`, or at the end. */
  insert(id, before = null) {
    this.size += 1;
    if (before === null) {
      const last = this.chunks[this.chunks.length - 1];
      if (last && last.ids.length < CHUNK_MAX) {
        last.ids.push(id);
        last.touch();
        this.places.set(id, last);
      } else {
        const chunk = new Chunk(this, [id]);
        this.chunks.push(chunk);
        this.places.set(id, chunk);
      }
      return;
    }
    const chunk = this.places.get(before);
    chunk.ids.splice(chunk.ids.indexOf(before), 0, id);
    chunk.touch();
    this.places.set(id, chunk);
    if (chunk.ids.length > CHUNK_MAX) this.#split(chunk);
  }

  /** Takes `id` out and returns the id that followed it, or null. */
  remove(id) {
    const next = this.next(id);
    const chunk = this.places.get(id);
    chunk.ids.splice(chunk.ids.indexOf(id), 1);
    chunk.touch();
    this.places.delete(id);
    this.size -= 1;
    if (chunk.ids.length < JOIN_MAX / 4) this.#join(chunk);
    return next;
  }

  next(id) {
    const chunk = this.places.get(id);
    const index = chunk.ids.indexOf(id) + 1;
    if (index < chunk.ids.length) return chunk.ids[index];
    const following = this.chunks[this.chunks.indexOf(chunk) + 1];
    return following ? following.ids[0] : null;
  }

  previous(id) {
    const chunk = this.places.get(id);
    const index = chunk.ids.indexOf(id) - 1;
    if (index >= 0) return chunk.ids[index];
    const preceding = this.chunks[this.chunks.indexOf(chunk) - 1];
    return preceding ? preceding.ids[preceding.ids.length - 1] : null;
  }

  get first() {
    return this.chunks.length ? this.chunks[0].ids[0] : null;
  }

  get last() {
    const chunk = this.chunks[this.chunks.length - 1];
    return chunk ? chunk.ids[chunk.ids.length - 1] : null;
  }

  /** The position of `id`, from 0. O(chunks + CHUNK_MAX). */
  indexOf(id) {
    const chunk = this.places.get(id);
    let index = 0;
    for (const each of this.chunks) {
      if (each === chunk) return index + chunk.ids.indexOf(id);
      index += each.ids.length;
    }
    return -1;
  }

  touch(id) {
    this.places.get(id)?.touch();
  }

  *[Symbol.iterator]() {
    for (const chunk of this.chunks) yield* chunk.ids;
  }

  #split(chunk) {
    const tail = new Chunk(this, chunk.ids.splice(chunk.ids.length >> 1));
    chunk.touch();
    for (const id of tail.ids) this.places.set(id, tail);
    this.chunks.splice(this.chunks.indexOf(chunk) + 1, 0, tail);
  }

  #join(chunk) {
    const index = this.chunks.indexOf(chunk);
    if (chunk.ids.length === 0) {
      this.chunks.splice(index, 1);
      return;
    }
    for (const neighbour of [this.chunks[index - 1], this.chunks[index + 1]]) {
      if (!neighbour || neighbour.ids.length + chunk.ids.length > JOIN_MAX) continue;
      const [front, back] = this.chunks.indexOf(neighbour) < index
        ? [neighbour, chunk]
        : [chunk, neighbour];
      for (const id of back.ids) this.places.set(id, front);
      front.ids.push(...back.ids);
      front.touch();
      this.chunks.splice(this.chunks.indexOf(back), 1);
      return;
    }
  }

  /** Throws where the structure's contract does not hold. For tests. */
  checkInvariants() {
    let size = 0;
    for (const chunk of this.chunks) {
      const length = chunk.ids.length;
      if (length < 1 || length > CHUNK_MAX) throw new Error(`a chunk holds ${length} ids`);
      if (chunk.owner !== this) throw new Error('a chunk belongs to another order');
      for (const id of chunk.ids) if (this.places.get(id) !== chunk) throw new Error(`${id} is misplaced`);
      size += length;
    }
    if (size !== this.size) throw new Error(`size says ${this.size}, the chunks hold ${size}`);
  }
}

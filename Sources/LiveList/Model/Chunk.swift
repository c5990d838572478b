/// What stands in a chunk beside an id.
protocol ChunkContent: AnyObject, Sendable {
    /// What it counts towards `Chunk.byteCount`.
    var byteCount: Int { get }
}

/// Up to `capacity` neighbours of one row: live ones, and ghosts, which have no content.
///
/// Sendable although it is mutable, because nobody ever writes into a chunk that two can see:
/// - everything but `memo` is written only through `Places.writableChunk`, which gives a chunk that is
/// referenced from that one list value and no other (`isKnownUniquelyReferenced`), or a fresh copy. A list
/// value is
///   written by one thread at a time, as Swift's exclusivity and Sendable rules see to;
/// - `memo` may be written through a shared chunk, so it belongs to one thread alone: the one that calls
///   `ListState.forEachRun`. Walking the records, as other threads do, never touches it.
final class Chunk<ID: Hashable & Sendable, Content: ChunkContent>: @unchecked Sendable {
    /// Small: the first write after a copy of the list copies a chunk and touches every content's reference
    /// count.
    static var capacity: Int { 32 }

    /// Of what is put at the end of a row a chunk takes only so many, so that there is room for what comes
    /// between.
    static var appendedCount: Int { 26 }

    private(set) var ids: [ID] = []
    /// nil where a ghost stands.
    private(set) var contents: [Content?] = []
    private(set) var liveCount = 0
    /// The sum of `byteCount` over the live contents.
    private(set) var byteCount = 0
    var row: Int
    var previous = noChunk
    /// In a vacant chunk: the next vacant one.
    var next = noChunk
    var memo: AnyObject?

    init(row: Int) {
        self.row = row
    }

    var count: Int { ids.count }
    var isFull: Bool { ids.count >= Self.capacity }

    /// The same, to be written, without the memo.
    func copy() -> Chunk {
        let copy = Chunk(row: row)
        copy.ids = ids
        copy.contents = contents
        copy.liveCount = liveCount
        copy.byteCount = byteCount
        copy.previous = previous
        copy.next = next
        return copy
    }

    /// Where the live entry or the ghost of `id` stands. Both may be here for a moment while an item comes
    /// back.
    func offset(of id: ID, isLive: Bool) -> Int? {
        for offset in ids.indices where ids[offset] == id {
            if (contents[offset] != nil) == isLive { return offset }
        }
        return nil
    }

    func insert(_ id: ID, _ content: Content?, at offset: Int) {
        if ids.isEmpty {
            ids.reserveCapacity(Self.capacity)
            contents.reserveCapacity(Self.capacity)
        }
        ids.insert(id, at: offset)
        contents.insert(content, at: offset)
        guard let content else { return }
        liveCount += 1
        byteCount += content.byteCount
    }

    /// Sets what stands at `offset`; nil makes it a ghost.
    func replace(at offset: Int, with content: Content?) {
        if let former = contents[offset] {
            liveCount -= 1
            byteCount -= former.byteCount
        }
        contents[offset] = content
        guard let content else { return }
        liveCount += 1
        byteCount += content.byteCount
    }

    func remove(at offset: Int) {
        replace(at: offset, with: nil)
        ids.remove(at: offset)
        contents.remove(at: offset)
    }

    func insert(_ newIDs: [ID], _ newContents: [Content?], at offset: Int) {
        for (number, id) in newIDs.enumerated() { insert(id, newContents[number], at: offset + number) }
    }

    /// Takes away all from `offset` on.
    func removeTail(from offset: Int) -> (ids: [ID], contents: [Content?]) {
        let tail = (Array(ids[offset...]), Array(contents[offset...]))
        for place in offset..<count { replace(at: place, with: nil) }
        ids.removeSubrange(offset...)
        contents.removeSubrange(offset...)
        return tail
    }
}

/// The number of no chunk.
let noChunk = -1

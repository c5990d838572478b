/// Entries in rows: each row has an order of its own, in which entries that left keep their place as ghosts.
///
/// Items stand in one row a part; sections stand in a single row. A row is a linked list of chunks, so
/// nothing counts positions: a place is named by the entry it lies before. Chunks and rows have numbers and
/// lie in paged tables; `index` says in which chunk a live entry stands, each row's `ghosts` where a ghost
/// does. An id is live at most once in all rows, and may besides be a ghost in any other row.
///
/// Every operation on one entry is O(log entries), but those that pass over ghosts: they take a step a chunk.
struct Places<ID: Hashable & Sendable, Content: ChunkContent, Label: Sendable>: Sendable {
    typealias Entries = Chunk<ID, Content>

    var chunks = PagedTable<Entries>()
    /// The first of the chunks that are in no row, linked by `next`; their numbers are used again.
    var vacantChunk = noChunk
    var rows = PagedTable<Row<ID, Label>>()
    /// Numbers of rows to be used again: never more than the most sections there ever were at once.
    var vacantRows: [Int] = []
    /// The chunk of each live entry.
    var index = HashTree<ID, Int>()
    var ghostCount = 0
    /// For each row the order of the departure that is longest ago; `Int.max` where it has no ghost.
    var oldestDepartures: [Int] = []
    /// No ghost left before this revision. May be earlier than that of the oldest ghost.
    var oldestRevision = Revision(.max)

    var liveCount: Int { index.count }
}

/// One order of entries.
struct Row<ID: Hashable & Sendable, Label: Sendable>: Sendable {
    var label: Label
    var first = noChunk
    var last = noChunk
    var liveCount = 0
    var ghosts = HashTree<ID, Ghost>()
    /// The row's ghosts by the order in which they left.
    var departures = OrderTree<ID>()
}

/// Where a ghost stands, and since when.
struct Ghost: Sendable {
    var chunk: Int
    let departure: Departure
}

/// A place in a row.
enum Place<ID: Hashable & Sendable>: Sendable {
    /// After everything, ghosts too.
    case end
    /// Directly before this live entry.
    case beforeEntry(ID)
    /// Directly before this ghost.
    case beforeGhost(ID)

    var ghost: ID? {
        if case .beforeGhost(let id) = self { id } else { nil }
    }
}

/// A place among the entries of one chunk; in a row without chunks `chunk` is `noChunk`.
struct Position {
    var chunk: Int
    var offset: Int
}

// MARK: - Finding

extension Places {
    func row(of id: ID) -> Int? {
        index[id].map { chunks[$0].row }
    }

    func content(of id: ID) -> Content? {
        guard let chunk = index[id].map({ chunks[$0] }) else { return nil }
        return chunk.offset(of: id, isLive: true).flatMap { chunk.contents[$0] }
    }

    /// The content and the row of a live entry.
    func entry(_ id: ID) -> (content: Content, row: Int)? {
        guard let chunk = index[id].map({ chunks[$0] }), let offset = chunk.offset(of: id, isLive: true),
            let content = chunk.contents[offset]
        else { return nil }
        return (content, chunk.row)
    }

    func isLive(_ id: ID) -> Bool { index[id] != nil }

    func hasGhost(_ id: ID, in row: Int) -> Bool { rows[row].ghosts[id] != nil }

    /// The place that `id` marks in a row as a destination; nil where it has none there.
    ///
    /// - Parameter sources: entries that are about to leave their places. The place before one is that before
    ///   the first live entry behind it which is none, else the end.
    func place(before id: ID, in row: Int, sources: NamedIDs<ID>? = nil) -> Place<ID>? {
        if let chunk = index[id], chunks[chunk].row == row {
            guard let sources, sources.contains(id) else { return .beforeEntry(id) }
            guard let next = nextLive(from: following(livePosition(id, in: chunk)), sources: sources) else {
                return .end
            }
            return .beforeEntry(next)
        }
        return hasGhost(id, in: row) ? .beforeGhost(id) : nil
    }

    /// The first live entry at or behind a place that is none of `sources`; nil at the end.
    func nextLive(at place: Place<ID>, in row: Int, sources: NamedIDs<ID>? = nil) -> ID? {
        switch place {
        case .end: nil
        case .beforeEntry(let id): id
        case .beforeGhost(let id): nextLive(from: ghostPosition(id, in: row), sources: sources)
        }
    }

    /// Whether `block` stands in this row already, in this order, with `next` (nil: nothing) behind it;
    /// ghosts don't count. O(block.count · log entries), plus one step for each chunk of ghosts alone.
    func stands(_ block: [ID], before next: ID?, in row: Int) -> Bool {
        for (place, id) in block.enumerated() {
            guard let chunk = index[id], chunks[chunk].row == row else { return false }
            let wanted = place + 1 < block.count ? block[place + 1] : next
            guard nextLive(from: following(livePosition(id, in: chunk))) == wanted else { return false }
        }
        return true
    }

    private func nextLive(from position: Position, sources: NamedIDs<ID>? = nil) -> ID? {
        var position = position
        while position.chunk != noChunk {
            let chunk = chunks[position.chunk]
            if chunk.liveCount > 0 {
                for offset in position.offset..<chunk.count where chunk.contents[offset] != nil {
                    let id = chunk.ids[offset]
                    if sources?.contains(id) != true { return id }
                }
            }
            position = Position(chunk: chunk.next, offset: 0)
        }
        return nil
    }

    private func following(_ position: Position) -> Position {
        Position(chunk: position.chunk, offset: position.offset + 1)
    }

    func position(of place: Place<ID>, in row: Int) -> Position {
        switch place {
        case .beforeEntry(let id):
            guard let chunk = index[id], chunks[chunk].row == row else {
                preconditionFailure("no such entry in the row")
            }
            return livePosition(id, in: chunk)
        case .beforeGhost(let id): return ghostPosition(id, in: row)
        case .end:
            let last = rows[row].last
            return Position(chunk: last, offset: last == noChunk ? 0 : chunks[last].count)
        }
    }

    func livePosition(_ id: ID, in chunk: Int) -> Position {
        guard let offset = chunks[chunk].offset(of: id, isLive: true) else {
            preconditionFailure("the index lost an entry")
        }
        return Position(chunk: chunk, offset: offset)
    }

    func ghostPosition(_ id: ID, in row: Int) -> Position {
        guard let chunk = rows[row].ghosts[id]?.chunk,
            let offset = chunks[chunk].offset(of: id, isLive: false)
        else { preconditionFailure("no such ghost in the row") }
        return Position(chunk: chunk, offset: offset)
    }
}

// MARK: - Walking

extension Places {
    func forEachChunk<Failure>(
        in row: Int, _ body: (Entries) throws(Failure) -> Void
    ) throws(Failure) {
        var number = rows[row].first
        while number != noChunk {
            let chunk = chunks[number]
            try body(chunk)
            number = chunk.next
        }
    }

    func forEachLive(in row: Int, _ body: (ID, Content) -> Void) {
        forEachChunk(in: row) { chunk in
            guard chunk.liveCount > 0 else { return }
            for offset in 0..<chunk.count {
                if let content = chunk.contents[offset] { body(chunk.ids[offset], content) }
            }
        }
    }
}

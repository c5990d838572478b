extension Places {
    /// A chunk that no copy of the list shares. To be used up before the same chunk is asked for again.
    mutating func writableChunk(_ number: Int) -> Entries {
        if !isKnownUniquelyReferenced(&chunks[number]) { chunks[number] = chunks[number].copy() }
        let chunk = chunks[number]
        chunk.memo = nil
        return chunk
    }

    /// Puts an entry at a position, making room where there is none.
    ///
    /// - Parameter following: how many more will come directly behind it.
    /// - Returns: where it stands now. The caller notes its chunk.
    mutating func insert(
        _ id: ID, _ content: Content?, at position: Position, in row: Int, following: Int
    ) -> Position {
        let position = positionWithRoom(position, in: row, following: following)
        writableChunk(position.chunk).insert(id, content, at: position.offset)
        return position
    }

    private mutating func positionWithRoom(_ position: Position, in row: Int, following: Int) -> Position {
        guard position.chunk != noChunk else {
            return Position(chunk: addChunk(in: row, after: noChunk), offset: 0)
        }
        let chunk = chunks[position.chunk]
        if position.offset == 0 && chunk.previous != noChunk && !chunks[chunk.previous].isFull {
            return Position(chunk: chunk.previous, offset: chunks[chunk.previous].count)
        }
        let isEndOfRow = position.offset == chunk.count && chunk.next == noChunk
        if isEndOfRow && chunk.count >= Entries.appendedCount {
            return Position(chunk: addChunk(in: row, after: position.chunk), offset: 0)
        }
        guard chunk.isFull else { return position }
        if position.offset == chunk.count {
            if chunk.next != noChunk && !chunks[chunk.next].isFull {
                return Position(chunk: chunk.next, offset: 0)
            }
            return Position(chunk: addChunk(in: row, after: position.chunk), offset: 0)
        }
        // A long block fills what is left of the chunk and then whole ones, so it parts the chunk where it
        // goes in.
        let pivot =
            following >= Entries.capacity / 2 && position.offset > 0 ? position.offset : chunk.count / 2
        let upper = split(position.chunk, at: pivot, in: row)
        if position.offset <= pivot { return position }
        return Position(chunk: upper, offset: position.offset - pivot)
    }

    /// Moves the entries from `offset` on into a new chunk behind.
    private mutating func split(_ number: Int, at offset: Int, in row: Int) -> Int {
        let upper = addChunk(in: row, after: number)
        let (ids, contents) = writableChunk(number).removeTail(from: offset)
        place(ids, contents, in: upper, at: 0, of: row)
        return upper
    }

    private mutating func place(
        _ ids: [ID], _ contents: [Content?], in number: Int, at offset: Int, of row: Int
    ) {
        writableChunk(number).insert(ids, contents, at: offset)
        for (place, id) in ids.enumerated() {
            noteChunk(number, of: id, isLive: contents[place] != nil, in: row)
        }
    }

    private mutating func noteChunk(_ number: Int, of id: ID, isLive: Bool, in row: Int) {
        if isLive {
            index.set(id, to: number)
        } else if var ghost = rows[row].ghosts[id] {
            ghost.chunk = number
            rows[row].ghosts.set(id, to: ghost)
        }
    }

    /// Takes an entry's place away. A chunk that is left with little joins a neighbour.
    mutating func remove(at position: Position) {
        writableChunk(position.chunk).remove(at: position.offset)
        let chunk = chunks[position.chunk]
        if chunk.count == 0 { return unlink(position.chunk) }
        guard chunk.count < Entries.capacity / 4 else { return }
        let room = Entries.capacity * 3 / 4 - chunk.count
        if chunk.previous != noChunk && chunks[chunk.previous].count <= room {
            move(position.chunk, into: chunk.previous, atEnd: true)
        } else if chunk.next != noChunk && chunks[chunk.next].count <= room {
            move(position.chunk, into: chunk.next, atEnd: false)
        }
    }

    private mutating func move(_ number: Int, into neighbour: Int, atEnd: Bool) {
        let row = chunks[number].row
        let (ids, contents) = writableChunk(number).removeTail(from: 0)
        place(ids, contents, in: neighbour, at: atEnd ? chunks[neighbour].count : 0, of: row)
        unlink(number)
    }

    private mutating func addChunk(in row: Int, after previous: Int) -> Int {
        let number: Int
        if vacantChunk != noChunk {
            number = vacantChunk
            vacantChunk = chunks[number].next
            chunks[number] = Entries(row: row)
        } else {
            number = chunks.append(Entries(row: row))
        }
        let next = previous == noChunk ? rows[row].first : chunks[previous].next
        link(previous, number, in: row)
        link(number, next, in: row)
        return number
    }

    private mutating func unlink(_ number: Int) {
        let chunk = chunks[number]
        link(chunk.previous, chunk.next, in: chunk.row)
        vacate(number)
    }

    mutating func vacate(_ number: Int) {
        let vacant = Entries(row: 0)
        vacant.next = vacantChunk
        chunks[number] = vacant
        vacantChunk = number
    }

    /// Makes two chunks neighbours; `noChunk` stands for the end of the row.
    private mutating func link(_ previous: Int, _ next: Int, in row: Int) {
        if previous == noChunk { rows[row].first = next } else { relink(previous) { $0.next = next } }
        if next == noChunk { rows[row].last = previous } else { relink(next) { $0.previous = previous } }
    }

    /// Writes links alone: what the chunk holds, and so its memo, stays as it is.
    private mutating func relink(_ number: Int, _ write: (Entries) -> Void) {
        let memo = chunks[number].memo
        let chunk = writableChunk(number)
        write(chunk)
        chunk.memo = memo
    }
}

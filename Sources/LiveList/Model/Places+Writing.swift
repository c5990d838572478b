extension Places {
    /// - Returns: the number of a new, empty row.
    mutating func addRow(_ label: Label) -> Int {
        if let row = vacantRows.popLast() {
            rows[row] = Row(label: label)
            return row
        }
        oldestDepartures.append(.max)
        return rows.append(Row(label: label))
    }

    /// Takes a row away with its ghosts; no live entry may stand there. One step a chunk.
    mutating func removeRow(_ row: Int) {
        precondition(rows[row].liveCount == 0, "only a row without live entries goes")
        var number = rows[row].first
        while number != noChunk {
            let next = chunks[number].next
            vacate(number)
            number = next
        }
        ghostCount -= rows[row].ghosts.count
        oldestDepartures[row] = .max
        rows[row] = Row(label: rows[row].label)
        vacantRows.append(row)
    }

    /// Puts entries that stand nowhere into a row as one block; ghosts that they have there go.
    mutating func insert(_ ids: [ID], _ contents: [Content], at place: Place<ID>, in row: Int) {
        var position = position(of: place, in: row)
        for (number, id) in ids.enumerated() {
            position = insert(id, contents[number], at: position, in: row, following: ids.count - number - 1)
            index.set(id, to: position.chunk)
            position.offset += 1
        }
        rows[row].liveCount += ids.count
        guard !rows[row].ghosts.isEmpty else { return }
        for id in ids where hasGhost(id, in: row) { removeGhost(id, in: row) }
    }

    /// Takes a live entry out of its row.
    ///
    /// - Parameters:
    ///   - departure: of the ghost that it leaves; nil leaves none.
    ///   - home: the row in which it leaves no ghost, as it comes back there.
    /// - Returns: nil where it is not live.
    mutating func takeOut(
        _ id: ID, leaving departure: Departure?, unlessIn home: Int? = nil
    ) -> (content: Content, row: Int)? {
        guard let number = index.remove(id) else { return nil }
        let position = livePosition(id, in: number)
        let row = chunks[number].row
        guard let content = chunks[number].contents[position.offset] else { return nil }
        rows[row].liveCount -= 1
        if let departure, row != home {
            writableChunk(number).replace(at: position.offset, with: nil)
            addGhost(id, Ghost(chunk: number, departure: departure), in: row)
        } else {
            remove(at: position)
        }
        return (content, row)
    }

    /// - Returns: false where there is no such live entry.
    mutating func update(_ id: ID, _ change: (Content) -> Content) -> Bool {
        guard let number = index[id] else { return false }
        let offset = livePosition(id, in: number).offset
        let chunk = writableChunk(number)
        guard let content = chunk.contents[offset] else { return false }
        chunk.replace(at: offset, with: change(content))
        return true
    }

    /// Puts a live entry or a ghost at the end of a row: for building from records.
    ///
    /// - Returns: false where its id, or the ghost's departure, is there already; then all is void.
    mutating func append(_ id: ID, _ content: Content, in row: Int) -> Bool {
        let position = insert(id, content, at: position(of: .end, in: row), in: row, following: 0)
        rows[row].liveCount += 1
        return index.set(id, to: position.chunk) == nil
    }

    mutating func appendGhost(_ id: ID, _ departure: Departure, in row: Int) -> Bool {
        guard !hasGhost(id, in: row) else { return false }
        let position = insert(id, nil, at: position(of: .end, in: row), in: row, following: 0)
        return addGhost(id, Ghost(chunk: position.chunk, departure: departure), in: row)
    }
}

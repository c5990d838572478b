extension Places {
    /// Traps, with a reason, unless chunks, rows, index and ghosts agree. O(entries).
    func checkInvariants() {
        index.checkInvariants()
        let vacant = checkVacantChunks()
        var used = 0
        var live = 0
        var ghosts = 0
        let vacantRows = Set(vacantRows)
        for row in 0..<rows.count {
            if vacantRows.contains(row) {
                precondition(
                    rows[row].first == noChunk && rows[row].ghosts.isEmpty, "a vacant row holds something")
            }
            used += checkRow(row)
            live += rows[row].liveCount
            ghosts += rows[row].ghosts.count
        }
        precondition(used + vacant == chunks.count, "a chunk is neither in a row nor vacant")
        precondition(live == index.count, "the index holds other entries than the rows")
        precondition(ghosts == ghostCount, "the count of ghosts is wrong")
    }

    private func checkVacantChunks() -> Int {
        var count = 0
        var number = vacantChunk
        while number != noChunk {
            precondition(chunks[number].count == 0 && count < chunks.count, "a vacant chunk holds something")
            count += 1
            number = chunks[number].next
        }
        return count
    }

    /// - Returns: the chunks of the row.
    private func checkRow(_ number: Int) -> Int {
        let row = rows[number]
        var chunkCount = 0
        var live = 0
        var ghosts = 0
        var previous = noChunk
        var current = row.first
        while current != noChunk {
            let chunk = chunks[current]
            precondition(chunk.row == number, "a chunk stands in another row than it says")
            precondition(chunk.previous == previous, "the links of chunks disagree")
            checkChunk(chunk, current, row)
            live += chunk.liveCount
            ghosts += chunk.count - chunk.liveCount
            chunkCount += 1
            previous = current
            current = chunk.next
        }
        precondition(row.last == previous, "a row ends in another chunk than it says")
        precondition(row.liveCount == live, "the count of a row's live entries is wrong")
        precondition(row.ghosts.count == ghosts, "a row's ghosts are not those in its chunks")
        row.ghosts.checkInvariants()
        row.departures.checkInvariants()
        precondition(row.departures.count == ghosts, "a row's departures are not those of its ghosts")
        precondition(
            oldestDepartures[number] == row.departures.first?.number ?? .max,
            "a row's oldest ghost is another")
        return chunkCount
    }

    private func checkChunk(_ chunk: Entries, _ number: Int, _ row: Row<ID, Label>) {
        precondition(chunk.count > 0 && chunk.count <= Entries.capacity, "a chunk is empty or too full")
        precondition(chunk.contents.count == chunk.count, "a chunk is torn")
        var live = 0
        var bytes = 0
        for (offset, id) in chunk.ids.enumerated() {
            if let content = chunk.contents[offset] {
                live += 1
                bytes += content.byteCount
                precondition(index[id] == number, "the index names another chunk")
                precondition(row.ghosts[id] == nil, "an entry and its ghost stand in one row")
            } else {
                guard let ghost = row.ghosts[id] else { preconditionFailure("a ghost is not noted") }
                precondition(ghost.chunk == number, "a ghost stands in another chunk than noted")
                precondition(ghost.departure.revision >= oldestRevision, "a ghost is older than the oldest")
                precondition(row.departures[ghost.departure.order] == id, "a ghost's departure is another's")
            }
        }
        precondition(chunk.liveCount == live, "the count of a chunk's live entries is wrong")
        precondition(chunk.byteCount == bytes, "the count of a chunk's bytes is wrong")
    }
}

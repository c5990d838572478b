extension StoreReader {
    /// Reads a list back: the newest valid snapshot, piece by piece, and the changes behind it, one by one,
    /// so that besides the list itself no more than a piece is in memory.
    ///
    /// - Parameter isGivenUp: nobody waits for it any more. Asked before each of them.
    func load(
        _ key: Int64, settings: SQLiteJournal.Settings, takesRemoved: Bool = false,
        isGivenUp: () -> Bool = { false }
    ) throws(ReadFailure) -> LoadedList {
        let row = try row(key, epoch: nil, takesRemoved: takesRemoved)
        var rebuilder: ListRebuilder
        if let snapshot = try snapshot(of: key) {
            rebuilder = ListRebuilder(
                title: snapshot.title, revision: snapshot.revision, limits: settings.limits)
            try readPieces(of: snapshot, into: &rebuilder, isGivenUp)
        } else {
            rebuilder = ListRebuilder(
                title: try firstTitle(of: key), revision: .zero, limits: settings.limits)
        }
        try rebuilder.finishSnapshot()
        let base = rebuilder.revision
        guard base <= row.summary.revision, base >= row.heldAfter else {
            throw .damaged("no snapshot is left on which its changes after \(row.heldAfter) could be applied")
        }
        var (accepted, bytesBehind) = ([AcceptedID](), 0)
        let retention = settings.retention
        let firstID = row.summary.revision.value - max(retention.ids, retention.changes)
        let start = Revision(max(row.heldAfter.value, min(base.value, firstID)))
        try forEachChange(of: row, after: start, through: row.summary.revision) {
            (change) throws(ReadFailure) in
            if isGivenUp() { throw .closed }
            if retention.keeps(change.revision, at: change.at, in: row.summary) {
                accepted.append(AcceptedID(id: change.id, revision: change.revision, at: change.at))
            }
            if change.revision > base {
                bytesBehind += change.body.count
                try rebuilder.apply(change.body, revision: change.revision)
            }
            return true
        }
        return LoadedList(
            summary: row.summary, state: rebuilder.state, accepted: accepted, heldAfter: row.heldAfter,
            bytesBehindSnapshot: bytesBehind)
    }

    private func snapshot(of key: Int64) throws(ReadFailure) -> SnapshotRow? {
        try attempt { () throws(SQLiteError) in
            let statement = try SQLiteStatement(
                connection, "SELECT \(SnapshotRow.columns) FROM snapshots WHERE list=?1")
            statement.bind(1, key)
            guard try statement.step() else { return nil }
            guard let row = SnapshotRow.read(statement) else {
                throw SQLiteError(kind: .damaged, message: "the row of its snapshot fails its checksum")
            }
            return row
        }
    }

    private func readPieces(
        of snapshot: SnapshotRow, into rebuilder: inout ListRebuilder, _ isGivenUp: () -> Bool
    ) throws(ReadFailure) {
        let statement = try attempt { () throws(SQLiteError) in
            try SQLiteStatement(
                connection,
                "SELECT revision, part, checksum, body FROM pieces WHERE key>=?1 AND key<?2 ORDER BY key")
        }
        statement.bind(1, snapshot.firstPiece)
        statement.bind(2, snapshot.firstPiece + Int64(snapshot.pieces))
        var part = 0
        var digest = Checksum()
        while try attempt({ () throws(SQLiteError) in try statement.step() }) {
            if isGivenUp() { throw .closed }
            let body = statement.bytes(3)
            let stored = statement.integer(2)
            let sum = pieceChecksum(
                list: snapshot.list, revision: snapshot.revision.value, part: part, body: body)
            guard sum == stored, statement.integer(1) == part, statement.integer(0) == snapshot.revision.value
            else {
                throw .damaged("piece \(part) of its snapshot fails its checksum")
            }
            digest.add(sum)
            try rebuilder.add(piece: body, part: part)
            part += 1
        }
        guard part == snapshot.pieces, digest.stored == snapshot.digest else {
            throw .damaged("its snapshot has \(part) of \(snapshot.pieces) pieces")
        }
    }

    /// The title that a list began with.
    private func firstTitle(of key: Int64) throws(ReadFailure) -> Text {
        try attempt { () throws(SQLiteError) in
            let statement = try SQLiteStatement(
                connection, "SELECT \(EntryRow.columns) FROM entries WHERE key=?1")
            statement.bind(1, key)
            guard try statement.step(), let entry = EntryRow.read(statement) else {
                throw SQLiteError(
                    kind: .damaged, message: "the entry of its creation is missing or fails its checksum")
            }
            return Text(entry.text)
        }
    }
}

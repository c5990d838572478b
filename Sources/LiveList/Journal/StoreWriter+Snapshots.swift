/// A piece of a snapshot: a JSON array of records, ready to be stored.
struct SnapshotPiece: Sendable {
    let list: Int64
    let revision: Revision
    /// Counts from 0.
    let part: Int
    let checksum: Int64
    let bytes: [UInt8]
}

/// All pieces of a snapshot are stored; this makes them valid.
struct SnapshotEnd: Sendable {
    let list: ListID
    let key: Int64
    let revision: Revision
    let title: Text
    let pieces: Int
    let digest: Int64
    /// Not nil: the list is there from now on.
    var adoption: Adoption?
}

extension StoreWriter {
    /// Puts a piece under the next key. Pieces of one snapshot follow each other: there is only one at a
    /// time.
    func addPiece(_ piece: SnapshotPiece) throws(SQLiteError) {
        let statement = try SQLiteStatement(
            connection,
            "INSERT INTO pieces(key, list, revision, part, checksum, body) VALUES(?1, ?2, ?3, ?4, ?5, ?6)")
        statement.bind(1, pieceKey + 1)
        statement.bind(2, piece.list)
        statement.bind(3, piece.revision.value)
        statement.bind(4, piece.part)
        statement.bind(5, piece.checksum)
        try piece.bytes.withUnsafeBufferPointer { (bytes) throws(SQLiteError) in
            defer { statement.reset() }
            statement.bindBorrowed(6, UnsafeRawBufferPointer(bytes))
            try statement.run()
        }
        pieceKey += 1
    }

    /// Makes the last `end.pieces` pieces the snapshot of their list.
    ///
    /// - Returns: the pieces of the snapshot before it, now rubbish; or why it was refused: those new ones
    ///   are then.
    func finishSnapshot(
        _ end: SnapshotEnd, firstPiece: Int64
    ) throws(SQLiteError) -> (refused: JournalError?, rubbish: Range<Int64>) {
        guard key(of: end.list) == end.key else {
            return (.unknownList(end.list), firstPiece..<firstPiece + Int64(end.pieces))
        }
        var rubbish: Range<Int64> = 0..<0
        if let old = try snapshot(of: end.key) {
            rubbish = old.firstPiece..<old.firstPiece + Int64(old.pieces)
        }
        let row = SnapshotRow(
            list: end.key, revision: end.revision, title: end.title, firstPiece: firstPiece,
            pieces: end.pieces,
            digest: end.digest)
        let statement = try SQLiteStatement(
            connection,
            "INSERT OR REPLACE INTO snapshots(\(SnapshotRow.columns)) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)")
        row.bind(to: statement)
        try statement.run()
        return (nil, rubbish)
    }

    func snapshot(of list: Int64) throws(SQLiteError) -> SnapshotRow? {
        let statement = try SQLiteStatement(
            connection, "SELECT \(SnapshotRow.columns) FROM snapshots WHERE list=?1")
        statement.bind(1, list)
        return try statement.step() ? SnapshotRow.read(statement) : nil
    }

    /// Pieces that no snapshot names: what a stop in the middle left. None where a row in `snapshots` is
    /// damaged: what it named is kept.
    func findRubbish() throws(SQLiteError) -> [Range<Int64>] {
        var used: [Range<Int64>] = []
        let snapshots = try SQLiteStatement(
            connection, "SELECT \(SnapshotRow.columns) FROM snapshots ORDER BY first_piece")
        while try snapshots.step() {
            guard let row = SnapshotRow.read(snapshots) else { return [] }
            used.append(row.firstPiece..<row.firstPiece + Int64(row.pieces))
        }
        var rubbish: [Range<Int64>] = []
        var index = 0
        let pieces = try SQLiteStatement(connection, "SELECT key FROM pieces ORDER BY key")
        while try pieces.step() {
            let key = pieces.integer(0)
            while index < used.count, used[index].upperBound <= key { index += 1 }
            if index < used.count, used[index].contains(key) { continue }
            if let last = rubbish.last, last.upperBound == key {
                rubbish[rubbish.count - 1] = last.lowerBound..<key + 1
            } else {
                rubbish.append(key..<key + 1)
            }
        }
        return rubbish
    }

    /// Deletes the first few of these pieces.
    ///
    /// - Returns: what is left to be deleted.
    func dropPieces(_ rubbish: Range<Int64>) throws(SQLiteError) -> Range<Int64> {
        let end = min(rubbish.lowerBound + 4, rubbish.upperBound)
        try connection.execute("DELETE FROM pieces WHERE key>=\(rubbish.lowerBound) AND key<\(end)")
        return end..<rubbish.upperBound
    }
}

/// Lists that were removed: they can be brought back for a while, and then their rows are deleted for good.
extension StoreWriter {
    /// Brings a removed list back as it was when it went.
    ///
    /// Its epoch stays: nothing happened to it in between, so every revision still means what it meant, and
    /// what a client did meanwhile without a connection belongs to this very list.
    ///
    /// - Returns: nil where it is in the transaction, else why it is not.
    func restore(_ list: ListID, _ epoch: Epoch, at: Timestamp) throws(SQLiteError) -> JournalError? {
        guard key(of: list) == nil else { return .unavailable("a list \(list) is there") }
        let removed = try removedLists(before: .max)
        guard var row = removed.first(where: { $0.summary.list == list && $0.summary.epoch == epoch }) else {
            guard try isLost(list, epoch) else { return .unknownList(list) }
            return .damaged(list, "its row is missing from the store")
        }
        try writeEntry(.restored, key: nextEntryKey(), list: row.key, of: row.summary, text: "", at: at)
        row.removedAt = 0
        try write(row)
        remember(row)
        setKey(row.key, of: list)
        return nil
    }

    /// Whether a list was created, never purged, and has no row.
    private func isLost(_ list: ListID, _ epoch: Epoch) throws(SQLiteError) -> Bool {
        let entries = try SQLiteStatement(
            connection,
            """
            SELECT list FROM entries WHERE name=?1 AND epoch=?2 AND list NOT IN (SELECT key FROM lists)
            AND kind IN (\(EntryKind.created.rawValue), \(EntryKind.renewed.rawValue))
            """)
        entries.bind(1, list.text)
        entries.bind(2, epoch.text)
        guard try entries.step() else { return false }
        return try !StoreCatalogue.purged(connection).contains(entries.integer(0))
    }

    /// Lists that went before a time and are still stored. Not those whose row is damaged: they are kept.
    func removedLists(before time: Timestamp) throws(SQLiteError) -> [ListRow] {
        let statement = try SQLiteStatement(
            connection, "SELECT \(ListRow.columns) FROM lists WHERE removed_at<>0 ORDER BY key")
        var rows: [ListRow] = []
        while try statement.step() {
            guard case .whole(let row) = ListRow.read(statement) else { continue }
            // A clock that stood in the past when it went does not shorten its time.
            if max(row.removedAt, row.summary.updatedAt) < time { rows.append(row) }
        }
        return rows
    }

    /// Takes the last of a removed list away but its changes, which are deleted bit by bit from then on.
    ///
    /// - Returns: the pieces of its snapshot, now rubbish.
    func beginPurge(_ row: ListRow, at: Timestamp) throws(SQLiteError) -> Range<Int64> {
        try writeEntry(.purged, key: nextEntryKey(), list: row.key, of: row.summary, text: "", at: at)
        let snapshot = try snapshot(of: row.key)
        try connection.execute(
            """
            DELETE FROM lists WHERE key=\(row.key);
            DELETE FROM snapshots WHERE list=\(row.key);
            DELETE FROM watched WHERE list=\(row.key)
            """)
        forget(row.key)
        guard let snapshot else { return 0..<0 }
        return snapshot.firstPiece..<snapshot.firstPiece + Int64(snapshot.pieces)
    }

    /// Deletes some of the changes of a list that is being purged.
    ///
    /// - Returns: true where there are more.
    func purgeChanges(of list: Int64) throws(SQLiteError) -> Bool {
        try connection.execute(
            """
            DELETE FROM changes WHERE key IN
            (SELECT key FROM changes WHERE list=\(list) ORDER BY revision LIMIT 500)
            """)
        return connection.changedRows == 500
    }

    /// Lists whose purge was begun, and not finished when the program ended.
    func findHalfPurged() throws(SQLiteError) -> [Int64] {
        let statement = try SQLiteStatement(connection, "SELECT 1 FROM changes WHERE list=?1 LIMIT 1")
        var left: [Int64] = []
        for list in try StoreCatalogue.purged(connection).sorted() {
            statement.bind(1, list)
            if try statement.step() { left.append(list) }
            statement.reset()
        }
        return left
    }
}

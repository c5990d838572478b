/// A connection that only reads, with the statements that `changes` and `history` use.
final class StoreReader {
    let connection: SQLiteConnection
    private let begin: SQLiteStatement
    private let end: SQLiteStatement
    private let selectList: SQLiteStatement
    private let selectForward: SQLiteStatement
    private let selectBackward: SQLiteStatement

    init(_ settings: SQLiteJournal.Settings) throws(SQLiteError) {
        connection = try SQLiteConnection(
            path: settings.databasePath, access: .readOnly, system: settings.system)
        try connection.execute(StoreFormat.readerSettings)
        begin = try SQLiteStatement(connection, "BEGIN")
        end = try SQLiteStatement(connection, "ROLLBACK")
        selectList = try SQLiteStatement(connection, "SELECT \(ListRow.columns) FROM lists WHERE key=?1")
        selectForward = try SQLiteStatement(
            connection,
            """
            SELECT revision, id, at, checksum, body FROM changes
            WHERE list=?1 AND revision>?2 AND revision<=?3 ORDER BY revision
            """)
        selectBackward = try SQLiteStatement(
            connection,
            """
            SELECT revision, id, at, checksum, body FROM changes
            WHERE list=?1 AND revision<?2 ORDER BY revision DESC
            """)
    }

    /// Everything that `body` reads is as of one moment.
    func transaction<Result>(_ body: () throws(ReadFailure) -> Result) throws(ReadFailure) -> Result {
        try attempt { () throws(SQLiteError) in try begin.run() }
        // A transaction that only read can't fail to end; where it does the connection says so at the next
        // begin.
        defer { try? end.run() }
        return try body()
    }

    /// The row of a list that is there under this key.
    ///
    /// - Parameter takesRemoved: also one that was removed and can be brought back.
    func row(_ key: Int64, epoch: Epoch?, takesRemoved: Bool = false) throws(ReadFailure) -> ListRow {
        selectList.bind(1, key)
        defer { selectList.reset() }
        guard try attempt({ () throws(SQLiteError) in try selectList.step() }) else {
            throw .damaged("its row is missing from the store")
        }
        guard case .whole(let row) = ListRow.read(selectList) else {
            throw .damaged("its row fails its checksum")
        }
        guard row.removedAt == 0 || takesRemoved, epoch == nil || row.summary.epoch == epoch else {
            throw .unknownList
        }
        return row
    }

    /// Changes with `after` < revision ≤ `through`, oldest first; none where the first of them is no longer
    /// held.
    func changes(
        of row: ListRow, after: Revision, through: Revision, bytesMax: Int
    ) throws(ReadFailure) -> [StoredChange] {
        let last = min(through, row.summary.revision)
        guard after >= row.heldAfter, after < last else { return [] }
        var found: [StoredChange] = []
        var bytes = 0
        try forEachChange(of: row, after: after, through: last) { (change) throws(ReadFailure) in
            let stored = change.copied
            bytes += stored.bytes.count
            if !found.isEmpty && bytes > bytesMax { return false }
            found.append(stored)
            return true
        }
        return found
    }

    /// Calls `body` with every change with `after` < revision ≤ `through`, oldest first, until it returns
    /// false.
    ///
    /// - Throws: `damaged` where one is missing or fails its checksum.
    func forEachChange(
        of row: ListRow, after: Revision, through: Revision,
        _ body: (ChangeRow) throws(ReadFailure) -> Bool
    ) throws(ReadFailure) {
        selectForward.bind(1, row.key)
        selectForward.bind(2, after.value)
        selectForward.bind(3, through.value)
        defer { selectForward.reset() }
        var expected = after
        while try attempt({ () throws(SQLiteError) in try selectForward.step() }) {
            expected = expected.next
            let change = try ChangeRow(selectForward, list: row.key)
            guard change.revision == expected else { throw .damaged("its change \(expected) is missing") }
            if try !body(change) { return }
        }
        guard expected >= through else {
            throw .damaged("its changes after \(expected) are missing, up to \(through)")
        }
    }

    /// Changes with revision < `before`, newest first.
    func history(
        of row: ListRow, before: Revision, limit: Int, bytesMax: Int
    ) throws(ReadFailure) -> (changes: [StoredChange], isMore: Bool) {
        var expected = min(before, row.summary.revision.next).value - 1
        selectBackward.bind(1, row.key)
        selectBackward.bind(2, expected + 1)
        defer { selectBackward.reset() }
        var found: [StoredChange] = []
        var bytes = 0
        while expected > row.heldAfter.value, found.count < limit {
            guard try attempt({ () throws(SQLiteError) in try selectBackward.step() }) else {
                throw .damaged("its change \(expected) is missing")
            }
            let change = try ChangeRow(selectBackward, list: row.key)
            guard change.revision.value == expected else {
                throw .damaged("its change \(expected) is missing")
            }
            bytes += change.body.count
            if !found.isEmpty && bytes > bytesMax { break }
            found.append(change.copied)
            expected -= 1
        }
        return (found, expected > row.heldAfter.value)
    }

    /// What SQLite calls corrupt while one list is read is that list's damage.
    func attempt<Result>(_ body: () throws(SQLiteError) -> Result) throws(ReadFailure) -> Result {
        do throws(SQLiteError) {
            return try body()
        } catch {
            switch error.kind {
            case .damaged: throw .damaged(error.message)
            case .full, .inputOutput, .busy, .misuse: throw .store(error)
            }
        }
    }
}

/// A row of `changes` whose checksum holds. Its bytes are lent: they go with the statement's next step.
struct ChangeRow {
    let revision: Revision
    let id: MutationID
    let at: Timestamp
    let body: UnsafeRawBufferPointer

    /// Reads a row with the columns revision, id, at, checksum, body.
    init(_ statement: SQLiteStatement, list: Int64) throws(ReadFailure) {
        revision = Revision(Int(statement.integer(0)))
        at = statement.integer(2)
        let idBytes = statement.bytes(1)
        body = statement.bytes(4)
        let sum = changeChecksum(list: list, revision: revision.value, id: idBytes, at: at, body: body)
        guard sum == statement.integer(3), let id = MutationID(String(decoding: idBytes, as: UTF8.self))
        else {
            throw .damaged("its change \(revision) fails its checksum")
        }
        self.id = id
    }

    var copied: StoredChange { StoredChange(revision: revision, id: id, at: at, bytes: Array(body)) }
}

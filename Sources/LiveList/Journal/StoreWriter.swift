import CSQLite

/// The store as the writer thread sees it: one connection that writes, its statements, and the ends of what
/// grows.
///
/// Whoever calls opens a transaction first. After a `SQLiteError` the transaction has to be rolled back, or
/// where even that fails, the store closed and opened again.
final class StoreWriter {
    let connection: SQLiteConnection
    /// Keys of the last change and the last entry, with those of the transaction under way.
    private(set) var changeKey: Int64
    private(set) var entryKey: Int64
    private var committedKeys: (change: Int64, entry: Int64)
    var pieceKey: Int64

    /// Pages in the write-ahead log as of the last commit.
    var logPages: Int { logPagesCounter.pointee }
    private let logPagesCounter: UnsafeMutablePointer<Int>

    private let begin: SQLiteStatement
    private let commitStatement: SQLiteStatement
    private let rollbackStatement: SQLiteStatement
    let updateList: SQLiteStatement
    let insertChange: SQLiteStatement
    let selectList: SQLiteStatement
    let writeList: SQLiteStatement
    let insertEntry: SQLiteStatement

    /// The keys of all lists that are there. Names are looked up here and not through an index of the store,
    /// which would have to be kept, and could rot.
    private var keys: [ListID: Int64] = [:]
    /// What `keys` said before the transaction under way changed it.
    private var keysBefore: [(list: ListID, key: Int64?)] = []
    /// Rows that were written lately, so that they need not be read for every batch. Only a memory of what is
    /// stored: forgotten with every rollback.
    private var rows: [Int64: ListRow] = [:]
    private static let rowsMax = 4_096

    /// - Parameter keys: of the lists that are there, as `StoreCatalogue` found them.
    init(_ connection: SQLiteConnection, keys: [ListID: Int64]) throws(SQLiteError) {
        self.connection = connection
        self.keys = keys
        logPagesCounter = .allocate(capacity: 1)
        logPagesCounter.initialize(to: 0)
        let end = try Self.end(of: connection)
        changeKey = end.changes
        entryKey = end.entries
        committedKeys = (changeKey, entryKey)
        pieceKey = try connection.integer("SELECT coalesce(max(key), 0) FROM pieces")
        begin = try SQLiteStatement(connection, "BEGIN IMMEDIATE")
        commitStatement = try SQLiteStatement(connection, "COMMIT")
        rollbackStatement = try SQLiteStatement(connection, "ROLLBACK")
        updateList = try SQLiteStatement(
            connection,
            """
            UPDATE lists SET title=?1, revision=?2, items=?3, done=?4, updated_at=?5, checksum=?6
            WHERE key=?7 AND revision=?8 AND removed_at=0
            """)
        insertChange = try SQLiteStatement(
            connection,
            """
            INSERT INTO changes(key, list, revision, id, at, checksum, body)
            VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """
        )
        selectList = try SQLiteStatement(connection, "SELECT \(ListRow.columns) FROM lists WHERE key=?1")
        writeList = try SQLiteStatement(
            connection,
            """
            INSERT OR REPLACE INTO lists(\(ListRow.columns))
            VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
            """)
        insertEntry = try SQLiteStatement(
            connection,
            """
            INSERT INTO entries(key, kind, list, name, epoch, text, at, changes, checksum)
            VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """)
        sqlite3_wal_hook(
            connection.handle,
            { context, _, _, pages in
                context?.assumingMemoryBound(to: Int.self).pointee = Int(pages)
                return SQLITE_OK
            }, logPagesCounter)
    }

    deinit {
        if !connection.isClosed { sqlite3_wal_hook(connection.handle, nil, nil) }
        logPagesCounter.deallocate()
    }

    /// How far the store has grown.
    static func end(of connection: SQLiteConnection) throws(SQLiteError) -> HighWaterMark.Content {
        let lastEntry = try connection.integer("SELECT coalesce(max(key), 0) FROM entries")
        // After a purge the last change may be gone; the entry that tells of the purge knows its key.
        let floor = try connection.integer(
            "SELECT coalesce(max(changes), 0) FROM entries WHERE key=\(lastEntry)")
        let lastChange = try connection.integer("SELECT coalesce(max(key), 0) FROM changes")
        return HighWaterMark.Content(changes: max(lastChange, floor), entries: lastEntry)
    }

    func beginTransaction() throws(SQLiteError) {
        try begin.run()
    }

    /// Whether commits return only when they are on the disk. Between transactions only.
    func syncCommits(_ isSynced: Bool) throws(SQLiteError) {
        guard isSynced != areCommitsSynced else { return }
        try connection.execute(isSynced ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL")
        areCommitsSynced = isSynced
    }

    private var areCommitsSynced = true

    func commit() throws(SQLiteError) {
        try commitStatement.run()
        committedKeys = (changeKey, entryKey)
        keysBefore.removeAll(keepingCapacity: true)
    }

    func rollBack() throws(SQLiteError) {
        (changeKey, entryKey) = committedKeys
        for change in keysBefore.reversed() { keys[change.list] = change.key }
        keysBefore.removeAll(keepingCapacity: true)
        rows.removeAll(keepingCapacity: true)
        // Some errors have rolled back already.
        if !connection.isOutsideTransaction { try rollbackStatement.run() }
    }

    /// What this writer has committed, for the mark beside the store.
    var mark: HighWaterMark.Content {
        HighWaterMark.Content(changes: committedKeys.change, entries: committedKeys.entry)
    }

    func nextChangeKey() -> Int64 {
        changeKey += 1
        return changeKey
    }

    func nextEntryKey() -> Int64 {
        entryKey += 1
        return entryKey
    }

    /// What the store has under a name.
    enum Lookup {
        case found(ListRow)
        case unknown
        case damaged(String)
    }

    /// The list that is there under this name.
    func lookUp(_ list: ListID) throws(SQLiteError) -> Lookup {
        guard let key = keys[list] else { return .unknown }
        if let row = rows[key] { return .found(row) }
        selectList.bind(1, key)
        defer { selectList.reset() }
        guard try selectList.step() else { return .damaged("its row is missing from the store") }
        guard case .whole(let row) = ListRow.read(selectList) else {
            return .damaged("its row fails its checksum")
        }
        remember(row)
        return .found(row)
    }

    func key(of list: ListID) -> Int64? { keys[list] }

    /// Says that a list is there under this key (nil: no longer), until the transaction is rolled back.
    func setKey(_ key: Int64?, of list: ListID) {
        keysBefore.append((list, keys[list]))
        keys[list] = key
    }

    func remember(_ row: ListRow) {
        if rows.count >= Self.rowsMax { rows.removeAll(keepingCapacity: true) }
        rows[row.key] = row
    }

    func forget(_ key: Int64) {
        rows[key] = nil
    }
}

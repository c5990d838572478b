import CSQLite

/// One connection to a database. Used by one thread at a time.
final class SQLiteConnection {
    enum Access {
        case readWrite
        case readOnly
    }

    let handle: OpaquePointer
    /// How long another process may hold the store before it counts as busy.
    static let busyMilliseconds: Int32 = 2_000

    /// - Parameter system: the name of a registered `sqlite3_vfs`; nil: the default one.
    init(path: String, access: Access, system: String? = nil) throws(SQLiteError) {
        _ = SharedMemory.isWithoutHoles
        var opened: OpaquePointer?
        let flags =
            switch access {
            case .readWrite: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
            // A reader of a WAL takes locks in shared memory, which needs write access to the file beside it.
            case .readOnly: SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
            }
        let code = sqlite3_open_v2(path, &opened, flags, system)
        guard code == SQLITE_OK, let opened else {
            let error = SQLiteError(code: code, connection: opened, doing: "opening \(path)")
            sqlite3_close_v2(opened)
            throw error
        }
        handle = opened
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, Self.busyMilliseconds)
        // Whoever closes last would bring the log into the database and remove it: also a log that is damaged,
        // and the evidence of what was lost with it.
        sqlite_keep_wal_on_close(handle)
    }

    deinit { close() }

    /// Ends the connection and every statement of it, whoever still holds them: none may be used again.
    ///
    /// To leave it to the last reference would not do. SQLite reads its log anew only when nobody has it
    /// open, and after a failure that must be certain.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        while let statement = sqlite3_next_stmt(handle, nil) { sqlite3_finalize(statement) }
        let code = sqlite3_close(handle)
        precondition(code == SQLITE_OK, "a connection could not be closed: SQLite \(code)")
    }

    private(set) var isClosed = false

    /// Runs statements that have no parameters, once.
    func execute(_ statements: String) throws(SQLiteError) {
        let code = sqlite3_exec(handle, statements, nil, nil, nil)
        guard code == SQLITE_OK else {
            throw SQLiteError(code: code, connection: handle, doing: "running \(statements.prefix(60))")
        }
    }

    /// The integer that a statement answers with in its first column.
    func integer(_ statement: String) throws(SQLiteError) -> Int64 {
        let prepared = try SQLiteStatement(self, statement)
        defer { prepared.reset() }
        guard try prepared.step() else {
            throw SQLiteError(kind: .misuse, message: "no row: \(statement)")
        }
        return prepared.integer(0)
    }

    func text(_ statement: String) throws(SQLiteError) -> String {
        let prepared = try SQLiteStatement(self, statement)
        defer { prepared.reset() }
        guard try prepared.step() else {
            throw SQLiteError(kind: .misuse, message: "no row: \(statement)")
        }
        return prepared.text(0)
    }

    /// Rows that the last statement inserted, updated or deleted.
    var changedRows: Int { Int(sqlite3_changes64(handle)) }

    /// False between `BEGIN` and its end.
    var isOutsideTransaction: Bool { sqlite3_get_autocommit(handle) != 0 }

    /// Copies what the write-ahead log holds into the database file, as far as no reader needs the older
    /// state. May run while another connection writes.
    ///
    /// - Parameter resetting: also cuts the log to nothing, where no reader is in the way; no other
    ///   connection writes meanwhile.
    func checkpoint(resetting: Bool) throws(SQLiteError) {
        // A reader in the way is no reason to wait: there is another time.
        sqlite3_busy_timeout(handle, 0)
        defer { sqlite3_busy_timeout(handle, Self.busyMilliseconds) }
        let mode = resetting ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE
        let code = sqlite3_wal_checkpoint_v2(handle, "main", mode, nil, nil)
        guard code == SQLITE_OK || code & 0xFF == SQLITE_BUSY || code & 0xFF == SQLITE_LOCKED else {
            throw SQLiteError(
                code: code, connection: handle, doing: "bringing the log into the database",
                writing: .database)
        }
    }
}

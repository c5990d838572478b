import CSQLite

/// A prepared statement, kept and used again. Parameters count from 1, columns from 0, as in SQLite.
final class SQLiteStatement {
    private let connection: SQLiteConnection
    private let handle: OpaquePointer

    init(_ connection: SQLiteConnection, _ text: String) throws(SQLiteError) {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(
            connection.handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else {
            throw SQLiteError(
                code: code, connection: connection.handle, doing: "preparing \(text.prefix(60))")
        }
        self.connection = connection
        handle = prepared
    }

    deinit {
        if !connection.isClosed { sqlite3_finalize(handle) }
    }

    /// - Returns: true where there is a row.
    func step() throws(SQLiteError) -> Bool {
        precondition(!connection.isClosed, "a statement of a closed connection")
        let code = sqlite3_step(handle)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default:
            let text = String(cString: sqlite3_sql(handle))
            let error = SQLiteError(
                code: code, connection: connection.handle, doing: "running \(text.prefix(60))")
            sqlite3_reset(handle)
            throw error
        }
    }

    /// Runs a statement that has no rows to give, and makes it ready again.
    func run() throws(SQLiteError) {
        _ = try step()
        sqlite3_reset(handle)
    }

    /// Ends reading, lets go of what was bound.
    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    @inline(__always)
    func bind(_ index: Int32, _ value: Int64) {
        check(sqlite3_bind_int64(handle, index, value))
    }

    @inline(__always)
    func bind(_ index: Int32, _ value: Int) {
        bind(index, Int64(value))
    }

    /// Copies the string.
    func bind(_ index: Int32, _ value: String) {
        var copy = value
        copy.withUTF8 { bytes in
            let start = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
            check(sqlite3_bind_text(handle, index, start ?? emptyText, Int32(bytes.count), sqlite_transient))
        }
    }

    /// Lends `bytes`, which have to stay where they are until `reset`.
    @inline(__always)
    func bindBorrowed(_ index: Int32, _ bytes: UnsafeRawBufferPointer) {
        check(sqlite3_bind_blob64(handle, index, bytes.baseAddress, UInt64(bytes.count), nil))
    }

    /// Lends UTF-8, which has to stay where it is until `reset`.
    @inline(__always)
    func bindBorrowedText(_ index: Int32, _ text: UnsafeBufferPointer<UInt8>) {
        let start = UnsafeRawPointer(text.baseAddress)?.assumingMemoryBound(to: CChar.self)
        check(sqlite3_bind_text(handle, index, start ?? emptyText, Int32(text.count), nil))
    }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    func text(_ column: Int32) -> String {
        String(decoding: bytes(column), as: UTF8.self)
    }

    /// The bytes of a text or a blob, valid until the next step or reset.
    func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(handle, column)
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
    }

    /// Binding fails only for a wrong index, a statement in use, or a value beyond SQLite's 1 GB: all ours.
    @inline(__always)
    private func check(_ code: Int32) {
        precondition(code == SQLITE_OK, "a parameter could not be bound: SQLite \(code)")
    }
}

/// A pointer that is not nil: SQLite reads nil as NULL.
private nonisolated(unsafe) let emptyText: UnsafePointer<CChar> = {
    let pointer = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    pointer.pointee = 0
    return UnsafePointer(pointer)
}()

import CSQLite

extension StoreWriter {
    /// Sets a list aside, also after a restart; or counts a death while it was loaded (`reason` is empty
    /// then).
    func watch(_ list: Int64, strikes: Int, reason: String) throws(SQLiteError) {
        let statement = try SQLiteStatement(
            connection, "INSERT OR REPLACE INTO watched(list, strikes, reason) VALUES(?1, ?2, ?3)")
        statement.bind(1, list)
        statement.bind(2, strikes)
        statement.bind(3, reason)
        try statement.run()
    }

    func unwatch(_ list: Int64) throws(SQLiteError) {
        try connection.execute("DELETE FROM watched WHERE list=\(list)")
    }

    /// Writes as much as a batch may need, to find out whether it can be written. Takes it away again.
    func probe() throws(SQLiteError) {
        try connection.execute("UPDATE probe SET body=zeroblob(65536)")
        try connection.execute("UPDATE probe SET body=NULL")
    }

    /// Writes every byte of the write-ahead log again, in place, and syncs it.
    ///
    /// After a failed sync the system may hold pages that it calls clean, though they never came to the disk:
    /// another sync would return at once and mean nothing. What is written anew is synced for certain.
    func rewriteLog() throws(SQLiteError) {
        _ = try connection.integer("SELECT count(*) FROM probe")
        var pointer: UnsafeMutablePointer<sqlite3_file>?
        sqlite3_file_control(connection.handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &pointer)
        guard let file = pointer, let methods = file.pointee.pMethods?.pointee else { return }
        var size: sqlite3_int64 = 0
        var code = methods.xFileSize(file, &size)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var offset: sqlite3_int64 = 0
        while code == SQLITE_OK, offset < size {
            let count = Int32(min(size - offset, 1 << 16))
            code = buffer.withUnsafeMutableBytes { bytes in
                let read = methods.xRead(file, bytes.baseAddress, count, offset)
                return read == SQLITE_OK ? methods.xWrite(file, bytes.baseAddress, count, offset) : read
            }
            offset += sqlite3_int64(count)
        }
        if code == SQLITE_OK { code = methods.xSync(file, SQLITE_SYNC_NORMAL) }
        guard code == SQLITE_OK else {
            throw SQLiteError(code: code, connection: nil, doing: "syncing the write-ahead log")
        }
    }

    /// Whether what a request asked for is stored, when nobody can tell how its commit ended.
    func isStored(_ work: JournalRequest.Work) throws(SQLiteError) -> Bool {
        switch work {
        case .append(let batch):
            guard case .found(let row) = try lookUp(batch.summary.list) else { return false }
            return row.summary.epoch == batch.summary.epoch && row.summary.revision >= batch.summary.revision
        case .create(let summary):
            guard case .found(let row) = try lookUp(summary.list) else { return false }
            return row.summary.epoch == summary.epoch
        case .remove(let list, let epoch, at: _, by: _):
            guard case .found(let row) = try lookUp(list) else { return true }
            return row.summary.epoch != epoch
        case .restore(let list, let epoch, at: _):
            guard case .found(let row) = try lookUp(list) else { return false }
            return row.summary.epoch == epoch
        case .load, .retry, .changes, .history, .snapshot, .adopt:
            return false
        }
    }
}

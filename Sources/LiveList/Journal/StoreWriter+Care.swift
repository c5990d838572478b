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
    func probe(bytes: Int) throws(SQLiteError) {
        try connection.execute("UPDATE probe SET body=zeroblob(\(bytes))")
        try connection.execute("UPDATE probe SET body=NULL")
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

extension StoreWriter {
    /// Stores the changes of a batch and the list's new summary.
    ///
    /// The expected revision is compared with the stored one by the update itself, so it costs nothing. Where
    /// they differ, this program's memory and the store disagree: on one node either our own mistake, or
    /// someone else wrote to the store. The list is then set aside, and nothing of it is served that the
    /// store does not back; a trap would take all other lists down with it.
    ///
    /// - Returns: nil where the batch is in the transaction, else why it is not; nothing of it was written
    ///   then.
    func append(_ batch: Batch) throws(SQLiteError) -> JournalError? {
        let summary = batch.summary
        precondition(
            summary.revision.value == batch.expecting.value + batch.changes.count && !batch.changes.isEmpty,
            "\(batch.changes.count) changes can't lead from \(batch.expecting) to \(summary.revision)"
        )
        var row: ListRow
        switch try lookUp(summary.list) {
        case .unknown: return .unknownList(summary.list)
        case .damaged(let why): return .damaged(summary.list, why)
        case .found(let found): row = found
        }
        guard row.summary.epoch == summary.epoch else { return .unknownList(summary.list) }
        row.summary = summary
        row.summary.damage = nil
        guard try update(row, from: batch.expecting) else {
            forget(row.key)
            return .damaged(
                summary.list, "its stored revision is not \(batch.expecting), at which the list in memory was"
            )
        }
        try insertChanges(of: batch, list: row.key)
        remember(row)
        return nil
    }

    /// - Returns: false where the stored revision is another; nothing was written then.
    private func update(_ row: ListRow, from expected: Revision) throws(SQLiteError) -> Bool {
        updateList.bind(1, row.summary.title.string)
        updateList.bind(2, row.summary.revision.value)
        updateList.bind(3, row.summary.items)
        updateList.bind(4, row.summary.done)
        updateList.bind(5, row.summary.updatedAt)
        updateList.bind(6, row.checksum)
        updateList.bind(7, row.key)
        updateList.bind(8, expected.value)
        defer { updateList.reset() }
        try updateList.run()
        return connection.changedRows == 1
    }

    private func insertChanges(of batch: Batch, list: Int64) throws(SQLiteError) {
        // What is bound below is only lent: it must be let go of before the batch is.
        defer { insertChange.reset() }
        insertChange.bind(2, list)
        try batch.bytes.withUnsafeBufferPointer { (bytes) throws(SQLiteError) in
            var start = 0
            var revision = batch.expecting.value
            for entry in batch.changes {
                precondition(
                    start < entry.end && entry.end <= bytes.count, "a change outside its batch's bytes")
                revision += 1
                let body = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[start..<entry.end]))
                try insert(entry, revision: revision, list: list, body: body)
                start = entry.end
            }
        }
    }

    private func insert(
        _ entry: Batch.Entry, revision: Int, list: Int64, body: UnsafeRawBufferPointer
    ) throws(SQLiteError) {
        let text = entry.id.text
        try text.utf8.span.withUnsafeBufferPointer { (id) throws(SQLiteError) in
            let sum = changeChecksum(
                list: list, revision: revision, id: UnsafeRawBufferPointer(id), at: entry.at, body: body)
            insertChange.bind(1, nextChangeKey())
            insertChange.bind(3, revision)
            insertChange.bindBorrowedText(4, id)
            insertChange.bind(5, entry.at)
            insertChange.bind(6, sum)
            insertChange.bindBorrowed(7, body)
            try insertChange.run()
        }
    }
}

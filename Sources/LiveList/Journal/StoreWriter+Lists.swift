/// What `entries` tells of lists.
enum EntryKind: Int64 {
    /// `text`: the title it began with.
    case created = 1
    /// `text`: the name of who removed it.
    case removed = 2
    /// It has begun a new epoch under the same key.
    case renewed = 3
    /// It was removed, and has been brought back.
    case restored = 4
    /// Keeps a key for a list that is being stored as a whole; with the entry `created` it is there.
    case adopting = 5
    /// Its rows are being deleted for good.
    case purged = 6
}

extension StoreWriter {
    /// Makes an empty list at revision 0.
    ///
    /// - Returns: nil where it is in the transaction, else why it is not.
    func create(_ summary: ListSummary) throws(SQLiteError) -> JournalError? {
        precondition(summary.revision == .zero, "a list is created at revision 0, not \(summary.revision)")
        guard key(of: summary.list) == nil else {
            return .damaged(summary.list, "it was to be created, but the store has it already")
        }
        let key = nextEntryKey()
        try writeEntry(
            .created, key: key, list: key, of: summary, text: summary.title.string, at: summary.updatedAt)
        let row = ListRow(key: key, summary: summary, heldAfter: .zero)
        try write(row)
        remember(row)
        setKey(key, of: summary.list)
        return nil
    }

    /// Takes a list away. Its rows stay, and the time at which it went.
    func remove(_ list: ListID, _ epoch: Epoch, at: Timestamp, by: Text) throws(SQLiteError) -> JournalError?
    {
        var row: ListRow
        switch try lookUp(list) {
        case .unknown: return .unknownList(list)
        case .damaged(let why): return .damaged(list, why)
        case .found(let found): row = found
        }
        guard row.summary.epoch == epoch else { return .unknownList(list) }
        try writeEntry(.removed, key: nextEntryKey(), list: row.key, of: row.summary, text: by.string, at: at)
        // 0 means that the list is there, whatever the clock says.
        row.removedAt = max(at, 1)
        try write(row)
        forget(row.key)
        setKey(nil, of: list)
        return nil
    }

    func write(_ row: ListRow) throws(SQLiteError) {
        defer { writeList.reset() }
        row.bind(to: writeList)
        try writeList.run()
    }

    func writeEntry(
        _ kind: EntryKind, key: Int64, list: Int64, of summary: ListSummary, text: String, at: Timestamp
    ) throws(SQLiteError) {
        let entry = EntryRow(
            key: key, kind: kind.rawValue, list: list, name: summary.list.text, epoch: summary.epoch.text,
            text: text,
            at: at, changes: changeKey)
        defer { insertEntry.reset() }
        entry.bind(to: insertEntry)
        try insertEntry.run()
    }
}

/// A row of `entries`.
struct EntryRow {
    let key: Int64
    let kind: Int64
    let list: Int64
    let name: String
    let epoch: String
    let text: String
    let at: Timestamp
    /// The last key in `changes` when this entry was written.
    let changes: Int64

    static let columns = "key, kind, list, name, epoch, text, at, changes, checksum"

    var checksum: Int64 {
        var sum = Checksum(seed: UInt64(bitPattern: key))
        sum.add(kind)
        sum.add(list)
        sum.add(name)
        sum.add(epoch)
        sum.add(text)
        sum.add(at)
        sum.add(changes)
        return sum.stored
    }

    /// - Returns: nil where the checksum does not hold.
    static func read(_ statement: SQLiteStatement) -> EntryRow? {
        let row = EntryRow(
            key: statement.integer(0), kind: statement.integer(1), list: statement.integer(2),
            name: statement.text(3),
            epoch: statement.text(4), text: statement.text(5), at: statement.integer(6),
            changes: statement.integer(7))
        return row.checksum == statement.integer(8) ? row : nil
    }

    func bind(to statement: SQLiteStatement) {
        statement.bind(1, key)
        statement.bind(2, kind)
        statement.bind(3, list)
        statement.bind(4, name)
        statement.bind(5, epoch)
        statement.bind(6, text)
        statement.bind(7, at)
        statement.bind(8, changes)
        statement.bind(9, checksum)
    }
}

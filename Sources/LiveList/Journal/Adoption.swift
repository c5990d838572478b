/// A list that came from elsewhere, to be stored as a whole.
public struct Adoption: Sendable {
    /// Its epoch is new; its revision is that of `state`.
    public let summary: ListSummary
    public let state: ListState
    /// The epoch of the list whose place it takes; nil where there must be none.
    public let replacing: Epoch?
    public let at: Timestamp
    public let by: Text

    public init(summary: ListSummary, state: ListState, replacing: Epoch?, at: Timestamp, by: Text) {
        precondition(summary.revision == state.revision, "a list of another revision than its summary")
        self.summary = summary
        self.state = state
        self.replacing = replacing
        self.at = at
        self.by = by
    }
}

/// An adopted list takes the way of a snapshot: its pieces are stored one by one between batches under a key
/// that was kept for it, and one last transaction makes it a list.
extension JournalWriter {
    func begin(_ adoption: Adoption, _ ticket: Ticket) {
        guard let store, shared.trouble == nil else {
            return shared.reply(ticket, .failed(.unavailable(shared.trouble ?? "the store is closed")))
        }
        var key: Int64 = 0
        let isDone = maintain(store) { (store) throws(SQLiteError) in key = try store.keepKey(for: adoption) }
        let work = JournalShared.SnapshotWork(
            ticket: ticket, list: adoption.summary.list, key: key, state: adoption.state, adoption: adoption)
        guard isDone, shared.snapshots.put(work) else {
            return shared.reply(ticket, .failed(.unavailable(shared.trouble ?? "the journal is closing")))
        }
    }

    /// What became of the last transaction, when it is not known how its commit ended.
    func fateOfAdoption(_ end: SnapshotEnd) -> JournalReply.Result {
        let why = shared.trouble ?? "the list could not be stored"
        guard let store else { return .failed(.unknownFate(why)) }
        return store.key(of: end.list) == end.key ? .done : .failed(.unavailable(why))
    }
}

extension StoreWriter {
    func keepKey(for adoption: Adoption) throws(SQLiteError) -> Int64 {
        let key = nextEntryKey()
        let summary = adoption.summary
        try writeEntry(
            .adopting, key: key, list: key, of: summary, text: summary.title.string, at: adoption.at)
        return key
    }

    /// Makes the list whose pieces were stored under `key` one that is there.
    ///
    /// - Returns: nil where it is in the transaction, else why it is not; nothing was written then.
    func adopt(_ adoption: Adoption, key: Int64) throws(SQLiteError) -> JournalError? {
        let summary = adoption.summary
        if let epoch = adoption.replacing {
            if let refusal = try remove(summary.list, epoch, at: adoption.at, by: adoption.by) {
                return refusal
            }
        } else if self.key(of: summary.list) != nil {
            return .unavailable("a list \(summary.list) has come to be meanwhile")
        }
        try writeEntry(
            .created, key: nextEntryKey(), list: key, of: summary, text: summary.title.string, at: adoption.at
        )
        let row = ListRow(key: key, summary: summary, heldAfter: summary.revision)
        try write(row)
        remember(row)
        setKey(key, of: summary.list)
        return nil
    }
}

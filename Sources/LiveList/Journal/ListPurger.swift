/// Which removed lists are to be deleted for good, and when to look for them next.
struct ListPurger {
    private let settings: SQLiteJournal.Settings
    /// Keys of lists whose changes are being deleted.
    private(set) var underWay: [Int64]
    /// Keys of lists whose time was over at the last look.
    private var due: Set<Int64> = []
    private var looksAt: Int64

    /// - Parameter begun: lists whose purge an earlier run has begun.
    init(settings: SQLiteJournal.Settings, begun: [Int64]) {
        self.settings = settings
        underWay = begun
        looksAt = uptimeMilliseconds()
    }

    var isBusy: Bool { !underWay.isEmpty }

    /// Milliseconds until the next look.
    func patience(now: Int64) -> Int32 { Int32(clamping: max(0, looksAt - now)) }

    /// - Returns: when a list must have gone to be due; nil where it is not time to look.
    mutating func beginLook(now: Int64) -> Timestamp? {
        guard now >= looksAt else { return nil }
        looksAt = now + settings.purgeMilliseconds
        return settings.wallClock() - settings.removedMilliseconds
    }

    /// - Parameter found: lists that are due now.
    /// - Returns: those of them that were due at the last look already.
    mutating func endLook(_ found: [ListRow]) -> [ListRow] {
        defer { due = Set(found.map(\.key)) }
        return found.filter { due.contains($0.key) }
    }

    mutating func began(_ list: Int64) { underWay.append(list) }
    mutating func finished() { underWay.removeFirst() }
}

extension JournalWriter {
    /// Does a bounded piece of what there is to purge.
    func purgeSome(_ store: StoreWriter) {
        if let list = purger.underWay.first {
            var isMore = false
            let isDone = maintain(store, isSynced: false) { (store) throws(SQLiteError) in
                isMore = try store.purgeChanges(of: list)
            }
            if isDone && !isMore { purger.finished() }
            return
        }
        guard let time = purger.beginLook(now: uptimeMilliseconds()),
            let found = try? store.removedLists(before: time)
        else { return }
        for row in purger.endLook(found) {
            var freed: Range<Int64> = 0..<0
            let isDone = maintain(store) { (store) throws(SQLiteError) in
                freed = try store.beginPurge(row, at: settings.wallClock())
            }
            guard isDone else { return }
            purger.began(row.key)
            if !freed.isEmpty { rubbish.append(freed) }
            shared.notice("the list \(row.summary.list), deleted long ago, is being purged")
        }
    }
}

/// What a check went over.
public struct StoreTotals: Sendable, Equatable {
    public var lists = 0
    public var deleted = 0
    public var items = 0
    public var changes = 0
    /// Things that are wrong.
    public var faults = 0

    public init() {}
}

extension StoreVisitor {
    /// Verifies every checksum, and loads every list, deleted ones too.
    ///
    /// Each list is read as of one moment, beside a server that goes on.
    ///
    /// - Parameters:
    ///   - only: not nil: this list alone, also where it is set aside.
    ///   - report: is told each thing that is wrong, with the list and the revision.
    /// - Throws: where nothing can be read.
    public func check(
        only: ListID? = nil, _ report: (String) -> Void
    ) throws(JournalError) -> StoreTotals {
        var totals = StoreTotals()
        func fault(_ text: String) {
            totals.faults += 1
            report(text)
        }
        if let only {
            guard let list = try lists().first(where: { $0.summary.list == only }) else {
                throw .unknownList(only)
            }
            totals.lists = 1
            (totals.changes, totals.items) = try check(list, fault)
            return totals
        }
        // Read first: the store may only be ahead of it.
        let mark =
            settings.databaseName == "livelist.sqlite" ? HighWaterMark.content(of: settings.markPath) : nil
        var lists: [StoredList] = []
        try read { (reader) throws(SQLiteError) in
            try checkPages(reader.connection, fault)
            try checkEntries(reader.connection, fault)
            if let mark { try checkEnd(reader.connection, mark, fault) }
        }
        lists = try self.lists()
        let removed = try deletedLists()
        try checkStrays(lists + removed, fault)
        for list in lists {
            totals.lists += 1
            if let damage = list.summary.damage { fault("list \(list.summary.list): \(damage)") }
        }
        totals.deleted = removed.count
        // One that is set aside is not tried: the program may have died on it.
        for list in lists + removed where list.summary.damage == nil {
            do throws(JournalError) {
                let (changes, items) = try check(list, fault)
                totals.changes += changes
                totals.items += list.removedAt == 0 ? items : 0
            } catch {
                // Went while this went on.
                guard case .unknownList = error else { throw error }
            }
        }
        return totals
    }

    /// SQLite's own view: every page, every index.
    private func checkPages(_ connection: SQLiteConnection, _ fault: (String) -> Void) throws(SQLiteError) {
        let statement = try SQLiteStatement(connection, "PRAGMA integrity_check(20)")
        do throws(SQLiteError) {
            while try statement.step() {
                let line = statement.text(0)
                if line != "ok" { fault("the store: \(String(line.map { $0 == "\n" ? " " : $0 }))") }
            }
        } catch {
            guard error.kind == .damaged else { throw error }
            fault("the store: \(error.message)")
        }
    }

    private func checkEntries(_ connection: SQLiteConnection, _ fault: (String) -> Void) throws(SQLiteError) {
        let statement = try SQLiteStatement(
            connection, "SELECT \(EntryRow.columns) FROM entries ORDER BY key")
        while try statement.step() {
            guard EntryRow.read(statement) == nil else { continue }
            fault("entry \(statement.integer(0)), on list \(statement.text(3)), fails its checksum")
        }
    }

    private func checkEnd(
        _ connection: SQLiteConnection, _ mark: HighWaterMark.Content, _ fault: (String) -> Void
    ) throws(SQLiteError) {
        // One that was put in place is behind the mark on purpose.
        guard !BackupMark.isBackup(path) else { return }
        let stored = try StoreWriter.end(of: connection)
        guard stored.changes < mark.changes || stored.entries < mark.entries else { return }
        fault(
            "the store ends at change \(stored.changes) and entry \(stored.entries), but had come to "
                + "\(mark.changes) and \(mark.entries): acknowledged changes have vanished")
    }

    /// Changes of lists that are not there.
    private func checkStrays(_ known: [StoredList], _ fault: (String) -> Void) throws(JournalError) {
        let known = Set(known.map(\.key))
        try read { (reader) throws(SQLiteError) in
            let purged = try StoreCatalogue.purged(reader.connection)
            // The row of a list that came meanwhile is newer than those that are known.
            let newest = known.max() ?? 0
            let statement = try SQLiteStatement(
                reader.connection, "SELECT ifnull(min(list), 0) FROM changes WHERE list>?1")
            var list: Int64 = 0
            while true {
                statement.bind(1, list)
                guard try statement.step() else { return }
                list = statement.integer(0)
                statement.reset()
                guard list > 0 else { return }
                if list <= newest, !known.contains(list), !purged.contains(list) {
                    fault("changes are stored of list number \(list), which is not there")
                }
            }
        }
    }

    /// - Returns: how many changes and items it has.
    private func check(
        _ list: StoredList, _ fault: (String) -> Void
    ) throws(JournalError) -> (changes: Int, items: Int) {
        let name = list.summary.list
        var failure: ReadFailure?
        var counts = (changes: 0, items: 0)
        try read { (reader) throws(SQLiteError) in
            do throws(ReadFailure) {
                counts = try check(list, reader, fault)
            } catch {
                failure = error
            }
        }
        switch failure {
        case nil: break
        case .store(let error): throw StoreFormat.unusable(error, path: path)
        case .closed, .unknownList: throw .unknownList(name)
        case .damaged(let why): fault("list \(name): \(why)")
        }
        return counts
    }

    private func check(
        _ list: StoredList, _ reader: StoreReader, _ fault: (String) -> Void
    ) throws(ReadFailure) -> (changes: Int, items: Int) {
        let row = try reader.row(list.key, epoch: nil, takesRemoved: true)
        let summary = row.summary
        var changes = 0
        try reader.forEachChange(of: row, after: row.heldAfter, through: summary.revision) { _ in
            changes += 1
            return true
        }
        let outside = try reader.attempt { () throws(SQLiteError) in
            try reader.connection.integer(
                """
                SELECT count(*) FROM changes WHERE list=\(list.key)
                AND (revision<=\(row.heldAfter) OR revision>\(summary.revision))
                """)
        }
        if outside > 0 {
            fault(
                "list \(summary.list): \(outside) changes lie outside of revisions \(row.heldAfter.next) to \(summary.revision)"
            )
        }
        let state = try reader.load(list.key, settings: settings, takesRemoved: true).state
        guard state.revision == summary.revision, state.title == summary.title,
            state.itemCount == summary.items, state.doneCount == summary.done
        else {
            throw .damaged(
                "at revision \(state.revision) it has \(state.itemCount) items, \(state.doneCount) of them done, "
                    + "but its row says \(summary.items) and \(summary.done) at revision \(summary.revision)")
        }
        return (changes, state.itemCount)
    }

    /// A list as it stands now.
    public func load(_ list: StoredList) throws(JournalError) -> LoadedList {
        var outcome: Result<LoadedList, ReadFailure>?
        try read { (reader) throws(SQLiteError) in
            do throws(ReadFailure) {
                outcome = .success(try reader.load(list.key, settings: settings, takesRemoved: true))
            } catch {
                outcome = .failure(error)
            }
        }
        switch outcome {
        case .success(let loaded): return loaded
        case .failure(.damaged(let why)): throw .damaged(list.summary.list, why)
        case .failure(.store(let error)): throw StoreFormat.unusable(error, path: path)
        case .failure, nil: throw .unknownList(list.summary.list)
        }
    }
}

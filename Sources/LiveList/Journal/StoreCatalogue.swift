/// All lists that are there, as a start finds them, and which of them are set aside.
struct StoreCatalogue {
    private(set) var summaries: [ListSummary] = []
    private(set) var keys: [ListID: Int64] = [:]
    /// How often in a row the program died while it loaded a list.
    private(set) var strikes: [Int64: Int] = [:]

    /// - Throws: an error of kind `damaged` where what all lists share makes no sense.
    init(_ connection: SQLiteConnection) throws(SQLiteError) {
        var reasons: [Int64: String] = [:]
        let watched = try SQLiteStatement(connection, "SELECT list, strikes, reason FROM watched")
        while try watched.step() {
            strikes[watched.integer(0)] = Int(watched.integer(1))
            let reason = watched.text(2)
            if !reason.isEmpty { reasons[watched.integer(0)] = reason }
        }
        try readLists(connection, reasons: reasons)
        try readLost(connection)
    }

    /// Removed lists are read too: a rotten row could call itself removed.
    private mutating func readLists(_ connection: SQLiteConnection, reasons: [Int64: String])
        throws(SQLiteError)
    {
        let lists = try SQLiteStatement(connection, "SELECT \(ListRow.columns) FROM lists")
        while try lists.step() {
            switch ListRow.read(lists) {
            case .whole(let row):
                guard row.removedAt == 0 else { continue }
                var summary = row.summary
                summary.damage = reasons[row.key]
                summary.isSuspect = strikes[row.key] != nil && summary.damage == nil
                try add(summary, key: row.key)
            case .damaged(let key, let name):
                let why = "its row in the store fails its checksum"
                try addDamaged(try Self.creation(of: key, connection), key: key, name: name, why: why)
            }
        }
    }

    /// Lists that were created, and whose rows are gone.
    private mutating func readLost(_ connection: SQLiteConnection) throws(SQLiteError) {
        let lost = try SQLiteStatement(
            connection,
            """
            SELECT \(EntryRow.columns) FROM entries
            WHERE kind=\(EntryKind.created.rawValue) AND list NOT IN (SELECT key FROM lists)
            """)
        let purged = try Self.purged(connection)
        while try lost.step() {
            let key = lost.integer(2)
            guard !purged.contains(key) else { continue }
            try addDamaged(
                EntryRow.read(lost), key: key, name: lost.text(3), why: "its row is missing from the store")
        }
    }

    private mutating func addDamaged(
        _ entry: EntryRow?, key: Int64, name: String, why: String
    ) throws(SQLiteError) {
        guard let list = ListID(entry?.name ?? name) else {
            throw SQLiteError(kind: .damaged, message: "the row of list number \(key) fails its checksum")
        }
        let summary = ListSummary(
            list: list, epoch: Epoch(entry?.epoch ?? ""), title: Text(entry?.text ?? list.text),
            updatedAt: entry?.at ?? 0, damage: why)
        try add(summary, key: key)
    }

    private mutating func add(_ summary: ListSummary, key: Int64) throws(SQLiteError) {
        if keys[summary.list] == nil {
            keys[summary.list] = key
            summaries.append(summary)
            return
        }
        // Two rows of one name: a removed one that can no longer be told from the present one is no harm.
        if summary.damage != nil { return }
        guard let index = summaries.firstIndex(where: { $0.list == summary.list && $0.damage != nil }) else {
            throw SQLiteError(kind: .damaged, message: "list \(summary.list) is there twice")
        }
        keys[summary.list] = key
        summaries[index] = summary
    }

    /// Notes one more death while this list was loaded, and with a reason that it is set aside.
    mutating func strike(_ key: Int64, _ count: Int, _ reason: String) {
        strikes[key] = count
        guard let index = summaries.firstIndex(where: { keys[$0.list] == key }) else { return }
        summaries[index].isSuspect = reason.isEmpty
        if !reason.isEmpty { summaries[index].damage = reason }
    }

    /// Lists that are set aside, and why.
    var withheld: [Int64: String] {
        var withheld: [Int64: String] = [:]
        for summary in summaries {
            if let why = summary.damage, let key = keys[summary.list] { withheld[key] = why }
        }
        return withheld
    }

    /// Lists whose rows were deleted because their time was over.
    static func purged(_ connection: SQLiteConnection) throws(SQLiteError) -> Set<Int64> {
        var purged: Set<Int64> = []
        let entries = try SQLiteStatement(
            connection,
            "SELECT \(EntryRow.columns) FROM entries WHERE kind=\(EntryKind.purged.rawValue)")
        while try entries.step() {
            // One that is not whole might only call itself so.
            if let entry = EntryRow.read(entries) { purged.insert(entry.list) }
        }
        return purged
    }

    private static func creation(of key: Int64, _ connection: SQLiteConnection) throws(SQLiteError)
        -> EntryRow?
    {
        let statement = try SQLiteStatement(
            connection, "SELECT \(EntryRow.columns) FROM entries WHERE key=?1")
        statement.bind(1, key)
        guard try statement.step() else { return nil }
        return EntryRow.read(statement)
    }
}

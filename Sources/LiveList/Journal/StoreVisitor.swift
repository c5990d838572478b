import CSQLite
import Glibc

/// Reads a store beside the server that serves it, or without one, or a backup: with a connection that only
/// reads, so that nothing waits for it.
///
/// A connection is opened for each piece of work and closed after it: a server whose disk has failed opens
/// its store anew only when nobody else has it open.
public final class StoreVisitor {
    let settings: SQLiteJournal.Settings

    /// - Parameter path: a data folder, or a file: a store or a backup.
    public init(_ path: String) throws(JournalError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw .unusable("\(path) can't be read: \(String(cString: strerror(errno))). Name a data folder")
        }
        if status.st_mode & S_IFMT == S_IFDIR {
            settings = SQLiteJournal.Settings(folder: path)
        } else {
            let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
            var settings = SQLiteJournal.Settings(folder: slash.map { String(path[..<$0]) } ?? ".")
            settings.databaseName = slash.map { String(path[path.utf8.index(after: $0)...]) } ?? path
            self.settings = settings
        }
        guard access(self.path, R_OK) == 0 else {
            throw .unusable("there is no store in \(path). Name a folder in which livelistd has stored lists")
        }
    }

    var path: String { settings.databasePath }

    /// Every list that is there, by its name.
    public func lists() throws(JournalError) -> [StoredList] {
        try read { (reader) throws(SQLiteError) in
            let catalogue = try StoreCatalogue(reader.connection)
            return catalogue.summaries.map { StoredList(key: catalogue.keys[$0.list] ?? 0, summary: $0) }
        }.sorted { $0.summary.list.text < $1.summary.list.text }
    }

    /// Lists that were deleted and can be brought back, the one that went last first.
    public func deletedLists() throws(JournalError) -> [StoredList] {
        try read { (reader) throws(SQLiteError) in
            let statement = try SQLiteStatement(
                reader.connection, "SELECT \(ListRow.columns) FROM lists WHERE removed_at<>0")
            var lists: [StoredList] = []
            while try statement.step() {
                guard case .whole(let row) = ListRow.read(statement) else { continue }
                lists.append(StoredList(key: row.key, summary: row.summary, removedAt: row.removedAt))
            }
            return lists
        }.sorted { ($0.removedAt, $0.key) > ($1.removedAt, $1.key) }
    }

    /// Reads with a connection of its own, as of one moment.
    func read<Result>(_ body: (StoreReader) throws(SQLiteError) -> Result) throws(JournalError) -> Result {
        do throws(SQLiteError) {
            let reader = try open()
            defer { reader.connection.close() }
            try reader.connection.execute("BEGIN")
            return try body(reader)
        } catch {
            throw StoreFormat.unusable(error, path: path)
        }
    }

    func open() throws(SQLiteError) -> StoreReader {
        let probe = try SQLiteConnection(path: path, access: .readOnly)
        sqlite_keep_wal_on_close(probe.handle)
        defer { probe.close() }
        try StoreFormat.expectReadable(probe, path: path)
        let stored = try probe.integer("PRAGMA user_version")
        guard stored == StoreFormat.version else {
            throw SQLiteError(
                kind: .misuse,
                message:
                    "\(path) has the older format \(stored): start livelistd on it, which brings it up to date"
            )
        }
        let reader = try StoreReader(settings)
        // The last one to leave would bring the log into the database, which is the server's to do.
        sqlite_keep_wal_on_close(reader.connection.handle)
        return reader
    }
}

/// A list as it lies in a store.
public struct StoredList: Sendable {
    let key: Int64
    public let summary: ListSummary
    /// When it was deleted; 0: it is there.
    public let removedAt: Timestamp

    init(key: Int64, summary: ListSummary, removedAt: Timestamp = 0) {
        self.key = key
        self.summary = summary
        self.removedAt = removedAt
    }
}

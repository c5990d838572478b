import Glibc

/// A store that was opened and looked over.
struct OpenedStore {
    let writer: StoreWriter
    let mark: HighWaterMark
    let summaries: [ListSummary]
    let withheld: [Int64: String]
    let suspects: [Int64: Int]
    let rubbish: [Range<Int64>]

    /// Opens the store in a data folder, or makes one, and looks whether it is what it was when it was
    /// closed.
    init(_ settings: SQLiteJournal.Settings, marker: LoadMarker, shared: JournalShared) throws(JournalError) {
        mark = try HighWaterMark(path: settings.markPath)
        let path = settings.databasePath
        try Self.expectFile(path, mark.found)
        do throws(SQLiteError) {
            let connection = try SQLiteConnection(path: path, access: .readWrite, system: settings.system)
            try StoreFormat.prepare(connection, path: path)
            Self.syncFolder(settings.folder)
            var catalogue = try StoreCatalogue(connection)
            writer = try StoreWriter(connection, keys: catalogue.keys)
            try Self.expect(mark, writer, path: path, shared)
            try Self.strike(marker, &catalogue, writer, settings)
            rubbish = try writer.findRubbish()
            summaries = catalogue.summaries
            suspects = catalogue.strikes
            var withheld: [Int64: String] = [:]
            for summary in summaries {
                if let why = summary.damage, let key = catalogue.keys[summary.list] { withheld[key] = why }
            }
            self.withheld = withheld
        } catch {
            throw StoreFormat.unusable(error, path: path)
        }
        marker.clear()
        _ = mark.write(writer.mark)
        mark.sync(now: nil)
    }

    private static func expectFile(_ path: String, _ mark: HighWaterMark.Reading) throws(JournalError) {
        var status = stat()
        let isThere = stat(path, &status) == 0 && status.st_size > 0
        guard !isThere, case .read(let content) = mark, content.entries > 0 else { return }
        throw .unusable(
            "\(path) is missing or empty, though \(content.changes) changes were stored in it: bring it back "
                + "from a backup, or remove the mark beside it to begin anew")
    }

    /// Compares the store with its mark.
    private static func expect(
        _ mark: HighWaterMark, _ writer: StoreWriter, path: String, _ shared: JournalShared
    ) throws(SQLiteError) {
        let stored = writer.mark
        switch mark.found {
        case .read(let content):
            guard stored.changes < content.changes || stored.entries < content.entries else { return }
            let text =
                "acknowledged changes have vanished from \(path): it ends at change \(stored.changes) and "
                + "entry \(stored.entries), but had come to \(content.changes) and \(content.entries)"
            throw SQLiteError(kind: .damaged, message: text)
        case .unreadable:
            shared.notice(
                "\(mark.path) can't be read, so lost changes could not be noticed. It is made anew")
        case .absent:
            guard stored.entries > 0 else { return }
            shared.notice(
                "\(mark.path) is missing, so lost changes could not be noticed. It is made anew")
        }
    }

    /// A list that was being loaded when the program died is tried once more, as the death may have come from
    /// outside, and then set aside.
    private static func strike(
        _ marker: LoadMarker, _ catalogue: inout StoreCatalogue, _ writer: StoreWriter,
        _ settings: SQLiteJournal.Settings
    ) throws(SQLiteError) {
        guard let key = marker.found,
            let summary = catalogue.summaries.first(where: { catalogue.keys[$0.list] == key })
        else { return }
        guard summary.damage == nil else { return }
        let strikes = (catalogue.strikes[key] ?? 0) + 1
        let reason =
            strikes < settings.loadDeathsMax
            ? "" : "the program ended \(strikes) times while it loaded this list"
        try writer.beginTransaction()
        try writer.watch(key, strikes: strikes, reason: reason)
        try writer.commit()
        catalogue.strike(key, strikes, reason)
    }

    /// Makes sure that a new file's name is on the disk, too.
    private static func syncFolder(_ path: String) {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        _ = fsync(folder)
        _ = Glibc.close(folder)
    }
}

extension StoreWriter {
    /// Opens the store again after a failure, as after a crash.
    static func reopen(_ settings: SQLiteJournal.Settings) throws(SQLiteError) -> StoreWriter {
        let connection = try SQLiteConnection(
            path: settings.databasePath, access: .readWrite, system: settings.system)
        try StoreFormat.setUpWriter(connection, path: settings.databasePath)
        return try StoreWriter(connection, keys: StoreCatalogue(connection).keys)
    }
}

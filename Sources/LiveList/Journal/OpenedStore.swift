import Glibc

/// A store that was opened and looked over.
struct OpenedStore {
    let writer: StoreWriter
    let mark: HighWaterMark
    let summaries: [ListSummary]
    let withheld: [Int64: String]
    let suspects: [Int64: Int]
    let rubbish: [Range<Int64>]
    /// Lists whose purge had begun.
    let purges: [Int64]

    /// Opens the store in a data folder, or makes one, and looks whether it is what it was when it was
    /// closed.
    init(_ settings: SQLiteJournal.Settings, marker: LoadMarker, shared: JournalShared) throws(JournalError) {
        mark = try HighWaterMark(path: settings.markPath)
        let path = settings.databasePath
        try Self.expectFile(path, mark.found)
        do throws(SQLiteError) {
            var (catalogue, opened, origin) = try Self.open(settings, mayMake: !mark.isOfUsedStore)
            Self.syncFolder(settings.folder)
            if origin == .backup {
                shared.notice("\(path) is a backup that was put in place: every list begins a new epoch")
            } else if let lost = Self.loss(mark, opened, path: path, shared) {
                guard settings.acceptsLoss else {
                    let text =
                        "\(lost). Keep a copy of \(settings.folder), and start from a backup; without one, "
                        + "livelistd serve --accept-loss goes on with what is left, once"
                    throw SQLiteError(kind: .misuse, message: text)
                }
                opened.connection.close()
                let kept = try StoreRescue.keepFiles(settings)
                shared.notice(
                    "\(lost). As was accepted, every list begins a new epoch without them. The files are kept as "
                        + "they were in \(kept)")
                (catalogue, opened, _) = try Self.open(settings, mayMake: !mark.isOfUsedStore)
                try opened.renewEpochs()
                catalogue = try StoreCatalogue(opened.connection)
            }
            try Self.strike(marker, &catalogue, opened, settings)
            writer = opened
            rubbish = try opened.findRubbish()
            purges = try opened.findHalfPurged()
            summaries = catalogue.summaries
            suspects = catalogue.strikes
            withheld = catalogue.withheld
        } catch {
            throw StoreFormat.unusable(error, path: path)
        }
        for summary in summaries {
            if let why = summary.damage { shared.noticeSetAside(summary.list, why) }
        }
        marker.clear()
        _ = mark.write(writer.mark)
        mark.sync(now: nil)
    }

    private static func open(
        _ settings: SQLiteJournal.Settings, mayMake: Bool
    ) throws(SQLiteError) -> (StoreCatalogue, StoreWriter, StoreFormat.Origin) {
        try BackupMark.expectNoOtherLog(settings)
        let connection = try SQLiteConnection(
            path: settings.databasePath, access: .readWrite, system: settings.system)
        let origin = try StoreFormat.prepare(connection, path: settings.databasePath, mayMake: mayMake)
        try expectOrderOfEntries(connection)
        let catalogue = try StoreCatalogue(connection)
        return (catalogue, try StoreWriter(connection, keys: catalogue.keys), origin)
    }

    /// New entries go behind the last. More keys than a page can hold, so that none of that page is out of
    /// order. Of other tables each row belongs to one list, which is set aside where it is met.
    private static func expectOrderOfEntries(_ connection: SQLiteConnection) throws(SQLiteError) {
        let keys = try SQLiteStatement(connection, "SELECT key FROM entries ORDER BY key DESC LIMIT 1000")
        var last = Int64.max
        while try keys.step() {
            let key = keys.integer(0)
            guard key < last else {
                throw SQLiteError(kind: .damaged, message: "the rows of entries are not in order at \(key)")
            }
            last = key
        }
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
    ///
    /// - Returns: what has vanished, if something has.
    private static func loss(
        _ mark: HighWaterMark, _ writer: StoreWriter, path: String, _ shared: JournalShared
    ) -> String? {
        let stored = writer.mark
        switch mark.found {
        case .read(let content):
            guard stored.changes < content.changes || stored.entries < content.entries else { return nil }
            return "acknowledged changes have vanished from \(path): it ends at change \(stored.changes) and "
                + "entry \(stored.entries), but had come to \(content.changes) and \(content.entries)"
        case .unreadable:
            shared.notice("\(mark.path) can't be read, so lost changes could not be noticed. It is made anew")
        case .absent:
            guard stored.entries > 0 else { return nil }
            shared.notice("\(mark.path) is missing, so lost changes could not be noticed. It is made anew")
        }
        return nil
    }

    /// Notes a list that was being loaded when the program died. The death may have come from outside, so it
    /// is tried again, with care, but not for ever.
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
        let folder = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        _ = fsync(folder)
        _ = Glibc.close(folder)
    }
}

extension StoreWriter {
    /// Opens the store again after a failure, as after a crash.
    static func reopen(_ settings: SQLiteJournal.Settings) throws(SQLiteError) -> StoreWriter {
        try StoreVisitor.expectNone(in: settings)
        let connection = try SQLiteConnection(
            path: settings.databasePath, access: .readWrite, system: settings.system)
        try StoreFormat.setUpWriter(connection, path: settings.databasePath)
        return try StoreWriter(connection, keys: StoreCatalogue(connection).keys)
    }
}

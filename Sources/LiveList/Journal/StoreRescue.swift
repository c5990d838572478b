import Glibc

/// What is done when acknowledged changes have vanished and the operator has said to go on without them.
enum StoreRescue {
    /// Keeps the files as they were found, in a folder beside them, before anything is written to them.
    ///
    /// - Returns: the path of that folder.
    static func keepFiles(_ settings: SQLiteJournal.Settings) throws(SQLiteError) -> String {
        let folder = try makeFolder("damaged", in: settings)
        for path in [settings.databasePath, settings.databasePath + "-wal", settings.markPath] {
            guard let name = path.split(separator: "/").last, access(path, F_OK) == 0 else { continue }
            try copy(path, to: "\(folder)/\(name)")
        }
        return folder
    }

    /// Moves the store but its mark into a folder beside it, the log first: a start in between is refused.
    ///
    /// - Returns: the path of that folder; nil where there is no store.
    static func moveFiles(_ settings: SQLiteJournal.Settings) throws(SQLiteError) -> String? {
        let path = settings.databasePath
        guard access(path, F_OK) == 0 else { return nil }
        let folder = try makeFolder("replaced", in: settings)
        for (from, name) in [
            (path + "-wal", "livelist.sqlite-wal"), (path + "-shm", "livelist.sqlite-shm"),
            (settings.markerPath, "livelist.loading"), (path, "livelist.sqlite"),
        ] {
            guard rename(from, "\(folder)/\(name)") == 0 || errno == ENOENT else {
                throw failure("moving", from)
            }
        }
        return folder
    }

    private static func makeFolder(
        _ name: String, in settings: SQLiteJournal.Settings
    ) throws(SQLiteError) -> String {
        for number in 1...1_000 {
            let folder = "\(settings.folder)/\(name)-\(number)"
            if mkdir(folder, 0o700) == 0 { return folder }
            guard errno == EEXIST else { throw failure("making the folder", folder) }
        }
        throw SQLiteError(
            kind: .misuse, message: "\(settings.folder) has 1,000 folders of kept files: remove some")
    }

    private static func copy(_ path: String, to other: String) throws(SQLiteError) {
        let source = open(path, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw failure("opening", path) }
        defer { _ = Glibc.close(source) }
        let target = open(other, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw failure("making", other) }
        defer { _ = Glibc.close(target) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(source, &buffer, buffer.count)
            guard count >= 0 else { throw failure("reading", path) }
            if count == 0 { break }
            guard write(target, buffer, count) == count else { throw failure("writing", other) }
        }
        guard fsync(target) == 0 else { throw failure("syncing", other) }
    }

    private static func failure(_ what: String, _ path: String) -> SQLiteError {
        let reason = String(cString: strerror(errno))
        return SQLiteError(
            kind: .misuse, message: "\(what) \(path): \(reason). The damaged files have to be kept first")
    }
}

extension StoreWriter {
    /// Begins a new epoch of every list, removed ones too: its revisions will be used again for other
    /// changes, and a client that was ahead has to notice.
    ///
    /// - Parameter finish: is done in the same transaction.
    func renewEpochs(_ finish: () throws(SQLiteError) -> Void = {}) throws(SQLiteError) {
        try beginTransaction()
        for var row in try storedRows() {
            row.summary.epoch = .random()
            try writeEntry(
                .renewed, key: nextEntryKey(), list: row.key, of: row.summary, text: "",
                at: row.summary.updatedAt)
            try write(row)
            forget(row.key)
        }
        try finish()
        try commit()
    }

    /// Every row of `lists` that is whole.
    private func storedRows() throws(SQLiteError) -> [ListRow] {
        let statement = try SQLiteStatement(connection, "SELECT \(ListRow.columns) FROM lists ORDER BY key")
        var rows: [ListRow] = []
        while try statement.step() {
            if case .whole(let row) = ListRow.read(statement) { rows.append(row) }
        }
        return rows
    }
}

extension Epoch {
    /// One that was never used before.
    public static func random() -> Epoch {
        Epoch(String(UInt64.random(in: 0 ... .max), radix: 36))
    }
}

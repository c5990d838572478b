import Glibc

/// What is done when acknowledged changes have vanished and the operator has said to go on without them.
enum StoreRescue {
    /// Keeps the files as they were found, in a folder beside them, before anything is written to them.
    ///
    /// - Returns: the path of that folder.
    static func keepFiles(_ settings: SQLiteJournal.Settings) throws(SQLiteError) -> String {
        var folder = ""
        for number in 1...1_000 {
            folder = "\(settings.folder)/damaged-\(number)"
            if mkdir(folder, 0o700) == 0 { break }
            guard errno == EEXIST, number < 1_000 else { throw failure("making the folder", folder) }
        }
        for path in [settings.databasePath, settings.databasePath + "-wal", settings.markPath] {
            guard let name = path.split(separator: "/").last, access(path, F_OK) == 0 else { continue }
            try copy(path, to: "\(folder)/\(name)")
        }
        return folder
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
    /// Begins a new epoch of every list: its revisions will be used again for other changes, and a client
    /// that was ahead has to notice.
    func renewEpochs() throws(SQLiteError) {
        var generator = SystemRandomNumberGenerator()
        try beginTransaction()
        for list in presentLists {
            guard case .found(var row) = try lookUp(list) else { continue }
            row.summary.epoch = Epoch(String(generator.next() as UInt64, radix: 16))
            try writeEntry(
                .renewed, key: nextEntryKey(), list: row.key, of: row.summary, text: "",
                at: row.summary.updatedAt)
            try write(row)
            remember(row)
        }
        try commit()
    }
}

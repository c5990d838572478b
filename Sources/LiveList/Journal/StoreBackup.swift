import CSQLite
import Glibc

/// Copies of a store, made while it is used.
enum StoreBackup {
    static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Copies the store as the connection sees it into a new file, marked as a backup, and syncs it.
    ///
    /// The source is read in one piece, as of one moment; whoever writes to it goes on meanwhile.
    static func write(_ source: SQLiteConnection, to path: String) throws(SQLiteError) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure("making", path) }
        do throws(SQLiteError) {
            try copy(source, to: path)
            guard fsync(file) == 0 else { throw failure("syncing", path) }
            _ = Glibc.close(file)
        } catch {
            _ = Glibc.close(file)
            for end in ["", "-wal", "-shm", "-journal"] { unlink(path + end) }
            throw error
        }
    }

    private static func copy(_ source: SQLiteConnection, to path: String) throws(SQLiteError) {
        let target = try SQLiteConnection(path: path, access: .readWrite)
        defer { target.close() }
        // A copy cut short is thrown away, and a whole one is synced in the end.
        try target.execute("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF")
        guard let backup = sqlite3_backup_init(target.handle, "main", source.handle, "main") else {
            throw SQLiteError(
                code: sqlite3_errcode(target.handle), connection: target.handle, doing: "beginning the copy")
        }
        let code = sqlite3_backup_step(backup, -1)
        let end = sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE, end == SQLITE_OK else {
            throw SQLiteError(
                code: code == SQLITE_DONE ? end : code, connection: target.handle, doing: "copying the store")
        }
        // The copied header speaks of a log, which a single file does not have.
        guard try target.text("PRAGMA journal_mode=DELETE") == "delete" else {
            throw SQLiteError(kind: .misuse, message: "\(path) can't be made a single file")
        }
        try target.execute("PRAGMA application_id=\(StoreFormat.backupID)")
    }

    /// Gives a finished file its name, unless that is taken.
    static func publish(_ path: String, as name: String) throws(SQLiteError) {
        guard link(path, name) == 0 else { throw failure("naming", name) }
        unlink(path)
        syncFolder(of: name)
    }

    static func syncFolder(of path: String) {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = open(slash.map { String(path[...$0]) } ?? ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        _ = fsync(folder)
        _ = Glibc.close(folder)
    }

    static func failure(_ what: String, _ path: String) -> SQLiteError {
        let code = errno
        return SQLiteError(
            kind: code == ENOSPC ? .full : .misuse,
            message: "\(what) \(path): \(String(cString: strerror(code)))")
    }
}

extension StoreVisitor {
    /// Writes a backup to a file that must not be there yet, checks every byte of it, and only then gives it
    /// its name.
    ///
    /// - Parameter report: is told what is damaged. The backup is kept all the same: so it is in the store.
    /// - Returns: what the backup holds.
    public func backUp(to name: String, _ report: (String) -> Void) throws(JournalError) -> StoreTotals {
        let part = "\(name).\(getpid()).part"
        defer { unlink(part) }
        do throws(SQLiteError) {
            guard !StoreBackup.isThere(name) else {
                throw SQLiteError(kind: .misuse, message: "\(name) is there already: name another file")
            }
            let reader = try open()
            defer { reader.connection.close() }
            try reader.connection.execute("BEGIN")
            try StoreBackup.write(reader.connection, to: part)
        } catch {
            throw StoreFormat.unusable(error, path: name)
        }
        let totals = try StoreVisitor(part).check(report)
        do throws(SQLiteError) { try StoreBackup.publish(part, as: name) } catch {
            throw StoreFormat.unusable(error, path: name)
        }
        return totals
    }

    /// Puts a backup in the place of the store in a data folder, whose lock the caller holds. What was there
    /// is kept in a folder beside it.
    ///
    /// - Returns: the path of that folder; nil where there was nothing.
    public static func putInPlace(_ backup: StoreVisitor, in folder: String) throws(JournalError) -> String? {
        let settings = SQLiteJournal.Settings(folder: folder)
        let new = settings.databasePath + ".new"
        do throws(SQLiteError) {
            unlink(new)
            let reader = try backup.open()
            defer { reader.connection.close() }
            try StoreBackup.write(reader.connection, to: new)
            let kept = try StoreRescue.moveFiles(settings)
            guard rename(new, settings.databasePath) == 0 else { throw StoreBackup.failure("naming", new) }
            // Last: as long as it lies there, a start without the store beside it is refused.
            if let kept { rename(settings.markPath, "\(kept)/livelist.mark") }
            StoreBackup.syncFolder(of: settings.databasePath)
            return kept
        } catch {
            throw StoreFormat.unusable(error, path: folder)
        }
    }
}

import Glibc

/// A backup says in its header that it is one (`StoreFormat.backupID`).
///
/// What was acknowledged after it was taken is gone when it is put in place, and its revisions will be used
/// again for other changes. So a server that finds the mark gives every list a new epoch before anybody is
/// served, and takes the mark away in the same transaction.
enum BackupMark {
    static func takeUp(_ connection: SQLiteConnection) throws(SQLiteError) {
        let writer = try StoreWriter(connection, keys: [:])
        try writer.renewEpochs { () throws(SQLiteError) in
            try connection.execute("PRAGMA application_id=\(StoreFormat.applicationID)")
        }
    }

    /// SQLite would mix the log of another store into a backup that was put beside it.
    static func expectNoOtherLog(_ settings: SQLiteJournal.Settings) throws(SQLiteError) {
        let path = settings.databasePath
        let log = path + "-wal"
        var status = stat()
        guard isBackup(path), stat(log, &status) == 0, status.st_size > 0 else { return }
        throw SQLiteError(
            kind: .misuse,
            message: "\(path) is a backup, but the log of another store lies beside it. Move \(log) away, "
                + "or put the backup in place with livelistd backup --restore")
    }

    /// Looks at the file itself: to open it would be too late.
    static func isBackup(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { _ = Glibc.close(file) }
        // The application id: 4 bytes, big-endian, at offset 68 (sqlite.org/fileformat2.html).
        var word: UInt32 = 0
        guard withUnsafeMutableBytes(of: &word, { pread(file, $0.baseAddress, 4, 68) }) == 4 else {
            return false
        }
        return Int64(UInt32(bigEndian: word)) == StoreFormat.backupID
    }
}

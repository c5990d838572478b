import CSQLite
import Glibc

/// What lies in `livelist.sqlite`, and how a connection to it is set up.
///
/// - `entries`: creations and removals of lists, in order, for ever. An entry also says up to which key
///   `changes` had grown, so that the keys never go back, whatever is purged.
/// - `lists`: the small row of each incarnation of a list. Its key is that of the entry that created it.
/// - `changes`: what happened. Keys only grow; a list's rows are found through `changes_of_list`.
/// - `pieces`, `snapshots`: a snapshot's pieces lie under keys in a row; the row in `snapshots` makes them
///   valid. A piece that no such row names is rubbish.
/// - `watched`: lists on whose loading the program died, or that are set aside because of damage.
/// - `probe`: is written to find out whether the store takes anything again.
enum StoreFormat {
    /// "LLst" in ASCII, in the file's header.
    static let applicationID: Int64 = 0x4C4C_7374
    /// "LLbk": a backup, of which no server has made a store yet.
    static let backupID: Int64 = 0x4C4C_626B
    /// Raised with every change that an older program could not read.
    static let version: Int64 = 1

    static let schema = """
        CREATE TABLE entries(
            key INTEGER PRIMARY KEY, kind INTEGER NOT NULL, list INTEGER NOT NULL, name TEXT NOT NULL,
            epoch TEXT NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL, changes INTEGER NOT NULL,
            checksum INTEGER NOT NULL);
        CREATE TABLE lists(
            key INTEGER PRIMARY KEY, name TEXT NOT NULL, epoch TEXT NOT NULL, title TEXT NOT NULL,
            revision INTEGER NOT NULL, items INTEGER NOT NULL, done INTEGER NOT NULL,
            updated_at INTEGER NOT NULL, held_after INTEGER NOT NULL, removed_at INTEGER NOT NULL,
            checksum INTEGER NOT NULL);
        CREATE TABLE changes(
            key INTEGER PRIMARY KEY, list INTEGER NOT NULL, revision INTEGER NOT NULL, id TEXT NOT NULL,
            at INTEGER NOT NULL, checksum INTEGER NOT NULL, body BLOB NOT NULL);
        CREATE UNIQUE INDEX changes_of_list ON changes(list, revision);
        CREATE TABLE snapshots(
            list INTEGER PRIMARY KEY, revision INTEGER NOT NULL, title TEXT NOT NULL,
            first_piece INTEGER NOT NULL, pieces INTEGER NOT NULL, digest INTEGER NOT NULL,
            checksum INTEGER NOT NULL);
        CREATE TABLE pieces(
            key INTEGER PRIMARY KEY, list INTEGER NOT NULL, revision INTEGER NOT NULL, part INTEGER NOT NULL,
            checksum INTEGER NOT NULL, body BLOB NOT NULL);
        CREATE TABLE watched(
            list INTEGER PRIMARY KEY, strikes INTEGER NOT NULL, reason TEXT NOT NULL);
        CREATE TABLE probe(key INTEGER PRIMARY KEY, body BLOB);
        INSERT INTO probe VALUES(1, NULL);
        PRAGMA application_id=\(applicationID);
        PRAGMA user_version=\(version);
        """

    /// Settings of a connection that writes. Checkpoints are run by the writer when it has time; what is
    /// deleted need not be overwritten with zeros; a commit returns when it is on the disk.
    private static let writerSettings = """
        PRAGMA synchronous=FULL;
        PRAGMA wal_autocheckpoint=0;
        PRAGMA secure_delete=OFF;
        PRAGMA cache_size=-8000;
        PRAGMA temp_store=MEMORY;
        """

    static let readerSettings = """
        PRAGMA query_only=ON;
        PRAGMA cache_size=-2000;
        PRAGMA temp_store=MEMORY;
        """

    /// Where a store that was opened came from.
    enum Origin {
        case made
        case stored
        /// Its lists are about to begin new epochs.
        case backup
    }

    /// Makes the tables in an empty file, brings those of an older format up to this one, makes a store of a
    /// backup; refuses a file that is not a store this program can read.
    ///
    /// - Parameter mayMake: false where the tables have been made before. If they are gone, what is left must
    ///   not be written over.
    static func prepare(
        _ connection: SQLiteConnection, path: String, mayMake: Bool
    ) throws(SQLiteError) -> Origin {
        let application = try connection.integer("PRAGMA application_id")
        let stored = try connection.integer("PRAGMA user_version")
        let tables = try connection.integer("SELECT count(*) FROM sqlite_schema")
        if application == 0, stored == 0, tables == 0 {
            guard mayMake else {
                let text =
                    "\(path) holds nothing, though changes were stored in it: bring it back from a backup, "
                    + "or remove the mark beside it to begin anew"
                throw SQLiteError(kind: .misuse, message: text)
            }
            try setUpWriter(connection, path: path)
            try connection.execute("BEGIN IMMEDIATE; \(schema) COMMIT")
            return .made
        }
        try expectReadable(connection, path: path)
        try expectSoundHeader(connection, path: path)
        if stored < version { try StoreMigration.bringUp(connection, from: stored, path: path) }
        try checkSchema(connection, path: path)
        // While it still has a journal that is rolled back: a backup has no log.
        let isBackup = application == backupID
        if isBackup { try BackupMark.takeUp(connection) }
        try setUpWriter(connection, path: path)
        return isBackup ? .backup : .stored
    }

    /// Refuses a file that is not a store which this program can read.
    static func expectReadable(_ connection: SQLiteConnection, path: String) throws(SQLiteError) {
        let application = try connection.integer("PRAGMA application_id")
        let stored = try connection.integer("PRAGMA user_version")
        guard application == applicationID || application == backupID else {
            throw SQLiteError(
                kind: .misuse, message: "\(path) is no LiveList store: name another data folder")
        }
        guard stored <= version else {
            let text =
                "\(path) was written by a newer LiveList (format \(stored); this program reads \(version)): "
                + "run that version, or start from a backup of this one"
            throw SQLiteError(kind: .misuse, message: text)
        }
    }

    /// Bits of the header that change nothing for who reads, and let every write fail: better found now.
    private static func expectSoundHeader(_ connection: SQLiteConnection, path: String) throws(SQLiteError) {
        if sqlite3_db_readonly(connection.handle, "main") != 0 {
            guard access(path, W_OK) == 0 else {
                throw SQLiteError(kind: .inputOutput, message: "\(path) may not be written")
            }
            throw SQLiteError(kind: .damaged, message: "its header says that nothing may be written")
        }
        guard try connection.integer("PRAGMA auto_vacuum") == 0 else {
            throw SQLiteError(kind: .damaged, message: "its header speaks of another layout")
        }
    }

    /// The tables have no checksum of their own: compares them with those that this program makes.
    private static func checkSchema(_ connection: SQLiteConnection, path: String) throws(SQLiteError) {
        let model = try SQLiteConnection(path: ":memory:", access: .readWrite)
        try model.execute(schema)
        let question =
            "SELECT group_concat(type || name || tbl_name || ifnull(sql, ''), ';') FROM sqlite_schema"
        guard try connection.text(question) == model.text(question) else {
            throw SQLiteError(kind: .damaged, message: "its tables are not those of format \(version)")
        }
    }

    static func setUpWriter(_ connection: SQLiteConnection, path: String) throws(SQLiteError) {
        guard try connection.text("PRAGMA journal_mode=WAL") == "wal" else {
            let text =
                "\(path) lies on a file system without shared memory: put the data folder on a local disk"
            throw SQLiteError(kind: .misuse, message: text)
        }
        try connection.execute(writerSettings)
        sqlite_defensive(connection.handle)
    }

    /// What the operator reads when the store as a whole can't be used.
    static func unusable(_ error: SQLiteError, path: String) -> JournalError {
        switch error.kind {
        case .full: .unusable("\(error.message). Free some room on the disk of \(path)")
        case .inputOutput:
            .unusable(
                "\(error.message). Look whether \(path) can be read and written, and its disk has room and is "
                    + "well")
        case .damaged:
            .unusable("\(error.message). \(path) is damaged: keep a copy of it, and start from a backup")
        case .busy: .unusable("\(error.message). Another program holds \(path): end it")
        case .misuse: .unusable(error.message)
        }
    }
}

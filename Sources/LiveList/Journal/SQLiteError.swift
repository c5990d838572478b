import CSQLite
import Glibc

/// What SQLite or the file system said. Does not leave this room: `JournalError` does.
struct SQLiteError: Error {
    /// What it means for the store.
    enum Kind {
        case full
        /// Reading or writing failed, or files could not be opened or locked.
        case inputOutput
        /// What was read makes no sense.
        case damaged
        /// Another process holds the store.
        case busy
        /// A statement or a call of ours is wrong.
        case misuse
    }

    let kind: Kind
    let message: String
    /// A row was to come under a key that nothing can have yet: what all lists share is damaged.
    private(set) var isOfWholeStore = false

    /// For the operator, while nothing can be stored because of it: with what to do.
    var trouble: String {
        switch kind {
        case .full: message + ". Free some room on the disk of the data folder; it goes on by itself then"
        case .inputOutput: message + ". Look whether the disk of the data folder is well"
        case .busy: message + ". End that process"
        case .damaged, .misuse: message
        }
    }

    init(kind: Kind, message: String) {
        self.kind = kind
        self.message = message
    }

    /// Which of a connection's files was written.
    enum File {
        case database
        case log
    }

    /// The last error of a connection.
    ///
    /// - Parameter file: the one that a failed write was meant for.
    init(code: Int32, connection: OpaquePointer?, doing what: String, writing file: File = .log) {
        let extended = connection.map { sqlite3_extended_errcode($0) } ?? code
        var systemError = connection.map { sqlite3_system_errno($0) } ?? 0
        var text =
            connection.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
        var kind = Self.kind(of: code)
        if extended == sqlite_ioerr_write, let connection {
            systemError = Self.errorNumber(of: file, connection)
            // SQLite calls a disk full only where ENOSPC says so.
            if systemError == EFBIG || systemError == EDQUOT { kind = .full }
        }
        // A revision that is new to a list is in the index already.
        if extended == sqlite_constraint_unique {
            kind = .damaged
            text = "the next revision is stored already, though the list ends before it: " + text
        }
        isOfWholeStore = extended == sqlite_constraint_primarykey
        self.kind = kind
        if systemError != 0, kind == .inputOutput || kind == .full {
            text += ": " + String(cString: strerror(systemError))
        }
        message = "\(what): \(text) (SQLite \(extended))"
    }

    /// The system's error number of the last write to a file that failed. SQLite keeps it with the file only:
    /// `sqlite3_system_errno` knows none after a commit.
    private static func errorNumber(of file: File, _ connection: OpaquePointer) -> Int32 {
        var number: Int32 = 0
        switch file {
        case .database: sqlite3_file_control(connection, "main", SQLITE_FCNTL_LAST_ERRNO, &number)
        case .log:
            var pointer: UnsafeMutablePointer<sqlite3_file>?
            sqlite3_file_control(connection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &pointer)
            guard let log = pointer, let methods = log.pointee.pMethods?.pointee else { break }
            _ = methods.xFileControl?(log, SQLITE_FCNTL_LAST_ERRNO, &number)
        }
        return number
    }

    private static func kind(of code: Int32) -> Kind {
        switch code & 0xFF {
        case SQLITE_FULL: .full
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: .damaged
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM, SQLITE_NOMEM, SQLITE_PROTOCOL:
            .inputOutput
        default: .misuse
        }
    }
}

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

    init(kind: Kind, message: String) {
        self.kind = kind
        self.message = message
    }

    /// The last error of a connection.
    init(code: Int32, connection: OpaquePointer?, doing what: String) {
        kind = Self.kind(of: code)
        let extended = connection.map { sqlite3_extended_errcode($0) } ?? code
        let systemError = connection.map { sqlite3_system_errno($0) } ?? 0
        var text =
            connection.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
        if systemError != 0, kind == .inputOutput || kind == .full {
            text += ": " + String(cString: strerror(systemError))
        }
        message = "\(what): \(text) (SQLite \(extended))"
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

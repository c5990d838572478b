import Glibc

/// The way from older formats to today's, step by step.
enum StoreMigration {
    /// What makes a store of format N one of format N + 1. Each runs in the transaction that raises the
    /// version.
    private static let steps: [Int64: String] = [
        // Before 1 the store was probed by writing to a list's row.
        0: "CREATE TABLE probe(key INTEGER PRIMARY KEY, body BLOB); INSERT INTO probe VALUES(1, NULL);"
    ]

    /// Backs the store up beside itself, then brings it up to today's format in one transaction.
    ///
    /// The backup is for the program that wrote it: a newer one can't go back.
    static func bringUp(
        _ connection: SQLiteConnection, from stored: Int64, path: String
    ) throws(SQLiteError) {
        let copy = "\(path).format-\(stored)"
        // One that is there is whole: it is left from a start that was cut short behind it.
        if !StoreBackup.isThere(copy) {
            unlink(copy + ".part")
            try StoreBackup.write(connection, to: copy + ".part")
            try StoreBackup.publish(copy + ".part", as: copy)
        }
        try connection.execute("BEGIN IMMEDIATE")
        do throws(SQLiteError) {
            for format in stored..<StoreFormat.version {
                guard let step = steps[format] else {
                    throw SQLiteError(
                        kind: .misuse, message: "\(path) has format \(format), which no program ever wrote")
                }
                try connection.execute(step + "PRAGMA user_version=\(format + 1)")
            }
            try connection.execute("COMMIT")
        } catch {
            try? connection.execute("ROLLBACK")
            throw error
        }
    }
}

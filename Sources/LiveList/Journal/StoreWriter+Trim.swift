/// Changes of a list that lie behind its snapshot, and are to be trimmed in chunks.
struct Trim {
    let list: ListID
    let key: Int64
    /// The snapshot's revision: nothing after it is trimmed.
    let through: Revision
}

extension StoreWriter {
    private static let chunkRows = 500

    /// Deletes the oldest changes of a list, as far as nobody may still ask for them.
    ///
    /// A change goes if the snapshot holds what it did, and nothing keeps it.
    ///
    /// - Returns: true where there is more to trim.
    func trim(_ trim: Trim, keeping retention: Retention) throws(SQLiteError) -> Bool {
        guard key(of: trim.list) == trim.key, case .found(var row) = try lookUp(trim.list) else {
            return false
        }
        guard row.heldAfter < trim.through else { return false }
        let oldest = try SQLiteStatement(
            connection,
            """
            SELECT revision, at FROM changes WHERE list=?1 AND revision<=?2
            ORDER BY revision LIMIT \(Self.chunkRows)
            """
        )
        oldest.bind(1, trim.key)
        oldest.bind(2, trim.through.value)
        var cut = row.heldAfter.value
        var rows = 0
        while try oldest.step() {
            let revision = Revision(Int(oldest.integer(0)))
            if retention.keeps(revision, at: oldest.integer(1), in: row.summary) { break }
            cut = revision.value
            rows += 1
        }
        oldest.reset()
        guard rows > 0 else { return false }
        try connection.execute("DELETE FROM changes WHERE list=\(trim.key) AND revision<=\(cut)")
        row.heldAfter = Revision(cut)
        try write(row)
        remember(row)
        return rows == Self.chunkRows
    }
}

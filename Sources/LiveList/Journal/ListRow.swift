/// The small row of one incarnation of a list, as it lies in `lists`.
struct ListRow {
    let key: Int64
    var summary: ListSummary
    /// The oldest revision after which every change is still held.
    var heldAfter: Revision
    /// 0: the list is there.
    var removedAt: Timestamp = 0

    static let columns =
        "key, name, epoch, title, revision, items, done, updated_at, held_after, removed_at, checksum"

    var checksum: Int64 {
        var sum = Checksum(seed: UInt64(bitPattern: key))
        sum.add(summary.list.text)
        sum.add(summary.epoch.text)
        sum.add(summary.title.string)
        sum.add(summary.revision.value)
        sum.add(summary.items)
        sum.add(summary.done)
        sum.add(summary.updatedAt)
        sum.add(heldAfter.value)
        sum.add(removedAt)
        return sum.stored
    }

    /// A row as it was read: whole, or with what can still be told of it.
    enum Reading {
        case whole(ListRow)
        case damaged(key: Int64, name: String)
    }

    /// Reads the present row of a statement that selects `columns`.
    static func read(_ statement: SQLiteStatement) -> Reading {
        let key = statement.integer(0)
        let name = statement.text(1)
        guard let list = ListID(name) else { return .damaged(key: key, name: name) }
        let summary = ListSummary(
            list: list, epoch: Epoch(statement.text(2)), title: Text(statement.text(3)),
            revision: Revision(Int(statement.integer(4))), items: Int(statement.integer(5)),
            done: Int(statement.integer(6)), updatedAt: statement.integer(7))
        let row = ListRow(
            key: key, summary: summary, heldAfter: Revision(Int(statement.integer(8))),
            removedAt: statement.integer(9))
        return row.checksum == statement.integer(10) ? .whole(row) : .damaged(key: key, name: name)
    }

    /// Binds every column of `columns`, in order.
    func bind(to statement: SQLiteStatement) {
        statement.bind(1, key)
        statement.bind(2, summary.list.text)
        statement.bind(3, summary.epoch.text)
        statement.bind(4, summary.title.string)
        statement.bind(5, summary.revision.value)
        statement.bind(6, summary.items)
        statement.bind(7, summary.done)
        statement.bind(8, summary.updatedAt)
        statement.bind(9, heldAfter.value)
        statement.bind(10, removedAt)
        statement.bind(11, checksum)
    }
}

/// Checksum of a row in `changes`.
func changeChecksum(
    list: Int64, revision: Int, id: UnsafeRawBufferPointer, at: Timestamp, body: UnsafeRawBufferPointer
) -> Int64 {
    var sum = Checksum(seed: UInt64(bitPattern: list))
    sum.add(revision)
    sum.add(at)
    sum.add(id)
    sum.add(body)
    return sum.stored
}

/// Checksum of a row in `pieces`.
func pieceChecksum(list: Int64, revision: Int, part: Int, body: UnsafeRawBufferPointer) -> Int64 {
    var sum = Checksum(seed: UInt64(bitPattern: list))
    sum.add(revision)
    sum.add(part)
    sum.add(body)
    return sum.stored
}

/// A row in `snapshots`: makes the pieces it names valid.
struct SnapshotRow {
    let list: Int64
    let revision: Revision
    let title: Text
    let firstPiece: Int64
    let pieces: Int
    /// The checksums of all pieces in order, summed.
    let digest: Int64

    static let columns = "list, revision, title, first_piece, pieces, digest, checksum"

    var checksum: Int64 {
        var sum = Checksum(seed: UInt64(bitPattern: list))
        sum.add(revision.value)
        sum.add(title.string)
        sum.add(firstPiece)
        sum.add(pieces)
        sum.add(digest)
        return sum.stored
    }

    /// - Returns: nil where the checksum does not hold.
    static func read(_ statement: SQLiteStatement) -> SnapshotRow? {
        let row = SnapshotRow(
            list: statement.integer(0), revision: Revision(Int(statement.integer(1))),
            title: Text(statement.text(2)),
            firstPiece: statement.integer(3), pieces: Int(statement.integer(4)), digest: statement.integer(5))
        return row.checksum == statement.integer(6) && row.pieces >= 0 ? row : nil
    }

    func bind(to statement: SQLiteStatement) {
        statement.bind(1, list)
        statement.bind(2, revision.value)
        statement.bind(3, title.string)
        statement.bind(4, firstPiece)
        statement.bind(5, pieces)
        statement.bind(6, digest)
        statement.bind(7, checksum)
    }
}

/// The snapshot thread: encodes lists piece by piece and hands the pieces to the writer, one at a time, so
/// that no more than two are in memory and batches go in between.
final class SnapshotTaker: Sendable {
    private let shared: JournalShared

    init(shared: JournalShared) { self.shared = shared }

    /// Works until the inbox is closed; a snapshot under way is given up then.
    func run() {
        while let works = shared.snapshots.take() {
            for work in works { take(work) }
        }
    }

    private func take(_ work: JournalShared.SnapshotWork) {
        var encoder = SnapshotEncoder(list: work.key, revision: work.state.revision)
        var isWaiting = false
        var isGoing = true
        func hand(_ piece: SnapshotPiece) {
            if isWaiting { isGoing = isStored() }
            guard isGoing else { return }
            isGoing = shared.writer.put(.piece(piece))
            isWaiting = isGoing
        }
        work.state.forEachRecord { record in
            if isGoing, let piece = encoder.add(record) { hand(piece) }
        }
        if isGoing, let piece = encoder.finish() { hand(piece) }
        if isGoing, isWaiting { isGoing = isStored() }
        guard isGoing else {
            shared.writer.put(.snapshotAbandoned)
            shared.reply(work.ticket, .failed(.unavailable(shared.trouble ?? "the journal is closing")))
            return
        }
        let end = SnapshotEnd(
            list: work.list, key: work.key, revision: work.state.revision, title: work.state.title,
            pieces: encoder.pieces, digest: encoder.digest.stored,
            adoption: work.adoption)
        if !shared.writer.put(.snapshotEnd(end, work.ticket)) {
            shared.reply(work.ticket, .failed(.unavailable("the journal is closing")))
        }
    }

    private func isStored() -> Bool {
        while let answers = shared.pieceAnswers.take() {
            if let answer = answers.last { return answer }
        }
        return false
    }
}

/// Cuts the records of a list into pieces.
struct SnapshotEncoder {
    /// A piece ends with the record that takes it over this; a record is well under the 1 MiB that a piece
    /// may have.
    static let pieceBytes = 256 << 10

    private let list: Int64
    private let revision: Revision
    private var writer = JSONWriter(capacity: Self.pieceBytes * 5 / 4)
    private(set) var pieces = 0
    private(set) var digest = Checksum()

    init(list: Int64, revision: Revision) {
        self.list = list
        self.revision = revision
    }

    /// - Returns: a piece where one is full now.
    mutating func add(_ record: ListRecord) -> SnapshotPiece? {
        if writer.bytes.isEmpty { writer.raw("[") } else { writer.comma() }
        RecordCodec.encode(record, into: &writer)
        return writer.bytes.count >= Self.pieceBytes ? piece() : nil
    }

    /// - Returns: the last piece, where something is left for it.
    mutating func finish() -> SnapshotPiece? {
        writer.bytes.isEmpty ? nil : piece()
    }

    private mutating func piece() -> SnapshotPiece {
        writer.raw("]")
        let bytes = writer.bytes
        writer = JSONWriter(capacity: Self.pieceBytes * 5 / 4)
        let sum = bytes.withUnsafeBytes {
            pieceChecksum(list: list, revision: revision.value, part: pieces, body: $0)
        }
        digest.add(sum)
        defer { pieces += 1 }
        return SnapshotPiece(list: list, revision: revision, part: pieces, checksum: sum, bytes: bytes)
    }
}

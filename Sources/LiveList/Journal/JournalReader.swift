/// A thread that reads: one loads lists, one reads changes for those who resume or look back. Neither holds
/// up a commit.
final class JournalReader: Sendable {
    private let settings: SQLiteJournal.Settings
    private let shared: JournalShared
    private let inbox: Inbox<JournalShared.ReaderWork>
    private let gate: ReaderGate
    private let marker: LoadMarker

    init(
        _ inbox: Inbox<JournalShared.ReaderWork>, settings: SQLiteJournal.Settings, shared: JournalShared,
        gate: ReaderGate, marker: LoadMarker
    ) {
        self.inbox = inbox
        self.settings = settings
        self.shared = shared
        self.gate = gate
        self.marker = marker
    }

    /// Works until the inbox is closed and empty.
    func run() {
        while let works = inbox.take() {
            for work in works {
                if let result = result(of: work) { shared.reply(work.ticket, result) }
            }
        }
        gate.close()
    }

    /// - Returns: nil where the writer answers.
    private func result(of work: JournalShared.ReaderWork) -> JournalReply.Result? {
        do throws(ReadFailure) {
            return try gate.read { (reader) throws(ReadFailure) in try read(work, reader) }
        } catch {
            switch error {
            case .store(let error):
                // No list's rows, of which `damaged` tells: the tables themselves can't be read.
                if error.kind == .damaged { shared.foundDamage(error.message) }
                return .failed(.unavailable(error.message))
            case .closed: return .failed(.unavailable(shared.trouble ?? "the store is closed"))
            case .unknownList: return .failed(.unknownList(work.list))
            case .damaged(let why):
                let isTaken = shared.writer.put(.withhold(work.list, key: work.key, why, work.ticket))
                return isTaken ? nil : .failed(.damaged(work.list, why))
            }
        }
    }

    private func read(
        _ work: JournalShared.ReaderWork, _ reader: StoreReader
    ) throws(ReadFailure) -> JournalReply.Result {
        try reader.transaction { () throws(ReadFailure) in
            switch work.work {
            case .load, .retry:
                return .loaded(try load(work, reader))
            case .changes(_, let epoch, let after, let through, let bytesMax):
                let row = try reader.row(work.key, epoch: epoch)
                return .changes(
                    try reader.changes(of: row, after: after, through: through, bytesMax: bytesMax))
            case .history(_, let epoch, let before, let limit, let bytesMax):
                let row = try reader.row(work.key, epoch: epoch)
                let (changes, isMore) = try reader.history(
                    of: row, before: before, limit: limit, bytesMax: bytesMax)
                return .history(changes, isMore: isMore)
            case .append, .create, .remove, .restore, .adopt, .snapshot:
                preconditionFailure("only reading is done here")
            }
        }
    }

    private func load(_ work: JournalShared.ReaderWork, _ reader: StoreReader) throws(ReadFailure)
        -> LoadedList
    {
        marker.set(work.key)
        defer { marker.clear() }
        let loaded = try reader.load(work.key, settings: settings) { shared.isClosing }
        if work.isSuspect { shared.writer.put(.survived(key: work.key)) }
        return loaded
    }
}

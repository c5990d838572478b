/// The thread that brings the write-ahead log into the database file while the writer goes on.
final class Checkpointer: Sendable {
    private let shared: JournalShared
    private let gate: ReaderGate

    init(shared: JournalShared, gate: ReaderGate) {
        self.shared = shared
        self.gate = gate
    }

    /// Works until the inbox is closed.
    func run() {
        while let requests = shared.checkpoints.take() {
            if !requests.isEmpty { shared.writer.put(.checkpointed(checkpoint())) }
        }
        gate.close()
    }

    /// - Returns: why it failed, if it did.
    private func checkpoint() -> SQLiteError? {
        do throws(ReadFailure) {
            try gate.read { (reader) throws(ReadFailure) in
                try reader.attempt { () throws(SQLiteError) in
                    try reader.connection.checkpoint(resetting: false)
                }
            }
            return nil
        } catch {
            switch error {
            case .store(let error): return error
            case .damaged(let why): return SQLiteError(kind: .damaged, message: why)
            case .unknownList, .closed: return nil
            }
        }
    }
}

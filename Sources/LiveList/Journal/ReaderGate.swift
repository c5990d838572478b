import Synchronization

/// Why something could not be read.
enum ReadFailure: Error {
    case store(SQLiteError)
    /// What is stored of this list makes no sense.
    case damaged(String)
    case unknownList
    /// The store is closed just now.
    case closed
}

/// Holds the connection that reads, and lets the writer close it when the store has to be opened anew.
final class ReaderGate: Sendable {
    private struct State {
        var isOpen = true
        /// Opened when first needed.
        var reader: StoreReader?
    }

    private let state = Mutex(State())
    private let settings: SQLiteJournal.Settings

    init(settings: SQLiteJournal.Settings) { self.settings = settings }

    func open() { state.withLock { $0.isOpen = true } }

    /// Waits for the one who reads, then closes its connection.
    func close() {
        state.withLock { state in
            state.isOpen = false
            state.reader?.connection.close()
            state.reader = nil
        }
    }

    func read<Result: Sendable>(
        _ body: (StoreReader) throws(ReadFailure) -> Result
    ) throws(ReadFailure) -> Result {
        try state.withLock { (state) throws(ReadFailure) in
            guard state.isOpen else { throw .closed }
            if state.reader == nil {
                do throws(SQLiteError) {
                    state.reader = try StoreReader(settings)
                } catch {
                    throw .store(error)
                }
            }
            guard let reader = state.reader else { throw .closed }
            return try body(reader)
        }
    }
}

import Synchronization

/// What is needed no longer and takes long to free: a list of a million items takes most of a second.
///
/// What it holds is held by nobody else, so it is freed where `free` is called, whoever still has the parcel.
public final class Discards: Sendable {
    private let contents = Mutex<[any Sendable]>([])

    /// Takes everything out of `contents`.
    init(_ contents: inout [any Sendable]) {
        self.contents.withLock { swap(&$0, &contents) }
    }

    public func free() {
        _ = contents.withLock { $0.moved() }
    }
}

/// Frees on a thread of its own.
public final class DiscardThread: Sendable {
    private let inbox: Inbox<Discards>
    private let thread: Thread

    public init() {
        let inbox = Inbox<Discards>()
        self.inbox = inbox
        thread = Thread {
            while let parcels = inbox.take() {
                for parcel in parcels { parcel.free() }
            }
        }
    }

    public func take(_ discards: Discards) { inbox.put(discards) }

    /// Waits until everything is freed. Once.
    public func close() {
        inbox.close()
        thread.join()
    }
}

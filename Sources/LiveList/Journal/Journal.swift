/// The ordered, durable log of all lists, seen from the loop thread.
///
/// `submit` never waits. What was submitted is carried out in order for each list, and answered by one
/// `JournalReply` with the same ticket, to be fetched with `takeReplies` after `wake` was called.
public protocol Journal: AnyObject {
    /// Opens the store and reads its catalogue: a summary of every list that is not deleted.
    ///
    /// - Parameter wake: called from any thread when there are replies to take. May be called more often.
    /// - Throws: `JournalError` where the store can't be opened or what all lists share is damaged.
    func start(wake: @escaping @Sendable () -> Void) throws(JournalError) -> [ListSummary]

    func submit(_ request: JournalRequest)

    /// Replies since the last call, in the order in which they came to be.
    func takeReplies() -> [JournalReply]

    /// nil where batches can be taken; else the reason why not, for `/healthz`.
    var trouble: String? { get }

    /// Carries out all that was submitted, then closes the store. Blocks. Replies can still be taken after
    /// it.
    func close()
}

/// Pairs a request with its reply. Chosen by the one who submits, unique while under way.
public typealias Ticket = UInt64

public struct JournalRequest: Sendable {
    public enum Work: Sendable {
        /// Stores the changes of one batch, all or none.
        case append(Batch)
        /// Makes an empty list with a new epoch.
        case create(ListSummary)
        /// Takes a list away. It stays restorable in the store.
        case remove(ListID, Epoch, at: Timestamp, by: Text)
        /// Brings a removed list back, in the epoch in which it went.
        case restore(ListID, Epoch, at: Timestamp)
        /// Stores a list that came from elsewhere, whole, in the background; where it takes the place of
        /// another, that one is removed in the same moment.
        case adopt(Adoption)
        /// Reads a list back: the newest valid snapshot and the changes behind it.
        case load(ListID)
        /// The same for a list that is set aside: where all goes well it is served from then on.
        case retry(ListID)
        /// Reads stored changes with `after` < revision ≤ `through`, oldest first, at most about `bytesMax`
        /// bytes but at least one change.
        case changes(ListID, Epoch, after: Revision, through: Revision, bytesMax: Int)
        /// Reads stored changes with revision < `before`, newest first, at most `limit` and about `bytesMax`
        /// bytes.
        case history(ListID, Epoch, before: Revision, limit: Int, bytesMax: Int)
        /// Stores a snapshot in the background and trims what lies behind it.
        case snapshot(ListID, Epoch, ListState)
    }

    public let ticket: Ticket
    public let work: Work

    public init(ticket: Ticket, work: Work) {
        self.ticket = ticket
        self.work = work
    }
}

public struct JournalReply: Sendable {
    public enum Result: Sendable {
        /// `append`, `create`, `remove`, `restore`, `adopt`, `snapshot`: durable.
        case done
        /// `load`, `retry`.
        case loaded(LoadedList)
        case changes([StoredChange])
        /// `isMore`: older changes are held beyond these.
        case history([StoredChange], isMore: Bool)
        /// `append` only: another node was first. What it stored, to be applied before judging again.
        case overtaken([StoredChange])
        case failed(JournalError)
    }

    public let ticket: Ticket
    public let result: Result

    public init(ticket: Ticket, result: Result) {
        self.ticket = ticket
        self.result = result
    }
}

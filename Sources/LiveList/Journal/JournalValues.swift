/// The small row of one list: what `lists` shows without loading it.
public struct ListSummary: Sendable, Equatable {
    public let list: ListID
    public var epoch: Epoch
    public var title: Text
    public var revision: Revision
    public var items: Int
    public var done: Int
    public var updatedAt: Timestamp
    /// Not nil: the list is set aside, and why.
    public var damage: String?
    /// The program died while it loaded it: it is to be loaded, with care, before anybody asks for it.
    public var isSuspect = false

    public init(
        list: ListID, epoch: Epoch, title: Text, revision: Revision = .zero, items: Int = 0, done: Int = 0,
        updatedAt: Timestamp, damage: String? = nil
    ) {
        self.list = list
        self.epoch = epoch
        self.title = title
        self.revision = revision
        self.items = items
        self.done = done
        self.updatedAt = updatedAt
        self.damage = damage
    }
}

/// The changes that one list made in one go, encoded once: the bytes here are those that are sent.
public struct Batch: Sendable {
    /// As of the last change of the batch.
    public let summary: ListSummary
    /// The list's revision before the first change.
    public let expecting: Revision
    /// All messages of type `change`, one behind the other, without separators.
    public let bytes: [UInt8]
    public let changes: [Entry]

    /// One change: where its message ends in `bytes`, and what the journal keys it by.
    public struct Entry: Sendable {
        public let id: MutationID
        public let at: Timestamp
        public let end: Int

        public init(id: MutationID, at: Timestamp, end: Int) {
            self.id = id
            self.at = at
            self.end = end
        }
    }

    public init(summary: ListSummary, expecting: Revision, bytes: [UInt8], changes: [Entry]) {
        self.summary = summary
        self.expecting = expecting
        self.bytes = bytes
        self.changes = changes
    }
}

/// One change as it lies in the journal.
public struct StoredChange: Sendable, Equatable {
    public let revision: Revision
    public let id: MutationID
    public let at: Timestamp
    /// The message of type `change`, as it was sent.
    public let bytes: [UInt8]

    public init(revision: Revision, id: MutationID, at: Timestamp, bytes: [UInt8]) {
        self.revision = revision
        self.id = id
        self.at = at
        self.bytes = bytes
    }
}

/// A list as read back from the journal.
public struct LoadedList: Sendable {
    public let summary: ListSummary
    public let state: ListState
    /// Accepted ids that are still known, oldest first, each with the revision it became.
    public let accepted: [AcceptedID]
    /// The oldest revision after which every change is still held.
    public let heldAfter: Revision
    /// Bytes of the changes that had to be applied to the newest snapshot.
    public let bytesBehindSnapshot: Int

    public init(
        summary: ListSummary, state: ListState, accepted: [AcceptedID], heldAfter: Revision,
        bytesBehindSnapshot: Int = 0
    ) {
        self.summary = summary
        self.state = state
        self.accepted = accepted
        self.heldAfter = heldAfter
        self.bytesBehindSnapshot = bytesBehindSnapshot
    }
}

public struct AcceptedID: Sendable, Equatable {
    public let id: MutationID
    public let revision: Revision
    public let at: Timestamp

    public init(id: MutationID, revision: Revision, at: Timestamp) {
        self.id = id
        self.revision = revision
        self.at = at
    }
}

/// What the journal keeps at least, per list.
public struct Retention: Sendable {
    /// Changes for resuming, and ids for duplicates.
    public var changes = 10_000
    /// Ids of the last `idMilliseconds`, up to this many.
    public var ids = 100_000
    public var idMilliseconds: Timestamp = 600_000

    public init() {}
}

public enum JournalError: Error, Sendable, Equatable {
    /// The store can't take it now; nothing of it was stored. Try again.
    case unavailable(String)
    /// It can't be known whether the batch was stored, and the store can't be read to find out.
    case unknownFate(String)
    /// This list's stored data is damaged; the list is set aside.
    case damaged(ListID, String)
    /// What all lists share is damaged, or the store can't be opened: the reason and what to do.
    case unusable(String)
    case unknownList(ListID)
}

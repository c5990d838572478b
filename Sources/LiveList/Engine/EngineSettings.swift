/// What an operator sets, and every bound of the engine with its unit, in one place.
public struct EngineSettings: Sendable {
    public var limits = Limits.standard
    /// Bytes of one message, after reassembly.
    public var messageBytesMax = 1 << 20
    public var listsMax = 10_000
    /// Named in `welcome`.
    public var serverName = "LiveList/1.0.0"

    /// Milliseconds between two sends of a busy list. An idle list never waits.
    public var flushMilliseconds: Int64 = 5
    /// A frame of several messages is not begun anew above this: one TLS record holds it.
    public var frameBytesMax = 16_000
    /// Frames written in one turn, after which other work gets its chance; a large one counts for several.
    public var framesPerTurn = 512
    /// Frames written to one client before others have their turn.
    public var framesPerSession = 8
    /// Ids of earlier mutates that are taken up in one turn, of lists that come into memory.
    public var idsPerTurn = 10_000
    /// Mutates evaluated in one turn, over all lists.
    public var mutatesPerTurn = 2_000
    /// Items that the mutates evaluated in one turn may ask for, about.
    public var itemsPerTurn = 20_000

    /// A session with this many unanswered mutates, or bytes of them, is not read from.
    public var unansweredMax = 1_000
    public var unansweredBytesMax = 1 << 20
    /// As many `open`, `close` and `deleteList` of one client may wait for their turn; with more it is not
    /// read from.
    public var stepsWaitingMax = 1_000
    /// Bytes of other answers that wait for one client, above which it is not read from.
    public var outboxBytesMax = 256 << 10
    /// Bytes of mutates that are queued or under way in all, above which more are refused.
    public var pendingBytesMax = 64 << 20
    public var openListsPerSession = 1_000

    /// Bytes of encoded changes held in memory for each list in use.
    public var logBytesMax = 4 << 20
    /// Bytes of stored changes read in one go for a client that resumes.
    public var resumeBytes = 256 << 10
    /// Items and bytes of one part of a snapshot, about.
    public var partItemsMax = 500
    public var partBytes = 32 << 10
    /// Smaller parts are not worth compressing.
    public var deflateBytesMin = 2_000
    /// Lists of up to this many items keep their encoded items for those who join next.
    public var memoItemsMax = 250_000
    /// Milliseconds after the last join for which they are kept.
    public var memoMilliseconds: Int64 = 30_000

    /// A list is stored anew once this many bytes of changes, or a list's worth, lie behind its last
    /// snapshot.
    public var snapshotBytes = 4 << 20
    /// Milliseconds after which a list that nobody uses leaves memory.
    public var idleMilliseconds: Int64 = 60_000

    /// Milliseconds of silence after which a client is pinged, and then of silence after which it is dropped.
    public var pingAfterMilliseconds: Int64 = 30_000
    public var pongWithinMilliseconds: Int64 = 20_000
    /// Milliseconds within which something valid must come from a new client.
    public var firstMessageMilliseconds: Int64 = 60_000
    public var invalidInARowMax = 20
    /// What one connection may send in a second.
    public var sessionLimits = SessionLimits()
    /// Milliseconds for which one that sent too many bytes is not read, at most.
    public var throttleMillisecondsMax: Int64 = 10_000

    /// Milliseconds between two presence messages of one list, at least; grows with those who have it open.
    public var presenceMilliseconds: Int64 = 250
    public var peopleListedMax = 100
    /// Items that one session may show as being moved; more are not shown.
    public var movingShownMax = 100
    public var listsShownMax = 1_000
    /// Bytes of a message of the server, less some room for its envelope.
    public var answerBytesMax = (1 << 20) - 4096

    public var retention = Retention()

    /// Whoever connects may do everything, whether or not tokens were made.
    public var isOpen = false
    /// Frees what takes long to free, best where nobody waits for it.
    public var discard: @Sendable (Discards) -> Void = { $0.free() }
    /// Lists of fewer items are freed where they are.
    public var discardItemsMin = 1_000
    /// What changes of fewer bytes replace is freed where it is.
    public var discardBytesMin = 64 << 10

    public init() {}
}

/// A list in memory, with those who have it open, and what is under way for it.
final class Room {
    enum Phase {
        /// Being read from, or made in, the journal; everything waits.
        case opening
        case ready
        /// Being taken away.
        case removing
        /// Gone; whoever still holds it does nothing more with it.
        case gone
    }

    /// What waits for its turn, in order.
    enum Work {
        case mutate(PendingMutate)
        case remove(PendingRemove)
    }

    struct PendingMutate {
        let mutate: Mutate
        let seat: Seat
        let ref: Text?
        /// Milliseconds, where its sender was over its rate when it came; else 0.
        let retryAfter: Int64
    }

    struct PendingRemove {
        let session: Session
        let epoch: Epoch
        let ref: Text?
        /// What takes its place in the same moment.
        var replacement: Adoption?
    }

    /// What came while the list was not in memory, or was being made.
    struct Waiting {
        enum Request {
            case open(Open)
            case close
            case history(HistoryRequest)
        }

        let session: Session
        let request: Request
        let ref: Text?
    }

    /// What the mutates of a batch came to, answered once it is durable.
    enum Outcome {
        case accepted(Revision)
        case duplicate(Revision)
        case unchanged(Revision)
        /// `shown`: the present revision, where a precondition on it failed.
        case rejected(Rejection, shown: Revision?, judgedAt: Revision)
    }

    struct UnderWay {
        let batch: Batch
        var outcomes: [(PendingMutate, Outcome)]
        /// Sizes add up to what is held for the batch.
        var ids: [MutationID: Revision]
    }

    let list: ListID
    var phase = Phase.opening
    /// Why the list is set aside; nil where it is not.
    var damage: String?

    var summary: ListSummary
    /// What is on disk, and shown. `tentative` is ahead of it by the batch under way.
    var durable: ListState
    var tentative: ListState
    var underWay: UnderWay?
    var queue: [Work] = []
    var queueHead = 0
    var waiting: [Waiting] = []

    var log: ChangeLog
    var accepted: AcceptedIDs
    /// The oldest revision after which the journal holds every change.
    var heldAfter = Revision.zero

    var openSeats: [Seat] = []
    /// Newest last; at most two.
    var generations: [SnapshotGeneration] = []
    var lastJoinAt: Int64 = 0
    var bytesSinceSnapshot = 0
    var isSnapshotUnderWay = false

    /// What the store holds of it is not known; and whether it is to be asked again.
    var isUncertain = false
    var needsLoading = false

    /// Whether it waits in the engine's queues.
    var isQueuedForWork = false
    var isDirty = false
    var lastFlushAt: Int64 = .min / 2
    /// Where a flush that was cut short goes on, and how far the list was when it began.
    var flushPlace: Int?
    var flushBegan = Revision.zero
    var lastUsedAt: Int64

    var presence: PresenceBoard
    var isPresenceQueued = false
    /// A presence message that was cut short, and where it goes on.
    var presenceMessage: [UInt8] = []
    var presenceFlushPlace: Int?

    init(summary: ListSummary, settings: EngineSettings, now: Moment) {
        list = summary.list
        self.summary = summary
        durable = ListState(title: summary.title, limits: settings.limits)
        tentative = durable
        log = ChangeLog(after: .zero, bytesMax: settings.logBytesMax)
        accepted = AcceptedIDs(retention: settings.retention)
        lastUsedAt = now.uptime
        presence = PresenceBoard(listedMax: settings.peopleListedMax)
    }

    /// Waits until it is known how the list stands.
    func putOff(_ request: Waiting.Request, ref: Text?, by session: Session) {
        session.stepsWaiting += 1
        waiting.append(Waiting(session: session, request: request, ref: ref))
    }

    var hasQueue: Bool { queueHead < queue.count }

    func takeNext() -> Work {
        let work = queue[queueHead]
        queueHead += 1
        if queueHead == queue.count {
            queue.removeAll(keepingCapacity: queue.count < 4096)
            queueHead = 0
        } else if queueHead > 1024, queueHead * 2 > queue.count {
            queue.removeFirst(queueHead)
            queueHead = 0
        }
        return work
    }

    /// The part of `Engine.release` that belongs here.
    func release() {
        phase = .gone
        durable = ListState(title: summary.title)
        tentative = durable
        log = ChangeLog(after: .zero, bytesMax: 0)
        accepted = AcceptedIDs(retention: Retention())
    }

    /// Nobody uses it and nothing is under way.
    var isIdle: Bool {
        openSeats.isEmpty && !hasQueue && underWay == nil && waiting.isEmpty && !isSnapshotUnderWay
    }
}

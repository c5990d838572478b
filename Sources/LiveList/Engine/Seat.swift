/// One session at one list: how far it has been told, and the answers that it is owed, in order.
///
/// A seat is open (it follows the list) or closed (only its own mutates are answered).
final class Seat {
    /// A cycle, until the session is disconnected: a mutate under way needs its seat, and that its session.
    let session: Session
    let room: Room

    /// Where an open seat is on its way to following the list.
    enum Phase {
        /// Gets what comes after its cursor.
        case following
        /// Gets a snapshot; the next part to send, from 0.
        case snapshot(SnapshotGeneration, nextPart: Int)
        /// Waits for stored changes after its cursor, which the log no longer holds.
        case reading
        /// Has stored changes to send before it goes on: they begin right after its cursor.
        case replaying([StoredChange])
    }

    var isOpen = false
    var phase = Phase.following
    /// The revision up to which it was sent everything.
    var cursor = Revision.zero
    /// It resumes from a revision that it named: stored changes are read for it rather than a snapshot sent.
    var isResuming = false

    /// The next thing to send: the answer to `open`.
    var prologue: [UInt8]?
    /// Answers to mutates, in the order in which they were sent, and what was asked for behind them.
    var answers: [Answer] = []
    /// Mutates that are queued or under way.
    var pending = 0

    /// Presence was not sent because the line was full: it gets the whole when there is room.
    var needsPresence = false
    /// Whether it stands in its session's `busySeats`.
    var isBusy = false
    /// Its place among the open seats of the room.
    var place = -1

    init(session: Session, room: Room) {
        self.session = session
        self.room = room
    }

    struct Answer {
        enum Kind {
            /// The change that the mutate became. An open seat gets it among all others.
            case change(Revision, isDuplicate: Bool)
            /// Anything else; it shows the list as of `after`, and an open seat is told so far first.
            case message([UInt8], after: Revision)
            /// An `open` or a `close` whose turn comes when all before it is sent.
            case open(Open)
            case close
        }

        let kind: Kind
        let ref: Text?
        /// Size of the mutate that it answers, in bytes; nil where it answers none.
        let mutateBytes: Int?
        /// The change, fetched from the journal, and whether it was asked for.
        var fetched: [UInt8]?
        var isFetching = false

        init(kind: Kind, ref: Text?, mutateBytes: Int?) {
            self.kind = kind
            self.ref = ref
            self.mutateBytes = mutateBytes
        }

        /// Not a message, but a step that the seat takes.
        var isStep: Bool {
            switch kind {
            case .open, .close: true
            case .change, .message: false
            }
        }

        /// A message that answers no mutate and shows nothing of the list.
        static func plain(_ message: [UInt8]) -> Answer {
            Answer(kind: .message(message, after: .zero), ref: nil, mutateBytes: nil)
        }
    }

    /// An `open` or a `close` takes effect behind what is owed.
    func putOff(_ step: Answer.Kind, ref: Text?) {
        session.stepsWaiting += 1
        answers.append(Answer(kind: step, ref: ref, mutateBytes: nil))
    }

    /// Owes what another seat owed for the same history of the same list.
    func takeOver(_ former: Seat) {
        answers = former.answers
        for index in answers.indices { answers[index].isFetching = false }
        former.answers.removeAll()
    }

    /// Something is owed before an `open` or a `close` may take effect.
    var isOwed: Bool { prologue != nil || !answers.isEmpty }

    /// True where nothing but the newest changes is due: the case that the room's flush sends.
    var isPlain: Bool {
        guard !isBusy, prologue == nil, answers.isEmpty, !needsPresence else { return false }
        if case .following = phase { return true }
        return false
    }
}

/// Rooms and sessions: synchronous, with no socket, clock or thread of its own.
///
/// Everything is called on the loop thread. The owner calls `endTurn` after each turn of its loop, and again
/// no later than the time that call names.
///
/// What is due is done at the end of a turn, in this order: replies of the journal, mutates, changes and
/// answers to clients. Each of these has a bound per turn, so that no turn is long; what is left over goes on
/// in the next.
public class Engine {
    let journal: any Journal
    let settings: EngineSettings
    let decoder: MessageDecoder
    let frame = FrameBuilder()
    /// Compresses what then can stand in any message; nil: nothing is compressed.
    var deflate: ((UnsafeRawBufferPointer) -> [UInt8])?
    var generator: SplitMix64

    var catalogue: Catalogue
    var rooms: [ListID: Room] = [:]
    var sessions: [Session] = []
    /// Those that are not read for a while: they sent too much.
    var throttled: [Session] = []

    var tickets: [Ticket: Pending] = [:]
    private var lastTicket: Ticket = 0

    /// Rooms with mutates to evaluate, first come first served; likewise with changes to send.
    var roomsWithWork = WorkQueue<Room>()
    var dirtyRooms: [Room] = []
    var presenceRooms: [Room] = []
    /// Lists that were read from the journal and are not ready yet.
    var arrivals = WorkQueue<Arrival>()
    var deliveries = WorkQueue<Session>()

    /// Bytes of mutates that are queued or under way, of all sessions: the memory that they take. What is
    /// answered takes none, whether or not its sender reads.
    var pendingBytes = 0
    var isStopping = false
    var now = Moment(wall: 0, uptime: 0)
    var framesLeft = 0
    /// Keys and links, and where they are kept; nil: nowhere, and no token is ever asked for.
    var book = TokenBook()
    var tokenStore: (any TokenStore)?
    /// Whether those who connect have to show a token.
    var asksForTokens = false
    var savesUnderWay: [Int: TokenSave] = [:]
    var nextSave = 0
    /// Sessions that may do nothing any more, to be told so and closed.
    var turnedAway = WorkQueue<(session: Session, problem: TokenProblem)>()
    var onSecurityEvent: ((SecurityEvent, any Connection) -> Void)?
    var sweepPlace = 0
    var nextSweepAt: Int64 = 0

    /// What takes long to free; handed over at the turn's end.
    var discards: [any Sendable] = []

    /// What a ticket was for.
    enum Pending {
        case batch(Room)
        case create(Room)
        case remove(Room, Room.PendingRemove)
        case restore(Room, Session, ref: Text?)
        case adopt(Room, Session, Adoption, ref: Text?)
        case load(Room)
        case retry(Room, Session, ref: Text?)
        case rows(Seat)
        case answer(Seat, Revision)
        case history(Session, ListID, ref: Text?)
        case snapshot(Room)
    }

    /// - Parameters:
    ///   - journal: already started.
    ///   - catalogue: what `Journal.start` returned.
    ///   - settings: limits and names.
    ///   - seed: for session names, epochs and ids minted here.
    public required init(
        journal: any Journal, catalogue: [ListSummary], settings: EngineSettings, seed: UInt64
    ) {
        self.journal = journal
        self.settings = settings
        decoder = MessageDecoder(limits: settings.limits)
        generator = SplitMix64(seed: seed)
        self.catalogue = Catalogue(catalogue)
        // Whether they can be served is to be known before anybody asks for them.
        for summary in catalogue where summary.isSuspect { _ = room(for: summary.list) }
    }

    /// A client has connected (its handshake is done).
    ///
    /// - Parameter isOperator: through the control socket: it may do everything.
    public func connected(_ connection: any Connection, isOperator: Bool = false, now: Moment) -> Session {
        let session = Session(
            connection: connection, name: newName(), isOperator: isOperator,
            grants: asksForTokens && !isOperator ? .nothing : .everything, now: now)
        session.place = sessions.count
        // The operator may do as much as there is to do.
        if !settings.sessionLimits.areOff, !isOperator { session.rates = SessionRates() }
        sessions.append(session)
        return session
    }

    /// The line can take more again, so the client has read: one that is not read from can't show it with a
    /// pong.
    public func writable(_ session: Session, now: Moment) {
        guard !session.isGone else { return }
        heard(session, now: now)
        if session.hasWork { queueDelivery(session) }
    }

    /// A pong, or anything else that shows the client is there.
    public func heard(_ session: Session, now: Moment) {
        session.heardAt = now.uptime
        session.pingedAt = nil
    }

    /// The line is gone, for whatever reason. Mutates that it sent are still carried out.
    public func disconnected(_ session: Session, now: Moment) {
        guard !session.isGone else { return }
        session.isGone = true
        self.now = now
        for seat in session.seats.values { leave(seat) }
        session.seats.removeAll()
        session.busySeats = WorkQueue()
        session.outbox.removeAll()
        session.deferred = WorkQueue()
        let last = sessions.removeLast()
        if last !== session {
            sessions[session.place] = last
            last.place = session.place
        }
    }

    /// Takes the journal's replies, evaluates what is queued, hands batches to the journal, sends what is
    /// due.
    ///
    /// - Returns: when to call again at the latest, in milliseconds of `Moment.uptime`, which may be now;
    ///   nil: at the next event.
    public func endTurn(now: Moment) -> Int64? {
        self.now = now
        framesLeft = settings.framesPerTurn
        let throttledDue = releaseThrottled()
        for reply in journal.takeReplies() { handle(reply) }
        takeTokenReplies()
        letIn()
        evaluateRooms()
        deliverQueued()
        flushRooms()
        sendPresence()
        let sweepDue = sweep()
        closeTurnedAway()
        if !discards.isEmpty { settings.discard(Discards(&discards)) }
        if !roomsWithWork.isEmpty || !deliveries.isEmpty || !turnedAway.isEmpty || !arrivals.isEmpty {
            return now.uptime
        }
        return [nextFlushAt(), nextPresenceAt(), sweepDue, throttledDue].compactMap { $0 }.min()
    }

    /// nil where mutations can be accepted, else why not: the body of `/healthz`.
    public var trouble: String? {
        isStopping ? "The server is stopping." : journal.trouble
    }

    /// nil where every list is served, else which are set aside: for `/healthz`, beside `ok`. Everybody may
    /// read that: where tokens are asked for it names none.
    public var notice: String? {
        let damaged = catalogue.summaries.filter { $0.damage != nil }.map(\.list.text).sorted()
        guard !damaged.isEmpty else { return nil }
        guard !asksForTokens else { return "Lists that are set aside: \(damaged.count)" }
        return "Set aside (livelistd lists says why): " + damaged.joined(separator: ", ")
    }

    /// Refuses new mutations from now on (`unavailable`) and makes durable what was accepted.
    public func beginShutdown(now: Moment) {
        isStopping = true
    }

    /// After `beginShutdown`: true once all accepted mutations are durable and answered as far as lines take
    /// it. Then the owner calls `closeAll`.
    public var isQuiet: Bool {
        guard roomsWithWork.isEmpty, deliveries.isEmpty else { return false }
        return rooms.values.allSatisfy { $0.underWay == nil && !$0.hasQueue && !$0.isDirty }
    }

    /// Closes every line with 1001.
    public func closeAll(now: Moment) {
        for session in sessions { session.connection.close(.goingAway, reason: "The server stops.") }
    }

    /// The journal refused a batch: nothing that was judged on it may be told, rejections neither.
    ///
    /// A method of the class itself, so that the simulation can put a wrong one in its place.
    func tellRefused(_ underWay: Room.UnderWay, _ room: Room, _ rejection: Rejection) {
        for (pending, _) in underWay.outcomes {
            answer(pending, .rejected(rejection, shown: nil, judgedAt: room.durable.revision), room)
        }
    }

    func submit(_ work: JournalRequest.Work, for pending: Pending) {
        lastTicket += 1
        tickets[lastTicket] = pending
        journal.submit(JournalRequest(ticket: lastTicket, work: work))
    }

    func queueDelivery(_ session: Session) {
        guard !session.isQueued, !session.isGone else { return }
        session.isQueued = true
        deliveries.append(session)
    }

    func markBusy(_ seat: Seat) {
        guard !seat.isBusy, !seat.session.isGone else { return }
        seat.isBusy = true
        seat.session.busySeats.append(seat)
    }

    /// The seat has something to send that the room's flush does not.
    func wake(_ seat: Seat) {
        markBusy(seat)
        queueDelivery(seat.session)
    }

    /// A message that belongs to no list's order.
    func post(to session: Session, _ write: (inout JSONWriter) -> Void) {
        guard !session.isGone else { return }
        var writer = JSONWriter(capacity: 256)
        write(&writer)
        session.post(writer.bytes)
        if session.outboxBytes > settings.outboxBytesMax { regulate(session) }
        queueDelivery(session)
    }

    /// 12 letters and digits.
    func newName() -> String {
        let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
        var bits: UInt64 = generator.next()
        var bytes: [UInt8] = []
        for _ in 0..<12 {
            bytes.append(alphabet[Int(bits & 31)])
            bits >>= 5
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// One connection: who it is, which lists it uses, and what waits to be sent to it.
public final class Session {
    let connection: any Connection
    /// 1–16 characters, unique among the sessions of this process.
    let name: String
    /// As it named itself. What others see is `displayName(on:)`.
    var displayName = Text("Guest")
    /// The operator's, through the control socket: it is asked for no token.
    let isOperator: Bool
    var grants: Grants
    /// Why it may do nothing any more.
    var refusal: TokenProblem?

    /// Lists that this session has open, or mutates without having them open.
    var seats: [ListID: Seat] = [:]
    var openCount = 0
    /// Seats with something to send that is not simply the newest changes of an open list; each in its turn.
    var busySeats = WorkQueue<Seat>()

    /// Messages that belong to no list's order, oldest first.
    var outbox: [[UInt8]] = []
    var outboxBytes = 0

    /// What it asked for and has to wait for its turn, at its seats and in rooms that are not ready.
    var stepsWaiting = 0

    var unanswered = 0
    var unansweredBytes = 0
    /// Its `history` is being read from the store: what it sent behind that waits.
    var awaitsHistory = false
    /// Messages that came while their answers would only have piled up, in order.
    var deferred = WorkQueue<(message: ClientMessage, ref: Text?)>()
    /// How many of the last of these are invalid.
    var invalidDeferred = 0
    var isReading = true
    /// What it has used of its limits; nil: it has none.
    var rates: SessionRates?
    /// It is not read before, in milliseconds of `Moment.uptime`: it sent too many bytes.
    var throttledUntil: Int64?

    let connectedAt: Int64
    var heardAt: Int64
    var pingedAt: Int64?
    var hasSpoken = false
    var invalidInARow = 0
    var isGone = false

    /// Whether it waits in the engine's delivery queue.
    var isQueued = false
    /// Its place in the engine's array of sessions.
    var place = -1

    init(connection: any Connection, name: String, isOperator: Bool, grants: Grants, now: Moment) {
        self.connection = connection
        self.name = name
        self.isOperator = isOperator
        self.grants = grants
        connectedAt = now.uptime
        heardAt = now.uptime
    }

    func post(_ message: [UInt8]) {
        outbox.append(message)
        outboxBytes += message.count
    }

    var hasWork: Bool { !outbox.isEmpty || !busySeats.isEmpty }

    /// What it may do with a list; nil: it may not even know whether there is one.
    func role(on list: ListID) -> Role? { grants.role(on: list) }

    /// Its token's name, where that has one; else the one it gave itself.
    func displayName(on list: ListID) -> Text { grants.name(on: list) ?? displayName }
}

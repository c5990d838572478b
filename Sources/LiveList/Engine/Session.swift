/// One connection: who it is, which lists it uses, and what waits to be sent to it.
public final class Session {
    let connection: any Connection
    /// 1–16 characters, unique among the sessions of this process.
    let name: String
    var displayName = Text("Guest")
    var role = Role.owner

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

    init(connection: any Connection, name: String, now: Moment) {
        self.connection = connection
        self.name = name
        connectedAt = now.uptime
        heardAt = now.uptime
    }

    func post(_ message: [UInt8]) {
        outbox.append(message)
        outboxBytes += message.count
    }

    var hasWork: Bool { !outbox.isEmpty || !busySeats.isEmpty }
}

/// What a session may do.
enum Role: String, Sendable {
    case viewer, editor, owner

    var mayMutate: Bool { self != .viewer }
    var mayCreateLists: Bool { self != .viewer }
    var mayDeleteLists: Bool { self == .owner }
}

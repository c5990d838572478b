/// Rooms and sessions: synchronous, with no socket, clock or thread of its own.
///
/// Everything is called on the loop thread. The owner calls `endTurn` after each turn of its loop, and again
/// no later than the time that call names.
public final class Engine {
    private let journal: any Journal

    /// - Parameters:
    ///   - journal: already started.
    ///   - catalogue: what `Journal.start` returned.
    ///   - settings: limits and names.
    ///   - seed: for session names, epochs and ids minted here.
    public init(journal: any Journal, catalogue: [ListSummary], settings: EngineSettings, seed: UInt64) {
        self.journal = journal
    }

    /// A client has connected (its handshake is done).
    public func connected(_ connection: any Connection, now: Moment) -> Session { Session() }

    /// A whole text message came in: valid UTF-8, at most `messageBytesMax` bytes.
    public func received(_ bytes: UnsafeRawBufferPointer, from session: Session, now: Moment) {}

    /// A pong, or anything else that shows the client is there.
    public func heard(_ session: Session, now: Moment) {}

    /// The line can take more again.
    public func writable(_ session: Session, now: Moment) {}

    /// The line is gone, for whatever reason.
    public func disconnected(_ session: Session, now: Moment) {}

    /// Takes the journal's replies, evaluates what is queued, hands batches to the journal, sends what is due.
    ///
    /// - Returns: when to call again at the latest, in milliseconds of `Moment.uptime`; nil: at the next event.
    public func endTurn(now: Moment) -> Int64? { nil }

    /// nil where mutations can be accepted, else why not: the body of `/healthz`.
    public var trouble: String? { journal.trouble }

    /// Refuses new mutations from now on (`unavailable`) and makes durable what was accepted.
    public func beginShutdown(now: Moment) {}

    /// After `beginShutdown`: true once all accepted mutations are durable and answered as far as lines take it. Then
    /// the owner calls `closeAll`.
    public var isQuiet: Bool { true }

    /// Closes every line with 1001.
    public func closeAll(now: Moment) {}
}

/// Now, in two clocks.
public struct Moment: Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z: for people. May jump.
    public let wall: Timestamp
    /// Milliseconds of a clock that never jumps: for deadlines.
    public let uptime: Int64

    public init(wall: Timestamp, uptime: Int64) {
        self.wall = wall
        self.uptime = uptime
    }
}

/// What an operator sets.
public struct EngineSettings: Sendable {
    public var limits = Limits.standard
    /// Bytes of one message, after reassembly.
    public var messageBytesMax = 1 << 20
    public var listsMax = 100_000
    /// Named in `welcome`.
    public var serverName = "LiveList/1.0.0"
    /// Milliseconds between two sends of a busy list.
    public var flushMilliseconds: Int64 = 5

    public init() {}
}

/// One connection.
public final class Session {
    init() {}
}

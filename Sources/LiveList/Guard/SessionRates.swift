/// How often and how much one connection may send; nil: as it likes.
public struct SessionLimits: Sendable, Equatable {
    public var messages: Rate?
    public var mutations: Rate?
    public var bytes: Rate?

    public init(messages: Rate? = nil, mutations: Rate? = nil, bytes: Rate? = nil) {
        self.messages = messages
        self.mutations = mutations
        self.bytes = bytes
    }

    public var areOff: Bool { messages == nil && mutations == nil && bytes == nil }
}

/// What one connection has used of its limits, and how it takes being refused.
struct SessionRates {
    private var messages = TokenBucket()
    private var mutations = TokenBucket()
    private var bytes = TokenBucket()

    private var refusedSince: Int64 = 0
    private var refusedLast = Int64.min
    private var refusals = 0

    /// What was under way when the first refusal went out is no fault; who still sends so long after it does not
    /// heed it.
    private static let heedMilliseconds: Int64 = 2_000
    private static let refusalsOverlooked = 100
    /// Nobody has so much under way.
    private static let refusalsMax = 20_000

    /// A message came in.
    ///
    /// - Parameter mutationCount: of a `mutate`; else 0.
    /// - Returns: 0 where it is within its limits, else after how many milliseconds it would be.
    mutating func take(mutationCount: Int, within limits: SessionLimits, now: Int64) -> Int64 {
        if let rate = limits.messages {
            let wait = messages.take(1, at: rate, now: now)
            if wait > 0 { return wait }
        }
        guard mutationCount > 0, let rate = limits.mutations else { return 0 }
        return mutations.take(mutationCount, at: rate, now: now)
    }

    /// - Returns: for how many milliseconds nothing more is to be read.
    mutating func receive(byteCount: Int, within limits: SessionLimits, now: Int64) -> Int64 {
        limits.bytes.map { bytes.charge(byteCount, at: $0, now: now) } ?? 0
    }

    /// A message was refused.
    ///
    /// - Returns: true where the sender goes on although it was told to wait.
    mutating func refuse(now: Int64) -> Bool {
        if refusals == 0 || now - refusedLast >= Self.heedMilliseconds {
            refusedSince = now
            refusals = 0
        }
        refusedLast = now
        refusals += 1
        return refusals > Self.refusalsMax
            || (refusals > Self.refusalsOverlooked && now - refusedSince >= Self.heedMilliseconds)
    }
}

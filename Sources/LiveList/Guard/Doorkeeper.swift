/// Bounds of who is let in.
public struct DoorLimits: Sendable, Equatable {
    /// Connections at once, of all and of one address.
    public var connections = 20_000
    public var connectionsPerAddress: Int?
    /// New connections, of all and of one address.
    public var handshakes: Rate?
    public var handshakesPerAddress: Rate?

    public init() {}
}

/// Counts connections, of all and of each address, and how fast they come.
///
/// An address that has no connection and comes slowly enough is forgotten. So the table is bounded by the
/// connections at once and by what all may open while an address is remembered.
public struct Doorkeeper {
    public enum Verdict: Equatable, Sendable {
        case admitted
        case full
        /// The address has as many connections as it may.
        case tooMany
        /// The address comes too often; again after so many milliseconds.
        case tooFast(Int64)
    }

    private struct Entry {
        var connections = 0
        var handshakes = TokenBucket()
    }

    private let limits: DoorLimits
    private var entries: [PeerAddress: Entry] = [:]
    private var handshakes = TokenBucket()
    private(set) var connections = 0
    private var sweepAbove = 1_024

    public init(_ limits: DoorLimits) { self.limits = limits }

    /// A new connection. One that is admitted counts until `leave`.
    ///
    /// - Parameter address: nil: a trusted proxy, which counts for itself only in the number of all.
    public mutating func admit(_ address: PeerAddress?, now: Int64) -> Verdict {
        guard connections < limits.connections else { return .full }
        if let address {
            let verdict = count(address, now: now)
            guard verdict == .admitted else { return verdict }
        }
        connections += 1
        if let rate = limits.handshakes { handshakes.charge(1, at: rate, now: now) }
        return .admitted
    }

    /// A connection of a proxy turns out to be of this address.
    public mutating func count(_ address: PeerAddress, now: Int64) -> Verdict {
        let subject = address.subject
        var entry = entries[subject] ?? Entry()
        if let most = limits.connectionsPerAddress, entry.connections >= most { return .tooMany }
        if let rate = limits.handshakesPerAddress {
            let wait = entry.handshakes.take(1, at: rate, now: now)
            guard wait == 0 else { return .tooFast(wait) }
        }
        entry.connections += 1
        entries[subject] = entry
        if entries.count > sweepAbove { sweep(now: now) }
        return .admitted
    }

    /// One that was admitted is gone.
    ///
    /// - Parameter address: as it was last counted.
    public mutating func leave(_ address: PeerAddress?, now: Int64) {
        connections -= 1
        guard let subject = address?.subject, var entry = entries[subject] else { return }
        entry.connections -= 1
        entries[subject] = entry.connections == 0 && entry.handshakes.isFull(now: now) ? nil : entry
    }

    /// How many milliseconds newcomers are to wait at the door because all together come too fast.
    public func wait(now: Int64) -> Int64 {
        limits.handshakes.map { handshakes.wait(for: 1, at: $0, now: now) } ?? 0
    }

    var addressesKnown: Int { entries.count }

    private mutating func sweep(now: Int64) {
        entries = entries.filter { $0.value.connections > 0 || !$0.value.handshakes.isFull(now: now) }
        sweepAbove = max(1_024, 2 * entries.count)
    }
}

@testable import LiveList

/// Four clients at one engine over a store in memory. Each line is one thing that happens: its first byte says what,
/// the rest is a frame.
///
/// `a` to `d`: a client sends the rest. `A` to `D`: its line is cut, and it comes again. `w`, `x`: the first client's
/// line takes nothing, or takes frames again. `t`: a second passes, `T`: a minute. `s`: the store does some of its
/// work, `.`: all of it. `f`, `u`: the next write fails, or ends so that nobody knows. `!`: the process dies, and
/// starts anew.
struct FuzzSession {
    private let store = SimulatedStore()
    private var engine: Engine
    private var uptime: Int64 = 1_000_000
    private var generator = SplitMix64(seed: 1)
    private var lines: [SimulatedLine] = []
    private var sessions: [Session] = []

    private static let clients = 4
    /// More of it finds nothing new, and takes long.
    private static let linesMax = 200

    static func run(_ bytes: UnsafeRawBufferPointer) {
        guard var session = FuzzSession() else { return }
        for line in bytes.split(separator: UInt8(ascii: "\n")).prefix(linesMax) {
            guard let first = line.first else { continue }
            session.take(first, UnsafeRawBufferPointer(rebasing: line.dropFirst()))
        }
        session.finish()
    }

    private init?() {
        store.settings.sessionLimits = SessionLimits(
            messages: Rate(perSecond: 100, burst: 300), mutations: Rate(perSecond: 100, burst: 2_000),
            bytes: Rate(perSecond: 100_000, burst: 500_000))
        guard let engine = try? store.start(seed: 1) else { return nil }
        self.engine = engine
        connectAll()
    }

    private var now: Moment { Moment(wall: 1_700_000_000_000 + uptime, uptime: uptime) }

    private mutating func connectAll() {
        lines = (0..<Self.clients).map { _ in SimulatedLine() }
        sessions = lines.map { engine.connected($0, now: now) }
    }

    private mutating func take(_ first: UInt8, _ rest: UnsafeRawBufferPointer) {
        switch first {
        case UInt8(ascii: "a")...UInt8(ascii: "d"): receive(rest, from: Int(first - UInt8(ascii: "a")))
        case UInt8(ascii: "A")...UInt8(ascii: "D"):
            let client = Int(first - UInt8(ascii: "A"))
            engine.disconnected(sessions[client], now: now)
            lines[client] = SimulatedLine()
            sessions[client] = engine.connected(lines[client], now: now)
        case UInt8(ascii: "w"): lines[0].isWritable = false
        case UInt8(ascii: "x"):
            lines[0].isWritable = true
            engine.writable(sessions[0], now: now)
        case UInt8(ascii: "t"): uptime += 1_000
        case UInt8(ascii: "T"): uptime += 60_000
        case UInt8(ascii: "s"): store.step(using: &generator)
        case UInt8(ascii: "."): settle()
        case UInt8(ascii: "f"): store.failNext()
        case UInt8(ascii: "u"): store.loseTrackOfNext(isStored: rest.first == UInt8(ascii: "1"))
        case UInt8(ascii: "!"): restart()
        default: return
        }
        _ = engine.endTurn(now: now)
        hear()
    }

    private func receive(_ bytes: UnsafeRawBufferPointer, from client: Int) {
        let span = Span<UInt8>(_unsafeElements: bytes.assumingMemoryBound(to: UInt8.self))
        // A line that is closed, or not read, brings nothing in.
        guard lines[client].closed == nil, lines[client].isReading,
            (try? UTF8Span(validating: span)) != nil
        else { return }
        engine.received(bytes, from: sessions[client], now: now)
    }

    private func settle() {
        for _ in 0..<20 {
            _ = engine.endTurn(now: now)
            store.stepAll()
        }
    }

    private mutating func restart() {
        store.heal()
        guard let engine = try? store.restart(seed: 2) else { return }
        abandon()
        self.engine = engine
        connectAll()
    }

    /// The engine that died held its memory until then: rooms and seats know each other.
    private func abandon() {
        for session in sessions where !session.isGone { engine.disconnected(session, now: now) }
        for room in engine.rooms.values {
            room.queue.removeAll()
            room.waiting.removeAll()
            room.underWay = nil
            room.openSeats.removeAll()
        }
        engine.tickets.removeAll()
    }

    /// Whatever is sent can be read by a client, and is not too large.
    private func hear() {
        for line in lines {
            for frame in line.take() {
                precondition(frame.count <= 1 << 20, "a frame of \(frame.count) bytes")
                do {
                    _ = try frame.withUnsafeBytes { try ServerMessageDecoder().decode($0) }
                } catch {
                    preconditionFailure("\(error): \(String(decoding: frame, as: UTF8.self))")
                }
            }
        }
    }

    /// In the end everything comes to rest, and nothing is owed.
    private mutating func finish() {
        store.heal()
        lines[0].isWritable = true
        engine.writable(sessions[0], now: now)
        for _ in 0..<5 {
            uptime += 11_000
            settle()
            hear()
        }
        precondition(engine.pendingBytes == 0, "\(engine.pendingBytes) bytes wait for ever")
        for session in sessions where !session.isGone {
            precondition(session.unanswered == 0, "\(session.unanswered) mutates are not answered")
            precondition(session.stepsWaiting == 0, "\(session.stepsWaiting) steps wait for ever")
        }
        for session in sessions where !session.isGone { engine.disconnected(session, now: now) }
        for _ in 0..<5 {
            uptime += 61_000
            settle()
        }
        precondition(engine.rooms.isEmpty, "\(engine.rooms.count) lists stay in memory that nobody uses")
    }
}

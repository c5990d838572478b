/// What was used between two looks.
struct Usage {
    var seconds = 0.0
    /// Changes delivered, over all connections, with the bytes and frames they came in.
    var deliveries = 0
    var bytes = 0
    var frames = 0
    /// Nanoseconds of the server's processor time; nil: not known.
    var server: UInt64?
    /// Of this program's.
    var own: UInt64 = 0
    /// Milliseconds of processor time of the server's longest turn; nil: not known.
    var longestTurn: Double?

    /// The clients had no time left: the server may do more than was seen.
    var isLimitedByClients: Bool { Double(own) > 0.9 * seconds * 1e9 }

    /// Microseconds of the server's for each of so many.
    func microseconds(per count: Int) -> Double? {
        server.map { Double($0) / 1e3 / Double(max(1, count)) }
    }

    /// Of one core.
    var serverPercent: Double? { server.map { Double($0) / seconds / 1e7 } }
}

extension Bench {
    /// Runs `body` and tells what it used.
    func usage(_ site: Site, _ audience: Audience? = nil, _ body: () throws -> Void) throws -> Usage {
        func look() -> Usage {
            Usage(
                seconds: Double(Clock.now()) / 1e9, deliveries: audience?.received ?? 0,
                bytes: audience?.payloadBytes ?? 0, frames: audience?.frames ?? 0, server: site.processor,
                own: Clock.ownProcessor())
        }
        _ = site.server?.longestTurn()
        let before = look()
        try body()
        let after = look()
        var server: UInt64?
        if let end = after.server, let start = before.server { server = end - start }
        return Usage(
            seconds: after.seconds - before.seconds, deliveries: after.deliveries - before.deliveries,
            bytes: after.bytes - before.bytes, frames: after.frames - before.frames, server: server,
            own: after.own - before.own, longestTurn: site.server?.longestTurn())
    }
}

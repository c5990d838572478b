/// How the engine is, its end, and names that it gives.
extension Engine {
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
        guard replies.isEmpty, roomsWithWork.isEmpty, deliveries.isEmpty, bulkDeliveries.isEmpty else {
            return false
        }
        return rooms.values.allSatisfy { !$0.isHeld && !$0.hasQueue && !$0.isDirty }
    }

    /// Closes every line with 1001.
    public func closeAll(now: Moment) {
        for session in sessions { session.connection.close(.goingAway, reason: "The server stops.") }
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

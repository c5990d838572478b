/// Sessions that send more than they may: what they ask for too often is refused, what they send too much of is not
/// read for a while. Nothing here is done for a session without limits, and nothing for what is sent to clients.
extension Engine {
    /// Bytes came in: over the rate, the line is not read until the debt is paid.
    func countBytes(_ count: Int, of session: Session) {
        guard session.rates != nil else { return }
        let wait = session.rates!.receive(byteCount: count, within: settings.sessionLimits, now: now.uptime)
        guard wait > 0 else { return }
        if session.throttledUntil == nil { throttled.append(session) }
        // Longer, and it could not answer a ping.
        session.throttledUntil = now.uptime + min(wait, settings.throttleMillisecondsMax)
    }

    /// Reads again from those whose debt is paid.
    ///
    /// - Returns: when the next one's is; nil: there is none.
    func releaseThrottled() -> Int64? {
        guard !throttled.isEmpty else { return nil }
        var next: Int64?
        throttled.removeAll { session in
            guard !session.isGone, let until = session.throttledUntil else { return true }
            if until > now.uptime {
                next = min(next ?? until, until)
                return false
            }
            session.throttledUntil = nil
            regulate(session)
            return true
        }
        return next
    }

    /// Counts a message.
    ///
    /// - Returns: 0 where it is within the limits, else after how many milliseconds it would be; nil where the sender
    ///   did not heed that so long that it has been cut off.
    func charge(_ message: ClientMessage, of session: Session) -> Int64? {
        var mutationCount = 0
        if case .mutate(let mutate) = message { mutationCount = max(1, mutate.mutations.count) }
        return charge(mutationCount: mutationCount, of: session)
    }

    /// Counts a pong of WebSocket's as a message. It can't be refused, so the sender is not told to wait; who keeps
    /// sending them is cut off as who does not heed that.
    public func controlFrame(from session: Session, now: Moment) {
        guard !session.isGone else { return }
        self.now = now
        _ = charge(mutationCount: 0, of: session)
    }

    private func charge(mutationCount: Int, of session: Session) -> Int64? {
        guard session.rates != nil else { return 0 }
        let wait = session.rates!.take(
            mutationCount: mutationCount, within: settings.sessionLimits, now: now.uptime)
        guard wait > 0 else { return 0 }
        guard session.rates!.refuse(now: now.uptime) else { return wait }
        sendOutbox(session)
        end(session, .rateLimited, reason: "It kept sending too much.")
        return nil
    }

    func refuseRate(of session: Session, wait: Int64, ref: Text?) {
        let message = tooFast(wait: wait)
        post(to: session) { $0.error(.rateLimited, message, list: nil, retryAfter: wait, ref: ref) }
    }

    func tooFast(wait: Int64) -> String { "Too much at once; send this again in \(wait) ms." }
}

import CWebSockets

/// Who is let in: counted at the door by the address that connects, and behind a trusted proxy by the address that
/// it names with the request.
extension Server {
    /// Judges a connection that was just accepted.
    ///
    /// - Returns: as whose it counts (within, nil: a proxy's); nil: it is turned away, and that is in the log.
    func admit(_ peer: PeerAddress?, now: Int64) -> PeerAddress?? {
        let isProxy = peer.map(settings.trustedProxies.contains) ?? true
        let subject = isProxy ? nil : peer
        let verdict = door.admit(subject, now: now)
        if verdict == .admitted { return .some(subject) }
        log(verdict, of: peer, now: now)
        return nil
    }

    /// For a request that came through a proxy: counts it as its client's.
    ///
    /// - Returns: the answer, where that has too many connections or comes too often.
    func refusalAtTheDoor(_ request: HTTPRequest, on socket: OpaquePointer) -> HTTPAnswer? {
        guard case .some(nil) = peers[socket] else { return nil }
        guard
            let client = settings.trustedProxies.client(
                peer: nil, forwardedFor: request.forwardedFor, forwarded: request.forwarded)
        else { return nil }
        let now = Moment.now().uptime
        let verdict = door.count(client, now: now)
        let wait: Int64
        switch verdict {
        case .admitted:
            peers[socket] = .some(client)
            return nil
        case .full, .tooMany: wait = 10_000
        case .tooFast(let milliseconds): wait = milliseconds
        }
        log(verdict, of: client, now: now)
        return .refusal(
            429, "Too many connections come from your address; try again later.",
            headers: [("Retry-After", "\((wait + 999) / 1_000)")])
    }

    /// The address that a connection counts for, for the log.
    func address(of socket: OpaquePointer) -> String {
        if case .some(.some(let peer)) = peers[socket] { return peer.description }
        return SocketPeer.text(of: lws_get_socket_fd(socket))
    }

    private func log(_ verdict: Doorkeeper.Verdict, of peer: PeerAddress?, now: Int64) {
        let why =
            switch verdict {
            case .admitted: ""
            case .full: "as many as may be are here (--limit connections)"
            case .tooMany: "it has as many as it may (--limit connections-per-address)"
            case .tooFast: "it comes too often (--limit handshakes-per-address)"
            }
        security.note(.refusedConnection(why), of: peer?.description ?? "a proxy", now: now)
    }
}

import CWebSockets

/// Counts the TLS handshakes under way, so that a storm of clients is let in a few at a time: each
/// handshake costs about a millisecond at once, and whoever is in already has to be served between them.
struct HandshakeGate {
    let most: Int
    /// A handshake that takes longer no longer counts: slow ones must not keep others out.
    let milliseconds: Int64

    private var underWay: [(socket: OpaquePointer, since: Int64)] = []

    init(most: Int, milliseconds: Int64) {
        self.most = most
        self.milliseconds = milliseconds
    }

    var isFull: Bool { underWay.count >= most }

    /// When the next place becomes free at the latest, where none is.
    var nextFree: Int64? { isFull ? underWay.first.map { $0.since + milliseconds } : nil }

    mutating func began(_ socket: OpaquePointer, now: Int64) { underWay.append((socket, now)) }

    mutating func destroyed(_ socket: OpaquePointer) {
        if let position = underWay.firstIndex(where: { $0.socket == socket }) {
            underWay.remove(at: position)
        }
    }

    /// libwebsockets tells of a request, not of a finished handshake, so they are looked at: at most `most`.
    mutating func sweep(now: Int64) {
        underWay.removeAll { socket, since in
            if now - since >= milliseconds { return true }
            // No session: it speaks plain HTTP.
            guard let session = lws_get_ssl(socket) else { return true }
            return SSL_is_init_finished(session) != 0
        }
    }
}

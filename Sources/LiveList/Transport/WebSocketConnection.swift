import CWebSockets

/// One WebSocket connection: puts messages together for the engine, and frames what the engine sends.
///
/// Used on the loop thread only. libwebsockets holds it (retained) until the socket is destroyed.
final class WebSocketConnection: Connection {
    private enum State {
        case open
        /// A close frame has been sent, or the socket failed: nothing more is sent or taken in.
        case closing
        case gone
    }

    /// The socket; dangling once `state` is `gone`.
    let socket: OpaquePointer
    unowned let server: Server
    private var session: Session?
    /// Whose connection it is, for the log.
    let address: String
    private var state = State.open
    /// libwebsockets holds bytes of an earlier send that the kernel did not take.
    private(set) var isChoked = false
    /// What was not sent yet of a large frame. While there is something, the line is choked.
    var remainder: Remainder?
    /// Both sides agreed on permessage-deflate.
    let takesDeflated: Bool
    /// The message that comes in is compressed; and whether its first frame is not over.
    private var isDeflated = false
    private var isInFirstFrame = false
    /// The pieces of a message that is not complete.
    private var message: [UInt8] = []

    private var wantsReading = true
    private var isReading = true
    private var hasReadingChange = false

    init(socket: OpaquePointer, server: Server) {
        self.socket = socket
        self.server = server
        address = server.address(of: socket)
        takesDeflated = server.isDeflating(socket)
    }

    /// The handshake is done.
    func established() {
        server.loop.demandTurnEnd()
        session = server.engine.connected(self, now: .now())
    }

    /// The socket is gone. May be called twice: CLOSED does not come in every state.
    func gone() {
        guard state != .gone else { return }
        state = .gone
        drop()
        if let session {
            server.loop.demandTurnEnd()
            self.session = nil
            server.engine.disconnected(session, now: .now())
        }
    }

    /// The socket takes more. Comes also unasked.
    func writable() {
        guard isChoked, state == .open, lws_partial_buffered(socket) == 0 else { return }
        isChoked = false
        goOnWithFragments()
        guard let session, state == .open else { return }
        // Even where the rest of a large frame has to wait again: the client has read.
        if isChoked { return server.engine.heard(session, now: .now()) }
        server.loop.demandTurnEnd()
        server.engine.writable(session, now: .now())
    }

    var isOpen: Bool { state == .open }

    func pong() {
        if let session { server.engine.heard(session, now: .now()) }
        // It costs what a message costs, and counts as one. Of pings libwebsockets tells nothing.
        guard state == .open, let session, session.rates != nil else { return }
        server.loop.demandTurnEnd()
        server.engine.controlFrame(from: session, now: .now())
    }
}

// MARK: - Receiving

extension WebSocketConnection {
    /// A piece of a message, at most the receive buffer long.
    func receive(_ piece: UnsafeRawBufferPointer) {
        guard state == .open, let session else { return }
        if lws_frame_is_binary(socket) != 0 {
            return close(.binaryFrame, reason: "only text frames are spoken here")
        }
        guard noteCompression() else {
            return close(.protocolError, reason: "a later fragment is marked as compressed")
        }
        // What the header of the frame announces counts already: no need to wait for it.
        let remaining = lws_remaining_packet_payload(socket)
        let limit = server.settings.messageBytesMax
        guard remaining <= limit, message.count + piece.count + remaining <= limit else {
            return close(.tooLarge, reason: "a message has at most \(limit) bytes")
        }
        let isComplete = remaining == 0 && lws_is_final_fragment(socket) != 0
        if remaining == 0 { isInFirstFrame = false }
        if isComplete, message.isEmpty { return take(piece, from: session) }

        guard server.assembledBytes + piece.count <= server.settings.assembledBytesMax else {
            return close(.tooLarge, reason: "too many large messages are under way; send it again later")
        }
        server.assembledBytes += piece.count
        message.append(contentsOf: piece)
        guard isComplete else { return }
        let whole = message
        dropIncoming()
        whole.withUnsafeBytes { take($0, from: session) }
    }

    /// - Returns: false where RSV1 is set on a frame that begins no message (RFC 7692 section 6.1).
    private func noteCompression() -> Bool {
        let isMarked = lws_get_reserved_bits(socket) != 0
        if lws_is_first_fragment(socket) != 0 {
            isDeflated = isMarked
            isInFirstFrame = true
            return true
        }
        return !isMarked || isInFirstFrame
    }

    /// A whole message, as it came.
    private func take(_ bytes: UnsafeRawBufferPointer, from session: Session) {
        guard isDeflated else { return deliver(bytes, to: session) }
        inflate(bytes)?.withUnsafeBytes { deliver($0, to: session) }
    }

    /// libwebsockets' own check misses a code point cut at the end of a message whose last fragment is
    /// empty.
    private func deliver(_ bytes: UnsafeRawBufferPointer, to session: Session) {
        let span = Span<UInt8>(_unsafeElements: bytes.assumingMemoryBound(to: UInt8.self))
        guard (try? UTF8Span(validating: span)) != nil else {
            return close(.invalidUTF8, reason: "a message is not UTF-8")
        }
        server.loop.demandTurnEnd()
        server.engine.received(bytes, from: session, now: .now())
    }

    /// The memory of a large message is not kept: most connections are idle.
    private func drop() {
        dropIncoming()
        remainder = nil
    }

    private func dropIncoming() {
        server.assembledBytes -= message.count
        message = []
    }

    func setReading(_ isReading: Bool) {
        wantsReading = isReading
        guard !hasReadingChange, state != .gone else { return }
        hasReadingChange = true
        server.changeReading(of: self)
    }

    /// Called at the turn's end: inside RECEIVE, `lws_rx_flow_control` loops for ever while OpenSSL holds
    /// bytes of the same record.
    func applyReadingChange() {
        hasReadingChange = false
        guard state != .gone, isReading != wantsReading else { return }
        isReading = wantsReading
        lws_rx_flow_control(socket, isReading ? 1 : 0)
    }
}

// MARK: - Sending

extension WebSocketConnection {
    /// Cheap: no system call. The close length is set where libwebsockets has found a protocol error and
    /// will close.
    var isWritable: Bool {
        guard state == .open, !isChoked, lws_get_close_length(socket) == 0 else { return false }
        // What is left may also be a pong that libwebsockets wrote by itself. Whoever is told so waits for
        // `writable`.
        isChoked = lws_partial_buffered(socket) != 0
        return !isChoked
    }

    func send(_ payload: UnsafeMutableRawBufferPointer) {
        guard state == .open, lws_get_close_length(socket) == 0, let base = payload.baseAddress else {
            return
        }
        guard payload.count <= LargeFrame.wholeBytesMax else {
            return sendInFragments(UnsafeRawBufferPointer(payload))
        }
        let bytes = base.assumingMemoryBound(to: UInt8.self)
        noteWritten(lws_write(socket, bytes, payload.count, LWS_WRITE_TEXT))
    }

    /// With a payload: libwebsockets does not report an empty pong.
    func ping() {
        guard state == .open, lws_get_close_length(socket) == 0 else { return }
        noteWritten(server.scratch.with("ping".utf8) { lws_write(socket, $0, $1, LWS_WRITE_PING) })
    }

    func noteWritten(_ count: Int32) {
        if count < 0 {
            fail()
        } else if lws_partial_buffered(socket) != 0 {
            isChoked = true
        }
    }

    private func fail() {
        state = .closing
        drop()
        server.end(socket)
    }
}

// MARK: - Closing

extension WebSocketConnection {
    /// Writes the close frame itself: on libuv `lws_close_reason` loses it outside of RECEIVE.
    func close(_ code: CloseCode, reason: String) {
        guard state == .open else { return }
        if code == .rateLimited { server.security.note(.cutOff, of: address) }
        if lws_get_close_length(socket) == 0 {
            writeClose(CloseFrame(code: code.rawValue, reason: reason))
        }
        guard state == .open else { return }
        state = .closing
        drop()
        // The answering close frame is to be seen.
        setReading(true)
        server.awaitClose(of: self)
    }

    /// The peer did not answer the close frame in time.
    func giveUp() {
        if state == .closing { server.end(socket) }
    }

    /// The peer's close frame: the answer to ours, or answered here.
    ///
    /// libwebsockets would echo codes that may not stand on the wire. After this its owner ends the socket.
    func peerClosed(_ payload: UnsafeRawBufferPointer) {
        guard state == .open else { return }
        writeClose(CloseFrame(answering: payload))
        state = .closing
        drop()
    }

    private func writeClose(_ frame: CloseFrame) {
        let written = server.scratch.with(frame.bytes) { lws_write(socket, $0, $1, ll_write_raw) }
        if written < 0 { fail() }
    }
}

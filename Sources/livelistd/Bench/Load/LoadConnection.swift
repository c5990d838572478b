import CLinux
import CWebSockets
import Glibc

/// One WebSocket client over TLS.
final class LoadConnection {
    enum State { case securing, upgrading, open, closed }

    let descriptor: Int32
    /// Is given every text message; the bytes are valid only during the call.
    var receive: (UnsafeRawBufferPointer) -> Void = { _ in }
    /// Is called once, when messages can be sent.
    var opened: () -> Void = {}
    /// Bytes of payload that came, compressed ones as they came.
    var payloadBytes = 0
    var messages = 0
    /// The server took up compression.
    var isCompressing = false
    /// Is given compressed messages as they are.
    var receiveCompressed: (UnsafeRawBufferPointer) -> Void = { _ in }

    unowned let loop: LoadLoop
    let session: OpaquePointer
    var state = State.securing
    private let extensions: String?
    /// The beginning of what is not whole yet.
    var incoming: [UInt8] = []
    /// The pieces of a message so far.
    var fragments: [UInt8] = []
    var isFragmentCompressed = false
    var outgoing: [UInt8] = []
    private var sent = 0
    private var events = UInt32(EPOLLIN.rawValue | EPOLLOUT.rawValue)
    var isReading = true

    init(_ loop: LoadLoop, extensions: String? = nil) throws {
        self.loop = loop
        self.extensions = extensions
        descriptor = try loop.target.connect()
        guard let session = SSL_new(loop.tls) else { fatalError("OpenSSL has no memory left") }
        self.session = session
        SSL_set_fd(session, descriptor)
        SSL_set_connect_state(session)
        if loop.target.authority != nil { SSL_set1_host(session, loop.target.host) }
        loop.add(self, events: events)
        loop.connecting += 1
    }

    deinit {
        SSL_free(session)
        Glibc.close(descriptor)
    }

    var isOpen: Bool { state == .open }

    /// Puts a text message of the caller's into one frame and sends as much as goes out at once.
    func send(_ message: some Collection<UInt8>) {
        FrameWriter.append(message, to: &outgoing)
        if state == .open { flush() }
    }

    func send(_ message: String) { send(Array(message.utf8)) }

    /// A client that stops reading leaves everything in the kernel's buffers.
    func stopReading() {
        isReading = false
        watch()
    }

    func resumeReading() {
        isReading = true
        watch()
        read()
    }

    /// Ends it without a word, as a lost line does.
    func close() {
        guard state != .closed else { return }
        if state != .open { loop.connecting -= 1 }
        state = .closed
        loop.remove(self)
        forgetReceivers()
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Those who receive hold the connection that holds them: this lets go of them.
    func forgetReceivers() {
        receive = { _ in }
        receiveCompressed = { _ in }
        opened = {}
    }

    func handle(_ happened: UInt32) {
        switch state {
        case .securing: secure()
        case .upgrading, .open:
            if happened & EPOLLOUT.rawValue != 0 { flush() }
            if happened & ~EPOLLOUT.rawValue != 0, isReading { read() }
        case .closed: break
        }
    }

    private func secure() {
        ERR_clear_error()
        let result = SSL_do_handshake(session)
        guard result == 1 else {
            let error = SSL_get_error(session, result)
            if error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE {
                return watch(writing: error == SSL_ERROR_WANT_WRITE)
            }
            return lose("the TLS handshake failed")
        }
        state = .upgrading
        let request =
            "GET \(loop.target.path) HTTP/1.1\r\nHost: \(loop.target.authorityPart)\r\nUpgrade: websocket\r\n"
            + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            + "Sec-WebSocket-Protocol: livelist.v1\r\n"
            + (extensions.map { "Sec-WebSocket-Extensions: \($0)\r\n" } ?? "") + "\r\n"
        // The first bytes of a connection always find room.
        let bytes = Array(request.utf8)
        guard SSL_write(session, bytes, Int32(bytes.count)) == bytes.count else {
            return lose("it can't be written to")
        }
        watch()
    }

    func flush() {
        guard state == .open else { return }
        ERR_clear_error()
        while sent < outgoing.count {
            let count = Int32(outgoing.count - sent)
            let result = outgoing.withUnsafeBytes { SSL_write(session, $0.baseAddress! + sent, count) }
            guard result > 0 else {
                let error = SSL_get_error(session, result)
                if error == SSL_ERROR_WANT_WRITE || error == SSL_ERROR_WANT_READ { break }
                return lose("it can't be written to")
            }
            sent += Int(result)
        }
        if sent == outgoing.count {
            outgoing.removeAll(keepingCapacity: outgoing.capacity < 64 << 10)
            sent = 0
        }
        watch()
    }

    private func watch(writing: Bool = false) {
        var wanted: UInt32 = isReading ? EPOLLIN.rawValue : 0
        if writing || (state == .open && sent < outgoing.count) { wanted |= EPOLLOUT.rawValue }
        guard wanted != events, state != .closed else { return }
        events = wanted
        loop.change(self, events: wanted)
    }

    func lose(_ why: String) {
        guard state != .closed else { return }
        loop.lost(why)
        close()
    }
}

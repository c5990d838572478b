import CLinux
import CWebSockets
import Glibc

/// One WebSocket client over TLS.
final class LoadConnection {
    private enum State { case securing, upgrading, open, closed }

    let descriptor: Int32
    /// Is given every text message; the bytes are valid only during the call.
    var receive: (UnsafeRawBufferPointer) -> Void = { _ in }
    /// Is called once, when messages can be sent.
    var opened: () -> Void = {}
    /// Bytes of payload that came, compressed ones as they came.
    private(set) var payloadBytes = 0
    private(set) var messages = 0
    /// The server took up compression.
    private(set) var isCompressing = false
    /// Is given compressed messages as they are.
    var receiveCompressed: (UnsafeRawBufferPointer) -> Void = { _ in }

    private unowned let loop: LoadLoop
    private let session: OpaquePointer
    private var state = State.securing
    private let extensions: String?
    /// The beginning of what is not whole yet.
    private var incoming: [UInt8] = []
    /// The pieces of a message so far.
    private var fragments: [UInt8] = []
    private var isFragmentCompressed = false
    private var outgoing: [UInt8] = []
    private var sent = 0
    private var events = UInt32(EPOLLIN.rawValue | EPOLLOUT.rawValue)
    private var isReading = true

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

    private func flush() {
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

    private func lose(_ why: String) {
        guard state != .closed else { return }
        loop.lost(why)
        close()
    }
}

// MARK: - What comes

extension LoadConnection {
    /// Reads what there is, but leaves others their turn.
    private func read() {
        ERR_clear_error()
        for _ in 0..<16 {
            guard state != .closed, isReading else { return }
            let result = SSL_read(session, loop.buffer.baseAddress!, Int32(loop.buffer.count))
            guard result > 0 else {
                let error = SSL_get_error(session, result)
                if error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE { return }
                return lose(state == .upgrading ? "the server ended it at once" : "the server ended it")
            }
            take(UnsafeRawBufferPointer(rebasing: loop.buffer[0..<Int(result)]))
        }
    }

    private func take(_ bytes: UnsafeRawBufferPointer) {
        guard incoming.isEmpty else {
            incoming.append(contentsOf: bytes)
            let whole = incoming
            incoming = []
            return whole.withUnsafeBytes { takeAll($0) }
        }
        takeAll(bytes)
    }

    private func takeAll(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes
        if state == .upgrading {
            guard let end = headEnd(rest) else { return incoming.append(contentsOf: rest) }
            let head = String(decoding: rest[0..<end], as: UTF8.self)
            guard head.contains(" 101 ") else {
                return lose("the server refused it: \(head.prefix { $0 != "\r\n" })")
            }
            isCompressing = head.lowercased().contains("permessage-deflate")
            rest = UnsafeRawBufferPointer(rebasing: rest[end...])
            state = .open
            loop.connecting -= 1
            if let hello = loop.hello {
                let waiting = outgoing
                outgoing = []
                FrameWriter.append(hello, to: &outgoing)
                outgoing += waiting
            }
            opened()
            flush()
        }
        while let head = FrameHead(rest), head.frameBytes <= rest.count, state == .open {
            let end = head.frameBytes
            take(head, UnsafeRawBufferPointer(rebasing: rest[head.headBytes..<end]))
            rest = UnsafeRawBufferPointer(rebasing: rest[end...])
        }
        if !rest.isEmpty { incoming.append(contentsOf: rest) }
    }

    private func headEnd(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard bytes.count >= 4 else { return nil }
        for place in 3..<bytes.count
        where bytes[place] == 10 && bytes[place - 1] == 13 && bytes[place - 2] == 10 && bytes[place - 3] == 13
        {
            return place + 1
        }
        return nil
    }

    private func take(_ head: FrameHead, _ payload: UnsafeRawBufferPointer) {
        switch head.opcode {
        case FrameHead.text, FrameHead.continuation:
            payloadBytes += payload.count
            if head.isCompressed || !fragments.isEmpty || !head.isFinal {
                return takeFragment(head, payload)
            }
            messages += 1
            receive(payload)
        case FrameHead.ping:
            FrameWriter.append(payload, opcode: FrameHead.pong, to: &outgoing)
            flush()
        case FrameHead.close:
            let code = payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : 0
            lose("the server closed it with \(code) \(String(decoding: payload.dropFirst(2), as: UTF8.self))")
        default: break
        }
    }

    private func takeFragment(_ head: FrameHead, _ payload: UnsafeRawBufferPointer) {
        if head.opcode == FrameHead.text { isFragmentCompressed = head.isCompressed }
        fragments.append(contentsOf: payload)
        guard head.isFinal else { return }
        messages += 1
        let whole = fragments
        fragments = []
        whole.withUnsafeBytes { isFragmentCompressed ? receiveCompressed($0) : receive($0) }
    }
}

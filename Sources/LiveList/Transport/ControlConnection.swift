import CWebSockets
import Glibc

/// One connection of the operator: a session of the engine like any other, whose frames are lines.
final class ControlConnection: Connection {
    private let descriptor: Int32
    private let handle: UnsafeMutablePointer<uv_poll_t>
    private unowned let server: Server
    private unowned let listener: ControlListener
    private var session: Session?

    /// What came in and is not a whole line yet.
    private var line: [UInt8] = []
    /// What the kernel did not take yet.
    private var unsent: [UInt8] = []
    private var isReading = true
    private var isPinged = false
    private var isClosed = false
    /// The list that an `import` has begun, and whether it may take the place of another.
    private var importing: ListImport?
    private var isReplacing = false
    /// What was wrong with it. Said at its end: who still sends does not read.
    private var importError: WireError?

    private static let readBytes = 256 << 10

    /// - Returns: nil where the loop does not take the descriptor, which then stays open.
    init?(_ descriptor: Int32, server: Server, listener: ControlListener) {
        handle = .allocate(capacity: 1)
        guard uv_poll_init(server.loop.uv, handle, descriptor) == 0 else {
            handle.deallocate()
            return nil
        }
        self.descriptor = descriptor
        self.server = server
        self.listener = listener
        session = server.engine.connected(self, isOperator: true, now: .now())
        // Unretained: the listener keeps it until it is closed.
        handle.pointee.data = Unmanaged.passUnretained(self).toOpaque()
        watch()
    }

    private func watch() {
        let events = (isReading ? UV_READABLE.rawValue : 0) | (unsent.isEmpty ? 0 : UV_WRITABLE.rawValue)
        guard events != 0 else {
            uv_poll_stop(handle)
            return
        }
        uv_poll_start(handle, Int32(events)) { handle, status, events in
            let connection = Unmanaged<ControlConnection>.fromOpaque(handle!.pointee.data)
                .takeUnretainedValue()
            connection.server.loop.demandTurnEnd()
            if status < 0 { return connection.end() }
            if events & Int32(UV_WRITABLE.rawValue) != 0 { connection.writable() }
            if events & Int32(UV_READABLE.rawValue) != 0 { connection.readable() }
        }
    }

    func endTurn(now: Moment) {
        guard isPinged, let session else { return }
        isPinged = false
        server.engine.heard(session, now: now)
    }

    private func end() {
        guard !isClosed else { return }
        isClosed = true
        uv_poll_stop(handle)
        ll_close_poll(handle) { UnsafeMutableRawPointer($0)?.deallocate() }
        Glibc.close(descriptor)
        importing = nil
        unsent.removeAll()
        if let session {
            self.session = nil
            server.engine.disconnected(session, now: .now())
        }
        listener.gone(self)
    }
}

// MARK: - Receiving

extension ControlConnection {
    private func readable() {
        guard !isClosed else { return }
        let start = line.count
        let room = Self.readBytes
        let descriptor = descriptor
        var count = 0
        line.reserveCapacity(start + room)
        let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
            count = read(descriptor, buffer.baseAddress, room)
            filled = max(0, count)
        }
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else { return end() }
        line.append(contentsOf: piece)
        takeLines(from: start)
    }

    /// - Parameter start: before it there is no end of a line.
    private func takeLines(from start: Int) {
        var begin = 0
        var next = start
        let bytes = line
        while !isClosed, let end = bytes[next...].firstIndex(of: UInt8(ascii: "\n")) {
            bytes[begin..<end].withUnsafeBytes { if !$0.isEmpty { take($0) } }
            begin = end + 1
            next = begin
        }
        guard !isClosed else { return }
        line = Array(bytes[begin...])
        if line.count > server.settings.messageBytesMax { end() }
    }

    private func take(_ bytes: UnsafeRawBufferPointer) {
        guard let session else { return }
        let now = Moment.now()
        let span = Span<UInt8>(_unsafeElements: bytes.assumingMemoryBound(to: UInt8.self))
        guard bytes.count <= server.settings.messageBytesMax, (try? UTF8Span(validating: span)) != nil else {
            return end()
        }
        let limits = server.engine.settings.limits
        guard let message = OperatorMessage.read(bytes, limits: limits, into: &importing) else {
            return server.engine.received(bytes, from: session, now: now)
        }
        server.engine.heard(session, now: now)
        session.hasSpoken = true
        switch message {
        case .success(let message): carryOut(message, session, now)
        case .failure(let refusal) where refusal.isPartOfImport:
            if importError == nil { importError = refusal.error }
            importing = nil
        case .failure(let refusal): refuse(refusal.error, refusal.ref, session)
        }
    }

    private func carryOut(_ message: OperatorMessage, _ session: Session, _ now: Moment) {
        switch message {
        case .restoreList(let list, let epoch, let ref):
            server.engine.restoreList(list, epoch, ref: ref, for: session, now: now)
        case .retryList(let list, let ref):
            server.engine.retryList(list, ref: ref, for: session, now: now)
        case .setAside(let ref):
            server.engine.tellSetAside(ref: ref, for: session, now: now)
        case .turns(let ref):
            let meter = server.meter.take()
            server.engine.post(to: session) {
                $0.turns(meter.turns, longest: meter.longest, longestWork: meter.longestWork, ref: ref)
            }
        case .import(let list, let replaces):
            importing = list
            isReplacing = replaces
            importError = nil
        case .importItems:
            break
        case .rotateKeys(let days, let ref):
            server.engine.rotateKeys(keepingFormerFor: days, ref: ref, for: session, now: now)
        case .addresses(let ref):
            let urls = server.urls
            server.engine.post(to: session) { $0.addresses(urls, ref: ref) }
        case .importEnd(let ref):
            do throws(WireError) {
                if let importError { throw importError }
                guard let list = importing.take() else {
                    throw .invalid("\"importEnd\" must come after an \"import\".")
                }
                server.engine.importList(
                    try list.finish(), replaces: isReplacing, ref: ref, for: session, now: now)
            } catch {
                refuse(error, ref, session)
            }
        }
    }

    private func refuse(_ error: WireError, _ ref: Text?, _ session: Session) {
        importError = nil
        server.engine.refuse(session, error.code, error.message, list: nil, ref: ref)
    }

    func setReading(_ isReading: Bool) {
        guard self.isReading != isReading, !isClosed else { return }
        self.isReading = isReading
        watch()
    }
}

// MARK: - Sending

extension ControlConnection {
    var isWritable: Bool { !isClosed && unsent.isEmpty }

    func send(_ payload: UnsafeMutableRawBufferPointer) {
        guard !isClosed else { return }
        unsent.append(contentsOf: payload)
        unsent.append(UInt8(ascii: "\n"))
        flush()
        if !unsent.isEmpty { watch() }
    }

    /// - Returns: false where the other side is gone.
    @discardableResult
    private func flush() -> Bool {
        var sent = 0
        while sent < unsent.count {
            let count = unsent.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                unsent.removeFirst(sent)
                return errno == EAGAIN
            }
            sent += count
        }
        unsent.removeAll()
        return true
    }

    private func writable() {
        guard !isClosed, !unsent.isEmpty else { return }
        guard flush() else { return end() }
        guard unsent.isEmpty else { return }
        watch()
        if let session { server.engine.writable(session, now: .now()) }
    }

    /// A local program that is there needs no ping: its end is noticed at once.
    func ping() { isPinged = true }

    /// The last lines are out, or nobody reads them.
    func close(_ code: CloseCode, reason: String) {
        guard !isClosed else { return }
        flush()
        // The engine must not be called from here: the socket tells the loop that it has ended.
        shutdown(descriptor, Int32(SHUT_RDWR))
        setReading(true)
    }
}

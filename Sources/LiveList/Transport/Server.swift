import CWebSockets
import Glibc

/// What the transport is told by its operator, and its bounds.
public struct ServerSettings: Sendable {
    public var addresses = [ListenAddress.standard]
    /// Serves the page from this folder instead of what is compiled in.
    public var webFolder: String?
    /// Bytes of one message, after reassembly.
    public var messageBytesMax = EngineSettings().messageBytesMax
    /// Bytes of all messages that are not complete yet.
    public var assembledBytesMax = 256 << 20
    /// TLS handshakes under way; above it the listeners pause.
    public var handshakesMax = 32
    /// A handshake that takes longer no longer counts: slow ones must not keep others out.
    public var handshakeMilliseconds: Int64 = 1_000
    /// Seconds for a TLS handshake, and again for the header of a request.
    public var headerSeconds: UInt32 = 10
    /// Bytes of all headers of a request.
    public var headerBytesMax: UInt16 = 16 << 10
    /// Seconds for the taking of an answer.
    public var answerSeconds: Int32 = 30
    /// Milliseconds in which a close frame is to be answered.
    public var closeMilliseconds: Int64 = 2_000
    /// Milliseconds in which everything accepted is to become durable on shutdown.
    public var quietMilliseconds: Int64 = 3_000

    public init() {}
}

/// Sockets, TLS, HTTP and WebSocket frames around one engine, on the thread that calls `run`.
public final class Server {
    let settings: ServerSettings
    let engine: Engine
    let loop: EventLoop
    let certificates: CertificateSource
    private let notices: () -> [String]
    let files: PageFiles

    private(set) var context: OpaquePointer?
    private(set) var tls: OpaquePointer?
    private var vhost: OpaquePointer?
    private var definition = ContextDefinition()

    private var listeners: [Listener] = []
    /// Sockets whose TLS handshake is under way, and since when.
    private var handshakes: [(socket: OpaquePointer, since: Int64)] = []

    /// Bytes in messages that are not complete yet, over all connections.
    var assembledBytes = 0
    private var readingChanges: [WebSocketConnection] = []
    private var closing = ClosingQueue()
    private var mustService = false

    var phase = Phase.serving
    enum Phase: Equatable {
        case serving
        /// Waits for the engine to become quiet, at the latest until then.
        case draining(until: Int64)
        /// Close frames are sent; waits for the answers.
        case closing(until: Int64)
        case ended
    }

    /// One TLS record of plaintext, behind room for a header.
    private let scratch = UnsafeMutableRawBufferPointer.allocate(
        byteCount: frameHeadroom + scratchBytes, alignment: 16)
    static let scratchBytes = 16_000

    /// Prepares everything that can fail; no connection is accepted before `run`.
    ///
    /// - Parameter notices: asked in every turn for lines that an operator should read.
    public init(
        settings: ServerSettings, engine: Engine, loop: EventLoop, certificates: CertificateSource,
        notices: @escaping () -> [String]
    ) throws(TransportError) {
        self.settings = settings
        self.engine = engine
        self.loop = loop
        self.certificates = certificates
        self.notices = notices
        files = try PageFiles(folder: settings.webFolder)
        // First: a port that is taken must not leave new certificates behind.
        let sockets = try Listener.bind(settings.addresses)
        // Read before a context is made, so that what is wrong can be said.
        let bundle = try certificates.load(now: time(nil))
        try createContext(bundle)
        for socket in sockets { listeners.append(try Listener(socket, loop: loop, server: self)) }
    }

    /// Where it listens, with the ports that the system chose. A name may stand for several sockets.
    public var addresses: [ListenAddress] {
        listeners.map(\.address).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Serves until it was told to stop and has ended. The library's context is left to the end of the
    /// process: its destruction sends nothing, and takes a while with many sockets.
    public func run() {
        Signals.watch(on: self)
        for listener in listeners { listener.resume() }
        var deadline: Int64? = 0
        while phase != .ended {
            loop.turn(until: deadline)
            deadline = endTurn()
        }
    }

    /// Stops accepting, waits for the engine, closes every line with 1001, and ends `run`.
    public func stop() {
        guard phase == .serving else { return }
        for listener in listeners { listener.close() }
        listeners = []
        let now = Moment.now()
        phase = .draining(until: now.uptime + settings.quietMilliseconds)
        engine.beginShutdown(now: now)
    }

    /// Reads certificate and key again, for the connections to come. What is wrong is logged, and the old
    /// stay.
    public func reloadCertificates() {
        do {
            let bundle = try certificates.load(now: time(nil))
            guard let tls, bundle.use(in: tls) else {
                return Log.error("OpenSSL refused the certificate that was read again; the old one stays")
            }
            Log.info("certificate read again: valid until \(bundle.expiry)")
        } catch {
            Log.error("\(error.message) The old certificate stays in use.")
        }
    }
}

// MARK: - Turns

extension Server {
    /// Work of our own after each turn of the loop.
    ///
    /// - Returns: when the next turn is due at the latest.
    private func endTurn() -> Int64? {
        let now = Moment.now()
        var deadline = engine.endTurn(now: now)
        for connection in readingChanges { connection.applyReadingChange() }
        readingChanges.removeAll(keepingCapacity: true)
        closing.expire(now: now.uptime)
        sweepHandshakes(now: now.uptime)
        advancePhase(now: now)
        for notice in notices() { Log.warning(notice) }
        if mustService {
            mustService = false
            // A time-out set outside of a callback of libwebsockets is not looked at before its next event.
            lws_cancel_service(context)
        }
        for other in [closing.nextDeadline, handshakeDeadline, phaseDeadline, certificates.nextCheck] {
            if let other { deadline = min(deadline ?? other, other) }
        }
        return deadline
    }

    private func advancePhase(now: Moment) {
        switch phase {
        case .serving:
            if let check = certificates.nextCheck, check <= now.uptime { checkCertificates() }
        case .draining(let limit):
            guard engine.isQuiet || now.uptime >= limit else { return }
            engine.closeAll(now: now)
            phase = .closing(until: now.uptime + settings.closeMilliseconds / 2)
            advancePhase(now: now)
        case .closing(let limit):
            closing.expire(now: now.uptime)
            if closing.isEmpty || now.uptime >= limit { phase = .ended }
        case .ended:
            break
        }
    }

    private var phaseDeadline: Int64? {
        switch phase {
        case .serving, .ended: nil
        case .draining(let limit), .closing(let limit): limit
        }
    }

    private func checkCertificates() {
        if certificates.needsRenewal(now: time(nil)) { reloadCertificates() }
    }

    func changeReading(of connection: WebSocketConnection) { readingChanges.append(connection) }

    func awaitClose(of connection: WebSocketConnection) {
        closing.append(connection, deadline: Moment.now().uptime + settings.closeMilliseconds)
    }

    /// Ends a socket from outside of its own callbacks.
    func end(_ socket: OpaquePointer) {
        lws_set_timeout(socket, PENDING_TIMEOUT_USER_OK, ll_kill_async)
        mustService = true
    }
}

// MARK: - Handshakes

extension Server {
    var isFullOfHandshakes: Bool { handshakes.count >= settings.handshakesMax }

    /// Takes over an accepted socket. libwebsockets closes it where that fails.
    func adopt(_ descriptor: Int32) {
        guard let socket = lws_adopt_socket_vhost(vhost, descriptor) else { return }
        handshakes.append((socket, Moment.now().uptime))
    }

    func destroyed(_ socket: OpaquePointer) {
        if let position = handshakes.firstIndex(where: { $0.socket == socket }) {
            handshakes.remove(at: position)
        }
    }

    /// libwebsockets tells of a request, not of a finished handshake; at most `handshakesMax` are looked at.
    private func sweepHandshakes(now: Int64) {
        guard !handshakes.isEmpty || listeners.contains(where: \.isPaused) else { return }
        handshakes.removeAll { socket, since in
            if now - since >= settings.handshakeMilliseconds { return true }
            // No session: it speaks plain HTTP.
            guard let session = lws_get_ssl(socket) else { return true }
            return SSL_is_init_finished(session) != 0
        }
        if !isFullOfHandshakes {
            for listener in listeners where listener.isPaused && listener.resumeAfter <= now {
                listener.resume()
            }
        }
    }

    private var handshakeDeadline: Int64? {
        guard let listener = listeners.first(where: \.isPaused) else { return nil }
        let slot = handshakes.first.map { $0.since + settings.handshakeMilliseconds }
        return max(listener.resumeAfter, isFullOfHandshakes ? slot ?? 0 : 0)
    }
}

// MARK: - The library's context

extension Server {
    private func createContext(_ bundle: CertificateBundle) throws(TransportError) {
        lws_set_log_level(
            LLL_ERR | LLL_WARN,
            { level, line in
                guard let line else { return }
                // Peers can cause most of these; they are no news for an operator.
                Log.debug("libwebsockets: \(String(cString: line))")
            })
        var info = lws_context_creation_info()
        definition.fill(&info, settings: settings, loop: loop)
        // Unretained: callbacks come in turns of `run` only, which holds the server.
        info.user = Unmanaged.passUnretained(self).toOpaque()
        context = lws_create_context(&info)
        guard let context else {
            throw .loop("libwebsockets made no context; --log debug shows its own words")
        }
        vhost = lws_get_vhost_by_name(context, "default")
        guard vhost != nil, let tls, bundle.use(in: tls) else {
            throw .loop("OpenSSL refused the settings or the certificate")
        }
    }

    /// OpenSSL's context of the one virtual host. Certificates are put into it here, not by libwebsockets,
    /// which would replace certificate and key one after the other and fix the key exchange to P-256.
    func configure(tls: OpaquePointer) -> Bool {
        self.tls = tls
        guard ll_require_tls12(tls) == 1 else { return false }
        // Tickets do without a cache of sessions.
        ll_disable_session_cache(tls)
        return true
    }

    /// Calls `write` with a copy of `bytes` that has `frameHeadroom` bytes in front.
    func withHeadroom<Bytes: Sequence<UInt8>>(
        _ bytes: Bytes, _ write: (UnsafeMutablePointer<UInt8>, Int) -> Int32
    ) -> Int32 {
        let (_, copy) = room.initializeMemory(as: UInt8.self, from: bytes)
        return write(copy.baseAddress!, copy.count)
    }

    func withHeadroom(_ text: String, _ write: (UnsafeMutablePointer<UInt8>, Int) -> Int32) -> Int32 {
        withHeadroom(text.utf8, write)
    }

    /// The same for one that fills the memory itself.
    var room: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(rebasing: scratch[frameHeadroom...])
    }
}

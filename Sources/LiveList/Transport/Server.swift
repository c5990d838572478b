import CWebSockets
import Glibc

/// Sockets, TLS, HTTP and WebSocket frames around one engine, on the thread that calls `run`.
public final class Server {
    let settings: ServerSettings
    let engine: Engine
    let loop: EventLoop
    let certificates: CertificateSource
    private let notices: () -> [String]
    let files: PageFiles
    let security = SecurityLog()

    // Of libwebsockets and OpenSSL; set once, in `createContext`.
    var context: OpaquePointer?
    var vhost: OpaquePointer?
    var tls: OpaquePointer?

    private var listeners: [Listener] = []
    private var control: ControlListener?
    private var gate: HandshakeGate
    var door: Doorkeeper
    /// The sockets that are let in, and as whose they count; nil: a proxy's, that has not said yet.
    var peers: [OpaquePointer: PeerAddress?] = [:]

    /// Bytes in messages that are not complete yet, over all connections.
    var assembledBytes = 0
    private var readingChanges: [WebSocketConnection] = []
    private var closing = ClosingQueue()
    private var mustService = false
    /// Sockets whose answer is under way.
    var transfers: [OpaquePointer] = []

    var phase = Phase.serving
    enum Phase: Equatable {
        case serving
        /// Waits for the engine to become quiet, at the latest until then.
        case draining(until: Int64)
        /// Close frames are sent; waits for the answers.
        case closing(until: Int64)
        case ended
    }

    let scratch = FrameScratch()
    var largeFrames = LargeFrames()
    let inflater = Inflater()
    var meter = TurnMeter()

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
        gate = HandshakeGate(most: settings.handshakesMax, milliseconds: settings.handshakeMilliseconds)
        door = Doorkeeper(settings.door)
        let deflater = Deflater()
        engine.deflate = deflater.deflate
        files = try PageFiles(folder: settings.webFolder)
        // First: a port that is taken must not leave new certificates behind.
        let sockets = try Listener.bind(settings.addresses)
        // Read before a context is made, so that what is wrong can be said.
        try createContext(settings.isPlain ? nil : certificates.load(now: time(nil)))
        for socket in sockets { listeners.append(try Listener(socket, loop: loop, server: self)) }
        if let folder = settings.controlFolder { control = try ControlListener(folder: folder, server: self) }
        engine.reportSecurityEvents { [security] event, connection in
            let address = (connection as? WebSocketConnection)?.address
            security.note(event, of: address ?? "the control socket")
        }
    }

    /// Where it listens, with the ports that the system chose. A name may stand for several sockets.
    public var urls: [String] { addresses.map { $0.url(isPlain: settings.isPlain) } }

    private var addresses: [ListenAddress] {
        listeners.map(\.address).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Serves until it was told to stop and has ended. The library's context is left to the end of the
    /// process: its destruction sends nothing, and takes a while with many sockets.
    public func run() {
        Signals.watch(on: self)
        for listener in listeners { listener.resume() }
        control?.resume()
        var deadline: Int64? = 0
        while phase != .ended {
            meter.begin(loop)
            loop.turn(until: deadline)
            deadline = endTurn()
            meter.end(loop)
        }
    }

    /// Stops accepting, waits for the engine, closes every line with 1001, and ends `run`.
    public func stop() {
        guard phase == .serving else { return }
        for listener in listeners { listener.close() }
        listeners = []
        control?.close()
        let now = Moment.now()
        phase = .draining(until: now.uptime + settings.quietMilliseconds)
        engine.beginShutdown(now: now)
    }

    /// Reads certificate and key again, for the connections to come. What is wrong is logged, and the old
    /// stay.
    public func reloadCertificates() {
        guard !settings.isPlain else { return }
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
        control?.endTurn(now: now)
        var deadline = engine.endTurn(now: now)
        for connection in readingChanges { connection.applyReadingChange() }
        readingChanges.removeAll(keepingCapacity: true)
        drainTransfers()
        closing.expire(now: now.uptime)
        gate.sweep(now: now.uptime)
        resumeListeners(now: now.uptime)
        advancePhase(now: now)
        for notice in notices() { Log.warning(notice) }
        security.tellRest(now: now.uptime)
        if mustService {
            mustService = false
            // A time-out set outside of a callback of libwebsockets is not looked at before its next event.
            lws_cancel_service(context)
        }
        for other in [
            closing.nextDeadline, resumeDeadline, phaseDeadline, certificates.nextCheck,
            security.nextDeadline,
        ] {
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

}

// MARK: - Sockets

extension Server {
    var isFullOfHandshakes: Bool { gate.isFull }

    /// Takes over an accepted socket that the door has let in. libwebsockets closes it where that fails.
    func adopt(_ descriptor: Int32, of peer: PeerAddress?, now: Int64) {
        guard let socket = lws_adopt_socket_vhost(vhost, descriptor) else {
            return door.leave(peer, now: now)
        }
        peers[socket] = .some(peer)
        gate.began(socket, now: now)
    }

    /// The last that is heard of a socket.
    func destroyed(_ socket: OpaquePointer) {
        gate.destroyed(socket)
        if let peer = peers.removeValue(forKey: socket) { door.leave(peer, now: Moment.now().uptime) }
        transfers.removeAll { $0 == socket }
    }

    /// Ends a socket from outside of its own callbacks.
    func end(_ socket: OpaquePointer) {
        lws_set_timeout(socket, PENDING_TIMEOUT_USER_OK, ll_kill_async)
        mustService = true
    }

    func changeReading(of connection: WebSocketConnection) { readingChanges.append(connection) }

    func awaitClose(of connection: WebSocketConnection) {
        closing.append(connection, deadline: Moment.now().uptime + settings.closeMilliseconds)
    }

    private func resumeListeners(now: Int64) {
        guard !gate.isFull else { return }
        for listener in listeners where listener.isPaused && listener.resumeAfter <= now { listener.resume() }
    }

    private var resumeDeadline: Int64? {
        guard let listener = listeners.first(where: \.isPaused) else { return nil }
        return max(listener.resumeAfter, gate.nextFree ?? 0)
    }
}

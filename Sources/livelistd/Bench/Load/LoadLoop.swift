import CLinux
import CWebSockets
import Glibc
import LiveList

/// Many WebSocket clients over TLS in one thread, made to cost little: what it takes itself is no longer there for the
/// server on the same machine.
///
/// Level-triggered epoll(7); a TLS record is read into one buffer that all share and handed on from there, so that
/// nothing is copied where a frame lies in one record.
final class LoadLoop {
    let target: Target
    /// Nanoseconds of the monotonic clock, as of the last turn.
    private(set) var now = Clock.now()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 64)
    /// By descriptor.
    private var connections: [LoadConnection?] = []
    private var events = [epoll_event](repeating: epoll_event(), count: 512)
    private let descriptor: Int32
    let tls: OpaquePointer
    /// The first message of every connection, where there has to be one.
    let hello: [UInt8]?
    /// TLS records read from one connection before others get their turn.
    var recordsPerEvent = 16
    /// Connections whose handshake is under way.
    var connecting = 0
    /// Why connections were lost that nobody meant to end.
    private(set) var losses: [String] = []

    init(_ target: Target) throws {
        self.target = target
        hello = target.token.map { token in
            var writer = JSONWriter()
            writer.raw("{\"type\":\"hello\",\"name\":\"Bench\",\"token\":")
            writer.string(token)
            writer.raw("}")
            return writer.bytes
        }
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard descriptor >= 0, let tls = SSL_CTX_new(TLS_client_method()) else {
            throw CommandFailure(message: "no load client can be set up: \(String(cString: strerror(errno)))")
        }
        self.tls = tls
        SSL_CTX_ctrl(
            tls, SSL_CTRL_MODE,
            Int(
                SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER
            ), nil)
        if let authority = target.authority {
            guard SSL_CTX_load_verify_file(tls, authority) == 1 else {
                throw CommandFailure(
                    message: "\(authority) holds no certificate in PEM form that can be read")
            }
            SSL_CTX_set_verify(tls, SSL_VERIFY_PEER, nil)
        }
    }

    deinit {
        for connection in connections { connection?.forgetReceivers() }
        close(descriptor)
        SSL_CTX_free(tls)
        buffer.deallocate()
    }

    /// One turn: waits for something to happen, or until `deadline`, and handles it.
    ///
    /// epoll_wait counts in milliseconds, so the last part of one is spent asking.
    /// - Throws: where the program was told to end.
    func turn(until deadline: UInt64) throws {
        try Interrupt.check()
        now = Clock.now()
        let left = deadline > now ? Int(deadline - now) / 1_000_000 : 0
        let count = epoll_wait(descriptor, &events, Int32(events.count), Int32(min(left, 50)))
        now = Clock.now()
        guard count > 0 else { return }
        for index in 0..<Int(count) {
            let event = events[index]
            connections[Int(event.data.fd)]?.handle(event.events)
        }
    }

    /// Turns until `deadline`, or until `isDone` says so.
    ///
    /// - Returns: whether it is done.
    @discardableResult
    func run(until deadline: UInt64, isDone: () throws -> Bool = { false }) throws -> Bool {
        while try !isDone() {
            guard now < deadline else { return false }
            try turn(until: deadline)
        }
        return true
    }

    /// Turns for that many seconds.
    func run(seconds: Double) throws { try run(until: Clock.now() + UInt64(seconds * 1e9)) }

    /// Turns until something that has to come has come.
    func await(_ what: String, seconds: Double = 60, isDone: () throws -> Bool) throws {
        let isThere = try run(until: Clock.now() + UInt64(seconds * 1e9)) {
            if let loss = losses.first { throw CommandFailure(message: "a connection was lost: \(loss)") }
            return try isDone()
        }
        guard isThere else {
            throw CommandFailure(
                message: "\(what) did not come within \(Int(seconds)) s; is the server overloaded?")
        }
    }

    /// Opens connections, a few at a time as clients come, and waits until all of them are open.
    ///
    /// - Parameter prepare: is called with each before anything is sent or received.
    @discardableResult
    func open(
        _ count: Int, atOnce: Int = 32, extensions: String? = nil,
        prepare: (LoadConnection, Int) -> Void = { _, _ in }
    ) throws -> [LoadConnection] {
        var opened: [LoadConnection] = []
        opened.reserveCapacity(count)
        let seconds = 60 + Double(count) / 100
        try self.await("the handshake of \(count) connections", seconds: seconds) {
            while opened.count < count, connecting < atOnce {
                let connection = try LoadConnection(self, extensions: extensions)
                prepare(connection, opened.count)
                opened.append(connection)
            }
            return opened.count == count && connecting == 0
        }
        return opened
    }

    func add(_ connection: LoadConnection, events: UInt32) {
        let place = Int(connection.descriptor)
        while connections.count <= place { connections.append(nil) }
        connections[place] = connection
        var event = epoll_event()
        event.events = events
        event.data.fd = connection.descriptor
        epoll_ctl(descriptor, EPOLL_CTL_ADD, connection.descriptor, &event)
    }

    func change(_ connection: LoadConnection, events: UInt32) {
        var event = epoll_event()
        event.events = events
        event.data.fd = connection.descriptor
        epoll_ctl(descriptor, EPOLL_CTL_MOD, connection.descriptor, &event)
    }

    func remove(_ connection: LoadConnection) { connections[Int(connection.descriptor)] = nil }

    func lost(_ why: String) { losses.append(why) }
}

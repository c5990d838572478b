import CWebSockets
import Glibc

/// One listening socket. Not given to libwebsockets, because it has to pause while many handshakes are
/// under way.
final class Listener {
    /// With the port that the system chose.
    let address: ListenAddress
    private(set) var isPaused = true
    /// Not to be resumed before, in milliseconds of `Moment.uptime`.
    private(set) var resumeAfter: Int64 = 0

    private var warnAgainAfter: Int64 = 0

    private let descriptor: Int32
    private let handle: UnsafeMutablePointer<uv_poll_t>
    private unowned let server: Server

    /// Accepted in one turn: each costs about a millisecond of cryptography at once.
    private static let acceptsPerTurn = 8
    /// Turned away in one turn: each costs a few system calls.
    private static let refusalsPerTurn = 64
    private static let backlog: Int32 = 4_096
    /// Bytes that the kernel takes beyond what is under way: the rest waits where it can still be coalesced.
    private static let unsentBytesMax: Int32 = 16 << 10
    /// Milliseconds to wait where no descriptor is left.
    private static let exhaustedMilliseconds: Int64 = 200
    /// Milliseconds between two lines in the log about that.
    private static let warningMilliseconds: Int64 = 60_000
    /// Seconds in which the kernel holds back a connection that has sent nothing yet.
    private static let silentSeconds: Int32 = 5

    struct Socket {
        let descriptor: Int32
        let address: ListenAddress
    }

    /// Binds every address that these hosts stand for. Where the system is to choose, it chooses one port
    /// for all, if that can be had.
    static func bind(_ addresses: [ListenAddress]) throws(TransportError) -> [Socket] {
        var chosen: UInt16 = 0
        var sockets: [Socket] = []
        for address in addresses {
            if let path = address.path {
                sockets.append(Socket(descriptor: try UnixAddress.bind(path), address: address))
                continue
            }
            for target in try SocketAddress.resolve(address) {
                let descriptor: Int32
                if address.port == 0, chosen != 0, let same = try? bind(target, port: chosen, name: address) {
                    descriptor = same
                } else {
                    descriptor = try bind(target, port: address.port, name: address)
                }
                let port = boundPort(descriptor)
                if address.port == 0 { chosen = port }
                sockets.append(
                    Socket(descriptor: descriptor, address: ListenAddress(host: address.host, port: port)))
            }
        }
        return sockets
    }

    private static func bind(
        _ target: SocketAddress, port: UInt16, name: ListenAddress
    ) throws(TransportError) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(target.family, kind, 0)
        guard descriptor >= 0 else { throw .listen(name.description, reason: systemMessage()) }
        set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        if target.family == AF_INET6 { set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 1) }
        // A silent connection would hold one of the few places for handshakes.
        set(descriptor, Int32(IPPROTO_TCP), TCP_DEFER_ACCEPT, silentSeconds)
        var target = target
        target.port = port
        let code = withUnsafePointer(to: &target.storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(descriptor, $0, target.length)
            }
        }
        guard code == 0, Glibc.listen(descriptor, backlog) == 0 else {
            let reason = systemMessage()
            Glibc.close(descriptor)
            throw .listen(name.description, reason: reason)
        }
        return descriptor
    }

    private static func boundPort(_ descriptor: Int32) -> UInt16 {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = getsockname(descriptor, $0, &length)
            }
        }
        return SocketAddress(storage: storage, length: length).port
    }

    init(_ socket: Socket, loop: EventLoop, server: Server) throws(TransportError) {
        descriptor = socket.descriptor
        address = socket.address
        self.server = server
        handle = .allocate(capacity: 1)
        let code = uv_poll_init(loop.uv, handle, descriptor)
        guard code == 0 else { throw .loop(String(cString: uv_strerror(code))) }
        // Unretained: the server keeps its listeners until they are closed.
        handle.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    }

    func resume() {
        isPaused = false
        uv_poll_start(handle, Int32(UV_READABLE.rawValue)) { handle, _, _ in
            Unmanaged<Listener>.fromOpaque(handle!.pointee.data).takeUnretainedValue().accept()
        }
    }

    private func pause() {
        isPaused = true
        uv_poll_stop(handle)
    }

    func close() {
        pause()
        ll_close_poll(handle) { UnsafeMutableRawPointer($0)?.deallocate() }
        Glibc.close(descriptor)
        if let path = address.path { unlink(path) }
    }

    private func accept() {
        var (adopted, refused) = (0, 0)
        while adopted < Self.acceptsPerTurn, refused < Self.refusalsPerTurn {
            guard !server.isFullOfHandshakes else { return pause() }
            let now = Moment.now().uptime
            let wait = server.door.wait(now: now)
            guard wait == 0 else {
                resumeAfter = now + wait
                return pause()
            }
            // libwebsockets makes it non-blocking.
            var storage = sockaddr_storage()
            let accepted = Self.accept(descriptor, &storage)
            guard accepted >= 0 else {
                if errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM {
                    let reason = systemMessage()
                    resumeAfter = Moment.now().uptime + Self.exhaustedMilliseconds
                    pause()
                    if resumeAfter >= warnAgainAfter {
                        warnAgainAfter = resumeAfter + Self.warningMilliseconds
                        Log.warning("no more connections can be taken now: \(reason)")
                    }
                }
                return
            }
            // A process that is started to try a list must not keep clients' lines open.
            _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
            let peer = SocketAddress(storage: storage, length: 0).peer
            guard let peer = server.admit(peer, now: now) else {
                Self.reset(accepted)
                refused += 1
                continue
            }
            adopted += 1
            Self.set(accepted, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
            Self.set(accepted, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, Self.unsentBytesMax)
            server.adopt(accepted, of: peer, now: now)
        }
    }

    private static func accept(_ descriptor: Int32, _ storage: inout sockaddr_storage) -> Int32 {
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.accept(descriptor, $0, &length)
            }
        }
    }

    /// Ends a connection with a reset: nothing of it is left to be kept for a while.
    private static func reset(_ accepted: Int32) {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(accepted, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
        Glibc.close(accepted)
    }

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}

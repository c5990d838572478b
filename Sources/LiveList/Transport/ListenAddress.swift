import CWebSockets
import Glibc

/// Where the server listens: a host (a name or an address) and a port. Port 0 lets the system choose.
public struct ListenAddress: Sendable, Equatable, CustomStringConvertible {
    public let host: String
    public var port: UInt16
    /// Of a Unix socket, which then stands for host and port.
    public let path: String?

    public static let standard = ListenAddress(host: "127.0.0.1", port: 9443)

    public init(host: String, port: UInt16) {
        self.host = host
        self.port = port
        path = nil
    }

    private init(path: String) {
        host = ""
        port = 0
        self.path = path
    }

    /// Reads `HOST:PORT`; an IPv6 address stands in brackets. Or `unix:PATH`.
    ///
    /// - Returns: nil where it is neither.
    public init?(_ text: String) {
        if text.hasPrefix("unix:") {
            let path = text.dropFirst(5)
            guard (1...UnixAddress.bytesMax).contains(path.utf8.count), !path.utf8.contains(0) else {
                return nil
            }
            self.init(path: String(path))
            return
        }
        guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else { return nil }
        var host = text[..<colon]
        let digits = text[text.utf8.index(after: colon)...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ UInt8(ascii: "0") <= $0 && $0 <= UInt8(ascii: "9") }),
            let port = UInt16(digits)
        else { return nil }
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
            guard host.utf8.contains(UInt8(ascii: ":")) else { return nil }
        } else if host.utf8.contains(UInt8(ascii: ":")) {
            return nil
        }
        guard !host.isEmpty, !host.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else { return nil }
        self.init(host: String(host), port: port)
    }

    public var description: String { path.map { "unix:" + $0 } ?? "\(bracketedHost):\(port)" }

    /// The address as a browser on this machine reaches it; that of a Unix socket is for a proxy.
    public func url(isPlain: Bool) -> String {
        if path != nil { return description }
        let everywhere = host == "0.0.0.0" || host == "::"
        return "\(isPlain ? "http" : "https")://\(everywhere ? "localhost" : bracketedHost):\(port)/"
    }

    private var bracketedHost: String { host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host }
}

/// A socket address as the system takes it.
struct SocketAddress {
    var storage: sockaddr_storage
    let length: socklen_t

    /// Asks the system's resolver; numeric hosts need none. Blocks.
    static func resolve(_ address: ListenAddress) throws(TransportError) -> [SocketAddress] {
        var hints = addrinfo()
        hints.ai_flags = AI_PASSIVE | AI_ADDRCONFIG
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        // ADDRCONFIG drops numeric addresses on a machine that has only a loopback.
        if address.host.utf8.contains(UInt8(ascii: ":")) || address.host.utf8.allSatisfy({ $0 < 0x3A }) {
            hints.ai_flags = AI_PASSIVE | AI_NUMERICHOST
        }
        var list: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(address.host, "\(address.port)", &hints, &list)
        guard code == 0 else {
            throw .address(address.description, reason: String(cString: gai_strerror(code)))
        }
        defer { freeaddrinfo(list) }
        var found: [SocketAddress] = []
        var next = list
        while let entry = next {
            var storage = sockaddr_storage()
            memcpy(&storage, entry.pointee.ai_addr, Int(entry.pointee.ai_addrlen))
            found.append(SocketAddress(storage: storage, length: entry.pointee.ai_addrlen))
            next = entry.pointee.ai_next
        }
        return found
    }

    var family: Int32 { Int32(storage.ss_family) }

    var isLoopback: Bool {
        withUnsafeBytes(of: storage) { bytes in
            if family == AF_INET {
                return bytes[MemoryLayout<sockaddr_in>.offset(of: \.sin_addr)!] == 127
            }
            let start = MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr)!
            return bytes[start..<start + 15].allSatisfy { $0 == 0 } && bytes[start + 15] == 1
        }
    }

    /// nil: it is none of the Internet's.
    var peer: PeerAddress? {
        withUnsafeBytes(of: storage) { bytes in
            if family == AF_INET {
                let start = MemoryLayout<sockaddr_in>.offset(of: \.sin_addr)!
                return PeerAddress(bytes: bytes[start..<start + 4])
            }
            guard family == AF_INET6 else { return nil }
            let start = MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr)!
            return PeerAddress(bytes: bytes[start..<start + 16])
        }
    }

    /// The port stands at the same place in both families (RFC 3493).
    var port: UInt16 {
        get {
            withUnsafeBytes(of: storage) { UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self)) }
        }
        set {
            withUnsafeMutableBytes(of: &storage) {
                $0.storeBytes(of: newValue.bigEndian, toByteOffset: 2, as: UInt16.self)
            }
        }
    }
}

extension ListenAddress {
    /// True where only programs of this machine can reach it: the loopback, and a Unix socket.
    public func isLoopback() throws(TransportError) -> Bool {
        if path != nil { return true }
        return try SocketAddress.resolve(self).allSatisfy(\.isLoopback)
    }
}

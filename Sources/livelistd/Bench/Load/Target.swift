import Glibc

/// Which server is measured.
struct Target {
    let host: String
    let port: Int
    let path = "/ws"
    /// A file of certificates to judge the server's by; nil: any will do.
    var authority: String?
    var token: String?
    private let address: sockaddr_storage
    private let addressBytes: socklen_t

    /// As a URL and the `Host` header have it.
    var authorityPart: String { (host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host) + ":\(port)" }

    /// - Parameter url: `https://HOST:PORT/`, what a server prints when it is ready; the path does not matter.
    init(url: String) throws {
        let misuse = CommandFailure(message: "--url needs https://HOST:PORT/, not \(url)", code: 64)
        var rest = url[...]
        guard let scheme = ["https://", "wss://"].first(where: { rest.hasPrefix($0) }) else { throw misuse }
        rest.removeFirst(scheme.count)
        rest = rest.prefix { $0 != "/" }
        if rest.first == "[", let end = rest.firstIndex(of: "]") {
            host = String(rest[rest.index(after: rest.startIndex)..<end])
            rest = rest[rest.index(after: end)...]
        } else {
            host = String(rest.prefix { $0 != ":" })
            rest = rest.dropFirst(host.count)
        }
        guard !host.isEmpty, rest.isEmpty || rest.first == ":",
            let port = rest.isEmpty ? 443 : Int(rest.dropFirst()), (1...65_535).contains(port)
        else { throw misuse }
        self.port = port
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, String(port), &hints, &found)
        guard code == 0, let found else {
            throw CommandFailure(message: "\(host) is not known here: \(String(cString: gai_strerror(code)))")
        }
        defer { freeaddrinfo(found) }
        var storage = sockaddr_storage()
        memcpy(&storage, found.pointee.ai_addr, Int(found.pointee.ai_addrlen))
        address = storage
        addressBytes = found.pointee.ai_addrlen
    }

    /// Begins a connection, without waiting for it.
    func connect() throws -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let socket = socket(Int32(address.ss_family), kind, 0)
        guard socket >= 0 else {
            throw CommandFailure(
                message: "no further connection can be made: \(String(cString: strerror(errno)))")
        }
        var one: Int32 = 1
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        var address = address
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(socket, $0, addressBytes) }
        }
        guard result == 0 || errno == EINPROGRESS else {
            let reason = String(cString: strerror(errno))
            close(socket)
            throw CommandFailure(message: "\(authorityPart) can't be reached: \(reason)")
        }
        return socket
    }
}

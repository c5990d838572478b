import CWebSockets
import Glibc

/// A Unix socket to listen on, for a proxy on this machine.
enum UnixAddress {
    /// Bytes of a path: what the system's structure takes.
    static let bytesMax = 107
    private static let backlog: Int32 = 4_096
    /// Its owner and its group: the proxy's user is to be in that.
    private static let mode: mode_t = 0o660

    /// Binds it. A socket that a server which is gone left there is taken away; anything else is not.
    static func bind(_ path: String) throws(TransportError) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { throw .listen("unix:" + path, reason: systemMessage()) }
        if isLeftOver(path) { unlink(path) }
        guard with(path, { Glibc.bind(descriptor, $0, $1) }) == 0, chmod(path, mode) == 0,
            listen(descriptor, backlog) == 0
        else {
            let reason = systemMessage()
            close(descriptor)
            throw .listen("unix:" + path, reason: reason)
        }
        return descriptor
    }

    private static func isLeftOver(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return false }
        let probe = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(probe) }
        return with(path, { connect(probe, $0, $1) }) != 0 && errno == ECONNREFUSED
    }

    private static func with(_ path: String, _ use: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                use($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}

import CWebSockets
import Glibc

/// The Unix socket `control` in the data folder: lines of JSON, each a frame of the wire protocol, spoken as
/// owner. Who may open the folder is let in.
enum ControlSocket {
    static func path(in folder: String) -> String { folder + "/control" }

    /// Calls `body` with the address of a path. One that is too long for an address is named through a
    /// descriptor of its folder.
    static func withAddress(
        in folder: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        var name = path(in: folder)
        var descriptor: Int32 = -1
        if name.utf8.count >= room {
            descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else { return -1 }
            name = "/proc/self/fd/\(descriptor)/control"
        }
        defer { if descriptor >= 0 { close(descriptor) } }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    static func make(_ flags: Int32) -> Int32 {
        socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue) | flags, 0)
    }
}

import CWebSockets
import Glibc

/// Takes the operator's connections while the server runs.
final class ControlListener {
    private let folder: String
    private let descriptor: Int32
    private let handle: UnsafeMutablePointer<uv_poll_t>
    private unowned let server: Server
    private var connections: [ObjectIdentifier: ControlConnection] = [:]

    /// More than this at once are not an operator.
    private static let connectionsMax = 64
    private static let backlog: Int32 = 16

    /// Binds the socket. The folder's lock is held, so one that is there is left from a run that is over.
    init(folder: String, server: Server) throws(TransportError) {
        self.folder = folder
        self.server = server
        let path = ControlSocket.path(in: folder)
        unlink(path)
        descriptor = ControlSocket.make(Int32(SOCK_NONBLOCK.rawValue))
        let descriptor = descriptor
        guard descriptor >= 0, ControlSocket.withAddress(in: folder, { bind(descriptor, $0, $1) }) == 0,
            chmod(path, 0o600) == 0, listen(descriptor, Self.backlog) == 0
        else { throw .folder(folder, reason: "its control socket can't be made: \(systemMessage())") }
        handle = .allocate(capacity: 1)
        let code = uv_poll_init(server.loop.uv, handle, descriptor)
        guard code == 0 else { throw .loop(String(cString: uv_strerror(code))) }
        // Unretained: the server keeps it until it is closed.
        handle.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    }

    func resume() {
        uv_poll_start(handle, Int32(UV_READABLE.rawValue)) { handle, _, _ in
            Unmanaged<ControlListener>.fromOpaque(handle!.pointee.data).takeUnretainedValue().accept()
        }
    }

    /// Takes no more connections; those that are there go on until the engine closes them.
    func close() {
        unlink(ControlSocket.path(in: folder))
        uv_poll_stop(handle)
        ll_close_poll(handle) { UnsafeMutableRawPointer($0)?.deallocate() }
        Glibc.close(descriptor)
    }

    /// What connections left for the end of a turn.
    func endTurn(now: Moment) {
        for connection in connections.values { connection.endTurn(now: now) }
    }

    func gone(_ connection: ControlConnection) { connections[ObjectIdentifier(connection)] = nil }

    private func accept() {
        while true {
            let accepted = Glibc.accept(descriptor, nil, nil)
            guard accepted >= 0 else { return }
            _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
            _ = fcntl(accepted, F_SETFL, O_NONBLOCK)
            guard connections.count < Self.connectionsMax,
                let connection = ControlConnection(accepted, server: server, listener: self)
            else {
                Glibc.close(accepted)
                continue
            }
            connections[ObjectIdentifier(connection)] = connection
        }
    }
}

import Glibc

/// The folder in which everything lies, locked for one server.
public final class DataFolder {
    public let path: String
    private let lock: Int32

    /// Makes the folder where it is missing (0700; its parents must exist), and locks it for the life of
    /// this object. The lock ends with the process, however that ends.
    public init(_ path: String) throws(TransportError) {
        self.path = path
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw .folder(path, reason: systemMessage())
        }
        let descriptor = open(path + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .folder(path, reason: systemMessage()) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(descriptor)
            if code == EWOULDBLOCK { throw .folderInUse(path) }
            throw .folder(path, reason: systemMessage(code))
        }
        lock = descriptor
    }

    deinit { close(lock) }
}

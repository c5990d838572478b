import Glibc

/// A file being written that gets its name only when it is whole and on the disk; or standard output.
final class NewFile {
    private let name: String?
    private let part: String
    private let descriptor: Int32
    private var pending: [UInt8] = []
    private var isDone = false

    private static let pieceBytes = 1 << 20

    /// - Parameter name: must not be there yet; nil: standard output.
    init(_ name: String?) throws {
        self.name = name
        guard let name else {
            (part, descriptor) = ("", STDOUT_FILENO)
            return
        }
        part = "\(name).\(getpid()).part"
        guard access(name, F_OK) != 0 else {
            throw CommandFailure(message: "\(name) is there already: name another file")
        }
        descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(name) }
    }

    deinit {
        guard name != nil else { return }
        close(descriptor)
        if !isDone { unlink(part) }
    }

    func append(_ bytes: [UInt8]) throws {
        pending.append(contentsOf: bytes)
        if pending.count >= Self.pieceBytes { try flush() }
    }

    /// The file is whole.
    func finish() throws {
        try flush()
        guard let name else { return }
        guard fsync(descriptor) == 0, link(part, name) == 0 else { throw Self.failure(name) }
        unlink(part)
        isDone = true
    }

    private func flush() throws {
        var written = 0
        while written < pending.count {
            let count = pending.withUnsafeBytes {
                write(descriptor, $0.baseAddress! + written, $0.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure(name ?? "standard output") }
            written += count
        }
        pending.removeAll(keepingCapacity: true)
    }

    private static func failure(_ name: String) -> CommandFailure {
        CommandFailure(
            message: "\(name) can't be written: \(String(cString: strerror(errno))). Name another place")
    }
}

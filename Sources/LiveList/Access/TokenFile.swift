import Glibc

/// The file `tokens` in the data folder, for its owner alone (0600): it holds the keys.
public struct TokenFile: Sendable {
    public let path: String
    private static let bytesMax = 16 << 20

    public init(folder: String) { path = folder + "/tokens" }

    /// - Returns: an empty book where there is no file.
    public func read() throws(TokenFileError) -> TokenBook {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        if descriptor < 0, errno == ENOENT { return TokenBook() }
        guard descriptor >= 0 else { throw .unreadable(path, reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size <= Self.bytesMax
        else { throw .unreadable(path, reason: "it is no file of at most 16 MiB") }
        guard status.st_mode & 0o077 == 0 else {
            throw .unreadable(path, reason: "others may open it, and it holds keys: chmod 600 it")
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress! + filled, $0.count - filled)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .unreadable(path, reason: "it ends early") }
            filled += count
        }
        do throws(WireError) { return try TokenBook(bytes) } catch {
            throw .unreadable(path, reason: error.message)
        }
    }

    /// Puts the book in the file's place, durably: a crash leaves the old one or the new one.
    public func write(_ book: TokenBook) throws(TokenFileError) {
        let bytes = book.bytes
        let temporary = path + ".new"
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure() }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress! + written, $0.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            written += count
        }
        guard written == bytes.count, fsync(descriptor) == 0, rename(temporary, path) == 0 else {
            let error = failure()
            close(descriptor)
            unlink(temporary)
            throw error
        }
        close(descriptor)
        try syncFolder()
    }

    /// The new name is durable only when its folder is.
    private func syncFolder() throws(TokenFileError) {
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        let descriptor = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure() }
    }

    private func failure() -> TokenFileError { .unwritable(path, reason: String(cString: strerror(errno))) }
}

/// What is wrong with the file: the cause and what to do, for the operator.
public enum TokenFileError: Error, Sendable, Equatable {
    case unreadable(String, reason: String)
    case unwritable(String, reason: String)

    public var message: String {
        switch self {
        case .unreadable(let path, let reason):
            "cannot use \(path): \(reason). Bring it back from a copy; or remove it: then no link counts any "
                + "more, and new ones have to be made."
        case .unwritable(let path, let reason): "cannot write \(path): \(reason)"
        }
    }
}

import Glibc

/// Small files of the data folder.
enum File {
    static let bytesMax = 1 << 20

    static func read(_ path: String) throws(TransportError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw .certificate(path, reason: "it can't be read: \(systemMessage())")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= bytesMax,
            let bytes = readAll(descriptor, count: Int(status.st_size))
        else { throw .certificate(path, reason: "it is no readable file of at most 1 MiB") }
        return bytes
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Puts a whole new file in its place, durably: a crash leaves the old one or the new one.
    static func write(_ bytes: [UInt8], to path: String, mode: mode_t) throws(TransportError) {
        let temporary = path + ".new"
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else {
            throw .certificate(temporary, reason: "it can't be written: \(systemMessage())")
        }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress! + written, $0.count - written)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            written += count
        }
        let isDurable = written == bytes.count && fsync(descriptor) == 0
        let reason = systemMessage()
        close(descriptor)
        guard isDurable, rename(temporary, path) == 0 else {
            unlink(temporary)
            throw .certificate(path, reason: "it can't be written: \(isDurable ? systemMessage() : reason)")
        }
    }
}

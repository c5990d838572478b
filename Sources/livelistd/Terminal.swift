import Glibc

/// What the program says itself, beside its log.
enum Terminal {
    /// On standard output, at once.
    static func say(_ text: String) { write(text, to: STDOUT_FILENO) }

    /// One line on standard error: the cause, and what to do.
    static func complain(_ sentence: String) { write("livelistd: \(sentence)\n", to: STDERR_FILENO) }

    /// On standard error, as it is.
    static func note(_ text: String) { write(text, to: STDERR_FILENO) }

    private static func write(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { bytes in
            var written = 0
            while written < bytes.count {
                let count = Glibc.write(descriptor, bytes.baseAddress! + written, bytes.count - written)
                if count < 0, errno == EINTR { continue }
                // Nobody reads it: no reason to end.
                guard count > 0 else { return }
                written += count
            }
        }
    }
}

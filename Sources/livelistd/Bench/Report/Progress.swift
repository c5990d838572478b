import Glibc

/// What is being done right now, on standard error: one line that is written over on a terminal, else a line each.
final class Progress {
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private var isShown = false

    func say(_ text: String) {
        Terminal.note(isTerminal ? "\r\u{1B}[K\(text)…" : "\(text)…\n")
        isShown = isTerminal
    }

    /// Makes room for what goes to standard output.
    func clear() {
        if isShown { Terminal.note("\r\u{1B}[K") }
        isShown = false
    }

    func end() { clear() }
}

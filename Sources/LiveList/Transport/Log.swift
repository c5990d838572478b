import Glibc

/// One line on standard error for each thing an operator should know. Never a token, key or title.
public enum Log {
    public enum Level: Int, Sendable, CaseIterable {
        case error, warning, info, debug

        public init?(_ name: String) {
            guard let level = Level.allCases.first(where: { $0.name == name }) else { return nil }
            self = level
        }

        public var name: String {
            switch self {
            case .error: "error"
            case .warning: "warning"
            case .info: "info"
            case .debug: "debug"
            }
        }
    }

    public static func error(_ text: @autoclosure () -> String) { write(.error, text) }
    public static func warning(_ text: @autoclosure () -> String) { write(.warning, text) }
    public static func info(_ text: @autoclosure () -> String) { write(.info, text) }
    public static func debug(_ text: @autoclosure () -> String) { write(.debug, text) }

    /// Sets what is written. Called once, before any thread starts.
    public static func set(_ level: Level) { threshold = level }

    nonisolated(unsafe) private static var threshold = Level.info

    /// A single `write`, so that lines of several threads do not mix.
    private static func write(_ level: Level, _ text: () -> String) {
        guard level.rawValue <= threshold.rawValue else { return }
        var line = CalendarTime.now().iso8601 + " " + level.name + " "
        for scalar in text().unicodeScalars {
            // What comes from a peer must not forge a line.
            line.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar)
        }
        line += "\n"
        line.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

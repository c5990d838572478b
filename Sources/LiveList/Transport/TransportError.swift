import Glibc

/// Why the server can't start or go on: the cause and what to do, for the one who runs it.
public enum TransportError: Error, Sendable, Equatable {
    case address(String, reason: String)
    case listen(String, reason: String)
    case folder(String, reason: String)
    case folderInUse(String)
    case certificate(String, reason: String)
    case authority(String, reason: String)
    case closed(String)
    case plain(String)
    case unixWithoutPlain(String)
    case web(String)
    case loop(String)

    public var message: String {
        switch self {
        case .address(let text, let reason):
            "cannot listen on \(text): \(reason). "
                + "Give --listen as HOST:PORT, for example 127.0.0.1:9443 or [::1]:9443."
        case .listen(let text, let reason):
            "cannot listen on \(text): \(reason). "
                + "Stop the program that has the port, or choose another with --listen."
        case .closed(let address):
            "\(address) can be reached by other machines, and no token was made yet: everyone there could do "
                + "everything. Make yourself a link with livelistd token --role owner --lists '*'; or say so with "
                + "--open, or listen on 127.0.0.1."
        case .plain(let address):
            "\(address) can be reached by other machines, and with --plain everyone between could read along. "
                + "Listen on 127.0.0.1 or on unix:PATH, and let a proxy speak TLS."
        case .unixWithoutPlain(let address):
            "\(address) is for a proxy on this machine, which speaks no TLS to it: add --plain."
        case .folder(let path, let reason):
            "cannot use the data folder \(path): \(reason). "
                + "Make it writable for this user, or choose another with --data."
        case .folderInUse(let path):
            "the data folder \(path) is in use by another livelistd. "
                + "Stop that one, or choose another folder with --data."
        case .certificate(let path, let reason):
            "cannot use \(path): \(reason)."
        case .authority(let path, let reason):
            "cannot use \(path): \(reason). Bring it back from a backup; or remove its folder, and let every "
                + "device trust the new authority from /ca.crt."
        case .web(let path):
            "cannot serve the page from \(path): it holds no readable index.html. "
                + "Give another folder with --web, or leave it out."
        case .loop(let reason):
            "cannot start the server's loop: \(reason)."
        }
    }
}

/// The system's words for an error number, by default the one of the call just made.
func systemMessage(_ code: Int32 = errno) -> String {
    String(cString: strerror(code))
}

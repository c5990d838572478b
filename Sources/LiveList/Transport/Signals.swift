import CWebSockets
import Glibc

/// SIGTERM, SIGINT and SIGHUP as events of the loop.
public enum Signals {
    private static let watched = [SIGTERM, SIGINT, SIGHUP]

    /// Called first of all, before any thread starts, so that every thread inherits it: a signal that comes
    /// while the program is still starting waits for `watch`.
    public static func hold() {
        signal(SIGPIPE, SIG_IGN)
        // A file that may not grow (RLIMIT_FSIZE) is a write that fails, as on a full disk, and no death.
        signal(SIGXFSZ, SIG_IGN)
        var set = Self.set
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Lets them come, as events of this server's loop.
    static func watch(on server: Server) {
        for number in watched {
            let handle = UnsafeMutablePointer<uv_signal_t>.allocate(capacity: 1)
            uv_signal_init(server.loop.uv, handle)
            // Unretained: the server's loop ends before the server does.
            handle.pointee.data = Unmanaged.passUnretained(server).toOpaque()
            uv_signal_start(
                handle,
                { handle, number in
                    let server = Unmanaged<Server>.fromOpaque(handle!.pointee.data).takeUnretainedValue()
                    if number == SIGHUP { server.reloadCertificates() } else { server.stop() }
                }, number)
        }
        var set = Self.set
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    private static var set: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in watched { sigaddset(&set, number) }
        return set
    }
}

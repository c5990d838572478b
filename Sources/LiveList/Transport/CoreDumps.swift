import Glibc

/// What lies in memory: lists, and the keys of certificates and tokens.
public enum CoreDumps {
    /// A crash leaves none of it in a file, nor does one of the processes that this one starts. The hard limit stays as
    /// it is: `prlimit --core=unlimited --pid PID` allows it again, for who looks for a bug.
    public static func forbid() {
        let kind = __rlimit_resource_t(RLIMIT_CORE.rawValue)
        var limit = rlimit()
        guard getrlimit(kind, &limit) == 0 else { return }
        limit.rlim_cur = 0
        setrlimit(kind, &limit)
    }
}

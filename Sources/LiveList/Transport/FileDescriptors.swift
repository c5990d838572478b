import Glibc

/// Room for connections.
public enum FileDescriptors {
    /// libwebsockets keeps tables as long as the limit, and containers often have one of a thousand million.
    private static let most: rlim_t = 1 << 20

    /// Raises the limit of open files as far as this user may.
    ///
    /// - Returns: the limit now.
    @discardableResult
    public static func raiseLimit() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
        limit.rlim_cur = min(limit.rlim_max, most)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int(limit.rlim_cur)
    }
}

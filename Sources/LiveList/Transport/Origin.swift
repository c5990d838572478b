/// Where a page comes from: scheme, host and port (RFC 6454), as browsers say it of themselves.
public struct Origin: Sendable, Equatable, CustomStringConvertible {
    /// In lower case, without the port that its scheme has anyway.
    public let description: String

    /// - Returns: nil unless `text` is `https://HOST`, `http://HOST`, or one of them with a port, and nothing
    ///   behind it.
    public init?(_ text: String) {
        let lower = String(decoding: text.utf8.map(lowercased), as: UTF8.self)
        let isSecure = lower.hasPrefix("https://")
        guard isSecure || lower.hasPrefix("http://") else { return nil }
        let host = String(lower.dropFirst(isSecure ? 8 : 7))
        var request = HTTPRequest()
        request.host = host
        guard request.hasValidHost else { return nil }
        let standard = isSecure ? ":443" : ":80"
        description = host.hasSuffix(standard) ? String(lower.dropLast(standard.utf8.count)) : lower
    }
}

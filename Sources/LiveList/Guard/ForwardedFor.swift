/// Whom a proxy speaks for. What it says counts only if the operator trusts the proxy: anybody can send these
/// headers.
public struct TrustedProxies: Sendable, Equatable {
    private let ranges: [AddressRange]

    public init(_ ranges: [AddressRange] = []) { self.ranges = ranges }

    public var isEmpty: Bool { ranges.isEmpty }

    public func contains(_ address: PeerAddress) -> Bool { ranges.contains { $0.contains(address) } }

    /// The client of a request.
    ///
    /// Each proxy adds to the right whom it has the request from. So the first from the right that is no trusted
    /// proxy is the last that can be believed; what stands left of it the client may have written itself.
    ///
    /// - Parameters:
    ///   - peer: the other end of the connection; nil: a Unix socket, behind which stands a proxy.
    ///   - forwardedFor: the header `X-Forwarded-For`.
    ///   - forwarded: the header `Forwarded` (RFC 7239), read where the other is absent.
    /// - Returns: nil where it is not known: a trusted proxy does not say.
    public func client(peer: PeerAddress?, forwardedFor: String?, forwarded: String?) -> PeerAddress? {
        if let peer, !contains(peer) { return peer }
        let chain: [String]
        if let forwardedFor {
            chain = Self.elements(of: forwardedFor, separator: UInt8(ascii: ","))
        } else if let forwarded {
            chain = Self.elements(of: forwarded, separator: UInt8(ascii: ",")).map(Self.forParameter)
        } else {
            return nil
        }
        for text in chain.reversed() {
            // A name, `unknown` or nonsense: nothing beyond it can be believed.
            guard let address = Self.address(in: text) else { return nil }
            if !contains(address) { return address }
        }
        return nil
    }

    private static func elements(of text: String, separator: UInt8) -> [String] {
        text.utf8.split(separator: separator, omittingEmptySubsequences: true).map { part in
            var part = part
            while let byte = part.first, byte == 0x20 || byte == 0x09 { part.removeFirst() }
            while let byte = part.last, byte == 0x20 || byte == 0x09 { part.removeLast() }
            return String(Substring(part))
        }
    }

    /// The value of `for=` in one element of `Forwarded`, without quotes.
    private static func forParameter(_ element: String) -> String {
        for pair in elements(of: element, separator: UInt8(ascii: ";")) {
            guard pair.utf8.count > 4, pair.prefix(4).lowercased() == "for=" else { continue }
            var value = pair.dropFirst(4)
            if value.hasPrefix("\""), value.hasSuffix("\""), value.utf8.count >= 2 {
                value = value.dropFirst().dropLast()
            }
            return String(value)
        }
        return ""
    }

    /// `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:80`.
    private static func address(in text: String) -> PeerAddress? {
        if text.hasPrefix("[") {
            guard let end = text.utf8.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            return PeerAddress(text[text.utf8.index(after: text.startIndex)..<end])
        }
        let colons = text.utf8.count { $0 == UInt8(ascii: ":") }
        return PeerAddress(colons == 1 ? text[..<text.utf8.firstIndex(of: UInt8(ascii: ":"))!] : text[...])
    }
}

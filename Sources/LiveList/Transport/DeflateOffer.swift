/// A client's offer of permessage-deflate (RFC 7692 section 7.1), taken up where the same compressed bytes can
/// be sent to all, and nothing has to be remembered of what it sends.
struct DeflateOffer: Equatable {
    static let name = "permessage-deflate"

    /// What stands behind the name in the answer.
    let parameters: String

    /// - Parameter header: `Sec-WebSocket-Extensions` of the request.
    /// - Returns: nil where there is no offer that can be taken up. Of several only the first is looked at, as
    ///   by libwebsockets, which drops a connection whose second it meets after a first without parameters.
    init?(header: String?) {
        guard let header else { return nil }
        let offers = header.split(separator: ",").map { $0.split(separator: ";").map(Self.trimmed) }
            .filter { $0.first == Self.name }
        guard let words = offers.first?.dropFirst(), offers.count == 1 || !words.isEmpty else { return nil }
        var seen: Set<String> = []
        var answer = "; server_no_context_takeover; client_no_context_takeover"
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map(Self.trimmed)
            guard let key = parts.first, seen.insert(key).inserted else { return nil }
            let bits = parts.count == 2 ? Self.bits(parts[1]) : nil
            switch (key, parts.count, bits) {
            case ("server_no_context_takeover", 1, _), ("client_no_context_takeover", 1, _),
                ("client_max_window_bits", 1, _), ("client_max_window_bits", 2, .some):
                break
            case ("server_max_window_bits", 2, .some(let bits)) where bits >= Deflater.windowBits:
                answer += "; server_max_window_bits=\(Deflater.windowBits)"
            default: return nil
            }
        }
        parameters = answer
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first == " " || text.first == "\t" { text.removeFirst() }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return String(text)
    }

    /// 8 to 15, also in quotes.
    private static func bits(_ text: String) -> Int32? {
        let digits = text.first == "\"" && text.last == "\"" ? String(text.dropFirst().dropLast()) : text
        guard let bits = Int32(digits), (8...15).contains(bits), digits == "\(bits)" else { return nil }
        return bits
    }
}

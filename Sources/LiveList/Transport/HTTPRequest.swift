/// What is judged of a request, free of the library that parsed it.
struct HTTPRequest {
    enum Method: Equatable {
        case get, head, other
    }

    var method = Method.get
    /// Decoded, without the query.
    var path = "/"
    var version = "HTTP/1.1"
    var isEncrypted = true
    /// Values of repeated headers are joined with a comma.
    var host: String?
    var hasBody = false
    /// Whom a proxy forwards for, by its own word.
    var forwardedFor: String?
    var forwarded: String?
    var ifNoneMatch: String?
    var acceptEncoding: String?
    /// A header does not fit the buffer it is read into.
    var hasOversizedHeader = false

    var upgrade: String?
    var connection: String?
    var webSocketVersion: String?
    var webSocketKey: String?
    var webSocketProtocols: String?
    var origin: String?
}

extension HTTPRequest {
    /// A single `name`, `address` or `[address]`, with or without a port (RFC 9110 section 7.2).
    var hasValidHost: Bool {
        guard var rest = host?.utf8[...], (1...255).contains(rest.count) else { return false }
        if rest.first == UInt8(ascii: "[") {
            guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let address = rest[rest.index(after: rest.startIndex)..<end]
            guard !address.isEmpty, address.allSatisfy({ isHexadecimal($0) || $0 == 0x3A || $0 == 0x2E })
            else {
                return false
            }
            rest = rest[rest.index(after: end)...]
        } else {
            let name = rest.prefix { isAlphanumeric($0) || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F }
            guard !name.isEmpty else { return false }
            rest = rest[name.endIndex...]
        }
        guard let colon = rest.first else { return true }
        let port = rest.dropFirst()
        return colon == UInt8(ascii: ":") && (1...5).contains(port.count) && port.allSatisfy(isDigit)
    }

    /// Whether the answer may be in this coding: it is named, and not with a weight of nothing (RFC 9110
    /// section 12.5.3).
    func accepts(coding: String) -> Bool {
        guard let acceptEncoding else { return false }
        return acceptEncoding.utf8.split(separator: UInt8(ascii: ",")).contains { element in
            let parts = element.split(separator: UInt8(ascii: ";")).map { trimmed($0).map(lowercased) }
            guard let name = parts.first, name.elementsEqual(coding.utf8) else { return false }
            return !parts.dropFirst().contains { weight in
                weight.starts(with: "q=0".utf8) && weight.dropFirst(3).allSatisfy { $0 == 0x2E || $0 == 0x30 }
            }
        }
    }

    /// Whether `list` names `token`, without case (RFC 9110 section 5.6.1).
    static func list(_ list: String?, contains token: String, exactCase: Bool = false) -> Bool {
        guard let list else { return false }
        let wanted = exactCase ? Array(token.utf8) : token.utf8.map(lowercased)
        return list.utf8.split(separator: UInt8(ascii: ",")).contains { element in
            let word = trimmed(element)
            return word.elementsEqual(wanted) || (!exactCase && word.map(lowercased).elementsEqual(wanted))
        }
    }
}

func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0") <= byte && byte <= UInt8(ascii: "9") }

func isHexadecimal(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a") <= lowercased(byte) && lowercased(byte) <= UInt8(ascii: "f"))
}

func isAlphanumeric(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a") <= lowercased(byte) && lowercased(byte) <= UInt8(ascii: "z"))
}

func lowercased(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A") <= byte && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
}

private func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
    var text = text
    while let first = text.first, first == 0x20 || first == 0x09 { text.removeFirst() }
    while let last = text.last, last == 0x20 || last == 0x09 { text.removeLast() }
    return text
}

/// What a token says, once its signature holds.
///
/// Its text is `PAYLOAD.CODE`, both in base 64 for URLs: the payload is a small JSON object, the code its
/// HMAC-SHA256. Whoever has the text has what it grants.
struct Token: Sendable, Equatable {
    let id: String
    /// The key that signed it.
    let key: String
    let role: Role
    let lists: [ListPattern]
    let name: Text?
    let expiresAt: Timestamp

    /// A text is not even looked at above this.
    static let textBytesMax = 4_096
    private static let version = 1

    func grants(_ list: ListID) -> Bool { lists.contains { $0.matches(list) } }

    /// Whether it reaches all that `patterns` name.
    func covers(_ patterns: [ListPattern]) -> Bool {
        patterns.allSatisfy { pattern in lists.contains { $0.covers(pattern) } }
    }
}

extension Token {
    /// - Parameter madeAt: for whoever reads it; nothing follows from it.
    static func sign(_ link: Link, with key: TokenKey) -> String {
        var writer = JSONWriter(capacity: 160)
        writer.raw("{\"v\":")
        writer.integer(version)
        writer.raw(",\"k\":")
        writer.plain(key.id)
        writer.raw(",\"i\":")
        writer.plain(link.id)
        writer.raw(",\"r\":")
        writer.plain(link.role.rawValue)
        writer.raw(",\"l\":")
        writer.patterns(link.lists)
        if let name = link.name {
            writer.raw(",\"n\":")
            writer.string(name.string)
        }
        writer.raw(",\"a\":")
        writer.integer(link.madeAt)
        writer.raw(",\"x\":")
        writer.integer(link.expiresAt)
        writer.raw("}")
        let payload = Base64URL.encode(writer.bytes)
        return String(decoding: payload + [dot] + Base64URL.encode(key.sign(payload)), as: UTF8.self)
    }

    /// - Returns: nil unless one of `keys` signed exactly this text. Nothing of it is read before that.
    static func read(_ text: String, keys: [TokenKey]) -> Token? {
        guard text.utf8.count <= textBytesMax else { return nil }
        let parts = text.utf8.split(separator: dot, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 2, let code = Base64URL.decode(parts[1]) else { return nil }
        guard let key = keys.first(where: { $0.hasSigned(parts[0], as: code) }) else { return nil }
        guard let payload = Base64URL.decode(parts[0]), !payload.isEmpty else { return nil }
        return payload.withUnsafeBytes { bytes in
            try? JSONParser().parse(bytes) { (node) throws(WireError) in Token(node, key: key.id) }
        }
    }

    private static var dot: UInt8 { UInt8(ascii: ".") }

    private init?(_ node: JSONNode, key: String) {
        guard node["v"]?.integer == Self.version, let id = node["i"]?.string,
            let role = node["r"]?.string.flatMap({ Role(rawValue: $0) }), let lists = node["l"],
            let expiresAt = node["x"]?.integer
        else { return nil }
        var patterns: [ListPattern] = []
        try? lists.forEachElement { (element) throws(WireError) in
            if let pattern = element.string.flatMap({ ListPattern($0) }) { patterns.append(pattern) }
        }
        self.init(
            id: id, key: key, role: role, lists: patterns, name: node["n"]?.string.map { Text($0) },
            expiresAt: Timestamp(expiresAt))
    }
}

/// The book as it is stored: one JSON object.
extension TokenBook {
    private static let format = 1

    var bytes: [UInt8] {
        var writer = JSONWriter(capacity: 512 + links.count * 200)
        writer.raw("{\"format\":")
        writer.integer(Self.format)
        writer.raw(",\"keys\":[")
        for (index, key) in keys.enumerated() {
            writer.raw(index == 0 ? "\n{\"id\":" : ",\n{\"id\":")
            writer.plain(key.id)
            writer.raw(",\"secret\":")
            writer.plain(String(decoding: Base64URL.encode(key.secret), as: UTF8.self))
            if let until = key.until {
                writer.raw(",\"until\":")
                writer.integer(until)
            }
            writer.raw("}")
        }
        writer.raw("],\"links\":[")
        for (index, link) in allLinks.enumerated() {
            writer.raw(index == 0 ? "\n" : ",\n")
            writer.link(link, isComplete: true)
        }
        writer.raw("]}\n")
        return writer.bytes
    }

    /// - Throws: where these are not the bytes of a book, or of a later format.
    init(_ bytes: [UInt8]) throws(WireError) {
        guard !bytes.isEmpty else { throw .invalid("It is empty.") }
        let result = bytes.withUnsafeBytes { text -> Result<TokenBook, WireError> in
            do throws(WireError) {
                return .success(
                    try JSONParser().parse(text) { (node) throws(WireError) in try TokenBook(node) })
            } catch {
                return .failure(error)
            }
        }
        self = try result.get()
    }

    private init(_ node: JSONNode) throws(WireError) {
        guard node["format"]?.integer == Self.format else { throw .invalid("It has another format.") }
        guard let keyNodes = node["keys"], let linkNodes = node["links"] else {
            throw .invalid("Its \"keys\" or \"links\" are missing.")
        }
        var keys: [TokenKey] = []
        try keyNodes.forEachElement { (key) throws(WireError) in
            guard let id = key["id"]?.string,
                let secret = key["secret"]?.string.flatMap({ Base64URL.decode($0.utf8) }),
                secret.count == TokenKey.byteCount
            else { throw .invalid("A key is not whole.") }
            let until = try key.optionalInteger("until", minimum: 0)
            keys.append(TokenKey(id: id, secret: secret, until: until.map { Timestamp($0) }))
        }
        var links: [Link] = []
        try linkNodes.forEachElement { (link) throws(WireError) in links.append(try Link(link)) }
        self.init(keys: keys, links: links)
    }
}

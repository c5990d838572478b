@testable import LiveList

/// The text of a token, what a signed one says, and the file of keys and links.
enum FuzzTokens {
    private static let now: Timestamp = 1_700_000_000_000
    private static let key = TokenKey(id: "fuzz", secret: [UInt8](repeating: 7, count: TokenKey.byteCount))
    /// The one text that counts.
    private static let known = Token.sign(
        Link(
            id: "a", role: .editor, lists: [ListPattern("*")!], name: "Ana", madeAt: 0,
            expiresAt: 1_800_000_000_000, madeBy: nil, revokedAt: nil), with: key)

    static func run(_ bytes: UnsafeRawBufferPointer) {
        let text = String(decoding: bytes, as: UTF8.self)
        precondition(Token.read(text, keys: [key]) == nil || text == known, "a text counts that nobody signed")
        checkBase64(Array(bytes))
        checkSigned(Array(bytes))
        guard var book = try? TokenBook(Array(bytes)) else { return }
        for token in [text, known] { _ = book.read(token, now: now) }
        precondition((try? TokenBook(book.bytes)) == book, "a book came back as another")
        book.rotate(keepingFormerUntil: now + 1, now: now)
        for link in book.allLinks { _ = book.revoke(link.id, now: now) }
        precondition(book.liveLinks(now: now).isEmpty, "a link counts that was revoked")
    }

    /// Signed with the right key, as one who stole it could: whatever it says, reading it harms nothing.
    private static func checkSigned(_ payload: [UInt8]) {
        let encoded = Base64URL.encode(String(decoding: payload, as: UTF8.self).utf8)
        let signed = encoded + [UInt8(ascii: ".")] + Base64URL.encode(key.sign(encoded))
        let text = String(decoding: signed, as: UTF8.self)
        guard let token = Token.read(text, keys: [key]) else { return }
        precondition(text.utf8.count <= Token.textBytesMax, "a long text was read")
        let grants = Grants([token])
        for list in [ListID("a")!, ListID("b-1")!] {
            precondition((grants.role(on: list) != nil) == token.grants(list), "a grant of nothing")
        }
        precondition(token.covers(token.lists), "a token does not reach what it reaches")
    }

    private static func checkBase64(_ bytes: [UInt8]) {
        precondition(Base64URL.decode(Base64URL.encode(bytes)) == bytes, "base 64 came back as another")
        guard let decoded = Base64URL.decode(bytes) else { return }
        precondition(Base64URL.encode(decoded) == bytes, "one value has two texts")
    }
}

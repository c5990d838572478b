import CCrypto

/// A secret of 32 bytes with which tokens are signed (HMAC-SHA256, RFC 2104).
struct TokenKey: Sendable, Equatable {
    static let byteCount = 32

    /// No secret; tells keys apart.
    let id: String
    let secret: [UInt8]
    /// Tokens that it signed count until then; nil: it is the one that signs.
    var until: Timestamp?

    init(id: String, secret: [UInt8], until: Timestamp? = nil) {
        precondition(secret.count == Self.byteCount, "a key of \(secret.count) bytes")
        self.id = id
        self.secret = secret
        self.until = until
    }

    static func random() -> TokenKey { TokenKey(id: Random.name(), secret: Random.bytes(byteCount)) }

    func sign(_ message: some Collection<UInt8>) -> [UInt8] {
        let message = Array(message)
        var code = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count: UInt32 = 0
        let made = HMAC(EVP_sha256(), secret, Int32(secret.count), message, message.count, &code, &count)
        precondition(made != nil, "OpenSSL makes no HMAC-SHA256")
        return Array(code[..<Int(count)])
    }

    /// Takes the same time wherever the two differ.
    func hasSigned(_ message: some Collection<UInt8>, as code: [UInt8]) -> Bool {
        let right = sign(message)
        return code.count == right.count && CRYPTO_memcmp(code, right, right.count) == 0
    }
}

/// What nobody may guess, from OpenSSL.
enum Random {
    static func bytes(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        precondition(RAND_bytes(&bytes, Int32(count)) == 1, "OpenSSL has no random bytes")
        return bytes
    }

    /// 12 letters and digits: 60 bits.
    static func name() -> String {
        let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
        return String(decoding: bytes(12).map { alphabet[Int($0 & 31)] }, as: UTF8.self)
    }
}

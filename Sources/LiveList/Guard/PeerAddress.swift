import Glibc

/// The address of a peer, 4 or 16 bytes.
public struct PeerAddress: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64
    private let isVersion4: Bool

    /// - Parameter bytes: 4 or 16. An IPv4 address in an IPv6 one (`::ffff:0:0/96`) is that IPv4 address.
    init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for byte in bytes {
            high = high << 8 | low >> 56
            low = low << 8 | UInt64(byte)
        }
        let isMapped = bytes.count == 16 && high == 0 && low >> 32 == 0xFFFF
        isVersion4 = bytes.count == 4 || isMapped
        self.high = high
        self.low = isMapped ? low & 0xFFFF_FFFF : low
    }

    /// Reads an address as people write it, without brackets, port or zone.
    public init?(_ text: some StringProtocol) {
        var storage: [UInt8] = Array(repeating: 0, count: 16)
        let text = String(text)
        let family = text.utf8.contains(UInt8(ascii: ":")) ? AF_INET6 : AF_INET
        // inet_pton reads up to the first byte of value 0.
        guard text.utf8.count <= 45, !text.utf8.contains(0), inet_pton(family, text, &storage) == 1
        else { return nil }
        self.init(bytes: storage.prefix(family == AF_INET6 ? 16 : 4))
    }

    /// Whose address it is, for counting: in IPv6 a household has 64 bits to choose from.
    var subject: PeerAddress {
        isVersion4 ? self : PeerAddress(high: high, low: 0, isVersion4: false)
    }

    private init(high: UInt64, low: UInt64, isVersion4: Bool) {
        self.high = high
        self.low = low
        self.isVersion4 = isVersion4
    }

    var bytes: [UInt8] {
        let all = [high, low].flatMap { part in
            (0..<8).map { UInt8(truncatingIfNeeded: part >> (56 - 8 * $0)) }
        }
        return isVersion4 ? Array(all.suffix(4)) : all
    }
}

extension PeerAddress: CustomStringConvertible {
    public var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let bytes = bytes
        guard inet_ntop(isVersion4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count)) != nil else {
            return "?"
        }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// An address, or all that begin alike: `192.0.2.1`, `10.0.0.0/8`, `2001:db8::/32`.
public struct AddressRange: Hashable, Sendable {
    private let first: [UInt8]
    private let bits: Int

    /// - Returns: nil where the text is neither, or has more bits than the address.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = PeerAddress(parts[0]) else { return nil }
        first = address.bytes
        guard parts.count == 2 else {
            bits = 8 * first.count
            return
        }
        guard let bits = Int(parts[1]), (0...(8 * first.count)).contains(bits) else { return nil }
        self.bits = bits
    }

    public func contains(_ address: PeerAddress) -> Bool {
        let bytes = address.bytes
        guard bytes.count == first.count else { return false }
        let whole = bits / 8
        guard bytes.prefix(whole) == first.prefix(whole) else { return false }
        guard bits % 8 > 0 else { return true }
        return (bytes[whole] ^ first[whole]) >> (8 - bits % 8) == 0
    }
}

/// A UUID (RFC 9562) that names an item or a section. `Kind` keeps the two apart: one UUID may be both.
///
/// Read in either case, always written in lower case.
public struct UUIDIdentifier<Kind>: Hashable, Sendable {
    public let high: UInt64
    public let low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// A new random identifier, version 4.
    public static func random(using generator: inout some RandomNumberGenerator) -> Self {
        let high: UInt64 = generator.next()
        let low: UInt64 = generator.next()
        return Self(
            high: high & 0xFFFF_FFFF_FFFF_0FFF | 0x4000,
            low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }
}

public enum ItemKind {}
public enum SectionKind {}
public typealias ItemID = UUIDIdentifier<ItemKind>
public typealias SectionID = UUIDIdentifier<SectionKind>

extension UUIDIdentifier {
    /// Length of the text form, in bytes: `8-4-4-4-12` hexadecimal digits.
    public static var textBytes: Int { 36 }

    /// - Returns: nil unless `text` is exactly 36 bytes of the form `8-4-4-4-12`.
    public init?(_ text: some Collection<UInt8>) {
        guard text.count == Self.textBytes else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        var digits = 0
        for (position, byte) in text.enumerated() {
            if position == 8 || position == 13 || position == 18 || position == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let digit = hexadecimalDigit(byte) else { return nil }
            if digits < 16 { high = high << 4 | digit } else { low = low << 4 | digit }
            digits += 1
        }
        self.init(high: high, low: low)
    }

    public init?(_ text: String) {
        self.init(text.utf8)
    }

    /// Calls `put` with each of the 36 bytes of the text form.
    @inline(__always)
    public func forEachTextByte(_ put: (UInt8) -> Void) {
        for position in 0..<32 {
            if position == 8 || position == 12 || position == 16 || position == 20 { put(UInt8(ascii: "-")) }
            let half = position < 16 ? high : low
            let digit = UInt8(truncatingIfNeeded: half >> UInt64(60 - (position & 15) * 4)) & 15
            put(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
        }
    }
}

extension UUIDIdentifier: CustomStringConvertible {
    public var description: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.textBytes)
        forEachTextByte { bytes.append($0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}

@inline(__always)
private func hexadecimalDigit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
}

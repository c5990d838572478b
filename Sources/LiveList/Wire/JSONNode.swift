/// A value of a parsed JSON text. Valid only within the call that `JSONParser.parse` makes.
public struct JSONNode {
    let token: UnsafePointer<JSONToken>
    let bytes: UnsafePointer<UInt8>

    public enum Kind: Sendable { case object, array, string, number, boolean, null }

    public var kind: Kind {
        switch token.pointee.kind {
        case .object: .object
        case .array: .array
        case .string, .escapedString, .brokenString: .string
        case .integer, .decimal: .number
        case .true, .false: .boolean
        case .null: .null
        }
    }

    /// The value's own text; for strings without the quotes.
    var text: UnsafeBufferPointer<UInt8> {
        let start = Int(token.pointee.start)
        return UnsafeBufferPointer(start: bytes + start, count: Int(token.pointee.end) - start)
    }

    public var isNull: Bool { token.pointee.kind == .null }

    public var boolean: Bool? {
        switch token.pointee.kind {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// The string, with its escapes resolved; nil for another kind, and where it is no text: it holds an escaped half
    /// of a surrogate pair.
    public var string: String? {
        switch token.pointee.kind {
        case .string: String(decoding: text, as: UTF8.self)
        case .escapedString: String(decoding: unescaped(), as: UTF8.self)
        default: nil
        }
    }

    /// The number where it is a whole one of at most 2^53, however it is written (`5`, `5.0`, `5e0`).
    public var integer: Int? {
        if token.pointee.kind == .integer, text.count <= 15 {
            return smallInteger
        }
        return number.flatMap(wholeNumber)
    }

    /// The number; nil for another kind and where it is not finite as a double.
    public var number: Double? {
        switch token.pointee.kind {
        case .integer where text.count <= 15: return Double(smallInteger)
        case .integer, .decimal:
            guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else {
                return nil
            }
            return value
        default: return nil
        }
    }

    private var smallInteger: Int {
        var value = 0
        var isNegative = false
        for byte in text {
            if byte == UInt8(ascii: "-") {
                isNegative = true
            } else {
                value = value * 10 + Int(byte - UInt8(ascii: "0"))
            }
        }
        return isNegative ? -value : value
    }

    private func unescaped() -> [UInt8] {
        let source = text
        var result: [UInt8] = []
        result.reserveCapacity(source.count)
        var position = 0
        while position < source.count {
            let byte = source[position]
            guard byte == UInt8(ascii: "\\") else {
                result.append(byte)
                position += 1
                continue
            }
            position += 2
            switch source[position - 1] {
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "u"):
                var value = hexadecimalUnit(source, at: position)!
                position += 4
                if value & 0xFC00 == 0xD800 {
                    value =
                        0x10000 + (value - 0xD800) << 10
                        + (hexadecimalUnit(source, at: position + 2)! - 0xDC00)
                    position += 6
                }
                result.append(contentsOf: UTF8.encode(Unicode.Scalar(value)!)!)
            case let plain: result.append(plain)
            }
        }
        return result
    }
}

/// The integer that a double is, where it is whole and at most 2^53 in size.
@inline(__always)
func wholeNumber(_ value: Double) -> Int? {
    guard value.magnitude <= 9_007_199_254_740_992 else { return nil }
    let whole = Int(value)
    return Double(whole) == value ? whole : nil
}

extension JSONNode {
    /// The value of a key of an object; nil where it is absent or null, or this is no object.
    @inline(__always)
    public subscript(key: StaticString) -> JSONNode? {
        guard let node = member(key), !node.isNull else { return nil }
        return node
    }

    /// The value of a key, null included.
    public func member(_ key: StaticString) -> JSONNode? {
        guard token.pointee.kind == .object else { return nil }
        var found: JSONNode?
        forEachToken(pairwise: true) { name, value in
            if name.matches(key) { found = value }
        }
        return found
    }

    /// The elements of an array, in order.
    public func forEachElement(_ body: (JSONNode) throws(WireError) -> Void) throws(WireError) {
        guard token.pointee.kind == .array else { return }
        var next = token + 1
        let end = token + Int(token.pointee.span)
        while next < end {
            try body(JSONNode(token: next, bytes: bytes))
            next += Int(next.pointee.span)
        }
    }

    /// The members of an object as they stand. A key may come twice; one that is no text is an error.
    public func forEachMember(_ body: (String, JSONNode) throws(WireError) -> Void) throws(WireError) {
        guard token.pointee.kind == .object else { return }
        var next = token + 1
        let end = token + Int(token.pointee.span)
        while next < end {
            let value = next + 1
            guard let name = JSONNode(token: next, bytes: bytes).string else {
                throw .invalid("A key holds half a character (a lone surrogate).")
            }
            try body(name, JSONNode(token: value, bytes: bytes))
            next = value + Int(value.pointee.span)
        }
    }

    /// How many strings in this value, keys and itself included, hold an escaped half of a surrogate pair. O(tokens).
    var halfCharacterCount: Int {
        UnsafeBufferPointer(start: token, count: Int(token.pointee.span)).reduce(0) {
            $1.kind == .brokenString ? $0 + 1 : $0
        }
    }

    /// How many elements an array has, or how many members an object. O(that many).
    public var count: Int {
        var count = 0
        switch token.pointee.kind {
        case .object: forEachToken(pairwise: true) { _, _ in count += 1 }
        case .array: forEachToken(pairwise: false) { _, _ in count += 1 }
        default: break
        }
        return count
    }

    @inline(__always)
    private func forEachToken(pairwise: Bool, _ body: (JSONNode, JSONNode) -> Void) {
        var next = token + 1
        let end = token + Int(token.pointee.span)
        while next < end {
            let value = pairwise ? next + 1 : next
            body(JSONNode(token: next, bytes: bytes), JSONNode(token: value, bytes: bytes))
            next = value + Int(value.pointee.span)
        }
    }

    /// Whether this string is `word`, escapes resolved.
    @inline(__always)
    func matches(_ word: StaticString) -> Bool {
        switch token.pointee.kind {
        case .string:
            let text = text
            guard text.count == word.utf8CodeUnitCount else { return false }
            for position in 0..<text.count where text[position] != word.utf8Start[position] { return false }
            return true
        case .escapedString:
            return UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount).elementsEqual(
                unescaped())
        default: return false
        }
    }
}

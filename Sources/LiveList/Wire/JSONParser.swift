/// Parses one JSON text (RFC 8259) into a flat run of tokens: no allocation per value, and the memory is
/// reused from text to text.
///
/// The bytes must be valid UTF-8. Control characters in strings and depths over `depthMax` are errors. A string with an
/// escaped half of a surrogate pair is JSON, but no text: it has no `JSONNode.string`. A key that comes twice counts as the last one does, as in JavaScript.
public final class JSONParser {
    /// Arrays and objects within each other.
    public static let depthMax = 32

    private var tokens: ContiguousArray<JSONToken> = []
    private var bytes = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    private var position = 0
    /// Whether the last text held a string that is no text: `JSONNode.halfCharacterCount` finds them.
    private(set) var sawHalfCharacter = false

    public init() {}

    /// Parses `text` and calls `body` with its root. Nodes must not outlive the call.
    public func parse<Result>(
        _ text: UnsafeRawBufferPointer, _ body: (JSONNode) throws(WireError) -> Result
    ) throws(WireError) -> Result {
        bytes = text.bindMemory(to: UInt8.self)
        position = 0
        sawHalfCharacter = false
        tokens.removeAll(keepingCapacity: tokens.capacity < 1 << 16)
        skipSpace()
        try value(depth: 0)
        skipSpace()
        guard position == bytes.count else { throw unexpected() }
        let base = bytes.baseAddress!
        let result: Swift.Result<Result, WireError> = tokens.withUnsafeBufferPointer { buffer in
            do throws(WireError) {
                return .success(try body(JSONNode(token: buffer.baseAddress!, bytes: base)))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func value(depth: Int) throws(WireError) {
        guard position < bytes.count else { throw unexpected() }
        switch bytes[position] {
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "{"): try object(depth: depth)
        case UInt8(ascii: "["): try array(depth: depth)
        case UInt8(ascii: "t"): try literal("true", .true)
        case UInt8(ascii: "f"): try literal("false", .false)
        case UInt8(ascii: "n"): try literal("null", .null)
        default: try number()
        }
    }

    private func object(depth: Int) throws(WireError) {
        let opening = try open(.object, depth: depth)
        if take(UInt8(ascii: "}")) { return close(opening) }
        repeat {
            skipSpace()
            guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw unexpected() }
            try string()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw unexpected() }
            skipSpace()
            try value(depth: depth + 1)
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw unexpected() }
        close(opening)
    }

    private func array(depth: Int) throws(WireError) {
        let opening = try open(.array, depth: depth)
        if take(UInt8(ascii: "]")) { return close(opening) }
        repeat {
            skipSpace()
            try value(depth: depth + 1)
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw unexpected() }
        close(opening)
    }

    private func open(_ kind: JSONToken.Kind, depth: Int) throws(WireError) -> Int {
        guard depth < Self.depthMax else {
            throw .invalid("The message is nested too deeply: at most \(Self.depthMax) levels are read.")
        }
        tokens.append(JSONToken(kind: kind, start: position, end: position))
        position += 1
        skipSpace()
        return tokens.count - 1
    }

    private func close(_ opening: Int) {
        tokens[opening].end = UInt32(position)
        tokens[opening].span = UInt32(tokens.count - opening)
    }

    private func string() throws(WireError) {
        let start = position + 1
        var cursor = start
        var hasEscapes = false
        var isText = true
        let end = bytes.count
        while cursor < end {
            let byte = bytes[cursor]
            if byte == UInt8(ascii: "\"") {
                if !isText { sawHalfCharacter = true }
                let kind: JSONToken.Kind = !isText ? .brokenString : hasEscapes ? .escapedString : .string
                tokens.append(JSONToken(kind: kind, start: start, end: cursor))
                position = cursor + 1
                return
            }
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                position = cursor
                cursor = try escape(at: cursor, &isText)
                continue
            }
            guard byte >= 0x20 else {
                position = cursor
                throw unexpected()
            }
            cursor += 1
        }
        position = end
        throw unexpected()
    }

    /// - Returns: the place behind the escape, a whole surrogate pair where it is one.
    private func escape(at cursor: Int, _ isText: inout Bool) throws(WireError) -> Int {
        guard cursor + 1 < bytes.count else { throw unexpected() }
        switch bytes[cursor + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return cursor + 2
        case UInt8(ascii: "u"):
            guard let unit = hexadecimalUnit(bytes, at: cursor + 2) else { throw unexpected() }
            switch unit {
            case 0xD800...0xDBFF:
                let next = cursor + 6
                guard next + 1 < bytes.count, bytes[next] == UInt8(ascii: "\\"),
                    bytes[next + 1] == UInt8(ascii: "u"),
                    let low = hexadecimalUnit(bytes, at: next + 2), (0xDC00...0xDFFF).contains(low)
                else {
                    isText = false
                    return next
                }
                return next + 6
            case 0xDC00...0xDFFF:
                isText = false
                return cursor + 6
            default: return cursor + 6
            }
        default: throw unexpected()
        }
    }

    private func number() throws(WireError) {
        let start = position
        _ = take(UInt8(ascii: "-"))
        var isInteger = true
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) {
            isInteger = false
            try digits()
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isInteger = false
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        tokens.append(JSONToken(kind: isInteger ? .integer : .decimal, start: start, end: position))
    }

    private func digits() throws(WireError) {
        let start = position
        while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
        guard position > start else { throw unexpected() }
    }

    private func literal(_ word: StaticString, _ kind: JSONToken.Kind) throws(WireError) {
        let start = position
        for offset in 0..<word.utf8CodeUnitCount {
            guard take(word.utf8Start[offset]) else { throw unexpected() }
        }
        tokens.append(JSONToken(kind: kind, start: start, end: position))
    }

    @inline(__always)
    private func take(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    @inline(__always)
    private func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }

    private func unexpected() -> WireError {
        guard position < bytes.count else {
            return .invalid("The message is not JSON: it ends in the middle of a value.")
        }
        return .invalid("The message is not JSON: byte \(position) is not what may stand there.")
    }
}

/// One value: its kind, where its text lies, and how many tokens it and what is in it take.
struct JSONToken {
    enum Kind: UInt8 {
        case object, array, string, escapedString, brokenString, integer, decimal, `true`, `false`, null
    }

    let kind: Kind
    var span: UInt32 = 1
    let start: UInt32
    var end: UInt32

    init(kind: Kind, start: Int, end: Int) {
        self.kind = kind
        self.start = UInt32(start)
        self.end = UInt32(end)
    }
}

/// The UTF-16 code unit that four hexadecimal digits name; nil where there are none.
func hexadecimalUnit(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> UInt32? {
    guard start + 4 <= bytes.count else { return nil }
    var unit: UInt32 = 0
    for position in start..<start + 4 {
        switch bytes[position] {
        case let byte where byte &- UInt8(ascii: "0") < 10:
            unit = unit << 4 | UInt32(byte - UInt8(ascii: "0"))
        case let byte where (byte | 0x20) &- UInt8(ascii: "a") < 6:
            unit = unit << 4 | UInt32((byte | 0x20) - UInt8(ascii: "a") + 10)
        default: return nil
        }
    }
    return unit
}

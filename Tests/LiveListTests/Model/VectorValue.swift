@testable import LiveList

/// JSON as the vector files hold it. Text is compared by its bytes, numbers by value, and 1 is not true.
indirect enum VectorValue: Hashable {
    case null
    case boolean(Bool)
    case number(Double)
    case text(Text)
    case array([VectorValue])
    case object([String: VectorValue])

    subscript(key: String) -> VectorValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    var text: Text? { if case .text(let text) = self { text } else { nil } }
    var string: String? { text?.string }
    var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }
    var integer: Int? { if case .number(let value) = self { Int(value) } else { nil } }
    var array: [VectorValue]? { if case .array(let elements) = self { elements } else { nil } }
    var object: [String: VectorValue]? { if case .object(let members) = self { members } else { nil } }

    static func text(_ string: String) -> VectorValue { .text(Text(string)) }
    static func number(_ integer: Int64) -> VectorValue { .number(Double(integer)) }
}

/// Reads well-formed JSON; traps at anything else, as the files are part of the tests.
struct VectorReader {
    private let bytes: [UInt8]
    private var place = 0

    static func read(_ bytes: [UInt8]) -> VectorValue {
        var reader = VectorReader(bytes: bytes)
        return reader.value()
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func skipSpace() {
        while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
    }

    private mutating func take(_ byte: Character) -> Bool {
        skipSpace()
        guard bytes[place] == byte.asciiValue else { return false }
        place += 1
        return true
    }

    private mutating func value() -> VectorValue {
        skipSpace()
        switch bytes[place] {
        case UInt8(ascii: "{"): return object()
        case UInt8(ascii: "["): return array()
        case UInt8(ascii: "\""): return .text(Text(string()))
        case UInt8(ascii: "t"):
            place += 4
            return .boolean(true)
        case UInt8(ascii: "f"):
            place += 5
            return .boolean(false)
        case UInt8(ascii: "n"):
            place += 4
            return .null
        default:
            let start = place
            while place < bytes.count, "+-.eE0123456789".utf8.contains(bytes[place]) { place += 1 }
            return .number(Double(String(decoding: bytes[start..<place], as: UTF8.self))!)
        }
    }

    private mutating func object() -> VectorValue {
        var members: [String: VectorValue] = [:]
        precondition(take("{"))
        if take("}") { return .object(members) }
        repeat {
            skipSpace()
            let key = string()
            precondition(take(":"))
            members[key] = value()
        } while take(",")
        precondition(take("}"))
        return .object(members)
    }

    private mutating func array() -> VectorValue {
        var elements: [VectorValue] = []
        precondition(take("["))
        if take("]") { return .array(elements) }
        repeat { elements.append(value()) } while take(",")
        precondition(take("]"))
        return .array(elements)
    }

    private mutating func string() -> String {
        var units: [UInt16] = []
        place += 1
        while bytes[place] != UInt8(ascii: "\"") {
            if bytes[place] == UInt8(ascii: "\\") {
                units.append(escape())
                continue
            }
            let start = place
            while bytes[place] != UInt8(ascii: "\""), bytes[place] != UInt8(ascii: "\\") { place += 1 }
            units += String(decoding: bytes[start..<place], as: UTF8.self).utf16
        }
        place += 1
        return String(decoding: units, as: UTF16.self)
    }

    private mutating func escape() -> UInt16 {
        let letter = bytes[place + 1]
        place += 2
        switch letter {
        case UInt8(ascii: "n"): return 10
        case UInt8(ascii: "t"): return 9
        case UInt8(ascii: "r"): return 13
        case UInt8(ascii: "b"): return 8
        case UInt8(ascii: "f"): return 12
        case UInt8(ascii: "u"):
            place += 4
            return UInt16(String(decoding: bytes[place - 4..<place], as: UTF8.self), radix: 16)!
        default: return UInt16(letter)
        }
    }
}

/// Writes JSON text (RFC 8259) into bytes that grow. The caller puts commas and brackets; the writer escapes.
public struct JSONWriter {
    public var bytes: [UInt8] = []

    public init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    @inline(__always)
    public mutating func raw(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    @inline(__always)
    public mutating func comma() { bytes.append(UInt8(ascii: ",")) }

    /// A string in quotes. Text that was native to Swift is copied in runs between the bytes that need an
    /// escape.
    public mutating func string(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { escape($0) }
        if isDone == nil {
            var copy = text
            copy.withUTF8 { escape($0) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// A string that is known to need no escape.
    public mutating func plain(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: text.utf8)
        bytes.append(UInt8(ascii: "\""))
    }

    public mutating func id<Kind>(_ id: UUIDIdentifier<Kind>) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: UUIDIdentifier<Kind>.textBytes + 2) {
            buffer in
            var next = 1
            buffer[0] = UInt8(ascii: "\"")
            id.forEachTextByte {
                buffer[next] = $0
                next += 1
            }
            buffer[next] = UInt8(ascii: "\"")
            bytes.append(contentsOf: buffer)
        }
    }

    public mutating func integer(_ value: some BinaryInteger & SignedInteger) {
        var rest = UInt64(value.magnitude)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var start = 20
            repeat {
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            if value < 0 { bytes.append(UInt8(ascii: "-")) }
            bytes.append(contentsOf: digits[start...])
        }
    }

    /// The shortest text that reads back as the same double. Whole numbers up to 2^53 come as integers.
    public mutating func number(_ value: Double) {
        if let whole = wholeNumber(value) {
            integer(whole)
        } else {
            bytes.append(contentsOf: value.description.utf8)
        }
    }

    public mutating func boolean(_ value: Bool) {
        if value { raw("true") } else { raw("false") }
    }

    private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        for position in 0..<text.count {
            let byte = text[position]
            guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
            bytes.append(contentsOf: text[start..<position])
            start = position + 1
            switch byte {
            case UInt8(ascii: "\""): raw("\\\"")
            case UInt8(ascii: "\\"): raw("\\\\")
            case 0x0A: raw("\\n")
            case 0x0D: raw("\\r")
            case 0x09: raw("\\t")
            default:
                raw("\\u00")
                for digit in [byte >> 4, byte & 15] {
                    bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
                }
            }
        }
        bytes.append(contentsOf: text[start...])
    }
}

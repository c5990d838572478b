import Glibc

/// Reads a JSON file piece by piece: the outer objects and arrays are walked through, and only a value that
/// is asked for is held in memory. What stands in a value is for a real parser to judge.
final class JSONFile {
    let path: String
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var position = 0
    private var offset = 0

    private static let pieceBytes = 1 << 18
    /// Bytes of one value that is held.
    static let valueBytesMax = 4 << 20

    init(_ path: String) throws {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            let reason = String(cString: strerror(errno))
            if descriptor >= 0 { close(descriptor) }
            throw CommandFailure(
                message: "\(path) can't be read: \(reason). Name a file that livelistd export wrote")
        }
    }

    deinit { close(descriptor) }

    func rewind() {
        lseek(descriptor, 0, SEEK_SET)
        (buffer, position, offset) = ([], 0, 0)
    }

    /// Calls `body` with the key of every member of an object, in order; it has to read or skip the value.
    func forEachMember(_ body: (String) throws -> Void) throws {
        try expect(UInt8(ascii: "{"))
        if try take(UInt8(ascii: "}")) { return }
        repeat {
            let key = try value()
            guard key.count >= 2, key.first == UInt8(ascii: "\"") else { throw unexpected() }
            try expect(UInt8(ascii: ":"))
            try body(String(decoding: key[1..<key.count - 1], as: UTF8.self))
        } while try take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "}"))
    }

    /// Calls `body` before every element of an array; it has to read or skip it.
    func forEachElement(_ body: () throws -> Void) throws {
        try expect(UInt8(ascii: "["))
        if try take(UInt8(ascii: "]")) { return }
        repeat { try body() } while try take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "]"))
    }

    /// The text of the next value.
    func value() throws -> [UInt8] {
        var text: [UInt8] = []
        try walk { bytes in
            text.append(contentsOf: bytes)
            guard text.count <= Self.valueBytesMax else {
                throw CommandFailure(
                    message: "\(path): a value near byte \(offset + position) is too long for an export")
            }
        }
        return text
    }

    func skip() throws { try walk { _ in } }

    /// Nothing but white space is left.
    func expectEnd() throws {
        guard try peek() == nil else { throw unexpected() }
    }

    /// Goes to the end of the next value, and hands over its bytes in runs.
    private func walk(_ take: (ArraySlice<UInt8>) throws -> Void) throws {
        guard try peek() != nil else { throw unexpected() }
        var depth = 0
        var isString = false
        var isEscaped = false
        while true {
            let start = position
            while position < buffer.count {
                let byte = buffer[position]
                if isString {
                    position += 1
                    if isEscaped {
                        isEscaped = false
                        continue
                    }
                    if byte == UInt8(ascii: "\\") { isEscaped = true }
                    guard byte == UInt8(ascii: "\"") else { continue }
                    isString = false
                    if depth == 0 { return try take(buffer[start..<position]) }
                    continue
                }
                switch byte {
                case UInt8(ascii: "\""): isString = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    // The end of what a bare word stands in.
                    guard depth > 0 else { return try take(buffer[start..<position]) }
                    depth -= 1
                    if depth == 0 {
                        position += 1
                        return try take(buffer[start..<position])
                    }
                case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09, 0x0A, 0x0D:
                    if depth == 0 { return try take(buffer[start..<position]) }
                default: break
                }
                position += 1
            }
            try take(buffer[start..<position])
            guard try fill() else {
                if depth == 0, !isString { return }
                throw unexpected()
            }
        }
    }

    private func expect(_ byte: UInt8) throws {
        guard try take(byte) else { throw unexpected() }
    }

    private func take(_ byte: UInt8) throws -> Bool {
        guard try peek() == byte else { return false }
        position += 1
        return true
    }

    /// The next byte that is no white space; nil at the end.
    private func peek() throws -> UInt8? {
        while true {
            while position < buffer.count {
                let byte = buffer[position]
                guard byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D else { return byte }
                position += 1
            }
            guard try fill() else { return nil }
        }
    }

    /// - Returns: false at the end of the file.
    private func fill() throws -> Bool {
        offset += buffer.count
        position = 0
        var count = 0
        let descriptor = descriptor
        buffer = [UInt8](unsafeUninitializedCapacity: Self.pieceBytes) { bytes, filled in
            count = read(descriptor, bytes.baseAddress, bytes.count)
            filled = max(0, count)
        }
        guard count >= 0 else {
            throw CommandFailure(message: "\(path) can't be read: \(String(cString: strerror(errno)))")
        }
        return count > 0
    }

    func unexpected() -> CommandFailure {
        CommandFailure(
            message: "\(path) is no export of lists: it makes no sense at byte \(offset + position). "
                + "Name a file that livelistd export wrote")
    }
}

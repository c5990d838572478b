import Glibc

/// Finds the messages in a frame, and a few values in them, without parsing them: what the load client has to know of
/// a message stands at its beginning or its end.
enum MessageScanner {
    /// Calls `body` with each message of a frame: the object, or those in the array.
    static func forEachMessage(_ frame: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
        guard frame.first == UInt8(ascii: "[") else { return body(frame) }
        var place = 1
        while place < frame.count, frame[place] == UInt8(ascii: "{") {
            let end = endOfObject(frame, from: place)
            body(UnsafeRawBufferPointer(rebasing: frame[place..<end]))
            // Behind it stands a comma, or the end of the array.
            place = end + 1
        }
    }

    /// - Returns: the place behind the object that begins at `start`.
    static func endOfObject(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var depth = 0
        var place = start
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""):
                place += 1
                while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
                    place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
                }
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 { return place + 1 }
            default: break
            }
            place += 1
        }
        return bytes.count
    }

    /// The number behind the first `"key":`.
    static func integer(_ key: StaticString, in message: UnsafeRawBufferPointer) -> Int? {
        guard var place = valuePlace(key, in: message) else { return nil }
        var value = 0
        let start = place
        while place < message.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(message[place]) {
            value = value * 10 + Int(message[place] - UInt8(ascii: "0"))
            place += 1
        }
        return place > start ? value : nil
    }

    /// The text behind the first `"key":`, where it needs no escapes.
    static func text(_ key: StaticString, in message: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard let start = valuePlace(key, in: message), start < message.count,
            message[start] == UInt8(ascii: "\"")
        else { return nil }
        var end = start + 1
        while end < message.count, message[end] != UInt8(ascii: "\"") { end += 1 }
        return UnsafeRawBufferPointer(rebasing: message[(start + 1)..<end])
    }

    /// Whether the message says `"type":"kind"` at its very beginning, as this server writes it.
    static func isType(_ kind: StaticString, _ message: UnsafeRawBufferPointer) -> Bool {
        let head = "{\"type\":\"" as StaticString
        let bytes = head.utf8CodeUnitCount + kind.utf8CodeUnitCount
        return message.count > bytes
            && memcmp(message.baseAddress!, head.utf8Start, head.utf8CodeUnitCount) == 0
            && memcmp(
                message.baseAddress! + head.utf8CodeUnitCount, kind.utf8Start, kind.utf8CodeUnitCount) == 0
            && message[bytes] == UInt8(ascii: "\"")
    }

    /// The key with quotes and colon is looked for as bytes.
    private static func valuePlace(_ key: StaticString, in message: UnsafeRawBufferPointer) -> Int? {
        let (first, count) = (Int32(key.utf8Start[0]), key.utf8CodeUnitCount)
        guard let base = message.baseAddress else { return nil }
        var place = 0
        while place + count <= message.count, let found = memchr(base + place, first, message.count - place) {
            place = UnsafeRawPointer(found) - base
            guard place + count <= message.count else { return nil }
            if memcmp(found, key.utf8Start, count) == 0 { return place + count }
            place += 1
        }
        return nil
    }
}

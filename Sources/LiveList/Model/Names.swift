/// Names a list: 1–64 characters of `a-z 0-9 -`, the first a letter or a digit.
public struct ListID: Hashable, Sendable, CustomStringConvertible {
    public static let bytesMax = 64
    public let text: String

    /// - Returns: nil where `text` has another form.
    public init?(_ text: String) {
        let bytes = text.utf8
        guard (1...Self.bytesMax).contains(bytes.count), bytes.first != UInt8(ascii: "-") else { return nil }
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"):
                continue
            default: return nil
            }
        }
        self.text = text
    }

    public var description: String { text }
}

/// Names one `mutate` of one list, chosen by its sender: 1–64 printable ASCII characters without space.
public struct MutationID: Hashable, Sendable, CustomStringConvertible {
    public static let bytesMax = 64
    public let text: String

    /// - Returns: nil where `text` has another form.
    public init?(_ text: String) {
        guard (1...Self.bytesMax).contains(text.utf8.count) else { return nil }
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        self.text = text
    }

    public var description: String { text }
}

/// Counts the accepted `mutate`s of one list within one epoch, from 0.
public struct Revision: Hashable, Comparable, Sendable, CustomStringConvertible {
    public let value: Int

    public init(_ value: Int) { self.value = value }
    public static let zero = Revision(0)
    public var next: Revision { Revision(value + 1) }
    public static func < (left: Revision, right: Revision) -> Bool { left.value < right.value }
    public var description: String { String(value) }
}

/// Names one history of one list; a revision means something only within it.
public struct Epoch: Hashable, Sendable, CustomStringConvertible {
    public static let bytesMax = 64
    public let text: String

    public init(_ text: String) { self.text = text }
    public var description: String { text }
}

/// Milliseconds since 1970-01-01T00:00:00Z.
public typealias Timestamp = Int64

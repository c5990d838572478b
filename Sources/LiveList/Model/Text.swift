/// Text that a person or a program wrote: compared and hashed by its UTF-8 bytes.
///
/// Swift's `==` on `String` calls "é" in one scalar and in two the same; here they are different, as
/// they are to everyone else who reads the wire.
public struct Text: Sendable {
    public let string: String

    public init(_ string: String) {
        var native = string
        native.makeContiguousUTF8()
        self.string = native
    }

    /// Length in bytes of UTF-8. O(1).
    public var byteCount: Int { string.utf8.count }
}

extension Text: Hashable {
    public static func == (left: Text, right: Text) -> Bool {
        guard left.byteCount == right.byteCount else { return false }
        return left.string.utf8.elementsEqual(right.string.utf8)
    }

    public func hash(into hasher: inout Hasher) {
        var copy = string
        copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension Text: ExpressibleByStringLiteral, CustomStringConvertible {
    public init(stringLiteral value: String) { self.init(value) }
    public var description: String { string }
}

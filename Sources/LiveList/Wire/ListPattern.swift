/// Names lists: one by its id (`groceries`), those whose id begins so (`team-*`), or all (`*`).
public struct ListPattern: Hashable, Sendable, CustomStringConvertible {
    public let text: String
    /// Without the star.
    private let stem: String
    private let isPrefix: Bool

    /// - Returns: nil where `text` has another form: a star stands only at the end, and the rest is a list's
    ///   id or the beginning of one.
    public init?(_ text: String) {
        isPrefix = text.utf8.last == UInt8(ascii: "*")
        stem = isPrefix ? String(text.dropLast()) : text
        guard isPrefix && stem.isEmpty || ListID(stem) != nil else { return nil }
        self.text = text
    }

    /// The one list that it names; nil where it may be several.
    public var list: ListID? { isPrefix ? nil : ListID(stem) }

    public func matches(_ list: ListID) -> Bool {
        isPrefix ? list.text.utf8.starts(with: stem.utf8) : list.text == stem
    }

    /// Whether every list that `other` names is named by this one, too.
    public func covers(_ other: ListPattern) -> Bool {
        isPrefix ? other.stem.utf8.starts(with: stem.utf8) : other == self
    }

    public var description: String { text }
}

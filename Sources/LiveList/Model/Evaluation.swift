/// What an attempt to change a list came to.
public enum Evaluation: Sendable {
    /// The list is at the next revision now, and these facts say how it came there.
    case accepted([Fact])
    /// Valid, and nothing was left to do. No revision is used.
    case unchanged
    case rejected(Rejection)
}

/// What is being stored or replayed does not fit the list: it is damaged, or belongs to another.
public struct InvalidFact: Error, Sendable, Equatable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}

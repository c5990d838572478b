/// A list as of one revision: a value. A copy costs nothing until one of the two is written.
public struct ListState: Sendable {
    public private(set) var title: Text
    public private(set) var revision: Revision = .zero
    public let limits: Limits

    /// An empty list at revision 0.
    public init(title: Text, limits: Limits = .standard) {
        self.title = title
        self.limits = limits
    }
}

/// What an attempt to change a list came to.
public enum Evaluation: Sendable {
    /// The list is at the next revision now, and these facts say how it came there.
    case accepted([Fact])
    /// Valid, and nothing was left to do. No revision is used.
    case unchanged
    case rejected(Rejection)
}

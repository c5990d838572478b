/// Why something was not done. The raw value is the word on the wire.
public enum RejectionCode: String, Sendable {
    case invalid
    case tooLarge = "too-large"
    case unknownList = "unknown-list"
    case unknownItem = "unknown-item"
    case unknownSection = "unknown-section"
    case itemDeleted = "item-deleted"
    case idExists = "id-exists"
    case conflict
    case forbidden
    case rateLimited = "rate-limited"
    case unavailable
}

/// The answer to a `mutate` that was not applied. Nothing of it was.
public struct Rejection: Error, Sendable {
    public let code: RejectionCode
    /// One plain English sentence that says what to do.
    public let message: String
    /// Which mutation failed, from 0; nil where it is none of them.
    public let index: Int?

    public init(_ code: RejectionCode, _ message: String, index: Int? = nil) {
        self.code = code
        self.message = message
        self.index = index
    }
}

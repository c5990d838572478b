/// Bytes or a message that can't be read as what they should be.
public struct WireError: Error, Sendable, Equatable {
    /// `invalid` or `tooLarge`.
    public let code: RejectionCode
    /// One plain English sentence that names the key and says what it should be.
    public let message: String

    public init(_ code: RejectionCode, _ message: String) {
        self.code = code
        self.message = message
    }

    static func invalid(_ message: String) -> WireError { WireError(.invalid, message) }
    static func tooLarge(_ message: String) -> WireError { WireError(.tooLarge, message) }
}

/// One client's line, as the engine sees it. Transport has the real one, the simulation another.
///
/// All methods are called on the loop thread. None calls back into the engine before it returns.
public protocol Connection: AnyObject {
    /// True where the line takes a frame now. When a line that was not becomes writable again, its owner
    /// calls `Engine.writable`.
    var isWritable: Bool { get }

    /// Sends one text frame.
    ///
    /// - Parameter payload: `frameHeadroom` bytes in front of it belong to the line, to put a header in. The
    ///   memory is the caller's again on return.
    func send(_ payload: UnsafeMutableRawBufferPointer)

    /// Whether the client takes messages compressed with raw deflate, each by itself.
    var takesDeflated: Bool { get }

    /// Sends one text frame that is compressed; as `send`.
    func sendDeflated(_ payload: UnsafeMutableRawBufferPointer)

    /// Sends a ping frame.
    func ping()

    /// Sends a close frame with this code and ends the line soon after. `Engine.disconnected` is called
    /// later, once.
    func close(_ code: CloseCode, reason: String)

    /// Whether the line is read from. A line begins reading.
    func setReading(_ isReading: Bool)
}

extension Connection {
    public var takesDeflated: Bool { false }
    public func sendDeflated(_ payload: UnsafeMutableRawBufferPointer) {
        preconditionFailure("a compressed frame for a line that takes none")
    }
}

/// Bytes in front of a payload that a line may overwrite with its frame header.
public let frameHeadroom = 32

/// Close codes of the protocol (RFC 6455 section 7.4 and the private range).
public enum CloseCode: UInt16, Sendable {
    case goingAway = 1001
    case protocolError = 1002
    case binaryFrame = 1003
    case invalidUTF8 = 1007
    case policy = 1008
    case tooLarge = 1009
    case silent = 4408
    case rateLimited = 4429
}

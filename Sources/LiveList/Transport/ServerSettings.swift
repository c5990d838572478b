/// What the transport is told by its operator, and its bounds.
public struct ServerSettings: Sendable {
    public var addresses = [ListenAddress.standard]
    /// Serves the page from this folder instead of what is compiled in.
    public var webFolder: String?
    /// Origins whose pages may connect beside the server's own, such as `https://lists.example`.
    public var origins: [Origin] = []
    /// The data folder, in which the operator's commands find this server; nil: they do not.
    public var controlFolder: String?
    /// Bytes of one message, after reassembly.
    public var messageBytesMax = EngineSettings().messageBytesMax
    /// Bytes of all messages that are not complete yet.
    public var assembledBytesMax = 256 << 20
    /// TLS handshakes under way; above it the listeners pause.
    public var handshakesMax = 32
    /// A handshake that takes longer waits for its client, costs nothing meanwhile, and no longer counts: those
    /// that never end must not keep others out.
    public var handshakeMilliseconds: Int64 = 20
    /// Seconds for a TLS handshake, and again for the header of a request.
    public var headerSeconds: UInt32 = 10
    /// Bytes of all headers of a request.
    public var headerBytesMax: UInt16 = 16 << 10
    /// Seconds for the taking of an answer.
    public var answerSeconds: Int32 = 30
    /// Milliseconds in which a close frame is to be answered.
    public var closeMilliseconds: Int64 = 2_000
    /// Milliseconds in which everything accepted is to become durable on shutdown.
    public var quietMilliseconds: Int64 = 3_000

    /// Speaks HTTP without TLS, for a proxy on this machine.
    public var isPlain = false
    public var door = DoorLimits()
    /// Whose word counts on whom they forward for.
    public var trustedProxies = TrustedProxies()

    public init() {}
}

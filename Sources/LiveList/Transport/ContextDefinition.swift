import CWebSockets

/// The structures that libwebsockets keeps pointers to for as long as the context lives.
struct ContextDefinition {
    private let protocols = UnsafeMutablePointer<lws_protocols>.allocate(capacity: 2)
    private let extensions = UnsafeMutablePointer<lws_extension>.allocate(capacity: 2)
    private let loops = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)
    private let policy = UnsafeMutablePointer<lws_retry_bo_t>.allocate(capacity: 1)

    /// Small: most connections are idle, and each holds one. A message arrives in pieces of this size.
    private static let receiveBytes = 512
    /// Above it a frame is split and copied. Batches stay below.
    private static let sendBytes = 65_536

    private static let recordBytes: UInt32 = 17 << 10

    /// Enough for TLS 1.2; those of TLS 1.3 are all sound.
    private static let ciphers = "ECDHE+AESGCM:ECDHE+CHACHA20"

    func fill(_ info: inout lws_context_creation_info, settings: ServerSettings, loop: EventLoop) {
        protocols.initialize(
            to: lws_protocols(
                name: Self.constant(HTTPRoutes.webSocketProtocol), callback: socketCallback,
                per_session_data_size: 0, rx_buffer_size: Self.receiveBytes, id: 0, user: nil,
                tx_packet_size: Self.sendBytes))
        (protocols + 1).initialize(to: lws_protocols())
        extensions.initialize(
            to: lws_extension(
                name: Self.constant(DeflateOffer.name), callback: deflateExtension, client_offer: nil))
        (extensions + 1).initialize(to: lws_extension())
        loops.initialize(to: UnsafeMutableRawPointer(loop.uv))
        // All zero: without it the library would ping by itself, from a sorted list with an entry per
        // connection.
        policy.initialize(to: lws_retry_bo_t())

        info.options = ll_option_libuv
        if !settings.isPlain { info.options |= ll_option_tls | ll_option_plain_http_too }
        // Otherwise the library answers them itself, with a page and a status of its own.
        info.options |= ll_option_unknown_methods_raw
        info.foreign_loops = loops
        // Sockets are accepted by `Listener`, which can pause.
        info.port = CONTEXT_PORT_NO_LISTEN_SERVER
        info.protocols = UnsafePointer(protocols)
        info.extensions = UnsafePointer(extensions)
        info.retry_and_idle_policy = UnsafePointer(policy)
        info.ssl_cipher_list = Self.constant(Self.ciphers)
        // Otherwise Chromium speaks WebSocket over HTTP/2, where frames can't be written raw.
        info.alpn = Self.constant("http/1.1")
        info.timeout_secs = settings.headerSeconds
        info.timeout_secs_ah_idle = settings.headerSeconds
        // A whole TLS record: what is left of one after two reads of the default size would lie with OpenSSL until
        // more comes, and headers of over 8 KiB would never be complete.
        info.pt_serv_buf_size = Self.recordBytes
        info.max_http_header_data2 = UInt32(settings.headerBytesMax)
        // 0 would mean root.
        info.gid = -1
        info.uid = -1
    }

    /// A copy that is never freed: one context is made in a program's life.
    private static func constant(_ text: String) -> UnsafePointer<CChar> {
        UnsafePointer(strdup(text)!)
    }
}

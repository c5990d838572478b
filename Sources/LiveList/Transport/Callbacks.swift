import CWebSockets

// What libwebsockets calls: each thunk unwraps its pointers and calls one method. A result of -1 ends the
// socket.

/// HTTP, and whatever has no protocol yet.
func httpCallback(
    _ socket: OpaquePointer?, _ reason: lws_callback_reasons, _ user: UnsafeMutableRawPointer?,
    _ input: UnsafeMutableRawPointer?, _ count: Int
) -> Int32 {
    guard let socket else { return 0 }
    switch reason {
    case LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS:
        guard let user else { return -1 }
        return server(of: socket).configure(tls: OpaquePointer(user)) ? 0 : -1
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        // Protocol 0 until the handshake: here a refusal can still be a real answer. The header that
        // `input` points to may be gone once something was written.
        return server(of: socket).judgeUpgrade(on: socket)
    case LWS_CALLBACK_FILTER_HTTP_CONNECTION:
        return server(of: socket).answerRequest(on: socket)
    case LWS_CALLBACK_HTTP:
        // An answer is under way; what does not fit goes out when the socket takes more.
        return 0
    case LWS_CALLBACK_HTTP_WRITEABLE:
        guard let owner = owner(of: socket) as? HTTPTransfer else { return -1 }
        return server(of: socket).proceed(owner, on: socket)
    case LWS_CALLBACK_RAW_ADOPT:
        // CONNECT and unknown methods lead here, past every check and every time-out.
        return server(of: socket).refuseMethod(on: socket)
    case LWS_CALLBACK_RAW_RX, LWS_CALLBACK_HTTP_BODY, LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return -1
    case LWS_CALLBACK_WSI_DESTROY:
        // Also the last word on a WebSocket connection: CLOSED does not come in every state.
        server(of: socket).destroyed(socket)
        if let pointer = lws_get_opaque_user_data(socket) {
            lws_set_opaque_user_data(socket, nil)
            let owner = Unmanaged<AnyObject>.fromOpaque(pointer)
            (owner.takeUnretainedValue() as? WebSocketConnection)?.gone()
            owner.release()
        }
        return 0
    default:
        return 0
    }
}

/// Established WebSocket connections.
func webSocketCallback(
    _ socket: OpaquePointer?, _ reason: lws_callback_reasons, _ user: UnsafeMutableRawPointer?,
    _ input: UnsafeMutableRawPointer?, _ count: Int
) -> Int32 {
    guard let socket else { return 0 }
    if reason == LWS_CALLBACK_ESTABLISHED {
        let connection = WebSocketConnection(socket: socket, server: server(of: socket))
        // Retained: by the socket, until WSI_DESTROY.
        lws_set_opaque_user_data(socket, Unmanaged<AnyObject>.passRetained(connection).toOpaque())
        connection.established()
        return 0
    }
    // CLOSED and others come for sockets that never were established, too.
    switch reason {
    case LWS_CALLBACK_RECEIVE:
        guard let connection = connection(of: socket) else { return -1 }
        connection.receive(UnsafeRawBufferPointer(start: input, count: input == nil ? 0 : count))
    case LWS_CALLBACK_SERVER_WRITEABLE:
        connection(of: socket)?.writable()
    case LWS_CALLBACK_RECEIVE_PONG:
        connection(of: socket)?.pong()
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        connection(of: socket)?.peerClosed(
            UnsafeRawBufferPointer(start: input, count: input == nil ? 0 : count))
        return -1
    case LWS_CALLBACK_CLOSED:
        connection(of: socket)?.gone()
    default:
        break
    }
    return 0
}

private func server(of socket: OpaquePointer) -> Server {
    Unmanaged<Server>.fromOpaque(lws_context_user(lws_get_context(socket))).takeUnretainedValue()
}

private func owner(of socket: OpaquePointer) -> AnyObject? {
    lws_get_opaque_user_data(socket).map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
}

private func connection(of socket: OpaquePointer) -> WebSocketConnection? {
    lws_get_opaque_user_data(socket).map {
        unsafeDowncast(
            Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue(), to: WebSocketConnection.self)
    }
}

import CWebSockets

/// All that libwebsockets calls: unwraps its pointers and calls one method. A result of -1 ends the socket.
///
/// One function for HTTP and WebSocket, as there is one protocol: a client that names none is given it, too.
func socketCallback(
    _ socket: OpaquePointer?, _ reason: lws_callback_reasons, _ user: UnsafeMutableRawPointer?,
    _ input: UnsafeMutableRawPointer?, _ count: Int
) -> Int32 {
    guard let socket else { return 0 }
    switch reason {
    // HTTP
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        // Here a refusal can still be a real answer. `input` points into memory that may be gone once
        // something was written.
        return server(of: socket).judgeUpgrade(on: socket)
    case LWS_CALLBACK_FILTER_HTTP_CONNECTION:
        return server(of: socket).answerRequest(on: socket)
    case LWS_CALLBACK_HTTP_WRITEABLE:
        guard let transfer: HTTPTransfer = owner(of: socket) else { return -1 }
        return server(of: socket).proceed(transfer, on: socket)
    case LWS_CALLBACK_RAW_ADOPT:
        // CONNECT and unknown methods lead here, past every check and every time-out.
        return server(of: socket).refuseMethod(on: socket)
    case LWS_CALLBACK_RAW_RX, LWS_CALLBACK_HTTP_BODY, LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return -1

    case LWS_CALLBACK_CONFIRM_EXTENSION_OKAY:
        return server(of: socket).takesUpDeflate(on: socket) ? 0 : 1
    case LWS_CALLBACK_ADD_HEADERS:
        return server(of: socket).completeHandshake(input, on: socket)

    // WebSocket. CLOSED and others come for sockets that never were established, too.
    case LWS_CALLBACK_ESTABLISHED:
        let connection = WebSocketConnection(socket: socket, server: server(of: socket))
        // Retained: by the socket, until WSI_DESTROY.
        lws_set_opaque_user_data(socket, Unmanaged<AnyObject>.passRetained(connection).toOpaque())
        connection.established()
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

    // Both
    case LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS:
        guard let user else { return -1 }
        return server(of: socket).configure(tls: OpaquePointer(user)) ? 0 : -1
    case LWS_CALLBACK_WSI_DESTROY:
        server(of: socket).destroyed(socket)
        if let pointer = lws_get_opaque_user_data(socket) {
            lws_set_opaque_user_data(socket, nil)
            let owner = Unmanaged<AnyObject>.fromOpaque(pointer)
            // The last word: CLOSED does not come in every state.
            (owner.takeUnretainedValue() as? WebSocketConnection)?.gone()
            owner.release()
        }
    default:
        break
    }
    return 0
}

private func server(of socket: OpaquePointer) -> Server {
    Unmanaged<Server>.fromOpaque(lws_context_user(lws_get_context(socket))).takeUnretainedValue()
}

private func owner<Owner: AnyObject>(of socket: OpaquePointer) -> Owner? {
    lws_get_opaque_user_data(socket).flatMap {
        Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() as? Owner
    }
}

/// Without the cost of a checked cast: what belongs to a socket in these states is nothing else.
private func connection(of socket: OpaquePointer) -> WebSocketConnection? {
    lws_get_opaque_user_data(socket).map {
        Unmanaged<WebSocketConnection>.fromOpaque($0).takeUnretainedValue()
    }
}

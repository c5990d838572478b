import CWebSockets

/// An answer that did not go out in one piece. libwebsockets holds it (retained) as the socket's owner.
final class HTTPTransfer {
    fileprivate let answer: HTTPAnswer
    fileprivate var sent: Int

    fileprivate init(_ answer: HTTPAnswer, sent: Int) {
        self.answer = answer
        self.sent = sent
    }
}

extension Server {
    private var routes: HTTPRoutes {
        HTTPRoutes(
            files: files, authority: certificates.authority, trouble: engine.trouble, notice: engine.notice)
    }

    /// - Returns: 0 where the handshake may go on.
    func judgeUpgrade(on socket: OpaquePointer) -> Int32 {
        let request = HTTPRequest(parsedOn: socket)
        guard phase == .serving else {
            return begin(.refusal(503, "The server is stopping."), to: request, on: socket)
        }
        guard let refusal = HTTPRoutes.refusalOfUpgrade(request) else { return 0 }
        return begin(refusal, to: request, on: socket)
    }

    func answerRequest(on socket: OpaquePointer) -> Int32 {
        let request = HTTPRequest(parsedOn: socket)
        return begin(routes.answer(request), to: request, on: socket)
    }

    /// For a request whose headers the library has dropped.
    func refuseMethod(on socket: OpaquePointer) -> Int32 {
        begin(HTTPRoutes.methodNotAllowed, to: HTTPRequest(), on: socket)
    }

    /// Writes the head and as much of the body as fits; the rest goes out in `proceed`.
    ///
    /// - Returns: -1 where that was all: the library sends what the kernel did not take and ends the socket.
    private func begin(_ answer: HTTPAnswer, to request: HTTPRequest, on socket: OpaquePointer) -> Int32 {
        // Nothing more is read from it: while the answer goes out, waiting input would keep the loop
        // spinning.
        lws_rx_flow_control(socket, 0)
        let head = answer.head(date: .now())
        let space = room
        var count = space.initializeMemory(as: UInt8.self, from: head.utf8).initialized.count
        var sent = 0
        if request.method != .head {
            sent = answer.copyBody(from: 0, into: UnsafeMutableRawBufferPointer(rebasing: space[count...]))
            count += sent
        }
        let bytes = space.baseAddress!.assumingMemoryBound(to: UInt8.self)
        guard lws_write(socket, bytes, count, LWS_WRITE_HTTP) >= 0 else { return -1 }
        guard request.method != .head, sent < answer.bodyCount else { return -1 }
        let transfer = Unmanaged<AnyObject>.passRetained(HTTPTransfer(answer, sent: sent))
        lws_set_opaque_user_data(socket, transfer.toOpaque())
        lws_callback_on_writable(socket)
        return 0
    }

    func proceed(_ transfer: HTTPTransfer, on socket: OpaquePointer) -> Int32 {
        guard lws_partial_buffered(socket) == 0 else { return 0 }
        // Only at the beginning does the library set one of its own.
        lws_set_timeout(socket, PENDING_TIMEOUT_HTTP_CONTENT, settings.answerSeconds)
        let space = room
        let count = transfer.answer.copyBody(from: transfer.sent, into: space)
        transfer.sent += count
        let bytes = space.baseAddress!.assumingMemoryBound(to: UInt8.self)
        guard lws_write(socket, bytes, count, LWS_WRITE_HTTP) >= 0 else { return -1 }
        guard transfer.sent < transfer.answer.bodyCount else { return -1 }
        lws_callback_on_writable(socket)
        return 0
    }
}

extension HTTPAnswer {
    fileprivate var bodyCount: Int {
        switch body {
        case .none: 0
        case .text(let string): string.utf8.count
        case .file(let file): file.count
        }
    }

    /// - Returns: how many bytes were copied: as many as fit, or as there are.
    fileprivate func copyBody(from start: Int, into space: UnsafeMutableRawBufferPointer) -> Int {
        switch body {
        case .none: return 0
        case .text(var string):
            return string.withUTF8 { Self.copy(UnsafeRawBufferPointer($0), from: start, into: space) }
        case .file(let file):
            return file.withBytes { Self.copy($0, from: start, into: space) }
        }
    }

    private static func copy(
        _ bytes: UnsafeRawBufferPointer, from start: Int, into space: UnsafeMutableRawBufferPointer
    ) -> Int {
        let end = min(bytes.count, start + space.count)
        space.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        return end - start
    }
}

extension HTTPRequest {
    /// Copies what is judged out of the library's header table.
    fileprivate init(parsedOn socket: OpaquePointer) {
        var oversized = false
        func header(_ token: lws_token_indexes) -> String? {
            guard lws_hdr_total_length(socket, token) > 0 else { return nil }
            return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 2_048) { buffer in
                let count = lws_hdr_copy(socket, buffer.baseAddress, Int32(buffer.count), token)
                guard count >= 0 else {
                    oversized = true
                    return nil
                }
                let bytes = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[..<Int(count)]))
                return String(decoding: bytes, as: UTF8.self)
            }
        }
        if let target = header(WSI_TOKEN_GET_URI) {
            path = target
        } else if let target = header(WSI_TOKEN_HEAD_URI) {
            method = .head
            path = target
        } else {
            method = .other
        }
        version = header(WSI_TOKEN_HTTP) ?? ""
        isEncrypted = lws_is_ssl(socket) != 0
        host = header(WSI_TOKEN_HOST)
        hasBody =
            lws_hdr_total_length(socket, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0
            || lws_hdr_total_length(socket, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0
        ifNoneMatch = header(WSI_TOKEN_HTTP_IF_NONE_MATCH)
        upgrade = header(WSI_TOKEN_UPGRADE)
        if upgrade != nil {
            connection = header(WSI_TOKEN_CONNECTION)
            webSocketVersion = header(WSI_TOKEN_VERSION)
            webSocketKey = header(WSI_TOKEN_KEY)
            webSocketProtocols = header(WSI_TOKEN_PROTOCOL)
            origin = header(WSI_TOKEN_ORIGIN)
            // The library reads these two into 128 bytes and drops the connection where they are longer.
            oversized =
                oversized
                || [connection, webSocketProtocols].contains { $0.map { $0.utf8.count > 120 } == true }
        }
        hasOversizedHeader = oversized
    }
}

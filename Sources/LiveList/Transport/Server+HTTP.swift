import CWebSockets
import Glibc

/// An answer on its way. libwebsockets holds one that did not go out in one piece (retained) as the
/// socket's owner.
final class HTTPTransfer {
    private let body: HTTPAnswer.Body
    private var sent = 0

    /// - Parameter answer: whose body is to be sent; nil: none.
    fileprivate init(_ answer: HTTPAnswer?) { body = answer?.body ?? .none }

    fileprivate var isComplete: Bool { sent == body.count }

    /// - Returns: how many bytes were copied: as many as fit, or as are left.
    fileprivate func copy(into space: UnsafeMutableRawBufferPointer) -> Int {
        let count = body.withBytes { bytes in
            let end = min(bytes.count, sent + space.count)
            space.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[sent..<end]))
            return end - sent
        }
        sent += count
        return count
    }
}

extension Server {
    private var routes: HTTPRoutes {
        HTTPRoutes(
            files: files, authority: certificates.authority, trouble: engine.trouble,
            notices: [engine.notice, certificates.notice(now: time(nil))].compactMap { $0 })
    }

    private func read(_ socket: OpaquePointer) -> HTTPRequest {
        var request = HTTPRequest(parsedOn: socket)
        // Between a proxy and this program nobody listens.
        if settings.isPlain { request.isEncrypted = true }
        return request
    }

    /// - Returns: 0 where the handshake may go on.
    func judgeUpgrade(on socket: OpaquePointer) -> Int32 {
        let request = read(socket)
        if phase != .serving {
            refuse(.refusal(503, "The server is stopping."), on: socket)
            return -1
        }
        guard
            let refusal = refusalAtTheDoor(request, on: socket)
                ?? HTTPRoutes.refusalOfUpgrade(request, origins: settings.origins)
        else { return 0 }
        if refusal.status == 403 {
            security.note(.origin(request.origin ?? ""), of: address(of: socket))
        }
        refuse(refusal, on: socket)
        return -1
    }

    /// For a request of a method that the library does not know; its headers are gone.
    func refuseMethod(on socket: OpaquePointer) -> Int32 {
        refuse(HTTPRoutes.methodNotAllowed, on: socket)
        return -1
    }

    /// Small, and the first that is written on its connection: it goes out in one piece.
    private func refuse(_ refusal: HTTPAnswer, on socket: OpaquePointer) {
        _ = write(fill(refusal, HTTPTransfer(refusal), for: socket), to: socket)
    }

    func answerRequest(on socket: OpaquePointer) -> Int32 {
        let request = read(socket)
        let answer = refusalAtTheDoor(request, on: socket) ?? routes.answer(request)
        return begin(answer, HTTPTransfer(request.method == .head ? nil : answer), on: socket)
    }

    /// Writes the head and as much of the body as fits; the rest goes out in `proceed`.
    ///
    /// - Returns: -1 where that was all, and the kernel has taken it.
    private func begin(_ answer: HTTPAnswer, _ transfer: HTTPTransfer, on socket: OpaquePointer) -> Int32 {
        guard write(fill(answer, transfer, for: socket), to: socket) else { return -1 }
        if transfer.isComplete, lws_partial_buffered(socket) == 0 { return -1 }
        lws_set_opaque_user_data(socket, Unmanaged<AnyObject>.passRetained(transfer).toOpaque())
        transfers.append(socket)
        lws_callback_on_writable(socket)
        return 0
    }

    /// - Returns: head and beginning of the body, in memory with headroom.
    private func fill(
        _ answer: HTTPAnswer, _ transfer: HTTPTransfer, for socket: OpaquePointer
    ) -> UnsafeMutableRawBufferPointer {
        let isStrict = certificates.isForEverybody && lws_is_ssl(socket) != 0
        let head = answer.head(date: .now(), isStrict: isStrict)
        let count = scratch.room.initializeMemory(as: UInt8.self, from: head.utf8).initialized.count
        let rest = UnsafeMutableRawBufferPointer(rebasing: scratch.room[count...])
        return UnsafeMutableRawBufferPointer(rebasing: scratch.room[..<(count + transfer.copy(into: rest))])
    }

    /// The socket takes more, and the library holds nothing of it any more.
    func proceed(_ transfer: HTTPTransfer, on socket: OpaquePointer) -> Int32 {
        guard lws_partial_buffered(socket) == 0 else { return 0 }
        if transfer.isComplete { return -1 }
        // Only at the beginning does the library set one of its own.
        lws_set_timeout(socket, PENDING_TIMEOUT_HTTP_CONTENT, settings.answerSeconds)
        let part = UnsafeMutableRawBufferPointer(rebasing: scratch.room[..<transfer.copy(into: scratch.room)])
        guard write(part, to: socket) else { return -1 }
        lws_callback_on_writable(socket)
        return 0
    }

    private func write(_ bytes: UnsafeMutableRawBufferPointer, to socket: OpaquePointer) -> Bool {
        let base = bytes.baseAddress!.assumingMemoryBound(to: UInt8.self)
        return lws_write(socket, base, bytes.count, LWS_WRITE_HTTP) >= 0
    }

    /// Throws away what clients send while their answer goes out, in whatever form: nothing will be read
    /// from these connections again. The library would leave it, and the loop would turn without end; and a
    /// connection under its flow control is not written to.
    func drainTransfers() {
        for socket in transfers {
            let count = recv(
                lws_get_socket_fd(socket), nil, 1 << 20, Int32(MSG_DONTWAIT | MSG_TRUNC))
            if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { end(socket) }
        }
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
        forwardedFor = header(WSI_TOKEN_X_FORWARDED_FOR)
        forwarded = Self.customHeader("forwarded:", on: socket)
        ifNoneMatch = header(WSI_TOKEN_HTTP_IF_NONE_MATCH)
        acceptEncoding = header(WSI_TOKEN_HTTP_ACCEPT_ENCODING)
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

    /// One that the library has no number for. Its name in lower case, with the colon.
    private static func customHeader(_ name: StaticString, on socket: OpaquePointer) -> String? {
        name.withUTF8Buffer { name in
            name.withMemoryRebound(to: CChar.self) { name in
                let count = Int32(name.count)
                let length = lws_hdr_custom_length(socket, name.baseAddress, count)
                guard length > 0, length < 2_048 else { return nil }
                return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(length) + 1) { buffer in
                    guard
                        lws_hdr_custom_copy(
                            socket, buffer.baseAddress, length + 1, name.baseAddress, count) >= 0
                    else { return nil }
                    let bytes = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[..<Int(length)]))
                    return String(decoding: bytes, as: UTF8.self)
                }
            }
        }
    }
}

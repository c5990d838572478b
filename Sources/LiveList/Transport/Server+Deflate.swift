import CWebSockets

/// libwebsockets' own permessage-deflate compresses for every connection anew, and a close while it inflates
/// can hang it. This one takes nothing and gives nothing: it is there so that the library lets frames with RSV1
/// pass, which connections then inflate by themselves, as a whole and within bounds.
func deflateExtension(
    _ context: OpaquePointer?, _ extension: UnsafePointer<lws_extension>?, _ socket: OpaquePointer?,
    _ reason: lws_extension_callback_reasons, _ user: UnsafeMutableRawPointer?,
    _ input: UnsafeMutableRawPointer?, _ count: Int
) -> Int32 {
    switch reason {
    case LWS_EXT_CB_CONSTRUCT:
        // No option of the offer is for the library to answer.
        input?.assumingMemoryBound(to: UnsafeMutablePointer<lws_ext_options>?.self).pointee = noOptions
        return 0
    case LWS_EXT_CB_NAMED_OPTION_SET: return 1
    default: return 0
    }
}

// Written once, here; all zero, which ends a table of options.
nonisolated(unsafe) private let noOptions: UnsafeMutablePointer<lws_ext_options> = {
    let table = UnsafeMutablePointer<lws_ext_options>.allocate(capacity: 1)
    table.initialize(to: lws_ext_options())
    return table
}()

extension Server {
    private func offer(on socket: OpaquePointer) -> DeflateOffer? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            let count = lws_hdr_copy(socket, buffer.baseAddress, Int32(buffer.count), WSI_TOKEN_EXTENSIONS)
            guard count > 0 else { return nil }
            let bytes = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[..<Int(count)]))
            return DeflateOffer(header: String(decoding: bytes, as: UTF8.self))
        }
    }

    func takesUpDeflate(on socket: OpaquePointer) -> Bool { offer(on: socket) != nil }

    /// The answer to a handshake is nearly written, and the library has named the extension last: puts the
    /// parameters behind it.
    ///
    /// - Returns: -1 where the line is not there. Without the parameters both sides would not mean the same.
    func completeHandshake(_ input: UnsafeMutableRawPointer?, on socket: OpaquePointer) -> Int32 {
        guard isDeflating(socket) else { return 0 }
        guard let answer = input?.assumingMemoryBound(to: lws_process_html_args.self),
            let end = answer.pointee.p, let offer = offer(on: socket)
        else { return -1 }
        let line = "Sec-WebSocket-Extensions: " + DeflateOffer.name + "\r\n"
        let written = String(
            decoding: UnsafeRawBufferPointer(start: end - line.utf8.count, count: line.utf8.count),
            as: UTF8.self)
        let rest = offer.parameters + "\r\n"
        guard written == line, rest.utf8.count <= answer.pointee.max_len else { return -1 }
        for (place, byte) in rest.utf8.enumerated() { (end - 2)[place] = CChar(bitPattern: byte) }
        answer.pointee.p = end - 2 + rest.utf8.count
        return 0
    }

    /// Whether both sides agreed on permessage-deflate.
    func isDeflating(_ socket: OpaquePointer) -> Bool {
        lws_set_extension_option(socket, DeflateOffer.name, "", "") == 1
    }
}

extension WebSocketConnection {
    /// A text message that was compressed already: the same bytes for everyone, with RSV1 set.
    func sendDeflated(_ payload: UnsafeMutableRawBufferPointer) {
        guard isOpen, lws_get_close_length(socket) == 0, let base = payload.baseAddress else { return }
        let count = payload.count
        var head: [UInt8] = [0xC1]
        if count < 126 {
            head.append(UInt8(count))
        } else if count < 65_536 {
            head += [126, UInt8(count >> 8), UInt8(count & 0xFF)]
        } else {
            head.append(127)
            for shift in stride(from: 56, through: 0, by: -8) { head.append(UInt8(count >> shift & 0xFF)) }
        }
        let start = base - head.count
        start.copyMemory(from: head, byteCount: head.count)
        let bytes = start.assumingMemoryBound(to: UInt8.self)
        noteWritten(lws_write(socket, bytes, head.count + count, ll_write_raw))
    }

    /// A whole message has come in, compressed.
    func inflate(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        let limit = server.settings.messageBytesMax
        do throws(Inflater.Failure) {
            return try server.inflater.inflate(bytes, bytesMax: limit)
        } catch {
            switch error {
            case .tooLarge: close(.tooLarge, reason: "a message has at most \(limit) bytes, inflated")
            case .invalid: close(.invalidUTF8, reason: "a compressed message can't be read")
            }
            return nil
        }
    }
}

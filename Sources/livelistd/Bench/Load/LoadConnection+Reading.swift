import CWebSockets
import Glibc
import LiveList

extension LoadConnection {
    /// Reads what there is, but leaves others their turn.
    func read() {
        ERR_clear_error()
        for _ in 0..<loop.recordsPerEvent {
            guard state != .closed, isReading else { return }
            let result = SSL_read(session, loop.buffer.baseAddress!, Int32(loop.buffer.count))
            guard result > 0 else {
                let error = SSL_get_error(session, result)
                if error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE { return }
                return lose(state == .upgrading ? "the server ended it at once" : "the server ended it")
            }
            take(UnsafeRawBufferPointer(rebasing: loop.buffer[0..<Int(result)]))
        }
    }

    private func take(_ bytes: UnsafeRawBufferPointer) {
        guard incoming.isEmpty else {
            incoming.append(contentsOf: bytes)
            let whole = incoming
            incoming = []
            return whole.withUnsafeBytes { takeAll($0) }
        }
        takeAll(bytes)
    }

    private func takeAll(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes
        if state == .upgrading {
            guard let end = headEnd(rest) else { return incoming.append(contentsOf: rest) }
            let head = String(decoding: rest[0..<end], as: UTF8.self)
            guard head.contains(" 101 ") else {
                return lose("the server refused it: \(head.prefix { $0 != "\r\n" })")
            }
            isCompressing = head.lowercased().contains("permessage-deflate")
            rest = UnsafeRawBufferPointer(rebasing: rest[end...])
            state = .open
            loop.connecting -= 1
            if let hello = loop.hello {
                let waiting = outgoing
                outgoing = []
                FrameWriter.append(hello, to: &outgoing)
                outgoing += waiting
            }
            opened()
            flush()
        }
        while let head = FrameHead(rest), head.frameBytes <= rest.count, state == .open {
            let end = head.frameBytes
            take(head, UnsafeRawBufferPointer(rebasing: rest[head.headBytes..<end]))
            rest = UnsafeRawBufferPointer(rebasing: rest[end...])
        }
        if !rest.isEmpty { incoming.append(contentsOf: rest) }
    }

    private func headEnd(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard bytes.count >= 4 else { return nil }
        for place in 3..<bytes.count
        where bytes[place] == 10 && bytes[place - 1] == 13 && bytes[place - 2] == 10 && bytes[place - 3] == 13
        {
            return place + 1
        }
        return nil
    }

    private func take(_ head: FrameHead, _ payload: UnsafeRawBufferPointer) {
        switch head.opcode {
        case FrameHead.text, FrameHead.continuation:
            payloadBytes += payload.count
            if head.isCompressed || !fragments.isEmpty || !head.isFinal {
                return takeFragment(head, payload)
            }
            messages += 1
            receive(payload)
        case FrameHead.ping:
            FrameWriter.append(payload, opcode: FrameHead.pong, to: &outgoing)
            flush()
        case FrameHead.close:
            let code = payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : 0
            lose("the server closed it with \(code) \(String(decoding: payload.dropFirst(2), as: UTF8.self))")
        default: break
        }
    }

    private func takeFragment(_ head: FrameHead, _ payload: UnsafeRawBufferPointer) {
        if head.opcode == FrameHead.text { isFragmentCompressed = head.isCompressed }
        fragments.append(contentsOf: payload)
        guard head.isFinal else { return }
        messages += 1
        let whole = fragments
        fragments = []
        whole.withUnsafeBytes { isFragmentCompressed ? receiveCompressed($0) : receive($0) }
    }
}

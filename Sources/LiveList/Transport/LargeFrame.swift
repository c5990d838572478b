import CWebSockets

/// The payload of a frame that some connections have not been sent whole: one copy for all of them.
final class LargeFrame {
    let bytes: [UInt8]

    init(_ payload: UnsafeRawBufferPointer) { bytes = Array(payload) }

    /// Frames up to this size are given to libwebsockets whole, which keeps what the kernel does not take.
    static let wholeBytesMax = 64 << 10
}

/// Finds the copy of a payload that another connection needed just now. Those who fall behind in one list do
/// so one after the other, with the same bytes.
struct LargeFrames {
    private weak var newest: LargeFrame?

    mutating func frame(of payload: UnsafeRawBufferPointer) -> LargeFrame {
        if let newest, newest.bytes.count == payload.count,
            newest.bytes.withUnsafeBytes({ memcmp($0.baseAddress!, payload.baseAddress!, payload.count) == 0 }
            )
        {
            return newest
        }
        let frame = LargeFrame(payload)
        newest = frame
        return frame
    }
}

/// Large frames go out in fragments (RFC 6455 section 5.4), the next one when the kernel has taken the last: so
/// a reader that stalls costs the server one fragment, not a frame of 1 MiB.
extension WebSocketConnection {
    struct Remainder {
        let frame: LargeFrame
        var sent: Int
    }

    func sendInFragments(_ payload: UnsafeRawBufferPointer) {
        let sent = writeFragments(of: payload, from: 0)
        guard sent < payload.count, isOpen else { return }
        remainder = Remainder(frame: server.largeFrames.frame(of: payload), sent: sent)
    }

    /// The line takes more again.
    func goOnWithFragments() {
        guard let remainder else { return }
        self.remainder = nil
        let sent = remainder.frame.bytes.withUnsafeBytes { writeFragments(of: $0, from: remainder.sent) }
        guard sent < remainder.frame.bytes.count, isOpen else { return }
        self.remainder = Remainder(frame: remainder.frame, sent: sent)
    }

    /// Stops where libwebsockets keeps something of a fragment.
    ///
    /// - Returns: how far it came. Short of the end only where the line takes no more, or is closed.
    private func writeFragments(of payload: UnsafeRawBufferPointer, from start: Int) -> Int {
        var sent = start
        let room = server.scratch.room
        repeat {
            let end = min(payload.count, sent + room.count)
            room.copyMemory(from: UnsafeRawBufferPointer(rebasing: payload[sent..<end]))
            var kind = (sent == 0 ? LWS_WRITE_TEXT : LWS_WRITE_CONTINUATION).rawValue
            if end < payload.count { kind |= LWS_WRITE_NO_FIN.rawValue }
            let bytes = room.baseAddress!.assumingMemoryBound(to: UInt8.self)
            noteWritten(lws_write(socket, bytes, end - sent, lws_write_protocol(rawValue: kind)))
            sent = end
        } while sent < payload.count && isOpen && !isChoked
        return sent
    }
}

/// A close frame as a server sends it: unmasked, at most 125 bytes of payload (RFC 6455 section 5.5.1).
struct CloseFrame {
    let bytes: [UInt8]

    /// - Parameter reason: cut at a scalar where it does not fit.
    init(code: UInt16, reason: String = "") {
        var text: [UInt8] = []
        for scalar in reason.unicodeScalars {
            let encoded = UTF8.encode(scalar)!
            if text.count + encoded.count > 123 { break }
            text.append(contentsOf: encoded)
        }
        self.init(payload: [UInt8(code >> 8), UInt8(code & 0xFF)] + text)
    }

    private init(payload: [UInt8]) {
        bytes = [0x88, UInt8(payload.count)] + payload
    }

    /// The answer to a peer's close frame with this payload (RFC 6455 sections 5.5.1 and 7.4): the same
    /// code, or what is wrong with it.
    init(answering payload: UnsafeRawBufferPointer) {
        guard !payload.isEmpty else {
            self.init(payload: [])
            return
        }
        guard payload.count >= 2 else {
            self.init(code: 1002)
            return
        }
        let code = UInt16(payload[0]) << 8 | UInt16(payload[1])
        let reason = Span<UInt8>(
            _unsafeElements: UnsafeRawBufferPointer(rebasing: payload[2...]).assumingMemoryBound(
                to: UInt8.self))
        if (try? UTF8Span(validating: reason)) == nil {
            self.init(code: 1007)
        } else {
            self.init(code: Self.isAllowed(code) ? code : 1002)
        }
    }

    /// Codes that may stand in a close frame: those registered, and the ranges of libraries and
    /// applications.
    static func isAllowed(_ code: UInt16) -> Bool {
        switch code {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}

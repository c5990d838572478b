/// The head of one WebSocket frame as a server sends it: unmasked (RFC 6455, section 5.2).
struct FrameHead: Equatable {
    var opcode: UInt8
    var isFinal: Bool
    /// The first reserved bit: with permessage-deflate, that the message is compressed (RFC 7692, section 6).
    var isCompressed: Bool
    var headBytes: Int
    var payloadBytes: Int

    static let continuation: UInt8 = 0
    static let text: UInt8 = 1
    static let close: UInt8 = 8
    static let ping: UInt8 = 9
    static let pong: UInt8 = 10

    var frameBytes: Int { headBytes + payloadBytes }

    /// - Returns: nil while the head is not whole.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 2 else { return nil }
        opcode = bytes[0] & 0x0F
        isFinal = bytes[0] & 0x80 != 0
        isCompressed = bytes[0] & 0x40 != 0
        let short = Int(bytes[1] & 0x7F)
        headBytes = short < 126 ? 2 : short == 126 ? 4 : 10
        guard bytes.count >= headBytes else { return nil }
        payloadBytes = short < 126 ? short : bytes[2..<headBytes].reduce(0) { $0 << 8 | Int($1) }
    }
}

/// Frames as a client has to send them: masked.
enum FrameWriter {
    /// Appends one text frame, or another kind, with a mask that is not zero: a server may skip that one, and would
    /// seem cheaper than it is.
    static func append(
        _ payload: some Collection<UInt8>, opcode: UInt8 = FrameHead.text, to bytes: inout [UInt8]
    ) {
        let count = payload.count
        bytes.append(0x80 | opcode)
        if count < 126 {
            bytes.append(0x80 | UInt8(count))
        } else if count < 1 << 16 {
            bytes.append(0x80 | 126)
            bytes.append(UInt8(count >> 8))
            bytes.append(UInt8(count & 0xFF))
        } else {
            bytes.append(0x80 | 127)
            for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(count >> shift & 0xFF)) }
        }
        let mask: [UInt8] = [0x5A, 0xC3, 0x96, 0x3C]
        bytes.append(contentsOf: mask)
        let start = bytes.count
        bytes.append(contentsOf: payload)
        bytes.withUnsafeMutableBytes { all in
            let word = UInt64(0x3C96_C35A_3C96_C35A)
            var place = start
            while place + 8 <= all.count {
                let masked =
                    all.loadUnaligned(fromByteOffset: place, as: UInt64.self) ^ UInt64(littleEndian: word)
                all.storeBytes(of: masked, toByteOffset: place, as: UInt64.self)
                place += 8
            }
            while place < all.count {
                all[place] ^= mask[(place - start) & 3]
                place += 1
            }
        }
    }
}

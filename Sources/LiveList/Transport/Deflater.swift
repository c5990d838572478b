import CWebSockets

/// Compresses for permessage-deflate (RFC 7692): pieces that can stand in any message, one after the other, as
/// none refers to another.
///
/// For one thread. Holds some 150 KB.
final class Deflater {
    /// 4 KiB: no worse for pieces of this size, and what some clients ask for.
    static let windowBits: Int32 = 12
    /// Higher levels take up to twice the time for 1 % less.
    private static let level: Int32 = 1

    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

    init() {
        stream.initialize(to: z_stream())
        precondition(ll_deflate_init(stream, Self.level, Self.windowBits) == Z_OK, "no memory for zlib")
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Whole blocks that end at a byte: 00 00 FF FF comes last.
    func deflate(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
        deflateReset(stream)
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = UInt32(bytes.count)
        let bound = Int(deflateBound(stream, UInt(bytes.count))) + 16
        let deflated = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
            stream.pointee.next_out = buffer.baseAddress
            stream.pointee.avail_out = UInt32(bound)
            let code = CWebSockets.deflate(stream, Z_SYNC_FLUSH)
            precondition(code == Z_OK && stream.pointee.avail_in == 0, "zlib did not take its input: \(code)")
            count = bound - Int(stream.pointee.avail_out)
        }
        // Without what the bound left unused: these are kept.
        return deflated.withUnsafeBufferPointer { Array($0) }
    }
}

/// Decompresses messages of clients, none of which refers to an earlier one.
///
/// For one thread; one for all connections.
final class Inflater {
    enum Failure: Error {
        case tooLarge, invalid
    }

    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private static let stepBytes = 32 << 10

    init() {
        stream.initialize(to: z_stream())
        precondition(ll_inflate_init(stream) == Z_OK, "no memory for zlib")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// - Parameters:
    ///   - message: the payload of a whole message.
    ///   - bytesMax: of the result. Memory and time are bounded by it, whatever the message says; how small the
    ///     message is does not matter, as senders' rates count what it comes to.
    func inflate(_ message: UnsafeRawBufferPointer, bytesMax: Int) throws(Failure) -> [UInt8] {
        var inflated: [UInt8] = []
        inflateReset(stream)
        if try feed(message, into: &inflated, bytesMax: bytesMax) { return inflated }
        // What the sender left out of the last block (RFC 7692 section 7.2.2).
        let tail: [UInt8] = [0, 0, 0xFF, 0xFF]
        var failure: Failure?
        tail.withUnsafeBytes { tail in
            do throws(Failure) { _ = try feed(tail, into: &inflated, bytesMax: bytesMax) } catch { failure = error }
        }
        if let failure { throw failure }
        return inflated
    }

    /// - Returns: whether the data says that it ends here.
    private func feed(
        _ input: UnsafeRawBufferPointer, into inflated: inout [UInt8], bytesMax: Int
    ) throws(Failure) -> Bool {
        stream.pointee.next_in = UnsafeMutablePointer(
            mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
        stream.pointee.avail_in = UInt32(input.count)
        while true {
            var code = Z_OK
            let step = [UInt8](unsafeUninitializedCapacity: Self.stepBytes) { buffer, count in
                stream.pointee.next_out = buffer.baseAddress
                stream.pointee.avail_out = UInt32(Self.stepBytes)
                code = CWebSockets.inflate(stream, Z_SYNC_FLUSH)
                count = Self.stepBytes - Int(stream.pointee.avail_out)
            }
            guard inflated.count + step.count <= bytesMax else { throw .tooLarge }
            inflated.append(contentsOf: step)
            switch code {
            case Z_STREAM_END:
                guard stream.pointee.avail_in == 0 else { throw .invalid }
                return true
            // No progress: all input is used up.
            case Z_BUF_ERROR: return false
            case Z_OK: if stream.pointee.avail_in == 0, stream.pointee.avail_out > 0 { return false }
            default: throw .invalid
            }
        }
    }
}

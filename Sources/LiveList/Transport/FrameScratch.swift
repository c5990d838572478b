/// Memory in which frames and answers are put together, with `frameHeadroom` bytes in front. One for all
/// connections: what is sent is with the kernel, or copied by libwebsockets, when the call returns.
final class FrameScratch {
    /// With its header within one TLS record (16,384 bytes).
    private static let bytes = 16_000

    private let memory = UnsafeMutableRawBufferPointer.allocate(
        byteCount: frameHeadroom + FrameScratch.bytes, alignment: 16)

    deinit { memory.deallocate() }

    /// What may be filled.
    var room: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(rebasing: memory[frameHeadroom...])
    }

    /// Calls `write` with a copy of `bytes`, as many as fit.
    func with(
        _ bytes: some Sequence<UInt8>, _ write: (UnsafeMutablePointer<UInt8>, Int) -> Int32
    ) -> Int32 {
        let (_, copy) = room.initializeMemory(as: UInt8.self, from: bytes)
        return write(copy.baseAddress!, copy.count)
    }
}

/// One buffer in which every outgoing frame is put together: head room for the line's header, then one
/// message, or an array of several.
final class FrameBuilder {
    private var memory: UnsafeMutableRawBufferPointer
    /// Bytes of messages so far, each with a comma behind it.
    private var used = 0
    private(set) var count = 0
    /// Where the first message begins: behind the head room and a place for `[`.
    private static let start = frameHeadroom + 1

    init() {
        memory = .allocate(byteCount: 64 << 10, alignment: 16)
    }

    deinit { memory.deallocate() }

    var byteCount: Int { used }
    var isEmpty: Bool { count == 0 }

    func clear() {
        used = 0
        count = 0
    }

    /// Adds a whole message.
    func append(_ message: UnsafeRawBufferPointer) {
        reserve(message.count + 1)
        UnsafeMutableRawBufferPointer(rebasing: memory[(Self.start + used)...]).copyMemory(from: message)
        used += message.count
        endMessage()
    }

    func append(_ message: [UInt8]) { message.withUnsafeBytes { append($0) } }

    /// Adds a piece of a message; `endMessage` ends it.
    func appendPiece(_ piece: UnsafeRawBufferPointer) {
        reserve(piece.count + 1)
        UnsafeMutableRawBufferPointer(rebasing: memory[(Self.start + used)...]).copyMemory(from: piece)
        used += piece.count
    }

    func endMessage() {
        memory[Self.start + used] = UInt8(ascii: ",")
        used += 1
        count += 1
    }

    /// The frame's payload: the message itself, or an array where there are several.
    var payload: UnsafeMutableRawBufferPointer {
        guard count > 1 else {
            return UnsafeMutableRawBufferPointer(rebasing: memory[Self.start..<Self.start + used - 1])
        }
        memory[Self.start - 1] = UInt8(ascii: "[")
        memory[Self.start + used - 1] = UInt8(ascii: "]")
        return UnsafeMutableRawBufferPointer(rebasing: memory[Self.start - 1..<Self.start + used])
    }

    private func reserve(_ count: Int) {
        let needed = Self.start + used + count + 1
        guard needed > memory.count else { return }
        let larger = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(needed, memory.count * 2), alignment: 16)
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<(Self.start + used)]))
        memory.deallocate()
        memory = larger
    }
}

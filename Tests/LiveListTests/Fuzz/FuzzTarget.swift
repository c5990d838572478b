@testable import LiveList

/// What is fed with any bytes at all: by a fuzzer, and by the tests with those that were kept. Each ends the process
/// where something is wrong, as a fuzzer wants it.
enum FuzzTarget: String, CaseIterable {
    /// A frame, as a client or a server may send it.
    case decoder
    /// Lines: what several clients, the clock and the disk do.
    case session
    /// Lines: what a store holds of one list.
    case journal
    /// A token, or the file of keys and links.
    case tokens
    /// Lines: frames that a client is sent.
    case answers

    func run(_ bytes: UnsafeRawBufferPointer) {
        switch self {
        case .decoder: Self.decode(bytes)
        case .session: FuzzSession.run(bytes)
        case .journal: Self.rebuild(bytes)
        case .tokens: FuzzTokens.run(bytes)
        case .answers: FuzzAnswers.run(bytes)
        }
    }

    /// The promise of whoever calls a decoder: a frame is UTF-8.
    private static func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let span = Span<UInt8>(_unsafeElements: bytes.assumingMemoryBound(to: UInt8.self))
        return (try? UTF8Span(validating: span)) != nil
    }

    private static func decode(_ bytes: UnsafeRawBufferPointer) {
        guard isUTF8(bytes) else { return }
        MessageDecoder(limits: .standard).decode(bytes) { message, ref in
            precondition((ref?.string.unicodeScalars.count ?? 0) <= 64)
            guard case .mutate(let mutate) = message else { return }
            precondition(mutate.mutations.count <= Limits.standard.mutationsPerMutate)
            precondition(mutate.byteCount <= bytes.count)
        }
        _ = try? ServerMessageDecoder().decode(bytes)
        guard let change = try? ChangeCodec.decode(bytes) else { return }
        let once = encoded(change)
        let again = try? once.withUnsafeBytes { (copy) throws(WireError) in try ChangeCodec.decode(copy) }
        precondition(again.map(encoded) == once, "a change that was written is read as another")
    }

    private static func encoded(_ change: Change) -> [UInt8] {
        var writer = JSONWriter()
        ChangeCodec.encode(change, into: &writer)
        return writer.bytes
    }

    private static func rebuild(_ bytes: UnsafeRawBufferPointer) {
        var rebuilder = ListRebuilder(title: "fuzz", revision: .zero, limits: .standard)
        for (number, line) in bytes.split(separator: UInt8(ascii: "\n")).prefix(1_000).enumerated() {
            let rest = UnsafeRawBufferPointer(rebasing: line.dropFirst())
            do throws(ReadFailure) {
                switch line.first {
                case UInt8(ascii: "p"): try rebuilder.add(piece: rest, part: number)
                case UInt8(ascii: "f"): try rebuilder.finishSnapshot()
                case UInt8(ascii: "c"): try rebuilder.apply(rest, revision: rebuilder.revision.next)
                default: return
                }
            } catch {
                // Damaged: the list is set aside, and not looked at again.
                return
            }
        }
        precondition(rebuilder.state.invariantsHold())
    }
}

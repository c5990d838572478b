/// The encoded items of one run, with commas between them: as they are, compressed, or both. Hangs on the run
/// as its memo.
final class EncodedItems: Sendable {
    let plain: [UInt8]?
    let deflated: [UInt8]?

    init(plain: [UInt8]?, deflated: [UInt8]?) {
        self.plain = plain
        self.deflated = deflated
    }
}

extension SnapshotGeneration {
    /// What work costs, in frames: a frame takes about as long to write as so many bytes to encode, or to
    /// compress.
    private static let encodedBytesPerFrame = 2_700
    private static let deflatedBytesPerFrame = 1_000

    /// Puts the message of part `index` (from 0) into `frame`.
    ///
    /// - Returns: what had to be encoded for it, in frames.
    func write(part index: Int, into frame: FrameBuilder) -> Int {
        var cost = 0
        head(ofPart: index).withUnsafeBytes { frame.appendPiece($0) }
        var isFirst = true
        for piece in pieces[parts[index].pieces] {
            let items = plain(piece, cost: &cost)
            if !isFirst { withUnsafeBytes(of: UInt8(ascii: ",")) { frame.appendPiece($0) } }
            isFirst = false
            items.withUnsafeBytes { frame.appendPiece($0) }
        }
        tail(ofPart: index).withUnsafeBytes { frame.appendPiece($0) }
        frame.endMessage()
        return cost
    }

    /// The same as the payload of a compressed message. The items of a run are compressed once and kept with it;
    /// the few bytes around them go uncompressed.
    func write(
        part index: Int, into frame: FrameBuilder, deflatedBy deflate: (UnsafeRawBufferPointer) -> [UInt8]
    ) -> Int {
        var cost = 0
        func store(_ bytes: [UInt8]) {
            guard bytes.count > 1_000 else {
                return DeflateBlocks.stored(bytes).withUnsafeBytes { frame.appendPiece($0) }
            }
            cost += bytes.count / Self.deflatedBytesPerFrame
            bytes.withUnsafeBytes(deflate).withUnsafeBytes { frame.appendPiece($0) }
        }
        store(head(ofPart: index))
        var isFirst = true
        for piece in pieces[parts[index].pieces] {
            let items = deflated(piece, deflate, cost: &cost)
            if !isFirst { store([UInt8(ascii: ",")]) }
            isFirst = false
            items.withUnsafeBytes { frame.appendPiece($0) }
        }
        store(tail(ofPart: index))
        withUnsafeBytes(of: DeflateBlocks.end) { frame.appendPiece($0) }
        frame.endMessage()
        return cost
    }

    private func head(ofPart index: Int) -> [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.raw("{\"type\":\"snapshot\",\"list\":")
        writer.plain(list.text)
        writer.raw(",\"epoch\":")
        writer.string(epoch.text)
        writer.raw(",\"revision\":")
        writer.integer(revision.value)
        writer.raw(",\"title\":")
        writer.string(state.title.string)
        if index == 0 {
            writer.raw(",\"sections\":[")
            for (place, section) in state.sections.enumerated() {
                if place > 0 { writer.comma() }
                writer.section(section)
            }
            writer.raw("]")
        }
        writer.raw(",\"items\":[")
        return writer.bytes
    }

    private func tail(ofPart index: Int) -> [UInt8] {
        var writer = JSONWriter(capacity: 64)
        writer.raw("],\"part\":")
        writer.integer(index + 1)
        writer.raw(",\"of\":")
        writer.integer(partCount)
        writer.raw("}")
        return writer.bytes
    }

    private func memo(_ piece: Piece) -> EncodedItems? {
        piece.range == nil ? piece.run.memo as? EncodedItems : nil
    }

    private func keep(_ piece: Piece, plain: [UInt8]?, deflated: [UInt8]?) {
        guard piece.range == nil, keepsMemos else { return }
        piece.run.memo = EncodedItems(plain: plain, deflated: deflated)
    }

    private func plain(_ piece: Piece, cost: inout Int) -> [UInt8] {
        let known = memo(piece)
        if let plain = known?.plain { return plain }
        let plain = encode(piece)
        cost += plain.count / Self.encodedBytesPerFrame
        keep(piece, plain: plain, deflated: known?.deflated)
        return plain
    }

    private func deflated(
        _ piece: Piece, _ deflate: (UnsafeRawBufferPointer) -> [UInt8], cost: inout Int
    ) -> [UInt8] {
        let known = memo(piece)
        if let deflated = known?.deflated { return deflated }
        let plain = known?.plain ?? encode(piece)
        cost += plain.count / Self.deflatedBytesPerFrame
        let deflated = plain.withUnsafeBytes(deflate)
        keep(piece, plain: known?.plain, deflated: deflated)
        return deflated
    }

    private func encode(_ piece: Piece) -> [UInt8] {
        var writer = JSONWriter(capacity: piece.run.byteCount + piece.run.count * Self.itemOverheadBytes)
        var place = 0
        piece.run.forEachItem { id, content in
            if piece.range?.contains(place) ?? true {
                if !writer.bytes.isEmpty { writer.comma() }
                writer.item(id, part: piece.run.part, content)
            }
            place += 1
        }
        return writer.bytes
    }
}

/// What of the format of compressed data (RFC 1951 section 3.2.4) is written without a library.
enum DeflateBlocks {
    /// At most 65,535 bytes as they are, in a block that begins and ends at a byte.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let count = UInt16(bytes.count)
        return [0, UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8)] + bytes
    }

    /// The beginning of an empty stored block: whoever reads a message puts the rest behind it (RFC 7692
    /// section 7.2.1).
    static let end: UInt8 = 0
}

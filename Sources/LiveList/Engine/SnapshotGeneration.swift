/// A list as of one revision, divided into the parts in which it is sent to those who join.
///
/// Nothing is encoded until a part is asked for. The items of a run are encoded once and kept with the run
/// until it changes, so those who join later, also a later generation, get the same bytes again.
final class SnapshotGeneration {
    /// Some live items of one run; nil: all of them.
    private struct Piece {
        let run: ItemRun
        let range: Range<Int>?
    }

    /// Encoded items, with commas between them. Hangs on a run as its memo.
    private final class EncodedItems: Sendable {
        let bytes: [UInt8]
        init(_ bytes: [UInt8]) { self.bytes = bytes }
    }

    let revision: Revision
    private let list: ListID
    private let epoch: Epoch
    let state: ListState
    private let keepsMemos: Bool
    private var pieces: [Piece] = []
    /// The pieces of each part. At least one part, which may be empty.
    private var parts: [(pieces: Range<Int>, weight: Int)] = []

    /// What an item's text takes besides its title and fields, about: keys, id, times and names.
    private static let itemOverheadBytes = 230

    /// O(number of runs).
    init(list: ListID, epoch: Epoch, state: ListState, settings: EngineSettings) {
        self.list = list
        self.epoch = epoch
        self.state = state
        revision = state.revision
        keepsMemos = state.itemCount <= settings.memoItemsMax
        divide(settings)
    }

    var partCount: Int { parts.count }

    /// Bytes of a part, about.
    func weight(ofPart index: Int) -> Int { parts[index].weight }

    private func divide(_ settings: EngineSettings) {
        var first = 0
        var items = 0
        var bytes = 0
        func endPart() {
            parts.append((first..<pieces.count, bytes))
            first = pieces.count
            items = 0
            bytes = 0
        }
        func add(_ piece: Piece, items more: Int, bytes weight: Int) {
            if items > 0, items + more > settings.partItemsMax || bytes + weight > settings.partBytes {
                endPart()
            }
            pieces.append(piece)
            items += more
            bytes += weight
        }
        state.forEachRun { run in
            let weight = run.byteCount + run.count * Self.itemOverheadBytes
            guard run.count > settings.partItemsMax || weight > settings.partBytes else {
                return add(Piece(run: run, range: nil), items: run.count, bytes: weight)
            }
            var place = 0
            run.forEachItem { _, content in
                add(
                    Piece(run: run, range: place..<place + 1), items: 1,
                    bytes: content.byteCount + Self.itemOverheadBytes)
                place += 1
            }
        }
        if first < pieces.count || parts.isEmpty { endPart() }
    }

    /// Puts the message of part `index` (from 0) into `frame`.
    func write(part index: Int, into frame: FrameBuilder) {
        var writer = JSONWriter(capacity: 512)
        writer.raw("{\"type\":\"snapshot\",\"list\":")
        writer.plain(list.text)
        writer.raw(",\"epoch\":")
        writer.string(epoch.text)
        writer.raw(",\"revision\":")
        writer.integer(revision.value)
        writer.raw(",\"title\":")
        writer.string(state.title.string)
        if index == 0 { encodeSections(into: &writer) }
        writer.raw(",\"items\":[")
        writer.bytes.withUnsafeBytes { frame.appendPiece($0) }
        var isFirst = true
        for piece in pieces[parts[index].pieces] {
            let items = encoded(piece)
            if !isFirst { withUnsafeBytes(of: UInt8(ascii: ",")) { frame.appendPiece($0) } }
            isFirst = false
            items.withUnsafeBytes { frame.appendPiece($0) }
        }
        writer.bytes.removeAll(keepingCapacity: true)
        writer.raw("],\"part\":")
        writer.integer(index + 1)
        writer.raw(",\"of\":")
        writer.integer(parts.count)
        writer.raw("}")
        writer.bytes.withUnsafeBytes { frame.appendPiece($0) }
        frame.endMessage()
    }

    private func encodeSections(into writer: inout JSONWriter) {
        writer.raw(",\"sections\":[")
        for (index, section) in state.sections.enumerated() {
            if index > 0 { writer.comma() }
            writer.section(section)
        }
        writer.raw("]")
    }

    private func encoded(_ piece: Piece) -> [UInt8] {
        if piece.range == nil, let memo = piece.run.memo as? EncodedItems { return memo.bytes }
        var writer = JSONWriter(capacity: piece.run.byteCount + piece.run.count * Self.itemOverheadBytes)
        var place = 0
        piece.run.forEachItem { id, content in
            if piece.range?.contains(place) ?? true {
                if !writer.bytes.isEmpty { writer.comma() }
                writer.item(id, part: piece.run.part, content)
            }
            place += 1
        }
        if piece.range == nil, keepsMemos { piece.run.memo = EncodedItems(writer.bytes) }
        return writer.bytes
    }

    /// What this generation's runs keep encoded; they keep it no longer.
    func takeMemos() -> [any Sendable] {
        pieces.compactMap { piece in
            guard let memo = piece.run.memo as? EncodedItems else { return nil }
            piece.run.memo = nil
            return memo
        }
    }
}

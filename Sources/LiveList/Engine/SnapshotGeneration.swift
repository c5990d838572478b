/// A list as of one revision, divided into the parts in which it is sent to those who join.
///
/// Nothing is encoded until a part is asked for. The items of a run are encoded once and kept with the run
/// until it changes, so those who join later, also a later generation, get the same bytes again.
final class SnapshotGeneration {
    /// Some live items of one run; nil: all of them.
    struct Piece {
        let run: ItemRun
        let range: Range<Int>?
    }

    let revision: Revision
    let list: ListID
    let epoch: Epoch
    let state: ListState
    let keepsMemos: Bool
    private(set) var pieces: [Piece] = []
    /// The pieces of each part. At least one part, which may be empty.
    private(set) var parts: [(pieces: Range<Int>, weight: Int)] = []

    /// What an item's text takes besides its title and fields, about: keys, id, times and names.
    static let itemOverheadBytes = 230

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

    /// What this generation's runs keep encoded; they keep it no longer.
    func takeMemos() -> [any Sendable] {
        pieces.compactMap { piece in
            guard let memo = piece.run.memo as? EncodedItems else { return nil }
            piece.run.memo = nil
            return memo
        }
    }
}

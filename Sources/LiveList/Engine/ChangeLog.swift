/// The newest changes of one list in the bytes that are sent, shared by all who follow it.
///
/// A follower keeps only the revision that it has. Whole batches come in and, when the log is over its bound,
/// whole batches leave at the old end.
struct ChangeLog {
    private struct Segment {
        /// The revision of the first change.
        let first: Revision
        let bytes: [UInt8]
        /// Where each change ends in `bytes`.
        let ends: [Int]

        var last: Int { first.value + ends.count - 1 }
    }

    private var segments: [Segment] = []
    /// Segments before this index have left; the array is compacted when they are half of it.
    private var head = 0
    private(set) var byteCount = 0
    private let bytesMax: Int
    /// The newest revision; with an empty log the one it begins after.
    private(set) var newest: Revision

    init(after revision: Revision, bytesMax: Int) {
        newest = revision
        self.bytesMax = bytesMax
    }

    /// Every change after this revision is here.
    var heldAfter: Revision {
        head < segments.count ? Revision(segments[head].first.value - 1) : newest
    }

    /// O(1), amortised. The newest batch stays even where it alone is over the bound.
    mutating func append(_ batch: Batch) {
        precondition(batch.expecting == newest, "a batch after revision \(batch.expecting) follows \(newest)")
        segments.append(Segment(first: newest.next, bytes: batch.bytes, ends: batch.changes.map(\.end)))
        newest = Revision(newest.value + batch.changes.count)
        byteCount += batch.bytes.count
        while byteCount > bytesMax, head < segments.count - 1 {
            byteCount -= segments[head].bytes.count
            head += 1
        }
        if head > 32, head * 2 > segments.count {
            segments.removeFirst(head)
            head = 0
        }
    }

    /// Calls `body` with each change after `revision`, oldest first, until it returns false.
    ///
    /// - Precondition: `revision` ≥ `heldAfter`.
    func forEach(after revision: Revision, _ body: (Revision, UnsafeRawBufferPointer) -> Bool) {
        precondition(revision >= heldAfter, "revision \(revision) is no longer held")
        guard revision < newest else { return }
        var index = segment(holding: revision.value + 1)
        var offset = revision.value + 1 - segments[index].first.value
        while index < segments.count {
            let segment = segments[index]
            let goesOn = segment.bytes.withUnsafeBytes { bytes in
                for place in offset..<segment.ends.count {
                    let start = place == 0 ? 0 : segment.ends[place - 1]
                    let change = UnsafeRawBufferPointer(rebasing: bytes[start..<segment.ends[place]])
                    guard body(Revision(segment.first.value + place), change) else { return false }
                }
                return true
            }
            guard goesOn else { return }
            index += 1
            offset = 0
        }
    }

    /// Calls `body` with the bytes of one change.
    ///
    /// - Returns: false where it is no longer, or not yet, held.
    func withBytes(of revision: Revision, _ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
        guard revision > heldAfter, revision <= newest else { return false }
        forEach(after: Revision(revision.value - 1)) { _, bytes in
            body(bytes)
            return false
        }
        return true
    }

    private func segment(holding revision: Int) -> Int {
        var low = head
        var high = segments.count - 1
        while low < high {
            let middle = (low + high) / 2
            if segments[middle].last < revision { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

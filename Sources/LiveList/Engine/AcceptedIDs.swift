/// Which mutates of one list were accepted lately, so that one sent again is not applied again.
///
/// Knows at least the last `Retention.changes` ids, and those of the last ten minutes up to `Retention.ids`.
/// Ids are kept as 128 bits of a keyed hash: the key is new in every process, so nobody can choose ids that
/// collide.
struct AcceptedIDs {
    private struct Key: Hashable {
        let high: Int
        let low: Int

        init(_ id: MutationID) {
            var first = Hasher()
            first.combine(0 as UInt8)
            first.combine(id.text)
            var second = Hasher()
            second.combine(1 as UInt8)
            second.combine(id.text)
            high = first.finalize()
            low = second.finalize()
        }

        func hash(into hasher: inout Hasher) { hasher.combine(low) }
    }

    private struct Entry {
        let key: Key
        let at: Timestamp
    }

    /// In shards, so that no single growth of a table is a long step.
    private var shards = [[Key: Revision]](repeating: [:], count: 64)
    private var queue: [Entry] = []
    private var head = 0
    private let retention: Retention

    init(retention: Retention) { self.retention = retention }

    var count: Int { queue.count - head }

    subscript(id: MutationID) -> Revision? {
        let key = Key(id)
        return shards[key.high & 63][key]
    }

    mutating func insert(_ id: MutationID, revision: Revision, at: Timestamp) {
        let key = Key(id)
        shards[key.high & 63][key] = revision
        queue.append(Entry(key: key, at: at))
        forget(now: at)
    }

    private mutating func forget(now: Timestamp) {
        while count > retention.changes {
            let oldest = queue[head]
            guard count > retention.ids || now - oldest.at > retention.idMilliseconds else { break }
            shards[oldest.key.high & 63][oldest.key] = nil
            head += 1
        }
        if head > 1024, head * 2 > queue.count {
            queue.removeFirst(head)
            head = 0
        }
    }
}

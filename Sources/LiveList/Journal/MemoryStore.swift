/// What a `MemoryJournal` holds: outlives it, as a disk would.
final class MemoryStore {
    private struct Entry {
        var summary: ListSummary
        let firstTitle: Text
        var changes: [StoredChange] = []
        var heldAfter = Revision.zero
        var snapshot: (title: Text, revision: Revision, pieces: [[UInt8]])?
    }

    private var lists: [ListID: Entry] = [:]
    private var removed: [Epoch: Entry] = [:]
    private let limits: Limits

    init(limits: Limits) { self.limits = limits }

    /// In the order of names, so that the same history always gives the same.
    var summaries: [ListSummary] {
        lists.values.map(\.summary).sorted { $0.list.text < $1.list.text }
    }

    func damage(_ list: ListID, _ why: String?) { lists[list]?.summary.damage = why }

    func write(_ work: JournalRequest.Work) -> JournalReply.Result {
        switch work {
        case .append(let batch): append(batch)
        case .create(let summary): create(summary)
        case .remove(let list, let epoch, at: _, by: _): remove(list, epoch)
        case .restore(let list, let epoch, at: _): restore(list, epoch)
        case .load, .retry, .changes, .history, .snapshot, .adopt:
            preconditionFailure("a request that writes nothing")
        }
    }

    private func restore(_ list: ListID, _ epoch: Epoch) -> JournalReply.Result {
        guard lists[list] == nil, removed[epoch]?.summary.list == list else {
            return .failed(.unknownList(list))
        }
        lists[list] = removed.removeValue(forKey: epoch)
        return .done
    }

    private func adopt(_ adoption: Adoption) -> JournalReply.Result {
        let summary = adoption.summary
        guard lists[summary.list]?.summary.epoch == adoption.replacing else {
            return .failed(.unknownList(summary.list))
        }
        if let old = lists[summary.list] { removed[old.summary.epoch] = old }
        lists[summary.list] = Entry(summary: summary, firstTitle: summary.title, heldAfter: summary.revision)
        store(adoption.state, summary.list, Retention())
        return .done
    }

    private func append(_ batch: Batch) -> JournalReply.Result {
        let list = batch.summary.list
        precondition(
            batch.summary.revision.value == batch.expecting.value + batch.changes.count
                && !batch.changes.isEmpty,
            "a batch of \(batch.changes.count) changes can't lead to \(batch.summary.revision)")
        guard let entry = lists[list], entry.summary.epoch == batch.summary.epoch else {
            return .failed(.unknownList(list))
        }
        guard entry.summary.revision == batch.expecting else {
            return .failed(
                .damaged(
                    list, "its stored revision is not \(batch.expecting), at which the list in memory was"))
        }
        var start = 0
        var revision = batch.expecting
        for change in batch.changes {
            revision = revision.next
            let bytes = Array(batch.bytes[start..<change.end])
            start = change.end
            lists[list]?.changes.append(
                StoredChange(revision: revision, id: change.id, at: change.at, bytes: bytes))
        }
        lists[list]?.summary = batch.summary
        return .done
    }

    private func create(_ summary: ListSummary) -> JournalReply.Result {
        precondition(summary.revision == .zero, "a list is created at revision 0, not \(summary.revision)")
        guard lists[summary.list] == nil else {
            return .failed(.damaged(summary.list, "it was to be created, but the store has it already"))
        }
        lists[summary.list] = Entry(summary: summary, firstTitle: summary.title)
        return .done
    }

    private func remove(_ list: ListID, _ epoch: Epoch) -> JournalReply.Result {
        guard lists[list]?.summary.epoch == epoch else { return .failed(.unknownList(list)) }
        removed[epoch] = lists.removeValue(forKey: list)
        return .done
    }

    /// What changes nothing that clients see; a snapshot is stored here, too.
    func read(_ work: JournalRequest.Work, _ retention: Retention) -> JournalReply.Result {
        let list = work.list
        if case .adopt(let adoption) = work { return adopt(adoption) }
        guard let entry = lists[list] else { return .failed(.unknownList(list)) }
        if let why = entry.summary.damage { return .failed(.damaged(list, why)) }
        switch work {
        case .append, .create, .remove, .restore, .adopt: preconditionFailure("a request that writes")
        case .load, .retry: return load(entry, retention)
        case .changes(_, let epoch, let after, let through, let bytesMax):
            guard entry.summary.epoch == epoch else { return .failed(.unknownList(list)) }
            guard after >= entry.heldAfter else { return .changes([]) }
            let wanted = entry.changes.drop { $0.revision <= after }.prefix { $0.revision <= through }
            return .changes(Self.limited(wanted, bytesMax: bytesMax))
        case .history(_, let epoch, let before, let limit, let bytesMax):
            guard entry.summary.epoch == epoch else { return .failed(.unknownList(list)) }
            let older = entry.changes.reversed().drop { $0.revision >= before }
            let given = Self.limited(older.prefix(limit), bytesMax: bytesMax)
            return .history(given, isMore: given.count < older.count)
        case .snapshot(_, let epoch, let state):
            guard entry.summary.epoch == epoch else { return .failed(.unknownList(list)) }
            store(state, list, retention)
            return .done
        }
    }

    private static func limited(_ changes: some Sequence<StoredChange>, bytesMax: Int) -> [StoredChange] {
        var given: [StoredChange] = []
        var bytes = 0
        for change in changes {
            bytes += change.bytes.count
            if !given.isEmpty && bytes > bytesMax { break }
            given.append(change)
        }
        return given
    }

    private func store(_ state: ListState, _ list: ListID, _ retention: Retention) {
        var pieces: [[UInt8]] = []
        var encoder = SnapshotEncoder(list: 0, revision: state.revision)
        state.forEachRecord { record in
            if let piece = encoder.add(record) { pieces.append(piece.bytes) }
        }
        if let piece = encoder.finish() { pieces.append(piece.bytes) }
        lists[list]?.snapshot = (state.title, state.revision, pieces)
        guard let entry = lists[list] else { return }
        let gone = entry.changes.prefix {
            $0.revision <= state.revision && !retention.keeps($0.revision, at: $0.at, in: entry.summary)
        }
        lists[list]?.changes.removeFirst(gone.count)
        lists[list]?.heldAfter = gone.last?.revision ?? entry.heldAfter
    }

    private func load(_ entry: Entry, _ retention: Retention) -> JournalReply.Result {
        do throws(ReadFailure) {
            var rebuilder = ListRebuilder(
                title: entry.snapshot?.title ?? entry.firstTitle, revision: entry.snapshot?.revision ?? .zero,
                limits: limits)
            for (part, piece) in (entry.snapshot?.pieces ?? []).enumerated() {
                try piece.withUnsafeBufferPointer { (bytes) throws(ReadFailure) in
                    try rebuilder.add(piece: UnsafeRawBufferPointer(bytes), part: part)
                }
            }
            try rebuilder.finishSnapshot()
            var bytesBehind = 0
            for change in entry.changes where change.revision > rebuilder.revision {
                bytesBehind += change.bytes.count
                try change.bytes.withUnsafeBufferPointer { (bytes) throws(ReadFailure) in
                    try rebuilder.apply(UnsafeRawBufferPointer(bytes), revision: change.revision)
                }
            }
            let accepted = entry.changes.filter { retention.keeps($0.revision, at: $0.at, in: entry.summary) }
                .map { AcceptedID(id: $0.id, revision: $0.revision, at: $0.at) }
            return .loaded(
                LoadedList(
                    summary: entry.summary, state: rebuilder.state, accepted: accepted,
                    heldAfter: entry.heldAfter,
                    bytesBehindSnapshot: bytesBehind))
        } catch {
            guard case .damaged(let why) = error else { return .failed(.unavailable("\(error)")) }
            return .failed(.damaged(entry.summary.list, why))
        }
    }
}

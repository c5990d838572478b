@testable import LiveList

/// What was asked for, and what was told, of every history that the simulated list had.
struct Ledger {
    struct Request {
        let mutations: [Mutation]
        /// The history that its sender saw, and how far; nil: none yet.
        let epoch: Epoch?
        let sentAt: Revision
    }

    private var requests: [MutationID: Request] = [:]
    /// What clients were told became of mutates.
    private var acknowledged: [Epoch: [MutationID: Revision]] = [:]
    /// What was answered with anything but a change; nil: `unchanged`.
    private var refusals: [(id: MutationID, code: RejectionCode?)] = []
    /// In the order in which somebody was shown them.
    private(set) var epochs: [Epoch] = []
    /// How often somebody asked for it to be deleted, or restored.
    private var deletesAsked: [Epoch: Int] = [:]
    private var restoresAsked: [Epoch: Int] = [:]
    /// Somebody was told that it is deleted; that it is restored, while nobody had asked to delete it since.
    private var deleted: Set<Epoch> = []
    private var restored: [Epoch: Int] = [:]

    mutating func asked(_ id: MutationID, _ mutations: [Mutation], epoch: Epoch?, sentAt: Revision) {
        requests[id] = Request(mutations: mutations, epoch: epoch, sentAt: sentAt)
    }

    mutating func saw(_ epoch: Epoch?) {
        if let epoch, !epochs.contains(epoch) { epochs.append(epoch) }
    }

    /// - Returns: false where it is another revision than was told before.
    mutating func told(_ id: MutationID, is revision: Revision, in epoch: Epoch) -> Bool {
        let before = acknowledged[epoch, default: [:]].updateValue(revision, forKey: id)
        return before == nil || before == revision
    }

    mutating func refused(_ id: MutationID, _ code: RejectionCode?) { refusals.append((id, code)) }

    mutating func deleteAsked(_ epoch: Epoch) { deletesAsked[epoch, default: 0] += 1 }

    mutating func deleteTold(_ epoch: Epoch) { deleted.insert(epoch) }

    /// - Returns: what `restoreTold` wants to know.
    mutating func restoreAsked(_ epoch: Epoch) -> Int {
        restoresAsked[epoch, default: 0] += 1
        return deletesAsked[epoch] ?? 0
    }

    mutating func restoreTold(_ epoch: Epoch, deletesBefore: Int) { restored[epoch] = deletesBefore }

    /// - Parameters:
    ///   - live: the history that is there at the end.
    ///   - histories: all that is stored of each, deleted ones too.
    /// - Returns: what is wrong.
    func verdict(list: ListID, live: Epoch, histories: [Epoch: [StoredChange]]) -> String? {
        if let wrong = presence(of: live) { return wrong }
        var judges: [Epoch: Judge] = [:]
        for (epoch, history) in histories {
            guard history.map(\.revision.value) == (0..<history.count).map({ $0 + 1 }) else {
                return "revisions are missing or came twice"
            }
            guard Set(history.map(\.id)).count == history.count else { return "a mutate took effect twice" }
            for change in history {
                guard let meant = requests[change.id]?.epoch, meant != epoch else { continue }
                return "\(change.id) was meant for another history than that in which it took effect"
            }
            for (id, revision) in acknowledged[epoch] ?? [:] {
                guard revision.value > history.count || history[revision.value - 1].id != id else { continue }
                return "\(id) was acknowledged as \(revision) and is lost"
            }
            var judge = Judge(list: list, requests: requests.mapValues(\.mutations))
            if let wrong = judge.check(history) { return wrong }
            judges[epoch] = judge
        }
        guard acknowledged.keys.allSatisfy({ histories[$0] != nil }) else { return "a history is lost" }
        for (id, code) in refusals where !isFair(code, id, &judges) {
            return "\(id) was refused for what never was: \(code?.rawValue ?? "unchanged")"
        }
        return nil
    }

    /// Whether the list that is there may be there, and none that must be is not.
    private func presence(of live: Epoch) -> String? {
        if deleted.contains(live), restoresAsked[live] == nil { return "a deleted list came back by itself" }
        for epoch in epochs where epoch != live {
            if deletesAsked[epoch] == nil { return "a list went that nobody deleted" }
            if restored[epoch] == deletesAsked[epoch] { return "a restored list went again by itself" }
        }
        return nil
    }

    private func isFair(_ code: RejectionCode?, _ id: MutationID, _ judges: inout [Epoch: Judge]) -> Bool {
        let epoch = requests[id]?.epoch
        if code == .conflict { return epoch != nil && judges.count > 1 }
        for candidate in judges.keys where epoch == nil || candidate == epoch {
            let sentAt = epoch == nil ? .zero : requests[id]?.sentAt ?? .zero
            if judges[candidate]?.isFair(code, id, sentAt: sentAt) == true { return true }
        }
        return judges.isEmpty
    }
}

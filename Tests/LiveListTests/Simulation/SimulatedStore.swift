@testable import LiveList

/// A store in memory that outlives the engines on it, and fails when told to.
final class SimulatedStore {
    var settings = EngineSettings()
    /// A bug to be found.
    var flaw: Flaw?
    private var journal: MemoryJournal?

    func start(seed: UInt64) throws -> Engine {
        var limits = settings.limits
        if flaw == .forgetsTooEarly { limits.revisionsRemembered = 1 }
        return try begin(MemoryJournal(retention: settings.retention, limits: limits), seed: seed)
    }

    /// The process dies, whatever is under way, and another begins on what was stored.
    func restart(seed: UInt64) throws -> Engine {
        guard let journal else { return try start(seed: seed) }
        return try begin(journal.restart(), seed: seed)
    }

    private func begin(_ journal: MemoryJournal, seed: UInt64) throws -> Engine {
        self.journal = journal
        let seen: any Journal = flaw.map { FlawedJournal(journal, $0) } ?? journal
        let catalogue = try seen.start(wake: {})
        let kind = flaw == .tellsWhatARefusedBatchShowed ? IndiscreetEngine.self : Engine.self
        return kind.init(journal: seen, catalogue: catalogue, settings: settings, seed: seed)
    }

    /// Carries out some of what was asked for.
    func step(using generator: inout SplitMix64) {
        journal?.step(limit: Int.random(in: 1...4, using: &generator))
    }

    func stepAll() { journal?.step() }

    /// The next write is refused.
    func failNext() { journal?.faults.append(.unavailable("the disk is full")) }

    /// The next write ends so that nobody knows whether it took place.
    func loseTrackOfNext(isStored: Bool) { journal?.faults.append(.unknownFate(isStored: isStored)) }

    /// What is stored of a list can't be read; nil: it can again.
    func damage(_ list: ListID, _ why: String?) { journal?.damage(list, why) }

    /// No more failures.
    func heal() { journal?.faults.removeAll() }

    /// All changes that are stored of every history of a list, oldest first, where it is there or can be
    /// brought back. Only at the end: the last of them is there then.
    func histories(of list: ListID, live: Epoch, others: [Epoch]) -> [Epoch: [StoredChange]] {
        var histories: [Epoch: [StoredChange]] = [:]
        var present = live
        for epoch in [live] + others where histories[epoch] == nil {
            if epoch != present {
                _ = ask(.remove(list, present, at: 0, by: "judge"))
                guard case .done = ask(.restore(list, epoch, at: 0)) else { continue }
                present = epoch
            }
            let all = JournalRequest.Work.changes(
                list, epoch, after: .zero, through: Revision(.max), bytesMax: .max)
            if case .changes(let changes) = ask(all) { histories[epoch] = changes }
        }
        return histories
    }

    private func ask(_ work: JournalRequest.Work) -> JournalReply.Result? {
        journal?.submit(JournalRequest(ticket: .max, work: work))
        journal?.step()
        return journal?.takeReplies().last?.result
    }
}

@testable import LiveList

/// Bugs that are planted to see whether the simulation finds them.
enum Flaw: CaseIterable {
    /// A batch is called stored before it is.
    case answersBeforeTheCommit
    /// The ids of accepted mutates do not come back after a restart.
    case losesIDsOnRestart
    /// After a restart ghosts, deleted sections and trash are remembered for too short.
    case forgetsTooEarly
    /// A snapshot holds the items of an older revision than it says.
    case mixesRevisionsInSnapshots
    /// When a batch is refused, what was judged on it is told all the same.
    case tellsWhatARefusedBatchShowed
    /// A deleted list is gone only as long as the program runs.
    case deletesOnlyInMemory
}

/// A journal in which one of the flaws that are a journal's is planted.
final class FlawedJournal: Journal {
    private let journal: MemoryJournal
    private let flaw: Flaw
    private var early: [JournalReply] = []
    private var answered: Set<Ticket> = []
    private var olderState: ListState?

    init(_ journal: MemoryJournal, _ flaw: Flaw) {
        self.journal = journal
        self.flaw = flaw
    }

    func start(wake: @escaping @Sendable () -> Void) throws(JournalError) -> [ListSummary] {
        try journal.start(wake: wake)
    }

    func submit(_ request: JournalRequest) {
        switch (flaw, request.work) {
        case (.answersBeforeTheCommit, .append):
            early.append(JournalReply(ticket: request.ticket, result: .done))
            answered.insert(request.ticket)
            journal.submit(request)
        case (.deletesOnlyInMemory, .remove):
            early.append(JournalReply(ticket: request.ticket, result: .done))
        case (.mixesRevisionsInSnapshots, .snapshot(let list, let epoch, let state)):
            let mixed = olderState.map { mix($0, state) } ?? state
            olderState = state
            journal.submit(JournalRequest(ticket: request.ticket, work: .snapshot(list, epoch, mixed)))
        default: journal.submit(request)
        }
    }

    func takeReplies() -> [JournalReply] {
        defer { early = [] }
        return early
            + journal.takeReplies().filter { !answered.contains($0.ticket) }.map { reply in
                guard flaw == .losesIDsOnRestart, case .loaded(let list) = reply.result else { return reply }
                let forgetful = LoadedList(
                    summary: list.summary, state: list.state, accepted: [], heldAfter: list.heldAfter)
                return JournalReply(ticket: reply.ticket, result: .loaded(forgetful))
            }
    }

    var trouble: String? { journal.trouble }
    func close() { journal.close() }

    /// What `old` holds, under the revision of `new`.
    private func mix(_ old: ListState, _ new: ListState) -> ListState {
        var builder = ListState.Builder(title: old.title, revision: new.revision, limits: new.limits)
        do {
            try old.forEachRecord { record in try builder.append(record) }
            return try builder.finish()
        } catch {
            return new
        }
    }
}

/// An engine that tells what it judged on a batch that was then refused.
final class IndiscreetEngine: Engine {
    override func tellRefused(_ underWay: Room.UnderWay, _ room: Room, _ rejection: Rejection) {
        for (pending, outcome) in underWay.outcomes {
            switch outcome {
            case .rejected, .unchanged: answer(pending, outcome, room)
            case .accepted, .duplicate:
                answer(pending, .rejected(rejection, shown: nil, judgedAt: room.durable.revision), room)
            }
        }
    }
}

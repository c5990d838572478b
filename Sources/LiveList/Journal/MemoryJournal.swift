/// A journal without disk, thread or clock, for tests and simulations: what it does, and when, is up to the
/// one who holds it. It keeps the same bytes as the others and reads them back the same way.
public final class MemoryJournal: Journal {
    /// What goes wrong with the next group of writes.
    public enum Fault: Sendable {
        /// Nothing is stored, and that is known.
        case unavailable(String)
        /// Nobody can know; `isStored` says how it really ended.
        case unknownFate(isStored: Bool)
        /// The program dies before anything is answered.
        case crash(isStored: Bool)
    }

    /// Carries out every request at once when it is submitted. Else `step` does.
    public var isAutomatic: Bool
    /// Not nil: writes are refused with this reason, as with a full disk.
    public var trouble: String?
    /// Each of these meets one step that has something to write, in order.
    public var faults: [Fault] = []
    public let retention: Retention
    /// True after a crash: nothing is carried out or answered any more. Go on with `restart`.
    public private(set) var isDead = false

    private let store: MemoryStore
    private var pending: [JournalRequest] = []
    private var replies: [JournalReply] = []
    private var wake: (@Sendable () -> Void)?

    public convenience init(
        retention: Retention = Retention(), limits: Limits = .standard, isAutomatic: Bool = false
    ) {
        self.init(store: MemoryStore(limits: limits), retention: retention, isAutomatic: isAutomatic)
    }

    private init(store: MemoryStore, retention: Retention, isAutomatic: Bool) {
        self.store = store
        self.retention = retention
        self.isAutomatic = isAutomatic
    }

    /// Ends this journal as a crash would: what is pending is dropped, what is stored stays.
    ///
    /// - Returns: a new journal on what was stored.
    public func restart() -> MemoryJournal {
        isDead = true
        pending = []
        replies = []
        return MemoryJournal(store: store, retention: retention, isAutomatic: isAutomatic)
    }

    public func start(wake: @escaping @Sendable () -> Void) throws(JournalError) -> [ListSummary] {
        precondition(self.wake == nil && !isDead, "a journal is started once")
        self.wake = wake
        return store.summaries
    }

    public func submit(_ request: JournalRequest) {
        guard !isDead else { return }
        pending.append(request)
        if isAutomatic { step() }
    }

    public func takeReplies() -> [JournalReply] { replies.moved() }

    public func close() {
        step()
        isDead = true
    }

    /// Carries out the oldest `limit` pending requests as one group: one commit.
    public func step(limit: Int = .max) {
        guard !isDead, !pending.isEmpty else { return }
        let group = Array(pending.prefix(limit))
        pending.removeFirst(group.count)
        let writes = group.contains(where: \.work.isWrite)
        let fault = writes && !faults.isEmpty ? faults.removeFirst() : nil
        var answers: [JournalReply] = []
        for request in group {
            guard let result = result(of: request.work, fault) else { continue }
            answers.append(JournalReply(ticket: request.ticket, result: result))
        }
        if case .crash = fault {
            isDead = true
            pending = []
            return
        }
        replies.append(contentsOf: answers)
        wake?()
    }

    /// Makes a stored list unreadable, as rot would; nil: readable again.
    public func damage(_ list: ListID, _ why: String?) { store.damage(list, why) }

    private func result(of work: JournalRequest.Work, _ fault: Fault?) -> JournalReply.Result? {
        guard work.isWrite else { return store.read(work, retention) }
        if let trouble { return .failed(.unavailable(trouble)) }
        switch fault {
        case .unavailable(let why): return .failed(.unavailable(why))
        case .unknownFate(let isStored):
            if isStored { _ = store.write(work) }
            return .failed(.unknownFate("the store can't be reached"))
        case .crash(let isStored):
            if isStored { _ = store.write(work) }
            return nil
        case nil: return store.write(work)
        }
    }
}

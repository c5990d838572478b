/// The writer thread: it alone writes to the store.
///
/// Each pass takes everything that has gathered, puts it into one transaction, commits, and only then hands
/// back the replies: while one commit waits for the disk the next group gathers. That nothing is answered
/// before it is durable falls out of this order.
final class JournalWriter {
    let settings: SQLiteJournal.Settings
    let shared: JournalShared
    let gates: [ReaderGate]
    /// nil: closed after a failure, to be opened again.
    var store: StoreWriter?
    let mark: HighWaterMark
    /// Lists that are set aside, and why.
    var withheld: [Int64: String]
    var suspects: [Int64: Int]
    /// Keys of the snapshot under way: the first of its pieces.
    var snapshotStart: Int64?
    var trims: [Trim] = []
    var rubbish: [Range<Int64>] = []
    /// Pages of the write-ahead log that the last checkpoint dealt with.
    var checkpointedPages = 0
    /// The other thread is at it.
    var isCheckpointing = false
    var hasNoticedCheckpoint = false
    private var probedAt: Int64 = 0
    var purger: ListPurger

    init(_ opened: OpenedStore, settings: SQLiteJournal.Settings, shared: JournalShared, gates: [ReaderGate])
    {
        self.settings = settings
        self.shared = shared
        self.gates = gates
        store = opened.writer
        mark = opened.mark
        suspects = opened.suspects
        withheld = opened.withheld
        rubbish = opened.rubbish
        purger = ListPurger(settings: settings, begun: opened.purges)
    }

    /// Works until the inbox is closed and empty.
    func run() {
        // Whether the store takes anything is known from the first moment, not only after the first failure.
        if let store { probe(store) }
        while let works = shared.writer.take(waiting: patience) {
            carryOut(works)
            lookAfterStore(isIdle: works.isEmpty)
        }
        finish()
    }

    /// How long to sleep when nothing comes: not at all while there is trimming to do.
    private var patience: Int32? {
        if store == nil || shared.trouble != nil { return Int32(Self.probeMilliseconds) }
        if !trims.isEmpty || !rubbish.isEmpty || purger.isBusy { return 0 }
        if mark.isSyncDue { return Int32(HighWaterMark.syncMilliseconds) }
        return isCheckpointDue(isIdle: true)
            ? Int32(Self.idleMilliseconds) : purger.patience(now: uptimeMilliseconds())
    }

    private static let probeMilliseconds: Int64 = 1_000
    private static let idleMilliseconds: Int64 = 20

    private func carryOut(_ works: [JournalShared.WriterWork]) {
        var group: [JournalRequest] = []
        var others: [JournalRequest] = []
        var pieces: [JournalShared.WriterWork] = []
        for work in works {
            switch work {
            case .request(let request):
                if request.work.isWrite { group.append(request) } else { others.append(request) }
            // Before the reads of those who were told that the list is served.
            case .survived: tend(work)
            case .piece, .snapshotEnd, .snapshotAbandoned, .checkpointed, .withhold:
                pieces.append(work)
            }
        }
        while !group.isEmpty {
            shared.reply(commit(Array(group.prefix(settings.writesPerCommit))))
            group.removeFirst(min(settings.writesPerCommit, group.count))
        }
        // After the commit, so that a read sees all that was submitted before it.
        for request in others { handOn(request) }
        for work in pieces { tend(work) }
    }

    /// Commits one group, all or none.
    private func commit(_ group: [JournalRequest]) -> [JournalReply] {
        guard let store = openStore() else {
            return Self.replies(to: group, .failed(.unavailable(shared.trouble ?? "the store is closed")))
        }
        var replies: [JournalReply] = []
        replies.reserveCapacity(group.count)
        do throws(SQLiteError) {
            try store.syncCommits(settings.waitsForDisk)
            try store.beginTransaction()
            for request in group {
                let refusal = try write(request.work, to: store)
                if case .damaged(let list, let why)? = refusal { shared.noticeSetAside(list, why) }
                replies.append(
                    JournalReply(ticket: request.ticket, result: refusal.map { .failed($0) } ?? .done))
            }
        } catch {
            if error.kind == .damaged, replies.count < group.count {
                return commit(group, without: group[replies.count].work.list, error)
            }
            giveUp(error)
            return Self.replies(to: group, .failed(.unavailable(error.message)))
        }
        do throws(SQLiteError) {
            try store.commit()
        } catch {
            return resolve(group, replies, after: error)
        }
        committed(store)
        return replies
    }

    /// One list's rows can't be written, as what is stored where they belong makes no sense: sets it aside,
    /// until the next start has looked again, and commits the others.
    private func commit(_ group: [JournalRequest], without list: ListID, _ error: SQLiteError)
        -> [JournalReply]
    {
        giveUp(error, isOfOneList: true)
        shared.noticeSetAside(list, error.message)
        if let key = store?.key(of: list) { withheld[key] = error.message }
        let others = group.filter { $0.work.list != list }
        var committed = (others.isEmpty ? [] : commit(others))[...]
        return group.map { request in
            if request.work.list != list, let reply = committed.popFirst() { return reply }
            return JournalReply(ticket: request.ticket, result: .failed(.damaged(list, error.message)))
        }
    }

    private func write(_ work: JournalRequest.Work, to store: StoreWriter) throws(SQLiteError)
        -> JournalError?
    {
        switch work {
        case .append(let batch): try store.append(batch)
        case .create(let summary): try store.create(summary)
        case .remove(let list, let epoch, let at, let by): try store.remove(list, epoch, at: at, by: by)
        case .restore(let list, let epoch, let at): try store.restore(list, epoch, at: at)
        case .load, .retry, .changes, .history, .snapshot, .adopt:
            preconditionFailure("a request that writes nothing")
        }
    }

    /// What follows every commit that went well.
    func committed(_ store: StoreWriter) {
        if !mark.write(store.mark), !hasNoticedMark {
            hasNoticedMark = true
            shared.notice(
                "\(mark.path) can't be written: lost changes would not be noticed on the next start")
        }
        if shared.trouble != nil { shared.trouble = nil }
    }

    private var hasNoticedMark = false

    static func replies(to group: [JournalRequest], _ result: JournalReply.Result) -> [JournalReply] {
        group.map { JournalReply(ticket: $0.ticket, result: result) }
    }

    /// While there is trouble: looks at most once a second whether the store takes anything again, so that it
    /// recovers without anybody asking.
    func probeIfDue() {
        let now = uptimeMilliseconds()
        guard shared.trouble != nil, now - probedAt >= Self.probeMilliseconds, let store = openStore() else {
            return
        }
        probedAt = now
        probe(store)
    }

    private func probe(_ store: StoreWriter) {
        let bytes = settings.probeBytes
        _ = maintain(store) { (store) throws(SQLiteError) in try store.probe(bytes: bytes) }
    }

    /// The store; where it was closed, tries to open it again, at most once a second.
    private func openStore() -> StoreWriter? {
        if let store { return store }
        let now = uptimeMilliseconds()
        guard now - reopenedAt >= Self.probeMilliseconds else { return nil }
        reopenedAt = now
        return reopen()
    }

    private var reopenedAt: Int64 = 0
}

extension JournalRequest.Work {
    /// Whether it changes what is stored, and so belongs into a transaction.
    var isWrite: Bool {
        switch self {
        case .append, .create, .remove, .restore: true
        case .load, .retry, .changes, .history, .snapshot, .adopt: false
        }
    }

    var list: ListID {
        switch self {
        case .append(let batch): batch.summary.list
        case .create(let summary): summary.list
        case .adopt(let adoption): adoption.summary.list
        case .remove(let list, _, at: _, by: _), .restore(let list, _, at: _), .load(let list),
            .retry(let list),
            .changes(let list, _, after: _, through: _, bytesMax: _),
            .history(let list, _, before: _, limit: _, bytesMax: _), .snapshot(let list, _, _):
            list
        }
    }
}

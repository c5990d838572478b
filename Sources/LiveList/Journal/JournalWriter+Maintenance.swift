/// What the writer does between batches. Each piece of it is a small transaction of its own, so that no batch
/// waits for long.
extension JournalWriter {
    func lookAfterStore(isIdle: Bool) {
        probeIfDue()
        if let store, shared.trouble == nil {
            trimSome(store)
            dropSome(store)
            checkpoint(store, isIdle: isIdle)
        }
        mark.sync(now: uptimeMilliseconds())
    }

    /// Runs `body` in a transaction.
    ///
    /// - Parameter isSynced: false where it may wait for the next commit to come to the disk, which syncs the
    ///   whole log; until then a power loss undoes it. Then no batch waits for its sync.
    /// - Returns: false where it failed. The store is then as before, or closed and opened again.
    func maintain(
        _ store: StoreWriter, isSynced: Bool = true, _ body: (StoreWriter) throws(SQLiteError) -> Void
    ) -> Bool {
        do throws(SQLiteError) {
            try store.syncCommits(isSynced)
            try store.beginTransaction()
            try body(store)
        } catch {
            giveUp(error)
            return false
        }
        do throws(SQLiteError) {
            try store.commit()
            try store.syncCommits(true)
        } catch {
            _ = resolve([], [], after: error)
            return false
        }
        committed(store)
        return true
    }

    /// What the other threads ask of the writer.
    func tend(_ work: JournalShared.WriterWork) {
        switch work {
        case .request(let request):
            handOn(request)
        case .piece(let piece):
            shared.pieceAnswers.put(store(piece))
        case .snapshotEnd(let end, let ticket):
            shared.reply(ticket, finish(end))
        case .snapshotAbandoned:
            if let start = snapshotStart, let store { rubbish.append(start..<store.pieceKey + 1) }
            snapshotStart = nil
        case .withhold(let list, let key, let why):
            withheld[key] = why
            shared.notice("list \(list) is set aside: \(why)")
            if let store {
                _ = maintain(store) { (store) throws(SQLiteError) in
                    try store.watch(key, strikes: 0, reason: why)
                }
            }
        case .survived(let key):
            suspects[key] = nil
            if let store {
                _ = maintain(store) { (store) throws(SQLiteError) in try store.unwatch(key) }
            }
        }
    }

    private func store(_ piece: SnapshotPiece) -> Bool {
        guard let store, shared.trouble == nil else { return false }
        if piece.part == 0 { snapshotStart = store.pieceKey + 1 }
        guard snapshotStart != nil else { return false }
        return maintain(store, isSynced: false) { (store) throws(SQLiteError) in try store.addPiece(piece) }
    }

    private func finish(_ end: SnapshotEnd) -> JournalReply.Result {
        guard let store, let start = snapshotStart else {
            return .failed(
                .unavailable(shared.trouble ?? "the store was closed while the snapshot was taken"))
        }
        snapshotStart = nil
        var refusal: JournalError?
        var freed: Range<Int64> = 0..<0
        let isDone = maintain(store) { (store) throws(SQLiteError) in
            (refusal, freed) = try store.finishSnapshot(end, firstPiece: start)
        }
        guard isDone else {
            return .failed(.unavailable(shared.trouble ?? "the snapshot could not be stored"))
        }
        if !freed.isEmpty { rubbish.append(freed) }
        if let refusal { return .failed(refusal) }
        trims.append(Trim(list: end.list, key: end.key, through: end.revision))
        return .done
    }

    private func trimSome(_ store: StoreWriter) {
        guard let trim = trims.first else { return }
        var isMore = false
        let isDone = maintain(store, isSynced: false) { (store) throws(SQLiteError) in
            isMore = try store.trim(trim, keeping: settings.retention)
        }
        if isDone && !isMore { trims.removeFirst() }
    }

    private func dropSome(_ store: StoreWriter) {
        guard let range = rubbish.first else { return }
        var left = range
        let isDone = maintain(store, isSynced: false) { (store) throws(SQLiteError) in
            left = try store.dropPieces(range)
        }
        guard isDone, !rubbish.isEmpty else { return }
        if left.isEmpty { rubbish.removeFirst() } else { rubbish[0] = left }
    }

    /// A few MB of log that are not yet in the database file: worth a checkpoint when there is nothing else
    /// to do.
    var isCheckpointDue: Bool {
        guard let store else { return false }
        return unchecked(store) >= settings.idleLogPages
    }

    private func unchecked(_ store: StoreWriter) -> Int {
        // The log began anew: all of it is.
        store.logPages < checkpointedPages ? store.logPages : store.logPages - checkpointedPages
    }

    /// Brings the log into the database file when idle, so that it can be written from its beginning again;
    /// and resets it when it has grown too long, which under load never happens by itself.
    private func checkpoint(_ store: StoreWriter, isIdle: Bool) {
        let isLong = store.logPages >= settings.logPagesMax && unchecked(store) >= settings.idleLogPages
        guard isLong || isIdle && isCheckpointDue else { return }
        do throws(SQLiteError) {
            checkpointedPages = store.logPages
            try store.checkpoint(resetting: isLong)
        } catch {
            // Nothing is lost: the log still has it all. If the disk is at fault the next commit will tell.
            if !hasNoticedCheckpoint {
                shared.notice("the write-ahead log can't be brought into the store: \(error.message)")
            }
            hasNoticedCheckpoint = true
        }
    }

    /// Gives a request that only reads to the thread that reads.
    func handOn(_ request: JournalRequest) {
        let list = request.work.list
        guard let store else {
            shared.reply(request.ticket, .failed(.unavailable(shared.trouble ?? "the store is closed")))
            return
        }
        guard let key = store.key(of: list) else {
            shared.reply(request.ticket, .failed(.unknownList(list)))
            return
        }
        if let why = withheld[key] {
            shared.reply(request.ticket, .failed(.damaged(list, why)))
            return
        }
        let isTaken: Bool
        if case .snapshot(_, let epoch, let state) = request.work {
            guard case .found(let row)? = try? store.lookUp(list), row.summary.epoch == epoch else {
                shared.reply(request.ticket, .failed(.unknownList(list)))
                return
            }
            isTaken = shared.snapshots.put(
                JournalShared.SnapshotWork(ticket: request.ticket, list: list, key: key, state: state))
        } else {
            let isLoad = if case .load = request.work { true } else { false }
            isTaken = (isLoad ? shared.loader : shared.reader).put(
                JournalShared.ReaderWork(
                    ticket: request.ticket, work: request.work, list: list, key: key,
                    isSuspect: suspects[key] != nil))
        }
        if !isTaken { shared.reply(request.ticket, .failed(.unavailable("the journal is closing"))) }
    }

    /// The last thing this thread does.
    func finish() {
        guard let store else { return }
        mark.sync(now: nil)
        // What can't be checkpointed now stays in the log, and is read from there on the next start.
        _ = try? store.checkpoint(resetting: true)
        self.store = nil
    }
}

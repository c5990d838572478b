/// What the writer does between batches. Each piece of it is a small transaction of its own, so that no batch
/// waits for long.
extension JournalWriter {
    func lookAfterStore(isIdle: Bool) {
        probeIfDue()
        if let store, shared.trouble == nil {
            trimSome(store)
            dropSome(store)
            purgeSome(store)
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
        case .checkpointed(let failure):
            checkpointed(failure)
        case .withhold(let list, let key, let why, let ticket):
            withheld[key] = why
            shared.noticeSetAside(list, why)
            if let store {
                _ = maintain(store) { (store) throws(SQLiteError) in
                    try store.watch(key, strikes: 0, reason: why)
                }
            }
            shared.reply(ticket, .failed(.damaged(list, why)))
        case .survived(let key):
            suspects[key] = nil
            withheld[key] = nil
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
            if let adoption = end.adoption {
                refusal = try store.adopt(adoption, key: end.key)
                freed = start..<start + Int64(end.pieces)
                guard refusal == nil else { return }
            }
            (refusal, freed) = try store.finishSnapshot(end, firstPiece: start)
        }
        guard isDone else {
            if end.adoption != nil { return fateOfAdoption(end) }
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
        // What failed is not tried again and again: the next snapshot has it trimmed.
        if !isDone || !isMore { trims.removeFirst() }
    }

    private func dropSome(_ store: StoreWriter) {
        guard let range = rubbish.first else { return }
        var left = range
        let isDone = maintain(store, isSynced: false) { (store) throws(SQLiteError) in
            left = try store.dropPieces(range)
        }
        // Where the store was opened anew, it has been looked for anew.
        guard rubbish.first == range else { return }
        // What failed is found again on the next start.
        if !isDone || left.isEmpty { rubbish.removeFirst() } else { rubbish[0] = left }
    }

    /// So much log is not yet in the database file that it is worth a checkpoint.
    func isCheckpointDue(isIdle: Bool) -> Bool {
        guard let store, !isCheckpointing else { return false }
        // Where there are fewer pages than before the log began anew, and all of it counts.
        let unchecked = store.logPages - (store.logPages < checkpointedPages ? 0 : checkpointedPages)
        return unchecked >= (isIdle ? settings.idleLogPages : settings.busyLogPages)
    }

    /// Has the log brought into the database file by a thread of its own, so that batches need not wait for
    /// it. When all of it is there and nobody reads, SQLite writes the log from its beginning again.
    private func checkpoint(_ store: StoreWriter, isIdle: Bool) {
        guard isCheckpointDue(isIdle: isIdle), shared.checkpoints.put(true) else { return }
        isCheckpointing = true
        checkpointedPages = store.logPages
    }

    /// Resets the log when it has grown too long, which under load never happens by itself. What is left to
    /// copy is only what came in since the other thread began.
    private func checkpointed(_ failure: SQLiteError?) {
        isCheckpointing = false
        var failure = failure
        if failure == nil, let store, store.logPages >= settings.logPagesMax {
            do throws(SQLiteError) {
                try store.connection.checkpoint(resetting: true)
            } catch {
                failure = error
            }
        }
        guard let failure else { return }
        if !hasNoticedCheckpoint {
            hasNoticedCheckpoint = true
            shared.notice("the write-ahead log can't be brought into the database: \(failure.message)")
        }
        switch failure.kind {
        // The log still has it all, and grows. If it can't grow either the next commit will tell.
        case .full, .busy, .misuse, .damaged: break
        // It may have been a sync of the log, after which the system forgets what was not on the disk yet.
        case .inputOutput: if store != nil { _ = resolve([], [], after: failure) }
        }
    }

    /// Gives a request that only reads to the thread that reads.
    func handOn(_ request: JournalRequest) {
        let list = request.work.list
        guard let store else {
            shared.reply(request.ticket, .failed(.unavailable(shared.trouble ?? "the store is closed")))
            return
        }
        if case .adopt(let adoption) = request.work { return begin(adoption, request.ticket) }
        guard let key = store.key(of: list) else {
            shared.reply(request.ticket, .failed(.unknownList(list)))
            return
        }
        let isRetry = if case .retry = request.work { true } else { false }
        if let why = withheld[key], !isRetry {
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
            let isLoad = if case .load = request.work { true } else { isRetry }
            let work = JournalShared.ReaderWork(
                ticket: request.ticket, work: request.work, list: list, key: key,
                isSuspect: isRetry || suspects[key] != nil)
            let mustBeTried = isLoad && work.isSuspect && settings.trial != nil
            let inbox = mustBeTried ? shared.trials : isLoad ? shared.loader : shared.reader
            isTaken = inbox.put(work)
        }
        if !isTaken { shared.reply(request.ticket, .failed(.unavailable("the journal is closing"))) }
    }

    /// The last thing this thread does.
    func finish() {
        guard let store else { return }
        mark.sync(now: nil)
        // What can't be checkpointed now stays in the log, and is read from there on the next start.
        _ = try? store.connection.checkpoint(resetting: true)
        self.store = nil
    }
}

extension Engine {
    /// The journal has carried something out, or could not.
    func handle(_ reply: JournalReply) {
        guard let pending = tickets.removeValue(forKey: reply.ticket) else {
            preconditionFailure("the journal answered ticket \(reply.ticket), which nobody holds")
        }
        switch pending {
        case .batch(let room): batchEnded(room, reply.result)
        case .create(let room): created(room, reply.result)
        case .remove(let room, let remove): removed(room, remove, reply.result)
        case .restore(let room, let session, let ref): restored(room, session, ref, reply.result)
        case .adopt(let room, let session, let adoption, let ref):
            adopted(room, session, adoption, ref, reply.result)
        case .load(let room): arrived(room, reply.result)
        case .retry(let room, let session, let ref): retried(room, session, ref, reply.result)
        case .rows(let seat): rowsCame(seat, reply.result)
        case .answer(let seat, let revision): answerCame(seat, revision, reply.result)
        case .history(let session, let list, let ref): historyCame(session, list, ref, reply.result)
        case .snapshot(let room): snapshotEnded(room, reply.result)
        }
    }

    private func batchEnded(_ room: Room, _ result: JournalReply.Result) {
        guard let underWay = room.underWay else {
            preconditionFailure("a batch ended that was not under way")
        }
        room.underWay = nil
        switch result {
        case .done: commit(underWay, room)
        case .failed(.unknownFate(let why)): loseTrack(underWay, room, why)
        case .failed(let error):
            room.tentative = room.durable
            if case .damaged(_, let why) = error { setAside(room, why) }
            tellRefused(underWay, room, Rejection(.unavailable, unavailable(error)))
        case .loaded, .changes, .history, .overtaken:
            preconditionFailure("a journal of one node answered an append with \(result)")
        }
        queueWork(room)
    }

    /// The batch is on disk: now, and only now, anyone hears of it.
    private func commit(_ underWay: Room.UnderWay, _ room: Room) {
        let batch = underWay.batch
        // What a large change replaced takes long to free.
        if batch.bytes.count >= settings.discardBytesMin { discard(room.durable) }
        room.durable = room.tentative
        room.summary = batch.summary
        catalogue[room.list] = batch.summary
        room.log.append(batch)
        var revision = batch.expecting
        for entry in batch.changes {
            revision = revision.next
            room.accepted.insert(entry.id, revision: revision, at: entry.at)
        }
        for (pending, outcome) in underWay.outcomes { answer(pending, outcome, room) }
        room.bytesSinceSnapshot += batch.bytes.count
        markDirty(room)
        room.lastUsedAt = now.uptime
        snapshotIfDue(room)
    }

    /// Whether the batch is on disk can't be known: nobody is told anything of it. Those who sent it are
    /// disconnected and ask again; the list is read anew when the store can be.
    private func loseTrack(_ underWay: Room.UnderWay, _ room: Room, _ why: String) {
        for (pending, _) in underWay.outcomes {
            pending.seat.pending -= 1
            pendingBytes -= pending.mutate.byteCount
            end(pending.seat.session, .goingAway, reason: "The store failed; connect again.")
        }
        reload(room)
    }

    /// Reads the list from the journal as if it had not been in memory. Those who follow it get a snapshot.
    func reload(_ room: Room) {
        room.phase = .opening
        room.isUncertain = true
        submit(.load(room.list), for: .load(room))
    }

    /// What became of the list can't be known yet: those who wait are disconnected, and it is looked up again
    /// later.
    func stayUncertain(_ room: Room) {
        room.needsLoading = true
        var sessions = room.waiting.map(\.session) + room.openSeats.map(\.session)
        room.waiting.removeAll()
        while room.hasQueue {
            switch room.takeNext() {
            case .remove(let remove): sessions.append(remove.session)
            case .mutate(let pending):
                pending.seat.pending -= 1
                pendingBytes -= pending.mutate.byteCount
                sessions.append(pending.seat.session)
            }
        }
        for session in sessions { end(session, .goingAway, reason: "The store failed; connect again.") }
    }

    func setAside(_ room: Room, _ why: String) {
        room.damage = why
        room.summary.damage = why
        catalogue[room.list] = room.summary
    }

    func unavailable(_ error: JournalError) -> String {
        switch error {
        case .unavailable: "The server can't save right now; nothing was applied, send this again later."
        case .damaged: setAside
        case .unknownFate, .unusable, .unknownList:
            "The server can't read this list right now; try again later."
        }
    }

    private func historyCame(_ session: Session, _ list: ListID, _ ref: Text?, _ result: JournalReply.Result)
    {
        guard !session.isGone else { return }
        session.awaitsHistory = false
        defer { resume(session) }
        switch result {
        case .history(let changes, let isMore):
            post(to: session) { $0.history(list, changes: changes.map(\.bytes), hasMore: isMore, ref: ref) }
        case .failed(.unknownList): refuseUnknown(list, ref: ref, for: session)
        case .failed(let error): refuse(session, .unavailable, unavailable(error), list: list, ref: ref)
        case .done, .loaded, .changes, .overtaken: preconditionFailure("history was answered with \(result)")
        }
    }

    func snapshotIfDue(_ room: Room) {
        let due = max(settings.snapshotBytes, room.durable.itemCount * 150)
        guard room.bytesSinceSnapshot >= due, !room.isSnapshotUnderWay, room.damage == nil else { return }
        guard case .ready = room.phase else { return }
        room.isSnapshotUnderWay = true
        room.bytesSinceSnapshot = 0
        submit(.snapshot(room.list, room.summary.epoch, room.durable), for: .snapshot(room))
    }

    private func snapshotEnded(_ room: Room, _ result: JournalReply.Result) {
        room.isSnapshotUnderWay = false
        guard case .done = result else { return }
        // The journal may have trimmed what lies behind the snapshot, but never the newest of them.
        let kept = Revision(max(0, room.durable.revision.value - settings.retention.changes))
        room.heldAfter = max(room.heldAfter, kept)
    }
}

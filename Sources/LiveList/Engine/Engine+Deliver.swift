extension Engine {
    /// Sends what waits for single sessions: answers, snapshots, stored changes. Each gets its share and then
    /// stands in line again.
    func deliverQueued() {
        while framesLeft > 0, let session = deliveries.popFirst() {
            session.isQueued = false
            guard !session.isGone else { continue }
            if deliver(session) { queueDelivery(session) }
        }
    }

    /// - Returns: whether there is more that could be sent now.
    @discardableResult
    func deliver(_ session: Session) -> Bool {
        var share = 8
        var index = 0
        while index < session.busySeats.count, share > 0 {
            let seat = session.busySeats[index]
            switch advance(seat, share: &share) {
            case .done:
                seat.isBusy = false
                session.busySeats.remove(at: index)
                forgetIfUnused(seat)
            case .waiting: index += 1
            case .full: return share == 0
            }
        }
        guard share > 0 else { return true }
        sendOutbox(session)
        resume(session)
        regulate(session)
        return !session.outbox.isEmpty && session.connection.isWritable
    }

    /// A session may use any number of lists, one after the other: a seat that is closed and owed nothing is
    /// not kept.
    private func forgetIfUnused(_ seat: Seat) {
        let (session, list) = (seat.session, seat.room.list)
        guard !seat.isOpen, seat.pending == 0, !seat.isOwed, session.seats[list] === seat else { return }
        session.seats[list] = nil
    }

    private enum Progress {
        /// Nothing is left but what the room's flush will send.
        case done
        /// The journal must answer first.
        case waiting
        /// The line takes no more, or the share is used up.
        case full
    }

    /// Sends to one seat what it is owed, in order.
    private func advance(_ seat: Seat, share: inout Int) -> Progress {
        while share > 0 {
            guard seat.session.connection.isWritable else { return .full }
            if let prologue = seat.prologue {
                seat.prologue = nil
                frame.clear()
                frame.append(prologue)
                send(to: seat.session, share: &share)
                continue
            }
            if let first = seat.answers.first, first.isStep {
                take(seat.answers.removeFirst(), at: seat)
                continue
            }
            if case .snapshot(let generation, let part) = seat.phase {
                sendPart(part, of: generation, to: seat, share: &share)
                continue
            }
            if case .reading = seat.phase { return .waiting }
            if case .replaying(let changes) = seat.phase {
                replay(changes, to: seat, share: &share)
                continue
            }
            if seat.isOpen, !catchUp(seat, share: &share) { continue }
            switch sendAnswers(seat, share: &share) {
            case .sent: continue
            case .fetching: return .waiting
            case .none: break
            }
            if seat.needsPresence { sendWholePresence(to: seat, share: &share) }
            return .done
        }
        return .full
    }

    /// Sends one frame: what `frame` holds.
    func send(to session: Session, share: inout Int) {
        session.connection.send(frame.payload)
        share -= 1
        framesLeft -= 1
    }

    private func sendPart(_ part: Int, of generation: SnapshotGeneration, to seat: Seat, share: inout Int) {
        frame.clear()
        generation.write(part: part, into: frame)
        send(to: seat.session, share: &share)
        guard part + 1 == generation.partCount else {
            seat.phase = .snapshot(generation, nextPart: part + 1)
            return
        }
        seat.phase = .following
        seat.cursor = generation.revision
    }

    /// Sends stored changes, as many as one frame takes.
    private func replay(_ changes: [StoredChange], to seat: Seat, share: inout Int) {
        frame.clear()
        var sent = 0
        for change in changes {
            if sent > 0, frame.byteCount + change.bytes.count > settings.frameBytesMax { break }
            frame.append(change.bytes)
            sent += 1
        }
        seat.cursor = changes[sent - 1].revision
        send(to: seat.session, share: &share)
        dropAnswersSent(seat)
        seat.phase = sent == changes.count ? .following : .replaying(Array(changes[sent...]))
    }

    /// Sends an open seat the changes that its next answer needs before it, or all where it is owed none.
    ///
    /// - Returns: true where it has them.
    private func catchUp(_ seat: Seat, share: inout Int) -> Bool {
        let target = nextTarget(seat)
        guard seat.cursor < target else { return true }
        let log = seat.room.log
        guard seat.cursor >= log.heldAfter else {
            readOn(seat)
            return false
        }
        frame.clear()
        var reached = seat.cursor
        log.forEach(after: seat.cursor) { revision, bytes in
            guard revision <= target else { return false }
            if !frame.isEmpty, frame.byteCount + bytes.count > settings.frameBytesMax { return false }
            frame.append(bytes)
            reached = revision
            return true
        }
        seat.cursor = reached
        send(to: seat.session, share: &share)
        dropAnswersSent(seat)
        return false
    }

    /// How far an open seat is to be told before its next answer that is more than one of the changes.
    private func nextTarget(_ seat: Seat) -> Revision {
        var reached = seat.cursor
        for answer in seat.answers {
            switch answer.kind {
            case .change(let revision, isDuplicate: false) where revision > reached:
                if answer.ref != nil { return Revision(revision.value - 1) }
                reached = revision
            case .change, .open, .close: return reached
            case .message(_, let after): return max(reached, min(after, seat.room.durable.revision))
            }
        }
        return seat.room.durable.revision
    }

    /// Own changes that went by among all others are answered.
    private func dropAnswersSent(_ seat: Seat) {
        var dropped = 0
        for answer in seat.answers {
            guard case .change(let revision, isDuplicate: false) = answer.kind, answer.ref == nil,
                revision <= seat.cursor
            else { break }
            if let bytes = answer.mutateBytes { settle(seat.session, bytes) }
            dropped += 1
        }
        if dropped > 0 { seat.answers.removeFirst(dropped) }
    }

    /// What is needed is no longer in memory: stored changes for one who resumes, else a snapshot.
    private func readOn(_ seat: Seat) {
        let room = seat.room
        guard seat.isResuming, seat.cursor >= room.heldAfter else {
            return beginSnapshot(seat)
        }
        seat.phase = .reading
        submit(
            .changes(
                room.list, room.summary.epoch, after: seat.cursor, through: room.durable.revision,
                bytesMax: settings.resumeBytes),
            for: .rows(seat))
    }

    func rowsCame(_ seat: Seat, _ result: JournalReply.Result) {
        guard !seat.session.isGone, case .reading = seat.phase else { return }
        if case .changes(let changes) = result, changes.first?.revision == seat.cursor.next {
            seat.phase = .replaying(changes)
        } else {
            beginSnapshot(seat)
        }
        wake(seat)
    }

    /// Sends what belongs to no list's order, as far as the line takes it.
    func sendOutbox(_ session: Session) {
        var sent = 0
        while sent < session.outbox.count, session.connection.isWritable {
            frame.clear()
            while sent < session.outbox.count,
                frame.isEmpty || frame.byteCount + session.outbox[sent].count <= settings.frameBytesMax
            {
                session.outboxBytes -= session.outbox[sent].count
                frame.append(session.outbox[sent])
                sent += 1
            }
            session.connection.send(frame.payload)
            framesLeft -= 1
        }
        session.outbox.removeFirst(sent)
    }
}

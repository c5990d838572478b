/// How a seat comes to what its list is now: by changes in memory, stored changes or a snapshot.
extension Engine {
    /// Sends stored changes.
    ///
    /// - Returns: false where nothing could be sent.
    func replay(_ changes: [StoredChange], to seat: Seat, share: inout Int) -> Bool {
        var sent = 0
        for change in changes {
            guard hasRoom(for: change.bytes.count, at: seat.session, share: &share) else { break }
            frame.append(change.bytes)
            sent += 1
        }
        guard sent > 0 else { return false }
        seat.cursor = changes[sent - 1].revision
        dropAnswersSent(seat)
        seat.phase = sent == changes.count ? .following : .replaying(Array(changes[sent...]))
        return true
    }

    enum CatchUp {
        /// It has the changes that its next answer needs before it, or all where it is owed none.
        case upToDate
        /// Something else is due now.
        case other
        case full
    }

    /// Sends an open seat the changes that its next answer needs before it, or all where it is owed none.
    func catchUp(_ seat: Seat, share: inout Int) -> CatchUp {
        let target = nextTarget(seat)
        guard seat.cursor < target else { return .upToDate }
        let log = seat.room.log
        guard seat.cursor >= log.heldAfter else {
            readOn(seat)
            return .other
        }
        var reached = seat.cursor
        log.forEach(after: seat.cursor) { revision, bytes in
            guard revision <= target, hasRoom(for: bytes.count, at: seat.session, share: &share) else {
                return false
            }
            frame.append(bytes)
            reached = revision
            return true
        }
        guard reached > seat.cursor else { return .full }
        seat.cursor = reached
        dropAnswersSent(seat)
        return .other
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
}

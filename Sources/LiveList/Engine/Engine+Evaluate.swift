extension Engine {
    /// Queues a `mutate` behind what its list has to do, or answers at once where there is no such list.
    ///
    /// - Parameter retryAfter: not 0 where its sender is over its rate.
    func mutates(_ mutate: Mutate, retryAfter: Int64, ref: Text?, from session: Session) {
        session.unanswered += 1
        session.unansweredBytes += mutate.byteCount
        guard let list = mutate.list, session.role(on: list) != nil,
            rooms[list] != nil || catalogue[list] != nil, mutate.listProblem == nil
        else { return refuse(mutate, ref: ref, from: session) }
        pendingBytes += mutate.byteCount
        let room = room(for: list)
        let seat = seat(of: session, in: room)
        seat.pending += 1
        room.queue.append(
            .mutate(Room.PendingMutate(mutate: mutate, seat: seat, ref: ref, retryAfter: retryAfter)))
        queueWork(room)
    }

    /// There is no list that it could be queued for.
    private func refuse(_ mutate: Mutate, ref: Text?, from session: Session) {
        let problem = mutate.listProblem.map { Rejection($0.code, $0.message) }
        let rejection = problem ?? Rejection(.unknownList, unknown(mutate.list!))
        if problem == nil, let seat = mutate.list.flatMap({ session.seats[$0] }), seat.isOwed {
            // The list went away, and answers of before are not sent yet: this one comes behind them.
            var writer = JSONWriter(capacity: 256)
            writer.rejected(mutate.list, id: mutate.id, rejection, ref: ref)
            let kind = Seat.Answer.Kind.message(writer.bytes, after: .zero)
            seat.answers.append(Seat.Answer(kind: kind, ref: nil, mutateBytes: mutate.byteCount))
            return wake(seat)
        }
        post(to: session) { $0.rejected(mutate.list, id: mutate.id, rejection, ref: ref) }
        settle(session, mutate.byteCount)
    }

    /// The answer to a mutate has gone out: its sender may send another.
    func settle(_ session: Session, _ byteCount: Int) {
        session.unanswered -= 1
        session.unansweredBytes -= byteCount
    }

    /// Queues a removal behind the mutates that came before it.
    func queue(_ removal: Room.PendingRemove, in room: Room) {
        removal.session.stepsWaiting += 1
        room.queue.append(.remove(removal))
        queueWork(room)
    }

    func queueWork(_ room: Room) {
        guard !room.isQueuedForWork, case .ready = room.phase, !room.isHeld, room.hasQueue else { return }
        room.isQueuedForWork = true
        roomsWithWork.append(room)
    }

    /// Evaluates what is queued, list by list, up to the bounds of a turn.
    func evaluateRooms() {
        var mutates = settings.mutatesPerTurn
        var items = settings.itemsPerTurn
        while mutates > 0, items > 0, !isLate, let room = roomsWithWork.popFirst() {
            room.isQueuedForWork = false
            guard case .ready = room.phase, !room.isHeld else { continue }
            evaluate(room, mutates: &mutates, items: &items)
            lookAtTheWatch()
        }
    }

    private func evaluate(_ room: Room, mutates: inout Int, items: inout Int) {
        var writer = JSONWriter()
        var entries: [Batch.Entry] = []
        var outcomes: [(Room.PendingMutate, Room.Outcome)] = []
        var ids: [MutationID: Revision] = [:]
        let expecting = room.tentative.revision
        while mutates > 0, items > 0, !isLate, room.hasQueue, writer.bytes.count < settings.answerBytesMax {
            if outcomes.count & 31 == 31 { lookAtTheWatch() }
            if !outcomes.isEmpty, standsAlone(room.queue[room.queueHead], room) { break }
            switch room.takeNext() {
            case .remove(let remove):
                mutates -= 1
                begin(remove, room)
                if case .ready = room.phase { continue }
                return
            case .mutate(let pending):
                mutates -= 1
                if isLarge(pending.mutate, in: room) {
                    if let refusal = refusal(of: pending, room, ids: [:]) {
                        answer(pending, refusal, room)
                        continue
                    }
                    return judgeAside(pending, room)
                }
                items -= pending.mutate.itemEstimate
                let outcome = judge(pending, room, ids: ids, writer: &writer)
                if case .accepted(let revision) = outcome {
                    entries.append(Batch.Entry(id: pending.mutate.id, at: now.wall, end: writer.bytes.count))
                    ids[pending.mutate.id] = revision
                }
                outcomes.append((pending, outcome))
            }
        }
        guard !entries.isEmpty else {
            for (pending, outcome) in outcomes { answer(pending, outcome, room) }
            return queueWork(room)
        }
        append(entries, writer.bytes, expecting: expecting, at: now.wall, outcomes: outcomes, room)
    }

    /// Whether it shares no batch with what comes before it: a removal, and what is judged aside.
    private func standsAlone(_ work: Room.Work, _ room: Room) -> Bool {
        switch work {
        case .remove: true
        case .mutate(let pending): isLarge(pending.mutate, in: room)
        }
    }

    /// Hands a batch to the journal: the list is `tentative` once that has stored it.
    func append(
        _ entries: [Batch.Entry], _ bytes: [UInt8], expecting: Revision, at: Timestamp,
        outcomes: [(Room.PendingMutate, Room.Outcome)], _ room: Room
    ) {
        let summary = ListSummary(
            list: room.list, epoch: room.summary.epoch, title: room.tentative.title,
            revision: room.tentative.revision, items: room.tentative.itemCount,
            done: room.tentative.doneCount,
            updatedAt: at)
        let batch = Batch(summary: summary, expecting: expecting, bytes: bytes, changes: entries)
        room.underWay = Room.UnderWay(batch: batch, outcomes: outcomes)
        submit(.append(batch), for: .batch(room))
    }

    /// Why a mutate is not judged at all, or what it has come to before, in the protocol's order.
    private func refusal(
        of pending: Room.PendingMutate, _ room: Room, ids: [MutationID: Revision]
    ) -> Room.Outcome? {
        let mutate = pending.mutate
        let session = pending.seat.session
        func reject(_ code: RejectionCode, _ message: String, revision: Revision? = nil) -> Room.Outcome {
            .rejected(Rejection(code, message), shown: revision, judgedAt: room.tentative.revision)
        }
        guard room.damage == nil else { return reject(.unavailable, setAside) }
        guard session.role(on: room.list)?.mayMutate == true else {
            return reject(.forbidden, "A viewer may not change a list.")
        }
        if let revision = room.accepted[mutate.id] ?? ids[mutate.id] { return .duplicate(revision) }
        guard pending.retryAfter == 0 else {
            return reject(.rateLimited, tooFast(wait: pending.retryAfter))
        }
        guard !isStopping else { return reject(.unavailable, stopping) }
        guard pendingBytes <= settings.pendingBytesMax else {
            return reject(.unavailable, "Too much waits to be stored; send this again in a moment.")
        }
        if let problem = mutate.preconditionProblem { return reject(problem.code, problem.message) }
        if let epoch = mutate.epoch, epoch != room.summary.epoch {
            return reject(
                .conflict, "The list was made anew since; open it again.", revision: room.tentative.revision)
        }
        if let expected = mutate.ifRevision, expected != room.tentative.revision {
            let message =
                "The list is at revision \(room.tentative.revision), not \(expected); read it again."
            return reject(.conflict, message, revision: room.tentative.revision)
        }
        if let problem = mutate.mutationsProblem { return reject(problem.code, problem.message) }
        return nil
    }

    /// What one mutate comes to.
    private func judge(
        _ pending: Room.PendingMutate, _ room: Room, ids: [MutationID: Revision], writer: inout JSONWriter
    ) -> Room.Outcome {
        if let refusal = refusal(of: pending, room, ids: ids) { return refusal }
        let mutate = pending.mutate
        let session = pending.seat.session
        // A copy only where it may be needed: while there are two, the first write into a chunk copies it.
        let before = mutate.mayBecomeLarge ? room.tentative : nil
        let name = session.displayName(on: room.list)
        let evaluation = room.tentative.evaluate(
            mutate.mutations, at: now.wall, by: name, using: &generator)
        switch evaluation {
        case .accepted(let facts):
            let change = Change(
                list: room.list, revision: room.tentative.revision, id: mutate.id, session: session.name,
                name: name, at: now.wall, facts: facts)
            let start = writer.bytes.count
            ChangeCodec.encode(change, into: &writer)
            guard let before, writer.bytes.count - start > settings.answerBytesMax else {
                return .accepted(room.tentative.revision)
            }
            writer.bytes.removeLast(writer.bytes.count - start)
            room.tentative = before
            return .rejected(.changeTooLarge, shown: nil, judgedAt: room.tentative.revision)
        case .unchanged: return .unchanged(room.tentative.revision)
        case .rejected(let rejection):
            return .rejected(rejection, shown: nil, judgedAt: room.tentative.revision)
        }
    }

    /// Puts the answer to a mutate where it stands among those of its sender.
    func answer(_ pending: Room.PendingMutate, _ outcome: Room.Outcome, _ room: Room) {
        let seat = pending.seat
        let mutate = pending.mutate
        seat.pending -= 1
        pendingBytes -= mutate.byteCount
        if mutate.byteCount >= settings.discardBytesMin { discards.append(mutate) }
        guard !seat.session.isGone else { return }
        let kind: Seat.Answer.Kind
        var isInMessage = false
        switch outcome {
        case .accepted(let revision): kind = .change(revision, isDuplicate: false)
        case .duplicate(let revision): kind = .change(revision, isDuplicate: true)
        case .unchanged(let revision):
            var writer = JSONWriter(capacity: 128)
            writer.unchanged(room.list, id: mutate.id, revision: revision, ref: pending.ref)
            kind = .message(writer.bytes, after: revision)
            isInMessage = true
        case .rejected(let rejection, let shown, let judgedAt):
            var writer = JSONWriter(capacity: 256)
            let retryAfter = rejection.code == .rateLimited ? pending.retryAfter : nil
            writer.rejected(
                room.list, id: mutate.id, rejection, revision: shown, retryAfter: retryAfter,
                ref: pending.ref)
            kind = .message(writer.bytes, after: judgedAt)
            isInMessage = true
        }
        seat.answers.append(
            Seat.Answer(kind: kind, ref: isInMessage ? nil : pending.ref, mutateBytes: mutate.byteCount))
        wake(seat)
    }

    private func begin(_ remove: Room.PendingRemove, _ room: Room) {
        remove.session.stepsWaiting -= 1
        // Its token may have been taken back since it asked.
        guard remove.session.role(on: room.list)?.mayDeleteLists == true else { return }
        guard remove.epoch == room.summary.epoch else {
            let message = "The list was made anew since; open it again before deleting it."
            return refuse(remove.session, .conflict, message, list: room.list, ref: remove.ref)
        }
        room.phase = .removing
        if let replacement = remove.replacement {
            return submit(.adopt(replacement), for: .remove(room, remove))
        }
        submit(
            .remove(
                room.list, room.summary.epoch, at: now.wall, by: remove.session.displayName(on: room.list)),
            for: .remove(room, remove))
    }
}

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
        guard !room.isQueuedForWork, case .ready = room.phase, room.underWay == nil, room.hasQueue else {
            return
        }
        room.isQueuedForWork = true
        roomsWithWork.append(room)
    }

    /// Evaluates what is queued, list by list, up to the bounds of a turn.
    func evaluateRooms() {
        var mutates = settings.mutatesPerTurn
        var items = settings.itemsPerTurn
        while mutates > 0, items > 0, let room = roomsWithWork.popFirst() {
            room.isQueuedForWork = false
            guard case .ready = room.phase, room.underWay == nil else { continue }
            evaluate(room, mutates: &mutates, items: &items)
        }
    }

    private func evaluate(_ room: Room, mutates: inout Int, items: inout Int) {
        var writer = JSONWriter()
        var entries: [Batch.Entry] = []
        var outcomes: [(Room.PendingMutate, Room.Outcome)] = []
        var ids: [MutationID: Revision] = [:]
        let expecting = room.tentative.revision
        while mutates > 0, items > 0, room.hasQueue, writer.bytes.count < settings.answerBytesMax {
            if case .remove = room.queue[room.queueHead], !outcomes.isEmpty { break }
            switch room.takeNext() {
            case .remove(let remove):
                mutates -= 1
                begin(remove, room)
                if case .ready = room.phase { continue }
                return
            case .mutate(let pending):
                mutates -= 1
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
        let summary = ListSummary(
            list: room.list, epoch: room.summary.epoch, title: room.tentative.title,
            revision: room.tentative.revision, items: room.tentative.itemCount,
            done: room.tentative.doneCount,
            updatedAt: now.wall)
        let batch = Batch(summary: summary, expecting: expecting, bytes: writer.bytes, changes: entries)
        room.underWay = Room.UnderWay(batch: batch, outcomes: outcomes, ids: ids)
        submit(.append(batch), for: .batch(room))
    }

    /// What one mutate comes to, in the order of judging that the protocol gives.
    private func judge(
        _ pending: Room.PendingMutate, _ room: Room, ids: [MutationID: Revision], writer: inout JSONWriter
    ) -> Room.Outcome {
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
            return reject(.tooLarge, "The change would be a message of over 1 MiB; ask for less at once.")
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

extension Mutate {
    /// Whether its change could be over the size of a message although the mutate is not: ids, times and names
    /// come in, and what is restored or deleted with a section was not sent with it.
    var mayBecomeLarge: Bool {
        guard byteCount < 64 << 10, itemEstimate < 500 else { return true }
        return mutations.contains { mutation in
            switch mutation {
            case .restore, .deleteSection: true
            case .insert, .edit, .toggle, .delete, .reorder, .insertSection, .renameSection, .reorderSections,
                .setTitle, .malformed:
                false
            }
        }
    }

    /// About how much work it asks for: items named.
    var itemEstimate: Int {
        mutations.reduce(0) { sum, mutation in
            switch mutation {
            case .insert(let items, _): sum + items.count
            case .toggle(let ids, _), .delete(let ids), .restore(let ids), .reorder(let ids, _):
                sum + ids.count
            case .deleteSection: sum + 100
            case .edit, .insertSection, .renameSection, .reorderSections, .setTitle, .malformed: sum + 1
            }
        }
    }
}

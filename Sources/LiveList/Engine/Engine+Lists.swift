/// Lists as they come into memory, are made and are taken away.
extension Engine {
    /// A list that was read, with the ids of its earlier mutates that were not taken up yet.
    struct Arrival {
        let room: Room
        let list: LoadedList
        var accepted: AcceptedIDs
        var taken = 0
    }

    func arrived(_ room: Room, _ result: JournalReply.Result) {
        guard case .loaded(let list) = result else { return loaded(room, result) }
        arrivals.append(
            Arrival(room: room, list: list, accepted: AcceptedIDs(retention: settings.retention)))
    }

    /// Takes up the ids that came with lists which were read, and lets in those of which that was all.
    func letIn() {
        var idsLeft = settings.idsPerTurn
        while idsLeft > 0, var arrival = arrivals.popFirst() {
            let ids = arrival.list.accepted[arrival.taken...].prefix(idsLeft)
            for id in ids { arrival.accepted.insert(id.id, revision: id.revision, at: id.at) }
            arrival.taken += ids.count
            idsLeft -= max(1, ids.count)
            if arrival.taken < arrival.list.accepted.count {
                arrivals.append(arrival)
            } else {
                arrival.room.accepted = arrival.accepted
                loaded(arrival.room, .loaded(arrival.list))
            }
        }
    }

    private func loaded(_ room: Room, _ result: JournalReply.Result) {
        switch result {
        case .loaded(let list):
            room.phase = .ready
            if list.summary.epoch != room.summary.epoch { endFollowers(of: room) }
            room.summary = list.summary
            discard(room.durable)
            room.durable = list.state
            room.tentative = list.state
            room.log = ChangeLog(after: list.state.revision, bytesMax: settings.logBytesMax)
            room.heldAfter = list.heldAfter
            room.bytesSinceSnapshot = list.bytesBehindSnapshot
            catalogue[room.list] = list.summary
            dropGenerations(of: room)
            for seat in room.openSeats where seat.cursor < room.durable.revision { wake(seat) }
            markDirty(room)
        case .failed(.damaged(_, let why)):
            room.phase = .ready
            setAside(room, why)
        case .failed(.unknownList):
            endFollowers(of: room)
            return turnedOutGone(room)
        case .failed where room.isUncertain: return stayUncertain(room)
        case .failed(let error): return discard(room, .unavailable, unavailable(error))
        case .done, .changes, .history, .overtaken: preconditionFailure("a load was answered with \(result)")
        }
        room.isUncertain = false
        seatWaiting(room)
        queueWork(room)
        snapshotIfDue(room)
    }

    /// A removal whose fate was unknown took place. Those who follow the list must hear of it, and who did it
    /// is forgotten: they ask anew.
    private func endFollowers(of room: Room) {
        for session in room.openSeats.map(\.session) {
            end(session, .goingAway, reason: "The list is another now, or gone; connect again.")
        }
    }

    func created(_ room: Room, _ result: JournalReply.Result) {
        guard case .done = result else {
            guard case .failed(let error) = result else {
                preconditionFailure("a create was answered with \(result)")
            }
            if case .unknownFate = error { return reload(room) }
            return discard(room, .unavailable, unavailable(error))
        }
        room.phase = .ready
        catalogue[room.list] = room.summary
        seatWaiting(room)
        queueWork(room)
    }

    /// The room's state is known: what waited for it goes on.
    func seatWaiting(_ room: Room) {
        let waiting = room.waiting
        room.waiting.removeAll()
        for pending in waiting {
            pending.session.stepsWaiting -= 1
            guard !pending.session.isGone else { continue }
            switch pending.request {
            case .open(let open): self.open(open, ref: pending.ref, for: pending.session)
            case .close: close(room.list, ref: pending.ref, for: pending.session)
            case .history(let request): history(request, ref: pending.ref, for: pending.session)
            }
        }
    }

    func removed(_ room: Room, _ remove: Room.PendingRemove, _ result: JournalReply.Result) {
        guard case .done = result else {
            guard case .failed(let error) = result else {
                preconditionFailure("a remove was answered with \(result)")
            }
            if case .unknownFate = error {
                end(remove.session, .goingAway, reason: "The store failed; connect again.")
                return reload(room)
            }
            room.phase = .ready
            refuse(remove.session, .unavailable, unavailable(error), list: room.list, ref: remove.ref)
            seatWaiting(room)
            return queueWork(room)
        }
        let seats = room.openSeats
        for seat in seats {
            let isSender = seat.session === remove.session && remove.replacement == nil
            tellDeleted(seat, room, by: remove.session, ref: isSender ? remove.ref : nil)
        }
        if let replacement = remove.replacement {
            post(to: remove.session) { $0.imported(replacement.summary, ref: remove.ref) }
        } else if !seats.contains(where: { $0.session === remove.session }) {
            post(to: remove.session) {
                $0.listDeleted(
                    room.list, epoch: room.summary.epoch, session: remove.session.name,
                    name: remove.session.displayName(on: room.list), ref: remove.ref)
            }
        }
        turnedOutGone(room, replacement: remove.replacement?.summary)
    }

    /// The store does not hold the list. Who wants to open it is answered as if the room had never been.
    private func turnedOutGone(_ room: Room, replacement: ListSummary? = nil) {
        catalogue[room.list] = replacement
        let waiting = room.waiting
        room.waiting.removeAll()
        discard(room, .unknownList, unknown(room.list))
        room.waiting = waiting
        seatWaiting(room)
    }

    private func tellDeleted(_ seat: Seat, _ room: Room, by author: Session, ref: Text?) {
        leave(seat)
        var writer = JSONWriter(capacity: 128)
        writer.listDeleted(
            room.list, epoch: room.summary.epoch, session: author.name,
            name: author.displayName(on: room.list), ref: ref)
        seat.answers.append(.plain(writer.bytes))
        wake(seat)
    }

    /// The room goes; whatever still waits in it is answered.
    func discard(_ room: Room, _ code: RejectionCode, _ message: String) {
        rooms[room.list] = nil
        while room.hasQueue {
            switch room.takeNext() {
            case .mutate(let pending):
                let rejection = Rejection(code, message)
                answer(pending, .rejected(rejection, shown: nil, judgedAt: room.durable.revision), room)
            case .remove(let remove):
                remove.session.stepsWaiting -= 1
                refuse(remove.session, code, message, list: room.list, ref: remove.ref)
            }
        }
        for pending in room.waiting {
            pending.session.stepsWaiting -= 1
            switch pending.request {
            case .close: post(to: pending.session) { $0.closed(room.list, ref: pending.ref) }
            case .open, .history: refuse(pending.session, code, message, list: room.list, ref: pending.ref)
            }
        }
        room.waiting.removeAll()
        for seat in room.openSeats { leave(seat) }
        release(room)
    }

    /// Frees the memory of a room that is gone: a seat may still hold it, but not the list.
    func release(_ room: Room) {
        discard(room.durable)
        discard(room.tentative)
        dropGenerations(of: room)
        if room.accepted.count >= settings.discardItemsMin { discards.append(room.accepted) }
        discards.append(room.log)
        room.release()
    }

    /// The caller gives up its own copy.
    func discard(_ state: ListState) {
        if state.itemCount >= settings.discardItemsMin { discards.append(state) }
    }

    func dropGenerations(of room: Room) {
        for generation in room.generations { discard(generation.state) }
        room.generations.removeAll()
    }
}

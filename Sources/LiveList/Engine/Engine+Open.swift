extension Engine {
    /// `open`: a seat that follows the list, from where the client is or from a snapshot.
    func open(_ open: Open, ref: Text?, for session: Session) {
        let list = open.list
        guard session.openCount < settings.openListsPerSession || session.seats[list]?.isOpen == true else {
            let message = "A connection may have \(settings.openListsPerSession) lists open; close one first."
            return refuse(session, .tooLarge, message, list: list, ref: ref)
        }
        guard session.role(on: list) != nil else {
            guard open.creates, open.epoch == nil else { return refuseUnknown(list, ref: ref, for: session) }
            // The same whether or not there is one.
            return refuse(session, .forbidden, "Your link does not reach this list.", list: list, ref: ref)
        }
        if catalogue[list] == nil, rooms[list] == nil {
            guard open.creates, open.epoch == nil else { return refuseUnknown(list, ref: ref, for: session) }
            guard create(open, ref: ref, for: session) else { return }
        }
        let room = room(for: list)
        switch room.phase {
        case .opening, .removing:
            room.putOff(.open(open), ref: ref, by: session)
        case .ready:
            if let seat = session.seats[list], seat.room === room, seat.isOwed {
                seat.putOff(.open(open), ref: ref)
                return wake(seat)
            }
            seat(open, ref: ref, for: session, in: room)
        case .gone: preconditionFailure("a room that is gone is still looked up")
        }
    }

    /// Begins to make a list. Answers and returns false where that may not be.
    private func create(_ open: Open, ref: Text?, for session: Session) -> Bool {
        guard session.role(on: open.list)?.mayCreateLists == true else {
            refuse(session, .forbidden, "A viewer may not make lists.", list: open.list, ref: ref)
            return false
        }
        guard catalogue.count < settings.listsMax else {
            let message = "The server holds \(settings.listsMax) lists, its limit; delete one first."
            refuse(session, .tooLarge, message, list: open.list, ref: ref)
            return false
        }
        guard !isStopping else {
            refuse(session, .unavailable, stopping, list: open.list, ref: ref)
            return false
        }
        let summary = ListSummary(
            list: open.list, epoch: newEpoch(), title: open.title ?? Text(open.list.text), updatedAt: now.wall
        )
        let room = Room(summary: summary, settings: settings, now: now)
        rooms[open.list] = room
        submit(.create(summary), for: .create(room))
        return true
    }

    func newEpoch() -> Epoch { Epoch(newName()) }

    /// The list's room; one that is not in memory begins to load.
    ///
    /// - Precondition: the list is in the catalogue, or has a room.
    func room(for list: ListID) -> Room {
        if let room = rooms[list] {
            room.lastUsedAt = now.uptime
            return room
        }
        let room = Room(summary: catalogue[list]!, settings: settings, now: now)
        room.damage = room.summary.damage
        rooms[list] = room
        if room.damage == nil {
            submit(.load(list), for: .load(room))
        } else {
            room.phase = .ready
        }
        return room
    }

    /// Seats a session at a room that is ready, or seats it anew.
    func seat(_ open: Open, ref: Text?, for session: Session, in room: Room) {
        guard !session.isGone, session.role(on: room.list) != nil else { return }
        guard room.damage == nil else {
            return refuse(session, .unavailable, setAside, list: room.list, ref: ref)
        }
        let seat = seat(of: session, in: room)
        if !seat.isOpen {
            seat.isOpen = true
            seat.place = room.openSeats.count
            room.openSeats.append(seat)
            session.openCount += 1
            let name = session.displayName(on: room.list)
            room.presence.set(Person(session: session.name, name: name, editing: nil, moving: []))
            markPresence(room)
        }
        room.lastUsedAt = now.uptime
        let present = room.presence.show()
        var writer = JSONWriter(capacity: 512)
        writer.opened(
            room.list, epoch: room.summary.epoch, revision: room.durable.revision, title: room.durable.title,
            role: (session.role(on: room.list) ?? .viewer).rawValue, people: present.json,
            count: present.count, ref: ref)
        seat.prologue = writer.bytes
        if let since = open.since, open.epoch == room.summary.epoch, since <= room.durable.revision,
            since >= min(room.heldAfter, room.log.heldAfter)
        {
            seat.cursor = since
            seat.isResuming = true
            seat.phase = .following
        } else {
            beginSnapshot(seat)
        }
        wake(seat)
    }

    /// The session's seat at a room; a closed one is made where there is none.
    func seat(of session: Session, in room: Room) -> Seat {
        let former = session.seats[room.list]
        if let former, former.room === room { return former }
        let seat = Seat(session: session, room: room)
        session.seats[room.list] = seat
        if let former, !former.answers.isEmpty, former.room.summary.epoch == room.summary.epoch {
            // The list left memory meanwhile: what it owed still comes before what it will owe.
            seat.takeOver(former)
            wake(seat)
        }
        return seat
    }

    /// Sends the list from the start. A generation that the log goes on from serves many.
    func beginSnapshot(_ seat: Seat) {
        let room = seat.room
        room.lastJoinAt = now.uptime
        seat.isResuming = false
        if let newest = room.generations.last, newest.revision >= room.log.heldAfter,
            isNear(newest.revision, room) || isOldestNeeded(room)
        {
            seat.phase = .snapshot(newest, nextPart: 0)
            return
        }
        let generation = SnapshotGeneration(
            list: room.list, epoch: room.summary.epoch, state: room.durable, settings: settings)
        room.generations.append(generation)
        seat.phase = .snapshot(generation, nextPart: 0)
        guard room.generations.count > 2 else { return }
        let dropped = room.generations.removeFirst()
        discard(dropped.state)
        for other in room.openSeats {
            guard case .snapshot(let theirs, _) = other.phase, theirs === dropped else { continue }
            other.phase = .snapshot(generation, nextPart: 0)
        }
    }

    /// Whether a third generation would take from a slow reader what it can well go on with: joins that come
    /// faster than it reads would have it begin again for ever.
    private func isOldestNeeded(_ room: Room) -> Bool {
        guard room.generations.count == 2, room.generations[0].revision >= room.log.heldAfter else {
            return false
        }
        return room.openSeats.contains { seat in
            if case .snapshot(let theirs, _) = seat.phase { return theirs === room.generations[0] }
            return false
        }
    }

    /// Whether what came after an older generation is little beside the list itself. A small list is encoded
    /// anew:
    /// that costs less than its readers' surprise at a list that is made before their eyes.
    private func isNear(_ revision: Revision, _ room: Room) -> Bool {
        let behind = room.durable.revision.value - revision.value
        return behind == 0 || room.durable.itemCount >= 1_000 && behind <= room.durable.itemCount / 4
    }

    func close(_ list: ListID, ref: Text?, for session: Session) {
        if session.role(on: list) != nil, let room = rooms[list],
            room.waiting.contains(where: { $0.session === session })
        {
            return room.putOff(.close, ref: ref, by: session)
        }
        guard let seat = session.seats[list] else { return post(to: session) { $0.closed(list, ref: ref) } }
        seat.putOff(.close, ref: ref)
        wake(seat)
    }

    /// The turn of an `open` or a `close` among the answers of a seat has come.
    func take(_ answer: Seat.Answer, at seat: Seat) {
        seat.session.stepsWaiting -= 1
        switch answer.kind {
        case .open(let open):
            guard case .ready = seat.room.phase else {
                return self.open(open, ref: answer.ref, for: seat.session)
            }
            self.seat(open, ref: answer.ref, for: seat.session, in: seat.room)
        case .close:
            leave(seat)
            var writer = JSONWriter(capacity: 96)
            writer.closed(seat.room.list, ref: answer.ref)
            seat.answers.insert(.plain(writer.bytes), at: 0)
        case .change, .message: preconditionFailure("an answer that is sent as it is")
        }
    }

    /// A seat that takes an earlier place while a flush is cut short stands where the flush has been already.
    private func keepFromBeingPassedOver(_ seat: Seat) {
        let room = seat.room
        if let place = room.presenceFlushPlace, seat.place < place {
            seat.needsPresence = true
            wake(seat)
        }
        if let place = room.flushPlace, seat.place < place { wake(seat) }
    }

    /// The seat follows no longer. Its answers stay.
    func leave(_ seat: Seat) {
        guard seat.isOpen else { return }
        let room = seat.room
        seat.isOpen = false
        seat.phase = .following
        seat.prologue = nil
        seat.needsPresence = false
        seat.session.openCount -= 1
        let last = room.openSeats.removeLast()
        if last !== seat {
            room.openSeats[seat.place] = last
            last.place = seat.place
            keepFromBeingPassedOver(last)
        }
        room.presence.remove(seat.session.name)
        markPresence(room)
        room.lastUsedAt = now.uptime
    }
}

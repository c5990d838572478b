/// What only the operator may ask for, through the control socket in the data folder.
extension Engine {
    /// Brings a deleted list back. The answer is `listRestored`, or `error`.
    public func restoreList(_ list: ListID, _ epoch: Epoch, ref: Text?, for session: Session, now: Moment) {
        self.now = now
        guard mayMake(list, ref: ref, for: session) else { return }
        // Its title is not known before it is loaded.
        let summary = ListSummary(list: list, epoch: epoch, title: Text(list.text), updatedAt: now.wall)
        let room = Room(summary: summary, settings: settings, now: now)
        rooms[list] = room
        submit(.restore(list, epoch, at: now.wall), for: .restore(room, session, ref: ref))
    }

    /// Stores a list that came from elsewhere, in a new epoch. The answer is `imported`, or `error`.
    ///
    /// - Parameter replaces: a list of that name is deleted in the same moment; those who have it open are
    ///   told so. It can be restored.
    public func importList(
        _ imported: ImportedList, replaces: Bool, ref: Text?, for session: Session, now: Moment
    ) {
        self.now = now
        let list = imported.list
        let isThere = catalogue[list] != nil || rooms[list] != nil
        let adoption = Adoption(
            summary: imported.summary(epoch: newEpoch()), state: imported.state,
            replacing: isThere ? catalogue[list]?.epoch : nil, at: now.wall, by: session.displayName)
        guard replaces, let epoch = adoption.replacing else {
            guard mayMake(list, ref: ref, for: session) else { return }
            let room = Room(summary: adoption.summary, settings: settings, now: now)
            rooms[list] = room
            return submit(.adopt(adoption), for: .adopt(room, session, adoption, ref: ref))
        }
        guard !isStopping else { return refuse(session, .unavailable, stopping, list: list, ref: ref) }
        let removal = Room.PendingRemove(session: session, epoch: epoch, ref: ref, replacement: adoption)
        queue(removal, in: room(for: list))
    }

    /// Answers and returns false where no list of that name may come to be.
    private func mayMake(_ list: ListID, ref: Text?, for session: Session) -> Bool {
        if isStopping {
            refuse(session, .unavailable, stopping, list: list, ref: ref)
        } else if catalogue[list] != nil || rooms[list] != nil {
            refuse(session, .conflict, "There is a list \"\(list)\" already.", list: list, ref: ref)
        } else if catalogue.count >= settings.listsMax {
            let message = "The server holds \(settings.listsMax) lists, its limit; delete one first."
            refuse(session, .tooLarge, message, list: list, ref: ref)
        } else {
            return true
        }
        return false
    }

    func restored(_ room: Room, _ session: Session, _ ref: Text?, _ result: JournalReply.Result) {
        guard case .done = result else { return notMade(room, session, ref, result) }
        post(to: session) { $0.listRestored(room.list, epoch: room.summary.epoch, ref: ref) }
        // Where it can't be read now it is tried again: it is there.
        reload(room)
    }

    func adopted(
        _ room: Room, _ session: Session, _ adoption: Adoption, _ ref: Text?, _ result: JournalReply.Result
    ) {
        guard case .done = result else { return notMade(room, session, ref, result) }
        post(to: session) { $0.imported(adoption.summary, ref: ref) }
        room.phase = .ready
        room.durable = adoption.state
        room.tentative = adoption.state
        room.log = ChangeLog(after: adoption.state.revision, bytesMax: settings.logBytesMax)
        room.heldAfter = adoption.state.revision
        catalogue[room.list] = room.summary
        seatWaiting(room)
        queueWork(room)
    }

    /// Which lists are set aside, and why: also those of which the store does not know it. The answer is
    /// `setAside`, with the first 1,000 by name.
    public func tellSetAside(ref: Text?, for session: Session, now: Moment) {
        self.now = now
        let lists = catalogue.summaries.compactMap { summary in
            summary.damage.map { (list: summary.list, reason: String($0.prefix(500))) }
        }
        let first = lists.sorted { $0.list.text < $1.list.text }.prefix(1_000)
        post(to: session) { $0.setAside(Array(first), ref: ref) }
    }

    /// Serves a list that was set aside again, if it can be loaded and is well. The answer is `listServed`, also
    /// where it was not set aside, or `error`.
    public func retryList(_ list: ListID, ref: Text?, for session: Session, now: Moment) {
        self.now = now
        guard catalogue[list] != nil || rooms[list] != nil else {
            return refuseUnknown(list, ref: ref, for: session)
        }
        guard !isStopping else { return refuse(session, .unavailable, stopping, list: list, ref: ref) }
        let room = rooms[list] ?? Room(summary: catalogue[list]!, settings: settings, now: now)
        let isKnown = rooms[list] != nil
        rooms[list] = room
        if isKnown, room.damage == nil, case .ready = room.phase {
            // In memory and well. Still the journal may have found something in its history.
            return submit(.retry(list), for: .retry(room, session, ref: ref))
        }
        if isKnown, room.damage == nil {
            let message = "The list \"\(list)\" is just being read or written; try again in a moment."
            return refuse(session, .unavailable, message, list: list, ref: ref)
        }
        room.phase = .opening
        submit(.retry(list), for: .retry(room, session, ref: ref))
    }

    func retried(_ room: Room, _ session: Session, _ ref: Text?, _ result: JournalReply.Result) {
        let wasOpening = if case .opening = room.phase { true } else { false }
        switch result {
        case .loaded(let list):
            if wasOpening {
                room.damage = nil
                arrived(room, result)
            }
            post(to: session) { $0.listServed(list.summary, ref: ref) }
        case .failed(let error):
            switch error {
            case .unknownList: refuseUnknown(room.list, ref: ref, for: session)
            case .damaged(_, let why):
                let message = "The list \"\(room.list)\" is still set aside: \(why)."
                refuse(session, .unavailable, message, list: room.list, ref: ref)
            case .unavailable(let why), .unusable(let why), .unknownFate(let why):
                refuse(session, .unavailable, "It can't be tried now: \(why).", list: room.list, ref: ref)
            }
            guard wasOpening else { return }
            if case .unavailable = error, let why = room.damage ?? room.summary.damage {
                return stillSetAside(room, why)
            }
            arrived(room, result)
        case .done, .changes, .history, .overtaken: preconditionFailure("a retry was answered with \(result)")
        }
    }

    /// It could not be tried, so all is as before.
    private func stillSetAside(_ room: Room, _ why: String) {
        room.phase = .ready
        setAside(room, why)
        seatWaiting(room)
        queueWork(room)
    }

    private func notMade(_ room: Room, _ session: Session, _ ref: Text?, _ result: JournalReply.Result) {
        guard case .failed(let error) = result else {
            preconditionFailure("what makes a list was answered with \(result)")
        }
        switch error {
        case .unknownFate:
            end(session, .goingAway, reason: "The store failed; look whether the list is there.")
            reload(room)
        case .unknownList:
            discard(room, .unknownList, unknown(room.list))
            let message = "No deleted list \"\(room.list)\" of that epoch is kept."
            refuse(session, .unknownList, message, list: room.list, ref: ref)
        case .unavailable, .damaged, .unusable:
            discard(room, .unavailable, unavailable(error))
            refuse(session, .unavailable, unavailable(error), list: room.list, ref: ref)
        }
    }
}

extension JSONWriter {
    mutating func listServed(_ list: ListSummary, ref: Text?) {
        listServed(list.list, epoch: list.epoch, revision: list.revision, items: list.items, ref: ref)
    }

    mutating func imported(_ list: ListSummary, ref: Text?) {
        imported(list.list, epoch: list.epoch, revision: list.revision, items: list.items, ref: ref)
    }
}

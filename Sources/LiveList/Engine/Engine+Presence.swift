extension Engine {
    func presence(_ update: PresenceUpdate, of session: Session) {
        guard let seat = session.seats[update.list], seat.isOpen else { return }
        // Who can't edit anything is not shown at it.
        let mayEdit = session.role(on: update.list)?.mayMutate == true
        seat.room.presence.set(
            Person(
                session: session.name, name: session.displayName(on: update.list),
                editing: mayEdit ? update.editing : nil,
                moving: mayEdit ? Array(update.moving.prefix(settings.movingShownMax)) : []))
        markPresence(seat.room)
    }

    func markPresence(_ room: Room) {
        guard room.presence.isChanged, !room.isPresenceQueued else { return }
        room.isPresenceQueued = true
        presenceRooms.append(room)
    }

    /// Milliseconds between two presence messages of a list: the more have it open, the longer.
    private func interval(_ room: Room) -> Int64 {
        settings.presenceMilliseconds + Int64(room.openSeats.count / 2)
    }

    func sendPresence() {
        var waiting: [Room] = []
        for room in presenceRooms {
            guard room.presenceFlushPlace != nil || now.uptime - room.presence.lastSentAt >= interval(room)
            else {
                waiting.append(room)
                continue
            }
            if sendPresence(room) {
                room.isPresenceQueued = room.presence.isChanged
                if room.isPresenceQueued { waiting.append(room) }
            } else {
                waiting.append(room)
            }
        }
        presenceRooms = waiting
    }

    func nextPresenceAt() -> Int64? {
        presenceRooms.map {
            $0.presenceFlushPlace == nil ? max(now.uptime, $0.presence.lastSentAt + interval($0)) : now.uptime
        }.min()
    }

    /// - Returns: false where the turn's frames were used up first.
    private func sendPresence(_ room: Room) -> Bool {
        if room.presenceFlushPlace == nil {
            room.presence.lastSentAt = now.uptime
            guard let news = room.presence.takeNews() else { return true }
            var writer = JSONWriter(capacity: 256)
            writer.presence(room.list, people: news.people, left: news.left, count: news.count, isAll: false)
            room.presenceMessage = writer.bytes
            room.presenceFlushPlace = 0
        }
        frame.append(room.presenceMessage)
        defer { frame.clear() }
        var place = room.presenceFlushPlace!
        while place < room.openSeats.count {
            guard framesLeft > 0 else {
                room.presenceFlushPlace = place
                return false
            }
            let seat = room.openSeats[place]
            place += 1
            // Whoever has not even got the answer to `open`, or is behind, gets the whole when there is room.
            if seat.prologue == nil, !seat.needsPresence, seat.session.connection.isWritable {
                seat.session.connection.send(frame.payload)
                countFrame()
            } else {
                seat.needsPresence = true
                wake(seat)
            }
        }
        room.presenceFlushPlace = nil
        room.presenceMessage = []
        return true
    }

    /// - Returns: false where there was no room for it.
    func sendWholePresence(to seat: Seat, share: inout Int) -> Bool {
        guard seat.isOpen else {
            seat.needsPresence = false
            return true
        }
        var writer = JSONWriter(capacity: 256)
        let whole = seat.room.presence.show()
        writer.presence(seat.room.list, people: whole.people, left: [], count: whole.count, isAll: true)
        guard hasRoom(for: writer.bytes.count, at: seat.session, share: &share) else { return false }
        frame.append(writer.bytes)
        seat.needsPresence = false
        return true
    }
}

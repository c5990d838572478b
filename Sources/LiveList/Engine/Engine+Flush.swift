extension Engine {
    func markDirty(_ room: Room) {
        guard !room.isDirty else { return }
        room.isDirty = true
        dirtyRooms.append(room)
    }

    /// Sends new changes to all who follow, list by list. An idle list is sent at once, a busy one once a
    /// tick.
    func flushRooms() {
        var stillDirty: [Room] = []
        for room in dirtyRooms {
            let isDue = now.uptime - room.lastFlushAt >= settings.flushMilliseconds || room.flushPlace != nil
            if isDue, framesLeft > 0, flush(room) {
                room.isDirty = false
            } else {
                stillDirty.append(room)
            }
        }
        dirtyRooms = stillDirty
    }

    func nextFlushAt() -> Int64? {
        dirtyRooms.map {
            $0.flushPlace == nil ? max(now.uptime, $0.lastFlushAt + settings.flushMilliseconds) : now.uptime
        }
        .min()
    }

    /// - Returns: false where some still have to be told: the turn's frames were used up first, or the list
    ///   went on since the first of them were told.
    private func flush(_ room: Room) -> Bool {
        if room.flushPlace == nil { room.flushBegan = room.durable.revision }
        let target = room.durable.revision
        var place = room.flushPlace ?? 0
        var built: (from: Revision, to: Revision)?
        defer { frame.clear() }
        while place < room.openSeats.count {
            guard framesLeft > 0 else {
                room.flushPlace = place
                return false
            }
            let seat = room.openSeats[place]
            place += 1
            guard seat.cursor < target, seat.isPlain else { continue }
            if seat.cursor < room.log.heldAfter {
                wake(seat)
                continue
            }
            send(upTo: target, to: seat, built: &built)
        }
        room.flushPlace = nil
        return room.flushBegan == room.durable.revision
    }

    /// Sends what lies between the seat's cursor and `target`. Seats that are equally far get the same bytes.
    @inline(__always)
    private func send(upTo target: Revision, to seat: Seat, built: inout (from: Revision, to: Revision)?) {
        let connection = seat.session.connection
        while seat.cursor < target {
            guard connection.isWritable else { return markBusy(seat) }
            if built?.from != seat.cursor {
                built = (seat.cursor, build(after: seat.cursor, target: target, seat.room))
            }
            connection.send(frame.payload)
            countFrame()
            seat.room.lastFlushAt = now.uptime
            seat.cursor = built!.to
        }
    }

    /// - Returns: the revision that the frame reaches.
    private func build(after cursor: Revision, target: Revision, _ room: Room) -> Revision {
        frame.clear()
        var reached = cursor
        room.log.forEach(after: cursor) { revision, bytes in
            guard revision <= target else { return false }
            if !frame.isEmpty, frame.byteCount + bytes.count > settings.frameBytesMax { return false }
            frame.append(bytes)
            reached = revision
            return true
        }
        return reached
    }
}

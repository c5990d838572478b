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

    /// What is due at all of a session's seats shares frames: answers in a thousand lists cost some writes,
    /// not a thousand.
    ///
    /// - Returns: whether there is more that could be sent now.
    @discardableResult
    func deliver(_ session: Session) -> Bool {
        var share = settings.framesPerSession
        var unfinished: [Seat] = []
        var isCutShort = false
        while !isCutShort, let seat = session.busySeats.popFirst() {
            switch advance(seat, share: &share) {
            case .done:
                seat.isBusy = false
                forgetIfUnused(seat)
            case .waiting:
                unfinished.append(seat)
            case .full:
                // Behind the others: the next time they come first.
                unfinished.append(seat)
                isCutShort = true
            }
        }
        for seat in unfinished where !session.isGone { session.busySeats.append(seat) }
        // Seats that always have something to send don't keep back what waits here.
        share = max(share, 1)
        fillWithOutbox(session, share: &share)
        resume(session)
        regulate(session)
        return session.connection.isWritable && (isCutShort || !session.outbox.isEmpty)
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

    /// Puts what one seat is owed into frames, in order.
    private func advance(_ seat: Seat, share: inout Int) -> Progress {
        while hasRoom(for: 0, at: seat.session, share: &share) {
            if let prologue = seat.prologue {
                guard hasRoom(for: prologue.count, at: seat.session, share: &share) else { return .full }
                seat.prologue = nil
                frame.append(prologue)
                continue
            }
            if let first = seat.answers.first, first.isStep {
                take(seat.answers.removeFirst(), at: seat)
                continue
            }
            if case .snapshot(let generation, let part) = seat.phase {
                guard sendPart(part, of: generation, to: seat, share: &share) else { return .full }
                continue
            }
            if case .reading = seat.phase { return .waiting }
            if case .replaying(let changes) = seat.phase {
                guard replay(changes, to: seat, share: &share) else { return .full }
                continue
            }
            if seat.isOpen {
                switch catchUp(seat, share: &share) {
                case .upToDate: break
                case .other: continue
                case .full: return .full
                }
            }
            switch sendAnswers(seat, share: &share) {
            case .sent: continue
            case .full: return .full
            case .fetching: return .waiting
            case .none: break
            }
            if seat.needsPresence, !sendWholePresence(to: seat, share: &share) { return .full }
            return .done
        }
        return .full
    }

    /// Whether a message of so many bytes can be put into `frame` now. Sends what is in there where both
    /// would be too much for one frame.
    func hasRoom(for byteCount: Int, at session: Session, share: inout Int) -> Bool {
        if !frame.isEmpty, frame.byteCount + byteCount > settings.frameBytesMax {
            send(to: session, share: &share)
        }
        // What is begun is sent: the line was writable then, and nothing was written since.
        return !frame.isEmpty || share > 0 && session.connection.isWritable
    }

    /// Sends what `frame` holds, and empties it.
    private func send(to session: Session, share: inout Int) {
        session.connection.send(frame.payload)
        share -= 1
        countFrame()
        frame.clear()
    }

    /// A large frame counts for several: what a turn costs goes by bytes as well.
    func countFrame() { framesLeft -= 1 + frame.byteCount / settings.frameBytesMax }

    private func sendPart(
        _ part: Int, of generation: SnapshotGeneration, to seat: Seat, share: inout Int
    ) -> Bool {
        let weight = generation.weight(ofPart: part)
        if let deflate, weight >= settings.deflateBytesMin, generation.keepsMemos,
            seat.session.connection.takesDeflated
        {
            // A frame is compressed whole or not at all.
            if !frame.isEmpty { send(to: seat.session, share: &share) }
            guard hasRoom(for: 0, at: seat.session, share: &share) else { return false }
            framesLeft -= generation.write(part: part, into: frame, deflatedBy: deflate)
            seat.session.connection.sendDeflated(frame.payload)
            share -= 1
            countFrame()
            frame.clear()
        } else {
            guard hasRoom(for: weight, at: seat.session, share: &share) else { return false }
            framesLeft -= generation.write(part: part, into: frame)
        }
        if part + 1 == generation.partCount {
            seat.phase = .following
            seat.cursor = generation.revision
        } else {
            seat.phase = .snapshot(generation, nextPart: part + 1)
        }
        return true
    }

    /// Sends what belongs to no list at once: it is to come before whatever a list has to say.
    func sendOutbox(_ session: Session) {
        var share = settings.framesPerSession
        fillWithOutbox(session, share: &share)
    }

    /// Sends what belongs to no list's order, as far as the line takes it, and what is in `frame` before it.
    func fillWithOutbox(_ session: Session, share: inout Int) {
        var sent = 0
        while sent < session.outbox.count {
            let message = session.outbox[sent]
            guard hasRoom(for: message.count, at: session, share: &share) else { break }
            session.outboxBytes -= message.count
            frame.append(message)
            sent += 1
        }
        session.outbox.removeFirst(sent)
        if !frame.isEmpty { send(to: session, share: &share) }
    }
}

/// Answers of one seat, each where it stands among the changes of its list.
extension Engine {
    enum AnswerProgress { case sent, fetching, full, none }

    /// Sends answers until one needs changes before it.
    func sendAnswers(_ seat: Seat, share: inout Int) -> AnswerProgress {
        var sent = 0
        var outcome = AnswerProgress.none
        loop: for index in seat.answers.indices {
            outcome = send(index, seat, share: &share)
            guard case .sent = outcome else { break loop }
            if let bytes = seat.answers[index].mutateBytes { settle(seat.session, bytes) }
            sent += 1
        }
        seat.answers.removeFirst(sent)
        return sent > 0 ? .sent : outcome
    }

    /// - Returns: none where changes must be sent before it.
    private func send(_ index: Int, _ seat: Seat, share: inout Int) -> AnswerProgress {
        let answer = seat.answers[index]
        switch answer.kind {
        case .open, .close: return .none
        case .message(let bytes, let after):
            guard !seat.isOpen || seat.cursor >= min(after, seat.room.durable.revision) else { return .none }
            return put(bytes, seat, share: &share)
        case .change(let revision, let isDuplicate):
            let isNext = seat.isOpen && revision == seat.cursor.next
            guard !seat.isOpen || isDuplicate || revision <= seat.cursor.next else { return .none }
            let isRepeat = isDuplicate || seat.isOpen && !isNext
            var outcome = AnswerProgress.none
            let isHeld = withChange(revision, of: answer, in: seat.room) { stored in
                guard isRepeat || answer.ref != nil else {
                    outcome = put(stored, seat, share: &share)
                    return
                }
                var writer = JSONWriter(capacity: stored.count + 64)
                ChangeCodec.copy(stored, isDuplicate: isRepeat, ref: answer.ref, into: &writer)
                outcome = put(writer.bytes, seat, share: &share)
            }
            guard isHeld else {
                fetch(index, revision, seat)
                return .fetching
            }
            if case .sent = outcome, isNext, !isDuplicate { seat.cursor = revision }
            return outcome
        }
    }

    private func put(_ message: [UInt8], _ seat: Seat, share: inout Int) -> AnswerProgress {
        message.withUnsafeBytes { put($0, seat, share: &share) }
    }

    private func put(_ message: UnsafeRawBufferPointer, _ seat: Seat, share: inout Int) -> AnswerProgress {
        guard hasRoom(for: message.count, at: seat.session, share: &share) else { return .full }
        frame.append(message)
        return .sent
    }

    /// - Returns: false where the change is not in memory.
    private func withChange(
        _ revision: Revision, of answer: Seat.Answer, in room: Room, _ body: (UnsafeRawBufferPointer) -> Void
    ) -> Bool {
        guard let fetched = answer.fetched else { return room.log.withBytes(of: revision, body) }
        fetched.withUnsafeBytes(body)
        return true
    }

    private func fetch(_ index: Int, _ revision: Revision, _ seat: Seat) {
        guard !seat.answers[index].isFetching else { return }
        seat.answers[index].isFetching = true
        submit(
            .changes(
                seat.room.list, seat.room.summary.epoch, after: Revision(revision.value - 1),
                through: revision,
                bytesMax: 1),
            for: .answer(seat, revision))
    }

    func answerCame(_ seat: Seat, _ revision: Revision, _ result: JournalReply.Result) {
        guard !seat.session.isGone else { return }
        let index = seat.answers.firstIndex {
            guard case .change(revision, _) = $0.kind else { return false }
            return $0.isFetching && $0.fetched == nil
        }
        guard let index else { return }
        if case .changes(let changes) = result, let change = changes.first, change.revision == revision {
            seat.answers[index].fetched = change.bytes
        } else {
            // It was accepted, and can't be read now: the connection ends unanswered, and the client asks
            // again.
            return end(seat.session, .goingAway, reason: "The store can't be read; connect again.")
        }
        wake(seat)
    }
}

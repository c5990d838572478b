/// Answers of one seat, each where it stands among the changes of its list.
extension Engine {
    enum AnswerProgress { case sent, fetching, none }

    /// Sends answers until one needs changes before it, in one frame if they fit.
    func sendAnswers(_ seat: Seat, share: inout Int) -> AnswerProgress {
        frame.clear()
        var sent = 0
        var isFetching = false
        for index in seat.answers.indices {
            guard frame.isEmpty || frame.byteCount < settings.frameBytesMax else { break }
            guard let bytes = message(of: index, seat, isFetching: &isFetching) else { break }
            frame.append(bytes)
            sent += 1
        }
        guard sent > 0 else { return isFetching ? .fetching : .none }
        for answer in seat.answers[..<sent] {
            if let bytes = answer.mutateBytes { settle(seat.session, bytes) }
        }
        seat.answers.removeFirst(sent)
        send(to: seat.session, share: &share)
        return .sent
    }

    /// The message of an answer; nil where changes must be sent, or fetched, before it.
    private func message(of index: Int, _ seat: Seat, isFetching: inout Bool) -> [UInt8]? {
        let answer = seat.answers[index]
        switch answer.kind {
        case .open, .close: return nil
        case .message(let bytes, let after):
            return seat.isOpen && seat.cursor < min(after, seat.room.durable.revision) ? nil : bytes
        case .change(let revision, let isDuplicate):
            let isNext = seat.isOpen && revision == seat.cursor.next
            guard !seat.isOpen || isDuplicate || revision <= seat.cursor.next else { return nil }
            guard let stored = answer.fetched ?? seat.room.log.bytes(of: revision) else {
                fetch(index, revision, seat)
                isFetching = true
                return nil
            }
            let isRepeat = isDuplicate || seat.isOpen && !isNext
            if isNext, !isDuplicate { seat.cursor = revision }
            guard isRepeat || answer.ref != nil else { return stored }
            var writer = JSONWriter(capacity: stored.count + 64)
            ChangeCodec.copy(stored, isDuplicate: isRepeat, ref: answer.ref, into: &writer)
            return writer.bytes
        }
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

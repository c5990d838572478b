extension Engine {
    /// A whole text message came in: valid UTF-8, at most `messageBytesMax` bytes.
    public func received(_ bytes: UnsafeRawBufferPointer, from session: Session, now: Moment) {
        guard !session.isGone else { return }
        self.now = now
        heard(session, now: now)
        countBytes(bytes.count, of: session)
        decoder.decode(bytes) { message, ref in
            guard isHeldUp(session) else { return handle(message, ref: ref, from: session) }
            deferMessage(message, ref: ref, from: session)
        }
        regulate(session)
    }

    /// Whether more answers to this session would only pile up in memory: it does not take those that it has.
    private func isHeldUp(_ session: Session) -> Bool {
        hasEnough(session) || !session.deferred.isEmpty
    }

    private func hasEnough(_ session: Session) -> Bool {
        session.awaitsHistory || session.outboxBytes > settings.outboxBytesMax
            || session.stepsWaiting >= settings.stepsWaitingMax
    }

    /// What lies behind so many invalid messages is never read, and not kept.
    private func deferMessage(_ message: ClientMessage, ref: Text?, from session: Session) {
        guard !session.isGone, session.invalidDeferred < settings.invalidInARowMax else { return }
        if case .unreadable(let problem, _) = message, problem.code == .invalid {
            session.invalidDeferred += 1
        } else {
            session.invalidDeferred = 0
        }
        session.deferred.append((message, ref))
    }

    /// Goes on with what was deferred, as far as its answers are taken.
    func resume(_ session: Session) {
        while !hasEnough(session), !session.isGone, let (message, ref) = session.deferred.popFirst() {
            handle(message, ref: ref, from: session)
        }
        if session.deferred.isEmpty { session.invalidDeferred = 0 }
    }

    private func handle(_ message: ClientMessage, ref: Text?, from session: Session) {
        guard !session.isGone, let wait = charge(message, of: session) else { return }
        if case .mutate(let mutate) = message {
            guard isLetIn(session, with: message, ref: ref) else { return }
            // Whether it was accepted before is judged first.
            session.hasSpoken = true
            session.invalidInARow = 0
            return mutates(mutate, retryAfter: wait, ref: ref, from: session)
        }
        guard wait == 0 else { return refuseRate(of: session, wait: wait, ref: ref) }
        if case .unreadable(let problem, let list) = message {
            return refuse(session, problem.code, problem.message, list: list, ref: ref)
        }
        guard isLetIn(session, with: message, ref: ref) else { return }
        let isFirst = !session.hasSpoken
        let invalidBefore = session.invalidInARow
        session.hasSpoken = true
        switch message {
        case .hello(let hello): self.hello(hello, isFirst: isFirst, ref: ref, from: session)
        case .lists: lists(ref: ref, for: session)
        case .open(let open): self.open(open, ref: ref, for: session)
        case .close(let list): close(list, ref: ref, for: session)
        case .presence(let update): presence(update, of: session)
        case .history(let request): history(request, ref: ref, for: session)
        case .deleteList(let list, let epoch): deleteList(list, epoch: epoch, ref: ref, for: session)
        case .makeLink(let request): makeLink(request, ref: ref, for: session)
        case .links: links(ref: ref, for: session)
        case .revokeLink(let id): revokeLink(id, ref: ref, for: session)
        case .ping: post(to: session) { $0.pong(at: now.wall, ref: ref) }
        case .mutate, .unreadable: break
        }
        if session.invalidInARow == invalidBefore { session.invalidInARow = 0 }
    }

    /// Answers with an `error`; too many invalid messages in a row end the connection.
    func refuse(_ session: Session, _ code: RejectionCode, _ message: String, list: ListID?, ref: Text?) {
        post(to: session) { $0.error(code, message, list: list, ref: ref) }
        guard code == .invalid else { return }
        session.invalidInARow += 1
        guard session.invalidInARow >= settings.invalidInARowMax else { return }
        // Not `deliver`: it goes on with what was deferred, which may be as bad, and this would call itself.
        sendOutbox(session)
        end(session, .policy, reason: "\(settings.invalidInARowMax) invalid messages in a row.")
    }

    func end(_ session: Session, _ code: CloseCode, reason: String) {
        guard !session.isGone else { return }
        session.connection.close(code, reason: reason)
        disconnected(session, now: now)
    }

    private func hello(_ hello: Hello, isFirst: Bool, ref: Text?, from session: Session) {
        guard isFirst else {
            return refuse(
                session, .invalid, "A hello must be the first message, and the only one.", list: nil, ref: ref
            )
        }
        if let name = hello.name { session.displayName = name }
        var refused: [(index: Int, problem: TokenProblem)] = []
        guard admit(session, hello.tokens, ref: ref, refused: &refused) else { return }
        post(to: session) {
            $0.welcome(
                session: session.name, server: settings.serverName, messageBytes: settings.messageBytesMax,
                limits: settings.limits, access: access(of: session, refused: refused), ref: ref)
        }
        // What a list answers has a way of its own: the welcome is to come before it.
        sendOutbox(session)
    }

    private func lists(ref: Text?, for session: Session) {
        var rows: [ListSummaryOnWire] = []
        var hasMore = false
        var bytes = 0
        catalogue.forEachNewestFirst { summary in
            guard session.role(on: summary.list) != nil else { return true }
            bytes += 6 * summary.title.byteCount + 256
            hasMore = rows.count == settings.listsShownMax || bytes > settings.answerBytesMax
            guard !hasMore else { return false }
            rows.append(
                ListSummaryOnWire(
                    id: summary.list, title: summary.title, revision: summary.revision, items: summary.items,
                    done: summary.done, updatedAt: summary.updatedAt))
            return true
        }
        post(to: session) { $0.lists(rows, hasMore: hasMore, ref: ref) }
    }

    func history(_ request: HistoryRequest, ref: Text?, for session: Session) {
        // First: what follows takes its time by what the list is at.
        guard session.role(on: request.list) != nil else {
            return refuseUnknown(request.list, ref: ref, for: session)
        }
        if let room = rooms[request.list], case .opening = room.phase {
            return room.putOff(.history(request), ref: ref, by: session)
        }
        guard let summary = catalogue[request.list] else {
            return refuseUnknown(request.list, ref: ref, for: session)
        }
        guard summary.damage == nil else {
            return refuse(session, .unavailable, setAside, list: request.list, ref: ref)
        }
        session.awaitsHistory = true
        let before = request.before ?? Revision(Int.max)
        submit(
            .history(
                request.list, summary.epoch, before: before, limit: request.limit,
                bytesMax: settings.answerBytesMax),
            for: .history(session, request.list, ref: ref))
    }

    private func deleteList(_ list: ListID, epoch: Epoch, ref: Text?, for session: Session) {
        guard let role = session.role(on: list) else { return refuseUnknown(list, ref: ref, for: session) }
        guard role.mayDeleteLists else {
            return refuse(session, .forbidden, "Only an owner may delete a list.", list: list, ref: ref)
        }
        guard catalogue[list] != nil || rooms[list] != nil else {
            return refuseUnknown(list, ref: ref, for: session)
        }
        guard !isStopping else { return refuse(session, .unavailable, stopping, list: list, ref: ref) }
        queue(Room.PendingRemove(session: session, epoch: epoch, ref: ref), in: room(for: list))
    }

    func refuseUnknown(_ list: ListID, ref: Text?, for session: Session) {
        refuse(session, .unknownList, unknown(list), list: list, ref: ref)
    }

    func unknown(_ list: ListID) -> String {
        "There is no list \"\(list)\"; open it with \"create\" to make it."
    }
    var setAside: String {
        "This list is set aside because its stored data is damaged; ask the server's operator."
    }
    var stopping: String { "The server is stopping; connect again in a moment." }

    /// Reads from a session again, or no longer, as its debts say.
    func regulate(_ session: Session) {
        guard !session.isGone else { return }
        let isFull =
            session.unanswered >= settings.unansweredMax
            || session.unansweredBytes >= settings.unansweredBytesMax
            || isHeldUp(session) || session.throttledUntil != nil
        let hasRoom =
            session.unanswered <= settings.unansweredMax / 2
            && session.unansweredBytes <= settings.unansweredBytesMax / 2
            && session.outboxBytes <= settings.outboxBytesMax / 2
            && session.stepsWaiting <= settings.stepsWaitingMax / 2 && !isHeldUp(session)
            && session.throttledUntil == nil
        if session.isReading, isFull {
            session.isReading = false
            session.connection.setReading(false)
        } else if !session.isReading, hasRoom {
            session.isReading = true
            session.connection.setReading(true)
        }
    }
}

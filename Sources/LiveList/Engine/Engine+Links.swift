/// Links are made, shown and taken back: by the operator, and by owners within what they have themselves.
extension Engine {
    private static let linksShownMax = 1_000

    /// What is to be answered once the book is stored.
    enum TokenSave {
        case made(Session, Link, token: String, ref: Text?)
        case revoked(Session, String, ref: Text?)
        case rotated(Session, ref: Text?)
    }

    /// The answer is `linkMade`, or `error`.
    func makeLink(_ request: LinkRequest, ref: Text?, for session: Session) {
        guard mayHandleLinks(session, ref: ref) else { return }
        let maker = session.grants.ownerToken(covering: request.lists)
        guard session.isOperator || maker != nil else {
            let message = "You may make links only for lists that a link of yours reaches as owner."
            return refuse(session, .forbidden, message, list: nil, ref: ref)
        }
        do throws(WireError) {
            let (link, token) = try book.make(request, with: maker, now: now.wall)
            save(.made(session, link, token: token, ref: ref))
        } catch {
            refuse(session, error.code, error.message, list: nil, ref: ref)
        }
    }

    /// The answer is `links`: those that count and that this session may take back, the newest first.
    func links(ref: Text?, for session: Session) {
        guard mayHandleLinks(session, ref: ref) else { return }
        let visible = book.liveLinks(now: now.wall).filter { mayRevoke($0, session) }
        let shown = visible.prefix(Self.linksShownMax)
        var bytes = 0
        let fitting = shown.prefix { link in
            bytes += 512 + 66 * link.lists.count + 2 * (link.name?.byteCount ?? 0)
            return bytes <= settings.answerBytesMax
        }
        let own = Set(session.grants.tokens.map(\.id))
        post(to: session) {
            $0.links(fitting, own: own, hasMore: fitting.count < visible.count, ref: ref)
        }
    }

    /// The answer is `linkRevoked`, or `error`. Sessions that use the link, or one made with it, are closed.
    func revokeLink(_ id: String, ref: Text?, for session: Session) {
        guard mayHandleLinks(session, ref: ref) else { return }
        guard let link = book.links[id], mayRevoke(link, session) else {
            let message = "There is no such link among those that you may take back."
            return refuse(session, .forbidden, message, list: nil, ref: ref)
        }
        let revoker = session.grants.ownerToken(covering: link.lists)?.id
        let ended = book.revoke(id, now: now.wall) ?? 0
        if ended > 0 { report(.linkRevoked(id, with: revoker), session) }
        judgeSessionsAnew(except: session)
        save(.revoked(session, id, ref: ref))
    }

    /// Signs with a new key from now on; only the operator may ask for it. The answer is `keysRotated`.
    ///
    /// - Parameter days: for how long tokens made before still count.
    public func rotateKeys(keepingFormerFor days: Int, ref: Text?, for session: Session, now: Moment) {
        self.now = now
        guard tokenStore != nil else { return refuseWithoutStore(session, ref: ref) }
        guard book.hasKeys else {
            // A key without a token would lock everyone out.
            return refuse(session, .forbidden, "No token was made yet; make one first.", list: nil, ref: ref)
        }
        let end = days > 0 ? now.wall + Int64(days) * 86_400_000 : nil
        book.rotate(keepingFormerUntil: end, now: now.wall)
        judgeSessionsAnew()
        save(.rotated(session, ref: ref))
    }

    private func mayHandleLinks(_ session: Session, ref: Text?) -> Bool {
        guard tokenStore != nil else {
            refuseWithoutStore(session, ref: ref)
            return false
        }
        guard !session.isOperator else { return true }
        guard asksForTokens else {
            let message = "Here everybody may do everything; the server's operator makes the first link."
            refuse(session, .forbidden, message, list: nil, ref: ref)
            return false
        }
        guard session.grants.tokens.contains(where: { $0.role.mayMakeLinks }) else {
            refuse(session, .forbidden, "Only an owner may make links and see them.", list: nil, ref: ref)
            return false
        }
        return true
    }

    private func refuseWithoutStore(_ session: Session, ref: Text?) {
        refuse(session, .unavailable, "This server keeps no links.", list: nil, ref: ref)
    }

    private func mayRevoke(_ link: Link, _ session: Session) -> Bool {
        session.isOperator || session.grants.ownerToken(covering: link.lists) != nil
    }
}

// MARK: - Storing

extension Engine {
    private func save(_ what: TokenSave) {
        nextSave += 1
        savesUnderWay[nextSave] = what
        tokenStore?.submit(book, ticket: nextSave)
    }

    func takeTokenReplies() {
        guard !savesUnderWay.isEmpty, let tokenStore else { return }
        for (ticket, failure) in tokenStore.takeReplies() {
            guard let save = savesUnderWay.removeValue(forKey: ticket) else {
                preconditionFailure("the token store answered ticket \(ticket), which nobody holds")
            }
            if failure == nil, book.hasKeys, !asksForTokens, !settings.isOpen { beginAsking() }
            switch save {
            case .made(let session, let link, let token, let ref):
                made(link, token, isStored: failure == nil, ref: ref, session)
            case .revoked(let session, let id, let ref):
                answer(session, isStored: failure == nil, ref: ref) { $0.linkRevoked(id, ref: ref) }
            case .rotated(let session, let ref):
                answer(session, isStored: failure == nil, ref: ref) { $0.keysRotated(ref: ref) }
                report(.keysRotated, session)
            }
        }
    }

    /// The first token is there: whoever has none, and all have none, is asked for one from now on.
    private func beginAsking() {
        asksForTokens = true
        judgeSessionsAnew()
    }

    private func made(_ link: Link, _ token: String, isStored: Bool, ref: Text?, _ session: Session) {
        guard isStored else {
            book.forget(link.id)
            let message = "The link can't be saved right now; it was not made, ask again later."
            return refuse(session, .unavailable, message, list: nil, ref: ref)
        }
        post(to: session) { $0.linkMade(link, token: token, ref: ref) }
        report(.linkMade(link.id, with: link.madeBy), session)
    }

    /// Answers who ended something, and ends that session as well where it is meant itself.
    private func answer(
        _ session: Session, isStored: Bool, ref: Text?, _ write: (inout JSONWriter) -> Void
    ) {
        if isStored {
            post(to: session, write)
        } else {
            let message =
                "It counts no longer, but that can't be saved: after a start it would again; ask again."
            refuse(session, .unavailable, message, list: nil, ref: ref)
        }
        sendOutbox(session)
        judgeSessionsAnew()
    }
}

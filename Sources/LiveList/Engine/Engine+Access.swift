/// Who is let in, and with what: tokens in `hello`, and what becomes of those whose token counts no longer.
extension Engine {
    /// Sessions closed in one turn.
    private static let closedPerTurn = 256

    /// From now on those who connect have to show a token, unless none was made yet or the settings are open.
    public func useTokens(_ book: TokenBook, store: any TokenStore) {
        self.book = book
        tokenStore = store
        asksForTokens = book.hasKeys && !settings.isOpen
    }

    /// Called for each thing that an operator may want to look into.
    public func reportSecurityEvents(to body: @escaping (SecurityEvent, any Connection) -> Void) {
        onSecurityEvent = body
    }

    /// Whether a session may say this. One without a token may only say hello, and is closed otherwise.
    func isLetIn(_ session: Session, with message: ClientMessage, ref: Text?) -> Bool {
        if let expiry = session.grants.expiresAt, expiry <= now.wall {
            session.grants = .nothing
            session.refusal = .expired
        }
        guard session.grants.isNothing else { return true }
        if case .hello = message, session.refusal == nil { return true }
        let problem = session.refusal ?? .missing
        if problem == .missing { report(.badToken(problem.rawValue, id: nil), session) }
        if case .mutate(let mutate) = message {
            let rejection = Rejection(.forbidden, problem.sentence)
            post(to: session) { $0.rejected(mutate.list, id: mutate.id, rejection, ref: ref) }
        }
        turnAway(session, problem, ref: ref)
        return false
    }

    /// Takes the tokens of a `hello`. The connection is closed where none of them counts.
    func admit(
        _ session: Session, _ texts: [String], ref: Text?,
        refused: inout [(index: Int, problem: TokenProblem)]
    ) -> Bool {
        guard asksForTokens, !session.isOperator else { return true }
        var tokens: [Token] = []
        for (index, text) in texts.enumerated() {
            switch book.read(text, now: now.wall) {
            case .success(let token): tokens.append(token)
            case .failure(let refusal):
                refused.append((index, refusal.problem))
                report(.badToken(refusal.problem.rawValue, id: refusal.id), session)
            }
        }
        session.grants = Grants(tokens)
        guard tokens.isEmpty else { return true }
        if texts.isEmpty { report(.badToken(TokenProblem.missing.rawValue, id: nil), session) }
        turnAway(session, refused.first?.problem ?? .missing, ref: ref)
        return false
    }

    /// What `welcome` says of a session's tokens; nil where none is asked for.
    func access(
        of session: Session, refused: [(index: Int, problem: TokenProblem)]
    ) -> ((inout JSONWriter) -> Void)? {
        guard asksForTokens, !session.isOperator else { return nil }
        return { writer in
            writer.raw(",\"access\":[")
            for (index, token) in session.grants.tokens.enumerated() {
                if index > 0 { writer.comma() }
                writer.access(token)
            }
            writer.raw("]")
            guard !refused.isEmpty else { return }
            writer.raw(",\"refused\":[")
            for (place, refusal) in refused.enumerated() {
                writer.raw(place == 0 ? "{\"index\":" : ",{\"index\":")
                writer.integer(refusal.index)
                writer.raw(",\"reason\":")
                writer.plain(refusal.problem.rawValue)
                writer.raw("}")
            }
            writer.raw("]")
        }
    }

    /// From now on the session may do nothing. It is told why, and closed.
    func turnAway(_ session: Session, _ problem: TokenProblem, ref: Text? = nil) {
        session.grants = .nothing
        session.refusal = problem
        let reason = problem.rawValue
        post(to: session) { $0.error(.forbidden, problem.sentence, list: nil, reason: reason, ref: ref) }
        sendOutbox(session)
        end(session, .policy, reason: "token \(reason)")
    }

    /// Keys or links have changed: whoever counts no longer may do nothing from now on, and is closed soon.
    ///
    /// - Parameter asker: is closed when it has its answer.
    func judgeSessionsAnew(except asker: Session? = nil) {
        guard asksForTokens else { return }
        for session in sessions where session !== asker && !session.isOperator {
            let problems = session.grants.tokens.compactMap { book.problem(of: $0, now: now.wall) }
            let isLeftOver = session.grants.isEverything
            guard let problem = isLeftOver ? .missing : problems.first else { continue }
            report(.turnedAway(problem.rawValue), session)
            session.grants = .nothing
            session.refusal = problem
            turnedAway.append((session, problem))
        }
    }

    func closeTurnedAway() {
        var left = Self.closedPerTurn
        while left > 0, let (session, problem) = turnedAway.popFirst() {
            left -= 1
            if !session.isGone { turnAway(session, problem) }
        }
    }

    func report(_ event: SecurityEvent, _ session: Session) {
        onSecurityEvent?(event, session.connection)
    }
}

/// Something that the one who runs the server may want to look into. Never holds a token.
public enum SecurityEvent: Sendable, Equatable {
    /// Why, and the token's id where it was one of this server's.
    case badToken(String, id: String?)
    /// A session under way whose token counts no longer.
    case turnedAway(String)
    /// With the id of the token that was used for it; nil: the operator did.
    case linkMade(String, with: String?)
    case linkRevoked(String, with: String?)
    case keysRotated
}

extension JSONWriter {
    /// One token as its owner is told.
    fileprivate mutating func access(_ token: Token) {
        raw("{\"id\":")
        plain(token.id)
        grant(token.role, on: token.lists, name: token.name)
        raw(",\"expiresAt\":")
        integer(token.expiresAt)
        raw("}")
    }
}

/// The keys that sign tokens, and a record of the tokens that were made: a value. Whoever holds it stores it.
///
/// A token counts because a key signed it, not because it is recorded: the record tells which were revoked,
/// and shows people what they gave away.
public struct TokenBook: Sendable, Equatable {
    /// The first signs; the others were replaced and count until their time.
    private(set) var keys: [TokenKey] = []
    private(set) var links: [String: Link] = [:]

    /// Records, those included that count no longer and are kept for a while.
    static let linksMax = 5_000
    /// Records of links that were made with one token and still count.
    static let linksPerTokenMax = 200
    /// How long a record is kept once its link has expired.
    private static let keptMilliseconds: Int64 = 30 * 86_400_000
    /// Keys that were replaced and still count; the oldest give way.
    private static let formerKeysMax = 7

    public init() {}

    init(keys: [TokenKey], links: [Link]) {
        self.keys = keys
        for link in links { self.links[link.id] = link }
    }

    /// False until the first token was made: then nobody is asked for one.
    public var hasKeys: Bool { !keys.isEmpty }
}

// MARK: - Judging

extension TokenBook {
    /// What a text grants now. One HMAC for each key.
    func read(_ text: String, now: Timestamp) -> Result<Token, TokenRefusal> {
        let counting = keys.filter { $0.until.map { now < $0 } ?? true }
        guard let token = Token.read(text, keys: counting) else { return .failure(TokenRefusal(.invalid)) }
        if let problem = problem(of: token, now: now) { return .failure(TokenRefusal(problem, id: token.id)) }
        return .success(token)
    }

    /// Why a token that was read before counts no longer; nil: it does.
    func problem(of token: Token, now: Timestamp) -> TokenProblem? {
        if links[token.id]?.revokedAt != nil { return .revoked }
        guard let key = keys.first(where: { $0.id == token.key }) else { return .revoked }
        if let until = key.until, until <= now { return .revoked }
        return token.expiresAt <= now ? .expired : nil
    }
}

/// Why a text was not taken for a token, and, where a key signed it, whose it was.
struct TokenRefusal: Error, Equatable {
    let problem: TokenProblem
    let id: String?

    init(_ problem: TokenProblem, id: String? = nil) {
        self.problem = problem
        self.id = id
    }
}

// MARK: - Changing

extension TokenBook {
    /// Makes a token and records it. The first makes the key, too.
    ///
    /// - Parameter maker: with which it is made: it lives no longer than that one; nil: the operator makes
    ///   it.
    /// - Throws: `tooLarge` where there are too many already.
    mutating func make(
        _ request: LinkRequest, with maker: Token?, now: Timestamp
    ) throws(WireError) -> (link: Link, token: String) {
        forgetOld(now: now)
        guard links.count < Self.linksMax else {
            throw .tooLarge("The server keeps \(Self.linksMax) links, its limit; let some expire.")
        }
        if let maker {
            let made = links.values.count { $0.madeBy == maker.id && isLive($0, now: now) }
            guard made < Self.linksPerTokenMax else {
                throw .tooLarge("One link may make \(Self.linksPerTokenMax) others; revoke some first.")
            }
        }
        if keys.isEmpty { keys = [.random()] }
        let expiry = now + Int64(request.days) * 86_400_000
        let link = Link(
            id: Random.name(), role: request.role, lists: request.lists, name: request.name, madeAt: now,
            expiresAt: min(expiry, maker?.expiresAt ?? expiry), madeBy: maker?.id, revokedAt: nil)
        links[link.id] = link
        return (link, Token.sign(link, with: keys[0]))
    }

    /// The same for the operator.
    public mutating func make(
        _ request: LinkRequest, now: Timestamp
    ) throws(WireError) -> (link: Link, token: String) {
        try make(request, with: nil, now: now)
    }

    /// Ends a link, and every one that was made with it.
    ///
    /// - Returns: how many ended; nil where none of that id is recorded.
    public mutating func revoke(_ id: String, now: Timestamp) -> Int? {
        guard links[id] != nil else { return nil }
        var made: [String: [String]] = [:]
        for link in links.values { if let maker = link.madeBy { made[maker, default: []].append(link.id) } }
        var ended = 0
        var ids = [id]
        while let next = ids.popLast() {
            if links[next]?.revokedAt == nil {
                links[next]?.revokedAt = now
                ended += 1
            }
            ids += made.removeValue(forKey: next) ?? []
        }
        return ended
    }

    /// Signs with a new key from now on. What former keys signed counts until `end`; nil: no longer.
    public mutating func rotate(keepingFormerUntil end: Timestamp?, now: Timestamp) {
        var former: [TokenKey] = []
        if let end {
            for var key in keys where key.until.map({ now < $0 }) ?? true {
                key.until = min(end, key.until ?? end)
                former.append(key)
            }
        }
        keys = [.random()] + former.prefix(Self.formerKeysMax)
    }

    /// Takes back that a link was made; its token was told to nobody.
    mutating func forget(_ id: String) { links[id] = nil }

    private mutating func forgetOld(now: Timestamp) {
        keys.removeAll { $0.until.map { $0 <= now } ?? false }
        links = links.filter { $0.value.expiresAt + Self.keptMilliseconds > now }
    }
}

// MARK: - Telling

extension TokenBook {
    private func isLive(_ link: Link, now: Timestamp) -> Bool {
        link.revokedAt == nil && now < link.expiresAt
    }

    /// Those that count, the newest first.
    func liveLinks(now: Timestamp) -> [Link] {
        links.values.filter { isLive($0, now: now) }.sorted { ($0.madeAt, $0.id) > ($1.madeAt, $1.id) }
    }

    /// All that are recorded, the oldest first.
    public var allLinks: [Link] { links.values.sorted { ($0.madeAt, $0.id) < ($1.madeAt, $1.id) } }
}

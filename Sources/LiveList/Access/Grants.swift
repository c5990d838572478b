/// What one session may do: what all its tokens grant, or everything, or nothing.
struct Grants {
    let tokens: [Token]
    let isEverything: Bool
    /// When the first of them ends; nil: none does.
    let expiresAt: Timestamp?

    static let everything = Grants(tokens: [], isEverything: true)
    static let nothing = Grants(tokens: [], isEverything: false)

    init(_ tokens: [Token]) { self.init(tokens: tokens, isEverything: false) }

    private init(tokens: [Token], isEverything: Bool) {
        self.tokens = tokens
        self.isEverything = isEverything
        expiresAt = tokens.map(\.expiresAt).min()
    }

    var isNothing: Bool { !isEverything && tokens.isEmpty }

    /// The most that one of them grants on a list; nil: nothing, not even to know that there is one.
    func role(on list: ListID) -> Role? {
        isEverything ? .owner : best(on: list)?.role
    }

    /// Whom others see on this list, where the token with which one is there says it.
    func name(on list: ListID) -> Text? {
        isEverything ? nil : best(on: list)?.name
    }

    /// The owner's token that reaches all these lists, the longest lasting where there are several.
    func ownerToken(covering patterns: [ListPattern]) -> Token? {
        tokens.filter { $0.role.mayMakeLinks && $0.covers(patterns) }.max { $0.expiresAt < $1.expiresAt }
    }

    private func best(on list: ListID) -> Token? {
        var best: Token?
        for token in tokens where token.grants(list) {
            if best.map({ $0.role < token.role }) ?? true { best = token }
        }
        return best
    }
}

/// Why a token counts for nothing.
enum TokenProblem: String, Sendable {
    case missing, invalid, expired, revoked

    /// For the one who sent it.
    var sentence: String {
        switch self {
        case .missing: "This server lets in only those with a token: open the link that you were given."
        case .invalid: "This token is none of this server's; ask for a new link."
        case .expired: "This link has expired; ask for a new one."
        case .revoked: "This link was taken back; ask for a new one."
        }
    }
}

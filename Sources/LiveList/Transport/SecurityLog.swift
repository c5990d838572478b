/// What happens against the rules, in the log: who, from where, and never so much of it that a flood fills a
/// disk.
///
/// Of each kind some lines come at once, and then one every few seconds; how many were left out is told
/// later.
final class SecurityLog {
    /// What is told beside the engine's own events.
    enum Note {
        case origin(String)
        /// A limit was reached: which, and what was done.
        case refusedConnection(String)
        case cutOff
    }

    private enum Kind: CaseIterable {
        case token, origin, session, link, door, cutOff
    }

    /// Milliseconds until one more line of a kind may come when those that may come at once have come.
    private static let interval: Int64 = 6_000
    /// Milliseconds until those that were left out are told of.
    private static let restInterval: Int64 = 60_000

    /// Lines of one kind that may come at once. What owners do is told as long as that can be.
    private static func burst(_ kind: Kind) -> Int64 { kind == .link ? 1_000 : 20 }

    private struct Account {
        /// When the line is paid for that was written last: up to `burst` intervals ahead of now.
        var paidUntil: Int64 = 0
        var leftOut = 0
    }

    private var accounts: [Kind: Account] = [:]
    private var restDue: Int64?
    private let write: (String) -> Void

    /// - Parameter write: where lines go.
    init(write: @escaping (String) -> Void = { line in Log.info(line) }) { self.write = write }

    func note(_ event: SecurityEvent, of address: String, now: Int64 = Moment.now().uptime) {
        let by = " from \(address)"
        switch event {
        case .badToken(let why, let id):
            tell(.token, "refused a token\(by): \(why)" + (id.map { ", id \($0)" } ?? ""), now)
        case .turnedAway(let why): tell(.session, "ended a connection\(by): its token is \(why)", now)
        case .linkMade(let id, let maker):
            tell(.link, "made link \(id) for \(maker.map { "link \($0)" } ?? "the operator")\(by)", now)
        case .linkRevoked(let id, let revoker):
            tell(.link, "revoked link \(id) for \(revoker.map { "link \($0)" } ?? "the operator")\(by)", now)
        case .keysRotated: tell(.link, "replaced the key that signs tokens\(by)", now)
        }
    }

    func note(_ note: Note, of address: String, now: Int64 = Moment.now().uptime) {
        switch note {
        case .origin(let origin):
            let shown = String(decoding: origin.utf8.prefix(100), as: UTF8.self)
            tell(.origin, "refused a page of another origin from \(address): \(shown)", now)
        case .refusedConnection(let why): tell(.door, "refused a connection from \(address): \(why)", now)
        case .cutOff: tell(.cutOff, "cut off a connection from \(address): it kept sending too much", now)
        }
    }

    /// Tells how many lines were left out, once a minute.
    func tellRest(now: Int64) {
        guard let due = restDue, due <= now else { return }
        restDue = nil
        for kind in Kind.allCases {
            guard let count = accounts[kind]?.leftOut, count > 0 else { continue }
            accounts[kind]?.leftOut = 0
            write("\(count) more lines like \"\(Self.name(kind))\" were left out of this log")
        }
    }

    var nextDeadline: Int64? { restDue }

    private func tell(_ kind: Kind, _ line: String, _ now: Int64) {
        var account = accounts[kind] ?? Account()
        defer { accounts[kind] = account }
        let paid = max(account.paidUntil, now) + Self.interval
        guard paid - now <= Self.burst(kind) * Self.interval else {
            account.leftOut += 1
            if restDue == nil { restDue = now + Self.restInterval }
            return
        }
        account.paidUntil = paid
        write(line)
    }

    private static func name(_ kind: Kind) -> String {
        switch kind {
        case .token: "refused a token"
        case .origin: "refused a page of another origin"
        case .session: "ended a connection"
        case .link: "made or revoked a link"
        case .door: "refused a connection"
        case .cutOff: "cut off a connection"
        }
    }
}

import Testing

@testable import LiveList

/// What sessions with tokens may do, with a clock and a store that obey.
@Suite struct AccessTests {
    /// Keeps the book in memory, and answers when told to.
    private final class HeldStore: TokenStore {
        var tickets: [Int] = []
        var isHolding = false
        var failure: String?

        func submit(_ book: TokenBook, ticket: Int) { tickets.append(ticket) }

        func takeReplies() -> [(ticket: Int, failure: String?)] {
            guard !isHolding else { return [] }
            defer { tickets = [] }
            return tickets.map { ($0, failure) }
        }
    }

    private let harness: EngineHarness
    private let store = HeldStore()
    private var tokens: [Role: String] = [:]
    private let olga: String

    init() throws {
        harness = try EngineHarness()
        var book = TokenBook()
        for role in Role.allCases {
            let request = LinkRequest(role: role, lists: [ListPattern("mine*")!], name: nil, days: 2)
            tokens[role] = try book.make(request, now: harness.now.wall).token
        }
        let all = LinkRequest(role: .owner, lists: [ListPattern("*")!], name: "Olga", days: 9)
        olga = try book.make(all, now: harness.now.wall).token
        harness.engine.useTokens(book, store: store)
    }

    private func guest(_ token: String?) -> EngineHarness.Client {
        let client = harness.connect()
        let answer = client.say(
            #"{"type":"hello","name":"Bo","token":\#(token.map { "\"\($0)\"" } ?? "null")}"#)
        #expect(answer.types == [token == nil ? "error" : "welcome"])
        return client
    }

    /// Nothing is looked up, and nothing waits: so the answer can take no other time than for a list that is
    /// not there.
    @Test func aListOutOfReachIsNotTouched() throws {
        guest(olga).say(#"{"type":"open","list":"secret","create":true}"#)
        harness.pass(milliseconds: 1)
        for session in harness.engine.sessions { harness.engine.disconnected(session, now: harness.now) }
        harness.pass(milliseconds: 120_000)
        let client = guest(tokens[.owner]!)
        harness.pass(milliseconds: 2_000)
        #expect(harness.engine.catalogue[ListID("secret")!] != nil && harness.engine.rooms.isEmpty)
        for message in [
            #"{"type":"open","list":"secret"}"#, #"{"type":"open","list":"secret","create":true}"#,
            #"{"type":"history","list":"secret"}"#, #"{"type":"close","list":"secret"}"#,
            #"{"type":"presence","list":"secret"}"#, #"{"type":"deleteList","list":"secret","epoch":"x"}"#,
            mutate("m", insert("x"), list: "secret"),
        ] {
            let ticket = harness.engine.tickets.count
            client.send(message)
            #expect(harness.engine.rooms.isEmpty && harness.engine.tickets.count == ticket, "\(message)")
            harness.turn()
            #expect(client.hear().count == (message.contains("presence") ? 0 : 1), "\(message)")
        }
    }

    @Test func aTokenEndsInTheMiddleOfAConnection() throws {
        let client = guest(tokens[.editor]!)
        client.say(#"{"type":"open","list":"mine","create":true}"#)
        client.say(mutate("m1", insert("x"), list: "mine"))
        harness.pass(milliseconds: 2 * 86_400_000 - 100)
        #expect(client.line.closed == nil)
        harness.pass(milliseconds: 100)
        // It is not asked anything any more before it is closed.
        client.send(mutate("m2", insert("y"), list: "mine"))
        harness.pass(milliseconds: 1_000)
        let last = client.hear()
        #expect(last.strings("code").contains("forbidden") && last.last?["reason"] as? String == "expired")
        #expect(client.line.closed == .policy)
        #expect(guest(olga).say(#"{"type":"open","list":"mine"}"#).first?["revision"] as? Int == 1)
    }

    /// Not only when the next look at all sessions finds it: that may come a second later.
    @Test func whatComesInTheMomentOfTheEndIsNotDone() throws {
        let client = guest(tokens[.editor]!)
        client.say(#"{"type":"open","list":"mine","create":true}"#)
        harness.pass(milliseconds: 2 * 86_400_000 - 1)
        _ = client.hearAll()
        client.send(#"{"type":"ping"}"#)
        harness.settle()
        #expect(client.hear().types == ["pong"])
        harness.advance(milliseconds: 1)
        client.send(mutate("m1", insert("x"), list: "mine"))
        #expect(client.line.closed == .policy)
        harness.settle()
        #expect(client.hear().types == ["rejected", "error"])
        let opened = guest(olga).say(#"{"type":"open","list":"mine"}"#)
        #expect(opened.first?["revision"] as? Int == 0)
    }

    @Test func whatWaitsWhenALinkIsRevokedIsNotDone() throws {
        let owner = guest(olga)
        let epoch = owner.say(#"{"type":"open","list":"mine","create":true}"#).strings("epoch")[0]
        let ids = owner.say(#"{"type":"links"}"#).first?["links"] as? [[String: Any]] ?? []
        let client = guest(tokens[.owner]!)
        client.send(mutate("m1", insert("x"), list: "mine"))
        client.send(#"{"type":"deleteList","list":"mine","epoch":"\#(epoch)"}"#)
        for link in ids where (link["lists"] as? [String]) == ["mine*"] {
            owner.send(#"{"type":"revokeLink","id":"\#(link["id"] as? String ?? "")"}"#)
        }
        harness.settle()
        #expect(client.line.closed == .policy)
        let opened = owner.say(#"{"type":"open","list":"mine"}"#).first { $0["type"] as? String == "opened" }
        #expect(opened?["revision"] as? Int == 0)
    }

    @Test func nothingIsToldBeforeItIsStored() throws {
        store.isHolding = true
        let owner = guest(olga)
        #expect(owner.say(#"{"type":"makeLink","role":"viewer","lists":["a"]}"#).isEmpty)
        store.isHolding = false
        harness.settle()
        #expect(owner.hear().types == ["linkMade"])
        store.failure = "the disk is full"
        #expect(
            owner.say(#"{"type":"makeLink","role":"viewer","lists":["b"]}"#).strings("code") == [
                "unavailable"
            ])
        let links = owner.say(#"{"type":"links"}"#).first?["links"] as? [[String: Any]]
        #expect(links?.count == 5)
    }

    @Test func theFirstTokenEndsThoseWhoHaveNone() throws {
        let harness = try EngineHarness()
        harness.engine.useTokens(TokenBook(), store: store)
        let ana = harness.connect()
        #expect(ana.say(#"{"type":"open","list":"a","create":true}"#).first?["role"] as? String == "owner")
        #expect(
            ana.say(#"{"type":"makeLink","role":"viewer","lists":["a"]}"#).strings("code") == ["forbidden"])
        let line = SimulatedLine()
        let operatorSession = harness.engine.connected(line, isOperator: true, now: harness.now)
        harness.engine.makeLink(
            LinkRequest(role: .viewer, lists: [ListPattern("a")!], name: nil, days: 1), ref: nil,
            for: operatorSession)
        harness.settle()
        #expect(ana.line.closed == .policy && line.closed == nil)
        #expect(ana.hear().last?["reason"] as? String == "missing")
    }

    @Test func manyAreClosedInSeveralTurns() throws {
        let clients = (0..<600).map { _ in guest(tokens[.viewer]!) }
        let owner = guest(olga)
        harness.engine.rotateKeys(keepingFormerFor: 0, ref: nil, for: owner.session, now: harness.now)
        #expect(clients.allSatisfy { $0.session.grants.isNothing })
        harness.turn()
        let closed = clients.count { $0.line.closed != nil }
        #expect(closed > 0 && closed <= 256)
        harness.settle()
        #expect(clients.allSatisfy { $0.line.closed == .policy })
    }
}

import Testing

@testable import LiveList
@testable import livelistd

@Suite struct LimitOptionTests {
    private func choices(_ texts: String...) -> LimitChoices {
        var choices = LimitChoices()
        for text in texts { #expect(choices.read(text) == nil) }
        return choices
    }

    @Test func ratesAreOffWhereOnlyThisMachineCanConnect() {
        var engine = EngineSettings()
        var server = ServerSettings()
        LimitChoices().apply(to: &engine, isExposed: false)
        LimitChoices().apply(to: &server, isExposed: false)
        #expect(engine.sessionLimits.areOff)
        #expect(server.door.connectionsPerAddress == nil && server.door.handshakesPerAddress == nil)
        #expect(server.door.handshakes == nil && server.door.connections == 20_000)
        LimitChoices().apply(to: &engine, isExposed: true)
        LimitChoices().apply(to: &server, isExposed: true)
        #expect(engine.sessionLimits.messages == Rate(perSecond: 500, burst: 2_500))
        #expect(engine.sessionLimits.mutations == Rate(perSecond: 1_000, burst: 5_000))
        #expect(engine.sessionLimits.bytes == Rate(perSecond: 1 << 20, burst: 8 << 20))
        #expect(server.door.connectionsPerAddress == 500)
    }

    @Test func whatIsGivenCountsEverywhere() {
        var engine = EngineSettings()
        let given = choices("messages=7", "lists=3", "presence=2", "ping-seconds=5", "bytes=off")
        given.apply(to: &engine, isExposed: false)
        #expect(engine.sessionLimits == SessionLimits(messages: Rate(perSecond: 7, burst: 35)))
        #expect(engine.listsMax == 3 && engine.presenceMilliseconds == 500)
        #expect(engine.pingAfterMilliseconds == 5_000)
        var server = ServerSettings()
        choices("handshakes-per-address=off", "header-bytes=2048").apply(to: &server, isExposed: true)
        #expect(server.door.handshakesPerAddress == nil && server.headerBytesMax == 2_048)
    }

    @Test func theDefaultsAreThoseOfTheRooms() {
        var engine = EngineSettings()
        var server = ServerSettings()
        let (plainEngine, plainServer) = (engine, server)
        LimitChoices().apply(to: &engine, isExposed: false)
        LimitChoices().apply(to: &server, isExposed: false)
        #expect(engine.listsMax == plainEngine.listsMax)
        #expect(engine.limits.itemsPerList == plainEngine.limits.itemsPerList)
        #expect(engine.openListsPerSession == plainEngine.openListsPerSession)
        #expect(engine.presenceMilliseconds == plainEngine.presenceMilliseconds)
        #expect(engine.firstMessageMilliseconds == plainEngine.firstMessageMilliseconds)
        #expect(engine.pingAfterMilliseconds == plainEngine.pingAfterMilliseconds)
        #expect(server.door == plainServer.door)
        #expect(server.headerBytesMax == plainServer.headerBytesMax)
        #expect(server.headerSeconds == plainServer.headerSeconds)
    }

    @Test(arguments: [
        "", "messages", "messages=", "messages=0", "messages=-1", "messages=x", "messages=1000001",
        "nonsense=1",
        "lists=off", "Messages=1", "messages=1=2", "header-bytes=65536",
    ])
    func whatCanNotBeIsRefused(text: String) {
        var choices = LimitChoices()
        #expect(choices.read(text) != nil)
    }

    @Test func proxiesAndLimitsAreOptions() throws {
        let environment = [
            "LIVELIST_LIMIT": "messages=1,lists=2", "LIVELIST_TRUSTED_PROXY": "10.0.0.0/8,::1",
        ]
        let fromEnvironment = try Options(arguments: []) { environment[$0] }
        #expect(fromEnvironment.limits.given.count == 2)
        #expect(fromEnvironment.trustedProxies == [AddressRange("10.0.0.0/8")!, AddressRange("::1")!])
        let given = try Options(arguments: ["--limit", "items=5", "--trusted-proxy=192.0.2.1"]) {
            environment[$0]
        }
        #expect(given.limits.given.count == 1 && given.trustedProxies.count == 1)
        #expect(throws: Options.Misuse.self) {
            try Options(arguments: ["--trusted-proxy", "proxy.example"]) { _ in nil }
        }
    }
}

import Testing

@testable import LiveList

/// Section 8: who sends too much is told when to come back, and cut off if it does not heed that.
@Suite struct RateTests {
    private func harness(_ limits: SessionLimits) throws -> EngineHarness {
        try EngineHarness { $0.sessionLimits = limits }
    }

    private let ping = #"{"type":"ping","ref":"r"}"#

    @Test func messagesOverTheRateAreRefusedWithTheirRefAndATime() throws {
        let harness = try harness(SessionLimits(messages: Rate(perSecond: 10, burst: 3)))
        let (ana, bo) = (harness.connect(), harness.connect())
        let answers = ana.say("[" + Array(repeating: ping, count: 5).joined(separator: ",") + "]")
        #expect(answers.types == ["pong", "pong", "pong", "error", "error"])
        #expect(answers[3]["code"] as? String == "rate-limited")
        #expect(answers[3]["retryAfter"] as? Int == 100)
        #expect(answers[3]["ref"] as? String == "r")
        #expect(bo.say(ping).types == ["pong"], "others do not notice")
        harness.pass(milliseconds: 100)
        #expect(ana.say(ping).types == ["pong"])
    }

    @Test func mutatesAreRejectedButWhatWasAcceptedBeforeIsAnsweredAgain() throws {
        let harness = try harness(SessionLimits(mutations: Rate(perSecond: 10, burst: 2)))
        let ana = harness.connect()
        ana.say(#"{"type":"open","list":"a","create":true}"#)
        #expect(ana.say(mutate("m1", insert("x") + "," + insert("y"))).types == ["change"])
        let rejected = ana.say(mutate("m2", insert("z"), more: #","ref":"q""#))
        #expect(rejected.types == ["rejected"])
        #expect(rejected[0]["code"] as? String == "rate-limited")
        #expect(rejected[0]["retryAfter"] as? Int == 100)
        #expect(rejected[0]["ref"] as? String == "q")
        let again = ana.say(mutate("m1", insert("x")))
        #expect(again.types == ["change"] && again[0]["duplicate"] as? Bool == true)
        #expect(ana.say(mutate("m3", insert("x"), list: "none"))[0]["code"] as? String == "unknown-list")
        harness.pass(milliseconds: 100)
        #expect(ana.say(mutate("m2", insert("z"))).types == ["change"])
        #expect(harness.engine.pendingBytes == 0)
    }

    @Test func whoKeepsSendingIsCutOffAndWhoWaitsIsNot() throws {
        let harness = try harness(SessionLimits(messages: Rate(perSecond: 10, burst: 10)))
        let (rude, polite) = (harness.connect(), harness.connect())
        for _ in 0..<400 where rude.line.closed == nil {
            rude.send(ping)
            harness.pass(milliseconds: 10)
        }
        #expect(rude.line.closed == .rateLimited)
        for _ in 0..<50 {
            for _ in 0..<200 { polite.send(ping) }
            harness.pass(milliseconds: 2_100)
        }
        #expect(polite.line.closed == nil)
        #expect(polite.hear().types.contains("pong"))
    }

    @Test func aFloodIsCutOffAtOnce() throws {
        let harness = try harness(SessionLimits(messages: Rate(perSecond: 10, burst: 10)))
        let ana = harness.connect()
        let frame = "[" + Array(repeating: "7", count: 1_000).joined(separator: ",") + "]"
        for _ in 0..<100 where ana.line.closed == nil { ana.say(frame) }
        #expect(ana.line.closed == .rateLimited || ana.line.closed == .policy)
    }

    @Test func controlFramesCountAsMessagesAndAFloodOfThemIsCutOff() throws {
        let harness = try harness(SessionLimits(messages: Rate(perSecond: 10, burst: 3)))
        let (ana, rude) = (harness.connect(), harness.connect())
        for _ in 0..<3 { harness.engine.controlFrame(from: ana.session, now: harness.now) }
        #expect(ana.say(ping).types == ["error"])
        harness.pass(milliseconds: 100)
        #expect(ana.say(ping).types == ["pong"])
        for _ in 0..<400 where rude.line.closed == nil {
            harness.engine.controlFrame(from: rude.session, now: harness.now)
            harness.pass(milliseconds: 10)
        }
        #expect(rude.line.closed == .rateLimited)
        harness.engine.controlFrame(from: rude.session, now: harness.now)
        #expect(ana.line.closed == nil)
    }

    @Test func whoSendsTooManyBytesIsNotReadForAWhile() throws {
        let harness = try harness(SessionLimits(bytes: Rate(perSecond: 1_000, burst: 1_000)))
        let ana = harness.connect()
        ana.say(ping)
        #expect(ana.line.isReading)
        ana.say(ping + String(repeating: " ", count: 2_000))
        #expect(!ana.line.isReading)
        #expect(harness.engine.endTurn(now: harness.now) != nil)
        harness.pass(milliseconds: 500)
        #expect(!ana.line.isReading)
        harness.pass(milliseconds: 700)
        #expect(ana.line.isReading)
        ana.say(ping + String(repeating: " ", count: 100_000))
        harness.pass(milliseconds: 10_000)
        #expect(ana.line.isReading, "never so long that it could not answer a ping")
        ana.leave()
        harness.pass(milliseconds: 1)
        #expect(harness.engine.throttled.isEmpty)
    }
}

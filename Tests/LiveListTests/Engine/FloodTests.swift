import Testing

@testable import LiveList

/// Whoever asks for much and reads nothing costs a bounded amount of memory.
@Suite struct FloodTests {
    @Test(arguments: [#"{"type":"lists"}"#, #"{"type":"history","list":"a"}"#, #"{"type":"ping"}"#, "7"])
    func whoReadsNothingIsHeldUp(_ message: String) throws {
        let harness = try EngineHarness {
            $0.outboxBytesMax = 10_000
            $0.invalidInARowMax = 10_000
        }
        let ana = harness.connect()
        ana.say("[" + #"{"type":"open","list":"a","create":true},"# + mutate("m", insert("x")) + "]")
        ana.setWritable(false)
        ana.send("[" + Array(repeating: message, count: 2_000).joined(separator: ",") + "]")
        harness.settle()
        #expect(ana.session.outboxBytes < 20_000)
        #expect(!ana.line.isReading)
        ana.setWritable(true)
        for _ in 0..<100 { harness.settle() }
        #expect(ana.hear().count == 2_000, "all are answered in the end")
        #expect(ana.line.isReading)
    }

    @Test func aHistoryWaitsForItsListAndWhatCameBehindItWaitsToo() throws {
        let harness = try EngineHarness()
        let ana = harness.connect()
        let answers = ana.say(
            "[" + #"{"type":"open","list":"a","create":true},{"type":"history","list":"a","ref":"1"},"#
                + #"{"type":"ping","ref":"2"},{"type":"history","list":"a","ref":"3"},{"type":"ping","ref":"4"}]"#
        )
        #expect(answers.compactMap { $0["ref"] as? String }.count == 4)
        let again = ana.say(
            #"[{"type":"history","list":"a","ref":"1"},{"type":"ping","ref":"2"},{"type":"history","list":"a","ref":"3"}]"#
        )
        #expect(again.types == ["history", "pong", "history"])
    }

    /// What lies behind a history waits for it. It must not be answered by calls within calls.
    @Test(arguments: [#"{"type":"history","list":"none"}"#, #"{"type":"history","list":"a"}"#])
    func countlessInvalidMessagesBehindOneThatWaitsEndTheConnection(_ first: String) throws {
        let harness = try EngineHarness()
        let ana = harness.connect()
        ana.say(#"{"type":"open","list":"a","create":true}"#)
        ana.send("[\(first)," + Array(repeating: "7", count: 300_000).joined(separator: ",") + "]")
        #expect(ana.session.deferred.count <= 20)
        harness.settle()
        #expect(ana.line.closed == .policy)
        #expect(ana.hear().count == 21)
    }

    @Test(arguments: [
        [#"{"type":"open","list":"a"}"#], [#"{"type":"close","list":"a"}"#, #"{"type":"open","list":"a"}"#],
        [#"{"type":"deleteList","list":"a","epoch":"x"}"#],
    ])
    func whoSendsWhatHasToWaitIsHeldUp(_ messages: [String]) throws {
        let harness = try EngineHarness { $0.stepsWaitingMax = 100 }
        let ana = harness.connect()
        ana.say(#"{"type":"open","list":"a","create":true}"#)
        ana.setWritable(false)
        ana.send(#"{"type":"open","list":"a"}"#)
        ana.send(mutate("m", insert("x")))
        harness.turn()
        for round in 0..<200 where ana.line.isReading { ana.send(messages[round % messages.count]) }
        #expect(!ana.line.isReading)
        #expect(ana.session.stepsWaiting <= 100)
        ana.setWritable(true)
        harness.settle()
        #expect(ana.line.isReading)
        #expect(ana.session.stepsWaiting == 0)
    }

    @Test func mutatesOfThoseWhoLeaveUnreadDoNotCountForEver() throws {
        let harness = try EngineHarness()
        let ana = harness.connect()
        ana.say(#"{"type":"open","list":"a","create":true}"#)
        ana.setWritable(false)
        for number in 0..<10 { ana.send(mutate("m\(number)", insert("x"))) }
        ana.send(mutate("n", insert("x"), list: "none"))
        harness.settle()
        #expect(harness.engine.pendingBytes == 0, "answered, though not read")
        ana.send(mutate("last", insert("x")))
        ana.leave()
        harness.settle()
        #expect(harness.engine.pendingBytes == 0)
    }

    @Test func whoWritesToManyListsLeavesNothingBehind() throws {
        let harness = try EngineHarness()
        let bot = harness.connect()
        for number in 0..<20 {
            let epoch = bot.say(#"{"type":"open","list":"l\#(number)","create":true}"#)[0]["epoch"] as! String
            bot.say(mutate("m", insert("x"), list: "l\(number)"))
            bot.say(#"{"type":"deleteList","list":"l\#(number)","epoch":"\#(epoch)"}"#)
        }
        #expect(bot.session.seats.isEmpty)
    }
}

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
}

import Testing

@testable import LiveList

@Suite struct AnswerTests {
    private let open = #"{"type":"open","list":"a","create":true}"#

    @Test func nothingLeavesBeforeItIsStored() throws {
        let harness = try EngineHarness()
        let ana = harness.connect()
        let ben = harness.connect()
        ana.say(open)
        ben.say(open)
        ana.send(mutate("m1", insert("Milk")))
        ana.send(mutate("m2", #"{"op":"delete","ids":[]}"#))
        harness.turn()
        harness.turn()
        #expect(ana.hear().isEmpty, "shown before the commit")
        #expect(ben.hear().isEmpty)
        harness.settle()
        #expect(ana.hear().types == ["change", "rejected"])
        harness.pass(milliseconds: 100)
        #expect(ben.hear().revisions == [1])
    }

    @Test func aFailedBatchIsRejectedWholeAndLeavesNothing() throws {
        let harness = try EngineHarness()
        let ana = harness.connect()
        ana.say(open)
        harness.store.failNext()
        let answers = ana.say(
            "[" + mutate("m1", insert("Milk")) + "," + mutate("m2", #"{"op":"delete","ids":[]}"#) + "]")
        #expect(answers.strings("code") == ["unavailable", "unavailable"])
        #expect(ana.say(mutate("m1", insert("Milk"))).revisions == [1], "judged anew")
    }

    @Test func answersComeInTheOrderInWhichTheMutatesWereSent() throws {
        let harness = try EngineHarness()
        let ana = harness.connect()
        ana.say(open)
        let frame = [
            mutate("m1", insert("one")), mutate("m2", #"{"op":"setTitle","title":"a"}"#),
            mutate("m3", insert("two")),
            mutate("m4", #"{"op":"toggle","ids":[]}"#), mutate("m5", insert("three"), more: #","ref":"r5""#),
            mutate("m1", insert("again")), mutate("m6", insert("four")),
        ]
        let answers = ana.say("[" + frame.joined(separator: ",") + "]")
        #expect(answers.strings("id") == ["m1", "m2", "m3", "m4", "m5", "m1", "m6"])
        #expect(answers.types == ["change", "unchanged", "change", "rejected", "change", "change", "change"])
        #expect(answers[4]["ref"] as? String == "r5")
        #expect(answers[5]["duplicate"] as? Bool == true)
        #expect(answers[5]["revision"] as? Int == 1)
    }

    @Test func aBotThatOnlyWritesGetsItsOwnChangesAndNoOthers() throws {
        let harness = try EngineHarness()
        let ana = harness.connect()
        let bot = harness.connect()
        ana.say(open)
        #expect(bot.say(mutate("b1", insert("Eggs"), more: #","ref":"x""#)).strings("ref") == ["x"])
        ana.say(mutate("a1", insert("Milk")))
        harness.pass(milliseconds: 100)
        #expect(bot.hear().isEmpty)
        #expect(ana.hear().isEmpty, "both changes came already")
    }

    @Test func theSameIDWhileTheFirstIsUnansweredWaitsForTheSameOutcome() throws {
        let harness = try EngineHarness()
        let ana = harness.connect()
        ana.say(open)
        ana.send(mutate("m1", insert("Milk")))
        harness.turn()
        ana.send(mutate("m1", insert("Other")))
        harness.settle()
        let answers = ana.hear()
        #expect(answers.revisions == [1, 1])
        #expect(answers[1]["duplicate"] as? Bool == true)
    }

    @Test func duplicatesAreKnownAfterARestart() throws {
        let harness = try EngineHarness()
        harness.connect().say("[\(open),\(mutate("m1", insert("Milk")))]")
        try harness.restart()
        let answers = harness.connect().say(mutate("m1", insert("Other")))
        #expect(answers.revisions == [1])
        #expect(answers[0]["duplicate"] as? Bool == true)
    }

    @Test func theOrderOfJudging() throws {
        let harness = try EngineHarness()
        let ana = harness.connect()
        ana.say("[\(open),\(mutate("m1", insert("Milk")))]")
        func code(_ text: String) -> String { ana.say(text).strings("code").joined() }
        #expect(code(mutate("n1", "7", list: "none")) == "unknown-list", "the list before the shape")
        #expect(ana.say(mutate("m1", "7")).types == ["change"], "a duplicate before the shape")
        #expect(
            code(mutate("n2", "7", more: #","ifRevision":9"#)) == "conflict",
            "preconditions before the mutations")
        #expect(code(mutate("n3", "7", more: #","epoch":"x""#)) == "conflict")
        #expect(code(mutate("n6", "", more: #","ifRevision":9"#)) == "conflict")
        #expect(code(mutate("n7", "", more: #","ifRevision":1"#)) == "invalid")
        #expect(code(mutate("n4", "7,8")) == "invalid")
        let item = "6f1c1e6e-0000-4000-8000-000000000000"
        let answer = ana.say(mutate("n5", #"{"op":"edit","id":"\#(item)","title":"x"},7"#))
        #expect(
            answer.strings("code") == ["unknown-item"],
            "the first that fails answers, not the first of wrong shape")
        #expect(answer[0]["index"] as? Int == 0)
    }

    /// Its list left memory, or for good, while the line was full.
    @Test(arguments: [false, true])
    func answersKeepTheirOrderWhereTheListGoesMeanwhile(_ isDeleted: Bool) throws {
        let harness = try EngineHarness()
        let bot = harness.connect()
        let epoch = bot.say(open)[0]["epoch"] as! String
        bot.say(#"{"type":"close","list":"a"}"#)
        harness.pass(milliseconds: 1_000)
        bot.setWritable(false)
        bot.send(mutate("m1", #"{"op":"delete","ids":[]}"#))
        bot.send(mutate("m2", isDeleted ? "7" : insert("x")))
        harness.settle()
        let owner = harness.connect()
        if isDeleted { owner.say(#"{"type":"deleteList","list":"a","epoch":"\#(epoch)"}"#) }
        for _ in 0..<20 {
            bot.send(#"{"type":"ping"}"#)
            harness.pass(milliseconds: 10_000)
        }
        #expect(harness.engine.rooms.isEmpty)
        bot.send(mutate("m3", #"{"op":"delete","ids":[]}"#))
        bot.send(mutate("m4", isDeleted ? "7" : insert("y")))
        harness.settle()
        bot.setWritable(true)
        harness.settle()
        #expect(bot.hear().strings("id").filter { !$0.isEmpty } == ["m1", "m2", "m3", "m4"])
    }

    @Test func aConflictTellsThePresentRevision() throws {
        let harness = try EngineHarness()
        let ana = harness.connect()
        ana.say("[\(open),\(mutate("m1", insert("Milk")))]")
        let answer = ana.say(mutate("m2", insert("Eggs"), more: #","ifRevision":0"#))
        #expect(answer.strings("code") == ["conflict"])
        #expect(answer.revisions == [1])
        #expect(ana.say(mutate("m3", insert("Eggs"), more: #","ifRevision":1"#)).revisions == [2])
    }

    @Test func aClientWithTooMuchUnansweredIsNotRead() throws {
        let harness = try EngineHarness { $0.unansweredMax = 10 }
        let ana = harness.connect()
        ana.say(open)
        for number in 1...10 { ana.send(mutate("m\(number)", insert("x"))) }
        #expect(!ana.line.isReading)
        harness.settle()
        #expect(ana.hear().count == 10)
        #expect(ana.line.isReading)
    }

    @Test func twentyInvalidMessagesInARowEndTheConnection() throws {
        let harness = try EngineHarness()
        let ana = harness.connect()
        for _ in 0..<19 { ana.say("{") }
        ana.say(#"{"type":"ping"}"#)
        #expect(ana.line.closed == nil)
        for _ in 0..<19 { ana.say("{") }
        #expect(ana.line.closed == nil)
        #expect(ana.say("{").strings("code") == ["invalid"], "the last one is answered too")
        #expect(ana.line.closed == .policy)
    }

    /// Its items and its text are within the limits, but ids, times and section make the message too long.
    @Test func aChangeThatWouldBeTooLongAMessageIsRejectedWhole() throws {
        let harness = try EngineHarness()
        let ana = harness.connect()
        let section = "22222222-0000-4000-8000-000000000000"
        ana.say(
            "[\(open),\(mutate("s", #"{"op":"insertSection","section":{"id":"\#(section)","title":"S"}}"#))]")
        let items = (0..<10_000).map { #"{"title":"item \#($0)"}"# }.joined(separator: ",")
        let place = #""destination":{"section":"\#(section)"}"#
        let answer = ana.say(mutate("m", #"{"op":"insert","items":[\#(items)],\#(place)}"#))
        #expect(answer.strings("code") == ["too-large"])
        #expect(ana.say(mutate("n", insert("one"))).revisions == [2], "nothing of it was done")
        let above = ana.say(mutate("o", #"{"op":"insert","items":[\#(items)]}"#))
        #expect(above.revisions == [3], "above the sections it fits")
    }

    @Test func halfACharacterSpoilsOnlyTheMutateThatHoldsIt() throws {
        let harness = try EngineHarness()
        let ana = harness.connect()
        ana.say(open)
        let bad = [
            mutate("t", insert(#"x\ud83d"#)),
            mutate("f", #"{"op":"insert","items":[{"title":"x","fields":{"note":"\ud800"}}]}"#),
            mutate("k", #"{"op":"insert","items":[{"title":"x","fields":{"\udc00":1}}]}"#),
            mutate("o", #"{"op":"\ud800"}"#),
            mutate("u", #"{"op":"setTitle","title":"x","unknown":["\ud800"]}"#),
            mutate("v", insert("x"), more: #","unknown":"\ud800""#),
        ]
        let answers = ana.say("[" + bad.joined(separator: ",") + "," + mutate("ok", insert("good")) + "]")
        #expect(answers.strings("id") == ["t", "f", "k", "o", "u", "v", "ok"])
        #expect(answers.strings("code") == Array(repeating: "invalid", count: 6) + [""])
        #expect(ana.say(#"{"type":"ping","unknown":"\ud800"}"#).strings("code") == ["invalid"])
    }
}

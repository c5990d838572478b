import Synchronization
import Testing

@testable import LiveList

/// What is judged aside holds its own list and nothing else, and comes to the same as if it had not been.
@Suite struct LargeMutateTests {
    private let waiting = WaitingMutates()

    private func harness(_ itemsMin: Int = 2) throws -> EngineHarness {
        try EngineHarness { [waiting] settings in
            settings.largeItemsMin = itemsMin
            settings.judgeAside = { waiting.put($0) }
        }
    }

    private let two = #"{"op":"insert","items":[{"title":"x"},{"title":"y"}]}"#

    @Test func otherListsGoOnWhileOneWaits() throws {
        let harness = try harness()
        let author = harness.connect()
        author.say(#"{"type":"open","list":"a","create":true}"#)
        author.say(#"{"type":"open","list":"b","create":true}"#)
        #expect(author.say(mutate("m1", two)).isEmpty)
        #expect(author.say(mutate("m2", insert("z"))).isEmpty, "what comes behind it waits")
        #expect(author.say(mutate("m1", insert("x"), list: "b")).types == ["change"])
        waiting.judgeAll()
        harness.settle()
        let heard = author.hear()
        #expect(heard.strings("id") == ["m1", "m2"] && heard.revisions == [1, 2])
    }

    @Test func whatIsRefusedLeavesTheListAsItWas() throws {
        let harness = try harness()
        let author = harness.connect()
        author.say(#"{"type":"open","list":"a","create":true}"#)
        author.say(
            mutate("m1", #"{"op":"setTitle","title":"t"},{"op":"toggle","ids":[\#(unknown),\#(other)]}"#))
        waiting.judgeAll()
        harness.settle()
        #expect(author.hear().strings("code") == ["unknown-item"])
        let change = author.say(mutate("m2", #"{"op":"setTitle","title":"t"}"#))
        #expect(change.types == ["change"] && change.revisions == [1])
    }

    @Test func oneThatIsSentAgainTakesEffectOnce() throws {
        let harness = try harness()
        let author = harness.connect()
        author.say(#"{"type":"open","list":"a","create":true}"#)
        author.send(mutate("m1", two))
        author.say(mutate("m1", two))
        waiting.judgeAll()
        harness.settle()
        let heard = author.hear()
        #expect(heard.revisions == [1, 1] && heard[1]["duplicate"] as? Bool == true)
        #expect(waiting.isEmpty, "it is not judged twice")
    }

    @Test func itsSenderMayGo() throws {
        let harness = try harness()
        let (author, reader) = (harness.connect(), harness.connect())
        author.say(#"{"type":"open","list":"a","create":true}"#)
        reader.say(#"{"type":"open","list":"a"}"#)
        author.say(mutate("m1", two))
        author.leave()
        waiting.judgeAll()
        harness.settle()
        #expect(reader.hear().strings("id") == ["m1"])
    }

    /// Nobody has the list open, and the time after which it leaves memory passes: not before it is known
    /// what it is.
    @Test func theListStaysInMemory() throws {
        let harness = try harness()
        let author = harness.connect()
        author.say(#"{"type":"open","list":"a","create":true}"#)
        author.say(mutate("m1", two))
        author.leave()
        harness.pass(milliseconds: 120_000)
        harness.pass(milliseconds: 120_000)
        waiting.judgeAll()
        harness.settle()
        let reader = harness.connect()
        #expect(reader.say(#"{"type":"open","list":"a"}"#).first?["revision"] as? Int == 1)
    }

    @Test func aDeletionTakesItsTurnBehindIt() throws {
        let harness = try harness()
        let author = harness.connect()
        let opened = author.say(#"{"type":"open","list":"a","create":true}"#)
        let epoch = try #require(opened.first?["epoch"] as? String)
        author.send(mutate("m1", two))
        #expect(author.say(#"{"type":"deleteList","list":"a","epoch":"\#(epoch)"}"#).isEmpty)
        waiting.judgeAll()
        harness.settle()
        #expect(author.hear().types == ["change", "listDeleted"])
    }

    @Test func aStopWaitsForIt() throws {
        let harness = try harness()
        let author = harness.connect()
        author.say(#"{"type":"open","list":"a","create":true}"#)
        author.say(mutate("m1", two))
        harness.engine.beginShutdown(now: harness.now)
        harness.settle()
        #expect(!harness.engine.isQuiet)
        waiting.judgeAll()
        harness.settle()
        #expect(harness.engine.isQuiet && author.hear().strings("id") == ["m1"])
    }

    @Test func aStoreThatRefusesItLeavesTheListAsItWas() throws {
        let harness = try harness()
        let author = harness.connect()
        author.say(#"{"type":"open","list":"a","create":true}"#)
        author.say(mutate("m1", two))
        harness.store.failNext()
        waiting.judgeAll()
        harness.settle()
        #expect(author.hear().strings("code") == ["unavailable"])
        author.say(mutate("m1", two))
        waiting.judgeAll()
        harness.settle()
        #expect(author.hear().revisions == [1])
    }

    /// A section counts as a hundred, and with what it holds.
    @Test func aSectionThatGoesWithItsItemsIsLarge() throws {
        let harness = try harness(103)
        let author = harness.connect()
        author.say(#"{"type":"open","list":"a","create":true}"#)
        let into = #","destination":{"section":\#(other)}}"#
        author.say(mutate("m1", #"{"op":"insertSection","section":{"id":\#(other),"title":"s"}}"#))
        for number in 2...4 {
            let item = #"{"op":"insert","items":[{"title":"x"}]"# + into
            #expect(author.say(mutate("m\(number)", item)).types == ["change"])
        }
        #expect(author.say(mutate("m5", #"{"op":"deleteSection","id":\#(other),"items":"delete"}"#)).isEmpty)
        waiting.judgeAll()
        harness.settle()
        #expect(author.hear().strings("id") == ["m5"])
    }

    @Test func theThreadJudgesAndWakes() throws {
        let woken = Mutex(0)
        let thread = LargeMutateThread { woken.withLock { $0 += 1 } }
        let question = LargeMutate.Question(
            list: ListID("a")!, state: ListState(title: "a"), id: MutationID("m1")!,
            mutations: [.setTitle("b")], at: 1, by: "Ada", session: "s", seed: 1, bytesMax: 1_000)
        let mutate = LargeMutate(question)
        thread.take(mutate)
        thread.close()
        guard case .accepted(let state, let bytes) = mutate.outcome else {
            Issue.record("it came to nothing")
            return
        }
        #expect(woken.withLock(\.self) == 1 && state.title == "b" && !bytes.isEmpty)
        #expect(state.revision == Revision(1))
    }

    /// Each turn does something, however little time there is.
    @Test func turnsWithoutTimeComeToAnEnd() throws {
        let harness = try EngineHarness()
        var time: Int64 = 0
        harness.engine.keepTurnsShort {
            time += 1_000_000
            return time
        }
        let clients = (0..<3).map { _ in harness.connect() }
        for client in clients { client.say(#"{"type":"open","list":"a","create":true}"#) }
        for number in 0..<20 { clients[number % 3].send(mutate("m\(number)", insert("x"), list: "a")) }
        for number in 0..<20 { clients[0].send(mutate("n\(number)", insert("x"), list: "l\(number)")) }
        for _ in 0..<4 { harness.pass(milliseconds: 1_000) }
        for client in clients {
            #expect(client.hear().filter { $0["list"] as? String == "a" }.revisions.last == 20)
        }
    }
}

private let unknown = #""00000000-0000-4000-8000-000000000001""#
private let other = #""00000000-0000-4000-8000-000000000002""#

/// Mutates that wait until the test has them judged.
private final class WaitingMutates: Sendable {
    private let mutates = Mutex<[LargeMutate]>([])

    var isEmpty: Bool { mutates.withLock(\.isEmpty) }
    func put(_ mutate: LargeMutate) { mutates.withLock { $0.append(mutate) } }

    func judgeAll() {
        for mutate in mutates.withLock({ $0.moved() }) { mutate.judge() }
    }
}

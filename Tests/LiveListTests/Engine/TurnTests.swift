import Glibc
import Synchronization
import Testing

@testable import LiveList

/// No turn is long: what is much is done in shares, and what is freed is freed elsewhere.
@Suite struct TurnTests {
    @Test func answersInManyListsShareFrames() throws {
        let harness = try EngineHarness()
        let bot = harness.connect()
        for number in 0..<100 { bot.say(#"{"type":"open","list":"l\#(number)","create":true}"#) }
        for number in 0..<100 { bot.say(#"{"type":"close","list":"l\#(number)"}"#) }
        let mutates = (0..<100).map { mutate("m\($0)", insert("x"), list: "l\($0)") }
        bot.send("[" + mutates.joined(separator: ",") + "]")
        harness.settle()
        let frames = bot.line.take()
        #expect(frames.count <= 4, "100 changes of about 300 bytes came in \(frames.count) frames")
        #expect(frames.allSatisfy { $0.count <= 16_002 })
    }

    /// A list that takes a hundred frames keeps back neither another list nor what belongs to none.
    @Test func aListThatTakesLongKeepsNothingBack() throws {
        let harness = try EngineHarness {
            $0.framesPerTurn = 1
            $0.framesPerSession = 1
            $0.partItemsMax = 1
            $0.frameBytesMax = 1
        }
        let author = harness.connect()
        author.say(#"{"type":"open","list":"long","create":true}"#)
        let items = (0..<100).map { _ in #"{"title":"x"}"# }.joined(separator: ",")
        author.say(mutate("m1", #"{"op":"insert","items":[\#(items)]}"#, list: "long"))
        author.say(#"{"type":"open","list":"short","create":true}"#)
        let reader = harness.connect()
        reader.send(#"[{"type":"open","list":"long"},{"type":"open","list":"short"},{"type":"ping"}]"#)
        var types: [String] = []
        while !(types.contains("pong") && types.filter { $0 == "opened" }.count == 2) {
            guard types.count < 20 else { break }
            harness.turn()
            types += reader.hear().types
        }
        #expect(types.filter { $0 == "opened" }.count == 2 && types.contains("pong"), "\(types)")
    }

    @Test func idsOfAListThatComesIntoMemoryAreTakenUpInShares() throws {
        let harness = try EngineHarness {
            $0.idsPerTurn = 3
            $0.idleMilliseconds = 1_000
        }
        let author = harness.connect()
        author.say(#"{"type":"open","list":"a","create":true}"#)
        for number in 1...10 { author.say(mutate("m\(number)", insert("x"))) }
        author.say(#"{"type":"close","list":"a"}"#)
        harness.pass(milliseconds: 5_000)
        #expect(harness.engine.rooms.isEmpty, "it left memory")
        for number in 1...10 {
            let answer = author.say(mutate("m\(number)", insert("x")))
            #expect(answer.count == 1 && answer[0]["duplicate"] as? Bool == true)
        }
    }

    @Test func aListThatLeavesMemoryIsFreedElsewhere() throws {
        let freed = Mutex(0)
        let harness = try EngineHarness {
            $0.idleMilliseconds = 1_000
            $0.discardItemsMin = 5
            $0.discard = { parcel in
                freed.withLock { $0 += 1 }
                parcel.free()
            }
        }
        let author = harness.connect()
        author.say(#"{"type":"open","list":"a","create":true}"#)
        for number in 1...10 { author.say(mutate("m\(number)", insert("x"))) }
        author.say(#"{"type":"close","list":"a"}"#)
        #expect(freed.withLock(\.self) == 0)
        harness.pass(milliseconds: 5_000)
        #expect(freed.withLock(\.self) == 1)
    }

    @Test func whatIsDiscardedIsFreedOnAnotherThread() {
        final class Canary: Sendable {
            let isFreed: @Sendable (UInt64) -> Void
            init(_ isFreed: @escaping @Sendable (UInt64) -> Void) { self.isFreed = isFreed }
            deinit { isFreed(threadID()) }
        }
        let freedOn = Mutex<UInt64?>(nil)
        let discards = DiscardThread()
        var contents: [any Sendable] = [Canary { id in freedOn.withLock { $0 = id } }]
        discards.take(Discards(&contents))
        #expect(contents.isEmpty)
        discards.close()
        #expect(freedOn.withLock(\.self) != nil && freedOn.withLock(\.self) != threadID())
    }
}

private func threadID() -> UInt64 { UInt64(pthread_self()) }

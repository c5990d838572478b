import Testing

@testable import LiveList

@Suite struct FlushTests {
    private let open = #"{"type":"open","list":"a","create":true}"#

    /// A turn that has no frame left goes on in the next; what was stored meanwhile reaches the first as well
    /// as the last.
    @Test func changesStoredWhileAFlushIsCutShortReachEveryone() throws {
        let harness = try EngineHarness { $0.framesPerTurn = 3 }
        let author = harness.connect()
        author.say(open)
        let others = (0..<10).map { _ in harness.connect() }
        for other in others { other.say(open) }
        harness.pass(milliseconds: 1_000)
        for other in others { _ = other.hear() }
        for number in 1...20 {
            author.send(mutate("m\(number)", insert("x")))
            harness.turn()
            harness.store.stepAll()
            harness.turn()
        }
        for _ in 0..<5 { harness.pass(milliseconds: 10) }
        for (index, other) in others.enumerated() {
            #expect(other.hear().revisions == Array(1...20), "client \(index)")
        }
    }

    @Test func anIdleListIsSentAtOnceAndABusyOneOnceATick() throws {
        let harness = try EngineHarness()
        let author = harness.connect()
        let other = harness.connect()
        author.say(open)
        other.say(open)
        harness.pass(milliseconds: 1_000)
        _ = other.hear()
        author.say(mutate("m1", insert("x")))
        #expect(other.hear().revisions == [1], "at once")
        author.say(mutate("m2", insert("x")))
        author.say(mutate("m3", insert("x")))
        #expect(other.line.toClient.isEmpty, "gathers")
        #expect(author.hear().isEmpty, "its own answers did not wait")
        harness.pass(milliseconds: 5)
        #expect(other.line.toClient.count == 1, "one frame")
        #expect(other.hear().revisions == [2, 3])
    }

    @Test func aLineThatTakesNoMoreHoldsUpNobody() throws {
        let harness = try EngineHarness()
        let author = harness.connect()
        let slow = harness.connect()
        let quick = harness.connect()
        for client in [author, slow, quick] { client.say(open) }
        harness.pass(milliseconds: 1_000)
        _ = slow.hear()
        _ = quick.hear()
        slow.setWritable(false)
        for number in 1...5 {
            author.say(mutate("m\(number)", insert("x")))
            harness.pass(milliseconds: 10)
        }
        #expect(quick.hear().revisions == Array(1...5))
        #expect(slow.line.toClient.isEmpty)
        slow.setWritable(true)
        harness.settle()
        #expect(slow.hear().revisions == Array(1...5))
    }

    /// The last seat takes the place of one that left, which the flush may have passed already.
    @Test func nobodyIsPassedOverWhenSomeoneLeavesWhileAFlushIsCutShort() throws {
        let harness = try EngineHarness { $0.framesPerTurn = 3 }
        let clients = (0..<8).map { _ in harness.connect() }
        for client in clients { client.say(open) }
        harness.pass(milliseconds: 10_000)
        for client in clients { _ = client.hear() }
        harness.connect().send(mutate("m", insert("x")))
        harness.turn()
        harness.store.stepAll()
        harness.turn()
        clients[0].leave()
        harness.pass(milliseconds: 10_000)
        for (index, client) in clients.enumerated().dropFirst() {
            let heard = client.hearAll()
            #expect(heard.filter { $0["type"] as? String == "change" }.revisions == [1], "client \(index)")
            let counts = heard.filter { $0["type"] as? String == "presence" }.map { $0["count"] as? Int }
            #expect(counts.last == 7, "client \(index)")
        }
    }
}

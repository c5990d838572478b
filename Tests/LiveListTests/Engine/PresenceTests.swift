import Testing

@testable import LiveList

@Suite struct PresenceTests {
    private let open = #"{"type":"open","list":"a","create":true}"#
    private let item = "6f1c1e6e-0000-4000-8000-000000000000"

    private func editing(_ item: String?) -> String {
        #"{"type":"presence","list":"a","editing":\#(item.map { "\"\($0)\"" } ?? "null")}"#
    }

    /// Plays what a client hears: who is there, and what each edits; the last count.
    private func people(_ messages: [[String: Any]]) -> (editing: [String: String], count: Int) {
        var editing: [String: String] = [:]
        var count = -1
        for message in messages {
            guard let people = message["people"] as? [[String: Any]] else { continue }
            let isWhole = message["type"] as? String == "opened" || message["all"] as? Bool == true
            if isWhole { editing.removeAll() }
            for session in message["left"] as? [String] ?? [] { editing[session] = nil }
            for person in people {
                editing[person["session"] as! String] = person["editing"] as? String ?? "nothing"
            }
            count = message["count"] as! Int
        }
        return (editing, count)
    }

    /// Both happen before anyone else is told of them, so that what others know has not changed at all.
    @Test func aNewcomerHearsThatWhatItWasShownIsOver() throws {
        let harness = try EngineHarness()
        let ana = harness.connect()
        let brief = harness.connect()
        ana.say(open)
        harness.pass(milliseconds: 1_000)
        ana.say(editing(item))
        brief.say(open)
        let ben = harness.connect()
        ben.send(open)
        harness.settle()
        ana.say(editing(nil))
        brief.leave()
        harness.pass(milliseconds: 1_000)
        let (seen, count) = people(ben.hearAll())
        #expect(seen == [ana.session.name: "nothing", ben.session.name: "nothing"])
        #expect(count == 2)
    }

    @Test func whoComesTwiceIsListedOnce() throws {
        let harness = try EngineHarness { $0.peopleListedMax = 2 }
        let others = (0..<2).map { _ in harness.connect() }
        for other in others { other.say(open) }
        let ana = harness.connect()
        for _ in 0..<3 { ana.say("[\(open),{\"type\":\"close\",\"list\":\"a\"}]") }
        ana.say(open)
        for other in others { other.leave() }
        harness.pass(milliseconds: 1_000)
        let ben = harness.connect()
        ben.say(open)
        ana.leave()
        harness.pass(milliseconds: 1_000)
        #expect(people(harness.connect().sayAll(open)).count == 2)
        harness.pass(milliseconds: 1_000)
        #expect(people(ben.hearAll()).editing.keys.contains(ana.session.name) == false)
    }

    /// The board must not keep everyone who ever came while the same few were listed.
    @Test func comingAndGoingBehindThoseWhoAreListedKeepsTheOrder() {
        var board = PresenceBoard(listedMax: 1)
        func person(_ name: String) -> Person {
            Person(session: name, name: Text(name), editing: nil, moving: [])
        }
        board.set(person("first"))
        for number in 0..<1_000 {
            board.set(person("passing \(number)"))
            board.remove("passing \(number)")
        }
        #expect(board.lineCount <= 70)
        board.set(person("second"))
        board.set(person("third"))
        board.remove("first")
        #expect(board.show().people.map(\.session) == ["second"])
        #expect(board.count == 2)
    }

    @Test func whoIsNotReadHearsTheWholeLater() throws {
        let harness = try EngineHarness()
        let ana = harness.connect()
        let ben = harness.connect()
        ana.say(open)
        ben.say(open)
        harness.pass(milliseconds: 1_000)
        _ = ben.hearAll()
        ben.setWritable(false)
        for value in [item, nil, item] {
            ana.say(editing(value))
            harness.pass(milliseconds: 1_000)
        }
        ben.setWritable(true)
        harness.settle()
        let heard = ben.hearAll()
        #expect(heard.count == 1 && heard[0]["all"] as? Bool == true)
        #expect(people(heard).editing[ana.session.name] == item)
    }
}

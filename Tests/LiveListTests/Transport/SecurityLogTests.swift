import Testing

@testable import LiveList

@Suite struct SecurityLogTests {
    private final class Lines { var all: [String] = [] }

    @Test func aFloodIsCountedAndNotWritten() {
        let lines = Lines()
        let log = SecurityLog { lines.all.append($0) }
        for at in 0..<10_000 {
            log.note(.badToken("invalid", id: nil), of: "192.0.2.1", now: 1_000_000 + Int64(at) / 100)
        }
        #expect(lines.all.count == 20)
        #expect(lines.all[0] == "refused a token from 192.0.2.1: invalid")
        // Another kind has lines of its own.
        log.note(.origin("https://evil.example"), of: "192.0.2.2", now: 1_000_200)
        #expect(lines.all.count == 21)
        log.tellRest(now: 1_000_000 + 59_000)
        #expect(lines.all.count == 21)
        #expect(log.nextDeadline.map { $0 <= 1_000_100 + 60_000 } == true)
        log.tellRest(now: 1_000_100 + 60_000)
        #expect(lines.all.last?.contains("9980") == true && log.nextDeadline == nil)
        // A line every six seconds, however long it lasts.
        let before = lines.all.count
        for second in 100..<700 {
            log.note(.badToken("expired", id: "abc"), of: "192.0.2.1", now: 1_000_000 + Int64(second) * 1_000)
        }
        #expect((100...120).contains(lines.all.count - before))
    }

    @Test func aLongOriginIsCut() {
        let lines = Lines()
        let log = SecurityLog { lines.all.append($0) }
        log.note(.origin(String(repeating: "é", count: 5_000)), of: "::1", now: 0)
        #expect(lines.all[0].utf8.count < 200)
    }
}

@Suite struct OriginTests {
    @Test func theStandardPortAndTheCaseMakeNoDifference() {
        for (one, other) in [
            ("https://a.example", "https://A.Example:443"), ("http://a:80", "http://a"),
            ("https://[::1]:443", "https://[::1]"),
        ] { #expect(Origin(one) == Origin(other) && Origin(one) != nil) }
        #expect(Origin("https://a") != Origin("http://a") && Origin("https://a:80") != Origin("https://a"))
    }

    @Test(arguments: [
        "", "null", "a.example", "https://", "https://a/", "https://a/b", "https://u@a", "file://a",
        "https://a:x",
        "https://a b", "https:a", "https://a,https://b",
    ])
    func whatIsNone(_ text: String) { #expect(Origin(text) == nil) }
}

import LiveList
import Testing

@testable import livelistd

struct BenchReportTests {
    @Test func percentilesAreThoseOfTheSortedValues() {
        var all = Histogram()
        for value in (1...1_000).shuffled() { all.add(UInt64(value) * 1_000) }
        for (share, exact) in [(0.5, 500_000.0), (0.99, 990_000.0), (1, 1_000_000.0)] {
            let found = Double(all.percentile(share))
            #expect(abs(found - exact) <= 0.016 * exact, "\(share): \(found)")
        }
        #expect(all.largest == 1_000_000)
        #expect(all.count == 1_000)
    }

    @Test func percentilesOfFewAndOfNone() {
        #expect(Histogram().percentile(0.5) == 0)
        var one = Histogram()
        one.add(7)
        #expect([0, 0.5, 0.99, 1].allSatisfy { one.percentile($0) == 7 })
        var two = one
        two.add(1 << 62)
        #expect(two.percentile(0.5) == 7)
        #expect(two.largest == 1 << 62)
    }

    @Test func mergedHistogramsHoldAll() {
        var low = Histogram()
        var high = Histogram()
        for value in 0..<50 { low.add(UInt64(value)) }
        for value in 50..<64 { high.add(UInt64(value)) }
        low.merge(high)
        #expect(low.count == 64)
        #expect(low.percentile(0.5) == 31)
        #expect(low.largest == 63)
    }

    @Test(arguments: [
        (0, 0, "0"), (999.4, 0, "999"), (1_234_567, 0, "1,234,567"), (0.005, 2, "0.01"), (-0.001, 2, "0.00"),
        (-1_234.5, 1, "-1,234.5"), (12.3456, 2, "12.35"), (.infinity, 2, "-"), (0.96, 1, "1.0"),
    ])
    func numbersAreWrittenForPeople(_ value: Double, _ decimals: Int, _ text: String) {
        #expect(Decimal.text(value, decimals: decimals) == text)
    }

    private func report() -> Report {
        var report = Report(
            "part", "A part",
            [.init("name", "what"), .init("value", "value", decimals: 1), .init("ok", "ok")])
        report.add([.text("short"), .number(1), .flag(true)])
        report.add([.text("a longer one"), .number(12_345.67), .flag(false)])
        report.add([.text("x"), .none, .flag(true)])
        report.note("Told once.")
        report.note("Told once.")
        return report
    }

    @Test func aTableHasColumnsAsWideAsTheyNeed() {
        #expect(
            report().text() == """
                A part
                  what             value   ok
                  short              1.0  yes
                  a longer one  12,345.7   NO
                  x                    -  yes
                  Told once.

                """)
    }

    @Test func jsonHoldsEveryValueUnderItsKey() throws {
        var report = report()
        report.fault("\"quoted\"")
        var writer = JSONWriter()
        report.write(into: &writer)
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == #"{"part":"part","rows":[{"name":"short","value":1,"ok":true},"#
                + #"{"name":"a longer one","value":12345.67,"ok":false},{"name":"x","value":null,"ok":true}],"#
                + #""notes":["Told once."],"faults":["\"quoted\""]}"#)
    }

    @Test func aFigureIsSlowerOnlyBeyondTheNoise() {
        func figure(_ runs: [Double]) -> MicroFigure { MicroFigure("f", "us", runs) }
        let then = figure([10, 10.2, 9.9])
        #expect(Verdict(figure([10.1, 10.3, 10]), since: then) == .same)
        #expect(Verdict(figure([12, 12.1, 11.9]), since: then) == .slower)
        #expect(Verdict(figure([8, 8.1, 7.9]), since: then) == .faster)
        // Runs that differ by half among themselves can't show a fifth.
        #expect(Verdict(figure([12, 15, 10.3]), since: then) == .same)
        #expect(Verdict(figure([10]), since: nil) == .new)
    }

    @Test func theSummaryTellsTwoDigits() {
        #expect(Summary.rounded(123_456) == "120,000")
        #expect(Summary.rounded(7) == "7")
        var toggles = Report("toggles", "", [.init("changesPerSecond", "")])
        toggles.add([.number(98_765)])
        var memory = Report("memory", "", [.init("bytesEach", "")])
        memory.add([.number(20_000)])
        memory.add([.none])
        #expect(
            Summary([toggles, memory]).sentences == [
                "99,000 changes a second on one list, from bots", "50,000 idle connections in 1 GB",
            ])
        #expect(Summary([]).sentences.isEmpty)
    }
}

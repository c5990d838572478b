import Testing

@testable import livelistd

struct BenchOptionsTests {
    @Test func withoutAnyTheUsualPartsAreMeasured() throws {
        let options = try BenchOptions([])
        #expect(options.chosen == BenchOptions.Part.usual)
        #expect(options.seconds == 3)
        #expect(options.folder == "/var/tmp")
        #expect(try BenchOptions([]) { $0 == "TMPDIR" ? "/elsewhere" : nil }.folder == "/elsewhere")
    }

    @Test func partsComeInTheirOrderAndOnce() throws {
        #expect(try BenchOptions(["toggles", "latency", "toggles"]).chosen == [.latency, .toggles])
        #expect(try BenchOptions(["micro"]).chosen == [.model, .codec, .journal])
        #expect(try BenchOptions(["all"]).chosen == BenchOptions.Part.allCases)
        #expect(try BenchOptions(["--compare", "f"]).chosen == [.model, .codec, .journal])
        #expect(try BenchOptions(["--save", "f", "codec"]).chosen == [.codec])
    }

    @Test func eachOptionIsRead() throws {
        let options = try BenchOptions([
            "--quick", "--json", "--in=/d", "--url", "https://a.example/", "--token-file", "t", "--ca", "c",
            "latency",
        ])
        #expect(options.isQuick && options.isJSON && options.folder == "/d")
        #expect(options.url == "https://a.example/" && options.tokenFile == "t" && options.authority == "c")
        #expect(options.seconds == 0.5)
        #expect(try BenchOptions(["--quick", "--seconds", "2"]).seconds == 2)
        #expect(try BenchOptions(["latency", "--help"]).wantsHelp)
    }

    @Test(arguments: [
        ["--nonsense"], ["nonsense"], ["--seconds", "0"], ["--seconds", "x"], ["--seconds"], ["--json=1"],
        ["--quick", "--quick"], ["--save", "f", "latency"], ["--token-file", "t"],
        ["--url", "https://a.example", "model"], ["--in="],
    ])
    func whatCanNotBeIsRefused(_ arguments: [String]) {
        #expect { try BenchOptions(arguments) } throws: { ($0 as? CommandFailure)?.code == 64 }
    }

    @Test(arguments: ["ftp://a", "https://", "https://127.0.0.1:x", "https://127.0.0.1:0", "127.0.0.1:9443"])
    func anAddressThatIsNoneIsRefused(_ url: String) {
        #expect { try Target(url: url) } throws: { ($0 as? CommandFailure)?.code == 64 }
    }

    @Test func addressesAreTakenApart() throws {
        let target = try Target(url: "https://127.0.0.1:9443/l/groceries")
        #expect(
            target.host == "127.0.0.1" && target.port == 9_443 && target.authorityPart == "127.0.0.1:9443")
        let other = try Target(url: "wss://[::1]:1")
        #expect(other.host == "::1" && other.port == 1 && other.authorityPart == "[::1]:1")
        #expect(try Target(url: "https://127.0.0.1").port == 443)
    }

    @Test func tuningsAreReadAndWritten() throws {
        #expect(Tuning("flush=0") == Tuning(.flush, 0))
        #expect(Tuning("memo=250000")?.text == "memo=250000")
        for text in ["flush", "flush=", "flush=-1", "nonsense=1", "flush=x", ""] {
            #expect(Tuning(text) == nil)
        }
        let options = try Options(arguments: ["--tune", "sync=0", "--tune=turn=1"]) { _ in nil }
        #expect(options.tunings == [Tuning(.sync, 0), Tuning(.turn, 1)])
        #expect(!Setting.usage.contains("--tune"))
    }
}

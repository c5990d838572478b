import Testing

@testable import LiveList
@testable import livelistd

struct OptionsTests {
    private func read(_ arguments: [String], _ environment: [String: String] = [:]) throws(Options.Misuse)
        -> Options
    {
        try Options(arguments: arguments) { environment[$0] }
    }

    @Test func withoutAnyThereAreDefaults() throws {
        let options = try read([])
        #expect(options == Options())
        #expect(options.command == .serve)
        #expect(options.dataFolder == "livelist-data")
        #expect(!options.isOpen)
    }

    @Test func eachIsRead() throws {
        let options = try read([
            "serve", "--listen", "127.0.0.1:1", "--listen=[::1]:2", "--data", "d", "--name", "a.example",
            "--name=192.0.2.1",
            "--web", "w", "--open", "--journal", "sqlite", "--log", "debug", "--accept-loss",
        ])
        #expect(
            options.listen == [
                ListenAddress(host: "127.0.0.1", port: 1), ListenAddress(host: "::1", port: 2),
            ])
        #expect(options.dataFolder == "d")
        #expect(options.names == [.host("a.example"), .address("192.0.2.1")])
        #expect(options.webFolder == "w")
        #expect(options.isOpen)
        #expect(options.logLevel == .debug && options.acceptsLoss)
        let files = try read(["--cert", "c", "--key", "k"])
        #expect(files.certificate == "c" && files.key == "k")
        for help in [["-h"], ["--help"], ["help"], ["serve", "--help"]] {
            #expect(try read(help).command == .help)
        }
        for version in [["--version"], ["version"]] { #expect(try read(version).command == .version) }
    }

    @Test func theEnvironmentFillsWhatIsLeftOpen() throws {
        let environment = [
            "LIVELIST_LISTEN": "127.0.0.1:1,127.0.0.1:2", "LIVELIST_DATA": "e", "LIVELIST_OPEN": "1",
            "LIVELIST_WEB": "", "LIVELIST_ACCEPT-LOSS": "1", "LIVELIST_ACCEPT_LOSS": "1",
        ]
        let options = try read([], environment)
        #expect(!options.acceptsLoss)
        #expect(options.listen.map(\.port) == [1, 2])
        #expect(options.dataFolder == "e" && options.isOpen && options.webFolder == nil)
        let given = try read(["--listen", "127.0.0.1:3", "--data", "d"], environment)
        #expect(given.listen.map(\.port) == [3])
        #expect(given.dataFolder == "d")
    }

    @Test(arguments: [
        (["nonsense"], "nonsense"), (["serve", "extra"], "extra"), (["--nonsense"], "--nonsense"),
        (["-x"], "-x"),
        (["--listen"], "HOST:PORT"), (["--listen", ""], "HOST:PORT"), (["--listen", "nowhere"], "nowhere"),
        (["--listen", "a:99999"], "a:99999"), (["--data"], "DIR"), (["--data", "--open"], "DIR"),
        (["--data="], "DIR"),
        (["--data", "a", "--data", "b"], "twice"), (["--open=1"], "no value"), (["--accept-loss", "x"], "x"),
        (["--open", "yes"], "yes"),
        (["--name", "a b"], "a b"), (["--cert", "a"], "--key"), (["--key", "a"], "--cert"),
        (["--cert", "a", "--key", "b", "--name", "c"], "--name"),
        (["--journal", "postgres://x"], "postgres://x"),
        (["--log", "loud"], "loud"), (["--Listen", "127.0.0.1:1"], "--Listen"),
    ])
    func misuseIsNamed(arguments: [String], named: String) {
        let misuse = #expect(throws: Options.Misuse.self) { try read(arguments) }
        #expect(misuse?.message.contains(named) == true, "\(misuse?.message ?? "")")
    }

    @Test func misuseInTheEnvironmentNamesTheVariable() {
        for (variable, value) in [
            ("LIVELIST_LISTEN", "x"), ("LIVELIST_OPEN", "maybe"), ("LIVELIST_CERT", "a"),
        ] {
            let misuse = #expect(throws: Options.Misuse.self) { try read([], [variable: value]) }
            #expect(misuse?.message.contains(variable == "LIVELIST_CERT" ? "--cert" : variable) == true)
        }
    }

    @Test func theHelpNamesEveryOptionInShortLines() {
        for setting in Setting.allCases {
            #expect(Setting.usage.contains("  " + setting.rawValue) != setting.isHidden, "\(setting)")
        }
        for line in Setting.usage.split(separator: "\n") { #expect(line.utf8.count <= 100, "\(line)") }
    }
}

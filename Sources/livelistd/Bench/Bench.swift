import Glibc
import LiveList

/// One run of `livelistd bench`.
final class Bench {
    let options: BenchOptions
    let progress: Progress
    /// Makes names and ids of this run unlike those of any other.
    let run: String
    private(set) var reports: [Report] = []
    private let foreign: Target?
    private var lists = 0

    init(_ options: BenchOptions, token: String?) throws {
        self.options = options
        progress = Progress()
        var generator = SystemRandomNumberGenerator()
        run = String(generator.next() % 2_176_782_336, radix: 36)
        if let url = options.url {
            var target = try Target(url: url)
            target.authority = options.authority
            target.token = token
            foreign = target
        } else {
            foreign = nil
        }
    }

    /// Runs a command line that begins with `bench`.
    ///
    /// - Parameter arguments: those behind the program's name.
    /// - Returns: the exit code; nil where the command line is another's.
    static func run(_ arguments: [String], environment: (String) -> String?) -> Int32? {
        guard arguments.first == "bench" || arguments == ["help", "bench"] else { return nil }
        do {
            let options = try BenchOptions(
                arguments.first == "bench" ? Array(arguments.dropFirst()) : ["--help"],
                environment: environment)
            guard !options.wantsHelp else {
                Terminal.say(BenchOptions.help)
                return 0
            }
            umask(0o077)
            Interrupt.hold()
            return try Bench(options, token: token(options, environment)).measure()
        } catch let failure as CommandFailure {
            Terminal.complain(failure.message)
            return failure.code
        } catch let Interrupt.signal(number) {
            return 128 + number
        } catch {
            Terminal.complain("\(error)")
        }
        return 1
    }

    private static func token(_ options: BenchOptions, _ environment: (String) -> String?) throws -> String? {
        guard options.url != nil else { return nil }
        guard let path = options.tokenFile else { return environment("LIVELIST_TOKEN") }
        guard let text = SmallFile.read(path) else {
            throw CommandFailure(message: "\(path) can't be read: \(String(cString: strerror(errno)))")
        }
        return String(text.prefix { !$0.isWhitespace })
    }

    private func measure() throws -> Int32 {
        defer { progress.end() }
        let files = FileDescriptors.raiseLimit()
        let machine = Machine.look()
        let head = BenchHead(machine: machine, options: options, files: files)
        if let foreign { try warn(foreign) }
        if !options.isJSON { Terminal.say(head.text) }
        let began = Clock.now()
        var comparison = try Comparison(options)
        do {
            for part in options.chosen {
                for report in try measure(part, &comparison) {
                    progress.clear()
                    reports.append(report)
                    if !options.isJSON { Terminal.say("\n" + report.text()) }
                }
            }
        } catch {
            progress.clear()
            if foreign != nil { try? removeLists() }
            throw error
        }
        if foreign != nil { try removeLists() }
        progress.clear()
        if options.isJSON {
            Terminal.say(json(head))
        } else {
            Terminal.say(Summary(reports).text(seconds: Double(Clock.now() - began) / 1e9))
        }
        let isSlower = try comparison.end(isQuiet: options.isJSON)
        return isSlower || reports.contains { !$0.faults.isEmpty } ? 1 : 0
    }

    private func measure(_ part: BenchOptions.Part, _ comparison: inout Comparison) throws -> [Report] {
        switch part {
        case .throughput: [try throughput()]
        case .latency: [try latency()]
        case .acknowledge: [try acknowledge()]
        case .toggles: [try toggles()]
        case .joins: try joins()
        case .memory: [try memory()]
        case .sizes: [try sizes()]
        case .stalled: [try stalled()]
        case .crowd: [try crowd()]
        case .compression: [try compression()]
        case .twins: [try twins()]
        case .model, .codec, .journal: [try comparison.measure(part, self)]
        }
    }

    private func json(_ head: BenchHead) -> String {
        var writer = JSONWriter()
        writer.raw("{")
        head.write(into: &writer)
        writer.raw(",\"parts\":[")
        for (index, report) in reports.enumerated() {
            if index > 0 { writer.comma() }
            report.write(into: &writer)
        }
        writer.raw("],\"verified\":")
        writer.boolean(reports.allSatisfy(\.faults.isEmpty))
        writer.raw("}\n")
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

// MARK: - The server that is measured

extension Bench {
    /// A server, and clients for it.
    struct Site {
        let loop: LoadLoop
        /// nil: it is somebody else's, and what it uses is not known.
        let server: BenchServer?

        /// Nanoseconds of processor time that the server has used.
        var processor: UInt64? { server?.process?.processor() }
        var residentBytes: Int? { server?.process?.residentBytes() }
    }

    /// Measures on a server of its own that nobody used before, or on the one that was named.
    ///
    /// - Parameter tuning: for a server of its own.
    func onServer<Result>(_ tuning: [Tuning] = [], _ body: (Site) throws -> Result) throws -> Result {
        if let foreign { return try body(Site(loop: LoadLoop(foreign), server: nil)) }
        let server = try BenchServer(in: options.folder, tuning: tuning)
        defer { server.end() }
        return try body(Site(loop: LoadLoop(Target(url: server.url)), server: server))
    }

    /// The name of a list that nobody has.
    func newList() -> String {
        lists += 1
        return "bench-\(run)-\(lists)"
    }

    private func warn(_ target: Target) throws {
        Terminal.complain(
            "makes lists named bench-\(run)-… on \(target.authorityPart) and deletes them at the end; "
                + "whoever works there will feel it")
        if target.token != nil, target.authority == nil,
            !["127.0.0.1", "::1", "localhost"].contains(target.host)
        {
            throw CommandFailure(
                message: "a token is only sent to a server that is known: give its authority with --ca",
                code: 64)
        }
    }

    private func removeLists() throws {
        guard let foreign, lists > 0 else { return }
        progress.say("deleting the lists again")
        let loop = try LoadLoop(foreign)
        var left = lists
        try loop.open(1) { connection, _ in
            connection.receive = { frame in
                MessageScanner.forEachMessage(frame) { message in
                    if MessageScanner.isType("opened", message),
                        let list = MessageScanner.text("\"list\":", in: message),
                        let epoch = MessageScanner.text("\"epoch\":", in: message)
                    {
                        let name = String(decoding: list, as: UTF8.self)
                        let epoch = String(decoding: epoch, as: UTF8.self)
                        connection.send(
                            "[{\"type\":\"close\",\"list\":\"\(name)\"},{\"type\":\"deleteList\",\"list\":\"\(name)\","
                                + "\"epoch\":\"\(epoch)\"}]")
                    } else if MessageScanner.isType("listDeleted", message)
                        || MessageScanner.isType("error", message)
                    {
                        // An error: it was never made.
                        left -= 1
                    }
                }
            }
            for number in 1...lists {
                connection.send("{\"type\":\"open\",\"list\":\"bench-\(run)-\(number)\"}")
            }
        }
        try loop.await("the end of the lists") { left <= 0 }
    }
}

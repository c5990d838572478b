/// What `livelistd bench` was asked for.
struct BenchOptions: Equatable {
    /// What is measured, in this order.
    enum Part: String, CaseIterable {
        case throughput, latency, acknowledge, toggles, joins, memory, sizes
        case stalled, crowd, compression, twins
        case model, codec, journal

        /// Measured where nothing is named: what fits into a minute.
        static let usual: [Part] = [.throughput, .latency, .acknowledge, .toggles, .joins, .memory, .sizes]
        /// Without a server: single functions.
        static let micro: [Part] = [.model, .codec, .journal]

        var help: String {
            switch self {
            case .throughput: "changes a second to many subscribers, and what a delivery costs"
            case .latency: "from the author to the subscriber, on an idle and on a steady list"
            case .acknowledge: "until a change is stored and its author knows, up to 20,000 a second"
            case .toggles: "changes accepted a second from bots, on one list and on many"
            case .joins: "opening a list of 100,000 items, and whom that delays"
            case .memory: "of an idle connection and of an item; the cost of a handshake"
            case .sizes: "what a change costs by the size of its list"
            case .stalled: "whether one client that stopped reading is felt by the others"
            case .crowd: "as many connections as there may be, half of them idle"
            case .compression: "bytes of a snapshot with permessage-deflate"
            case .twins: "each optimisation, and the same without it"
            case .model: "lists in memory: one change, by size of list"
            case .codec: "messages to bytes and back"
            case .journal: "the store: rows, commits, snapshots, loading"
            }
        }
    }

    /// Empty: the usual ones.
    var parts: [Part] = []
    var isQuick = false
    var isWhole = false
    var isJSON = false
    /// Seconds of each measurement that has a length.
    var seconds = 3.0
    /// In which a data folder is made.
    var folder = "/var/tmp"
    var url: String?
    var tokenFile: String?
    var authority: String?
    var saveFile: String?
    var compareFile: String?
    var wantsHelp = false

    init() {}

    /// - Parameters:
    ///   - arguments: those behind `bench`.
    ///   - environment: a variable's value.
    init(_ arguments: [String], environment: (String) -> String? = { _ in nil }) throws {
        if let folder = environment("TMPDIR"), !folder.isEmpty { self.folder = folder }
        var given: Set<String> = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-") else {
                try addPart(argument)
                continue
            }
            let sign = argument.utf8.firstIndex(of: UInt8(ascii: "="))
            let name = argument == "-h" ? "--help" : sign.map { String(argument[..<$0]) } ?? argument
            guard let option = Self.options.first(where: { $0.name == name }) else {
                throw Self.misuse("unknown option \(name)")
            }
            guard given.insert(name).inserted else { throw Self.misuse("\(name) is given twice") }
            var value = sign.map { String(argument[argument.utf8.index(after: $0)...]) }
            if option.placeholder.isEmpty {
                guard value == nil else { throw Self.misuse("\(name) takes no value") }
            } else if value == nil {
                value = rest.popFirst()
            }
            guard option.placeholder.isEmpty || !(value ?? "").isEmpty else {
                throw Self.misuse("\(name) needs \(option.placeholder)")
            }
            try apply(name, value ?? "")
        }
        if wantsHelp { return }
        if isQuick, !given.contains("--seconds") { seconds = 0.5 }
        try judge(given)
    }

    private mutating func addPart(_ name: String) throws {
        switch name {
        case "all": isWhole = true
        case "micro": parts += Part.micro
        default:
            guard let part = Part(rawValue: name) else {
                let names = Part.allCases.map(\.rawValue).joined(separator: ", ")
                throw Self.misuse(
                    "there is no part \(name); there are \(names), micro (the last three) and all")
            }
            parts.append(part)
        }
    }

    private mutating func apply(_ name: String, _ value: String) throws {
        switch name {
        case "--quick": isQuick = true
        case "--json": isJSON = true
        case "--in": folder = value
        case "--url": url = value
        case "--token-file": tokenFile = value
        case "--ca": authority = value
        case "--save": saveFile = value
        case "--compare": compareFile = value
        case "--seconds":
            guard let number = Double(value), (0.1...600).contains(number) else {
                throw Self.misuse("--seconds needs a number from 0.1 to 600, not \(value)")
            }
            seconds = number
        default: wantsHelp = true
        }
    }

    /// What does not go together.
    private func judge(_ given: Set<String>) throws {
        if (saveFile ?? compareFile) != nil, !parts.allSatisfy({ Part.micro.contains($0) }) || isWhole {
            throw Self.misuse("--save and --compare are for model, codec and journal")
        }
        if url == nil, tokenFile != nil || authority != nil {
            throw Self.misuse("--token-file and --ca belong to --url")
        }
        if url != nil, parts.contains(where: { Part.micro.contains($0) || $0 == .twins }) {
            throw Self.misuse(
                "model, codec, journal and twins need no --url: they measure this program itself")
        }
    }

    /// The parts that are to be measured, each once.
    var chosen: [Part] {
        if isWhole { return Part.allCases.filter { url == nil || !(Part.micro + [.twins]).contains($0) } }
        if parts.isEmpty { return saveFile ?? compareFile == nil ? Part.usual : Part.micro }
        return Part.allCases.filter { parts.contains($0) }
    }

    static func misuse(_ message: String) -> CommandFailure {
        CommandFailure(message: message + "; livelistd bench --help tells how it is used", code: 64)
    }
}

extension BenchOptions {
    static let options = [
        OperatorCommand.Option(name: "--quick", placeholder: "", help: "a look in a few seconds, smaller"),
        OperatorCommand.Option(
            name: "--seconds", placeholder: "N", help: "length of a measurement; 3 by default"),
        OperatorCommand.Option(name: "--json", placeholder: "", help: "figures for programs"),
        OperatorCommand.Option(
            name: "--in", placeholder: "DIR",
            help: "where lists are stored meanwhile; TMPDIR or /var/tmp by default"),
        OperatorCommand.Option(
            name: "--url", placeholder: "URL", help: "measure the server there, not one of its own"),
        OperatorCommand.Option(
            name: "--token-file", placeholder: "FILE",
            help: "holds the token for it; LIVELIST_TOKEN without"),
        OperatorCommand.Option(
            name: "--ca", placeholder: "FILE", help: "believe only certificates of this authority"),
        OperatorCommand.Option(
            name: "--save", placeholder: "FILE", help: "keep what model, codec and journal took"),
        OperatorCommand.Option(
            name: "--compare", placeholder: "FILE", help: "tell what became slower since then"),
        OperatorCommand.Option(name: "--help", placeholder: "", help: "this"),
    ]

    static var help: String {
        var text = """
            usage: livelistd bench [options] [PART...]

            Tells how many clients and changes this machine holds: starts a server of its own on a free port and a
            temporary folder, and is its clients. Every subscriber checks that every change came, once and in order.
            A machine that does nothing else meanwhile gives the best figures. Ends in order on Ctrl+C.

            parts (without any: those up to sizes, about a minute):

            """
        func line(_ left: String, _ right: String) -> String {
            "  " + left + String(repeating: " ", count: max(2, 20 - left.utf8.count)) + right + "\n"
        }
        for part in Part.allCases { text += line(part.rawValue, part.help) }
        text += line("micro", "model, codec and journal: no server, no network")
        text += line("all", "everything; takes several minutes") + "\noptions:\n"
        for option in options {
            text += line(
                option.placeholder.isEmpty ? option.name : "\(option.name) \(option.placeholder)", option.help
            )
        }
        return text + """

            With --url it makes lists on that server whose names begin with bench- and deletes them afterwards. Whoever
            works there will feel it. Exit codes: 0 done, 64 wrong usage, 1 any other failure, or something came wrong.

            """
    }
}

import LiveList

/// What was asked for on the command line and in the environment.
struct Options: Equatable {
    enum Command: String, Equatable {
        case serve, help, version
    }

    enum JournalKind: Equatable {
        case sqlite
    }

    var command = Command.serve
    /// Empty: the standard address.
    var listen: [ListenAddress] = []
    var dataFolder = "livelist-data"
    var webFolder: String?
    var certificate: String?
    var key: String?
    var names: [CertificateName] = []
    var origins: [Origin] = []
    var journal = JournalKind.sqlite
    var isOpen = false
    var acceptsLoss = false
    var logLevel = Log.Level.info
    var limits = LimitChoices()
    var trustedProxies: [AddressRange] = []
    var tunings: [Tuning] = []
    var isPlain = false

    /// Something that can't be understood: what, and what would be right.
    struct Misuse: Error, Equatable {
        let message: String
    }
}

extension Options {
    /// Reads the arguments behind the program's name; what they leave open comes from the environment.
    ///
    /// - Parameter environment: a variable's value.
    init(arguments: [String], environment: (String) -> String?) throws(Misuse) {
        for setting in Setting.allCases {
            guard let variable = setting.variable, let value = environment(variable), !value.isEmpty else {
                continue
            }
            for part in setting.repeats ? value.split(separator: ",").map(String.init) : [value] {
                try apply(setting, part, source: variable)
            }
        }
        var rest = arguments[...]
        if let first = rest.first, !first.hasPrefix("-") {
            rest.removeFirst()
            guard let command = Command(rawValue: first) else {
                throw Misuse(message: "unknown command \(first)")
            }
            self.command = command
        }
        var given: Set<Setting> = []
        while let argument = rest.popFirst() {
            if argument == "-h" || argument == "--help" || argument == "--version" {
                command = argument == "--version" ? .version : .help
                return
            }
            guard argument.hasPrefix("-") else {
                throw Misuse(message: "\(command.rawValue) takes no argument \(argument)")
            }
            let (name, inline) = Self.split(argument)
            guard let setting = Setting(rawValue: name) else {
                throw Misuse(message: "unknown option \(argument)")
            }
            let isFirst = given.insert(setting).inserted
            guard isFirst || setting.repeats else { throw Misuse(message: "\(name) is given twice") }
            // On the command line a list starts afresh: it replaces the environment's.
            if isFirst { reset(setting) }
            try apply(setting, Self.value(of: setting, inline: inline, rest: &rest), source: name)
        }
        if (certificate == nil) != (key == nil) {
            throw Misuse(message: "--cert and --key belong together: give both or none")
        }
        if isPlain, certificate != nil {
            throw Misuse(
                message: "--cert is of no use with --plain: the proxy speaks TLS; leave out one of them")
        }
        if certificate != nil, !names.isEmpty {
            throw Misuse(
                message:
                    "--name is for the certificate that the server makes itself; leave it out with --cert")
        }
    }

    private static func split(_ argument: String) -> (name: String, value: String?) {
        guard argument.hasPrefix("--"), let sign = argument.utf8.firstIndex(of: UInt8(ascii: "=")) else {
            return (argument, nil)
        }
        return (String(argument[..<sign]), String(argument[argument.utf8.index(after: sign)...]))
    }

    private static func value(
        of setting: Setting, inline: String?, rest: inout ArraySlice<String>
    ) throws(Misuse) -> String {
        if setting.placeholder.isEmpty {
            guard inline == nil else { throw Misuse(message: "\(setting.rawValue) takes no value") }
            return "1"
        }
        guard let value = inline ?? rest.popFirst(), !value.isEmpty, inline != nil || !value.hasPrefix("--")
        else {
            throw Misuse(message: "\(setting.rawValue) needs \(setting.placeholder)")
        }
        return value
    }

    private static func flag(_ value: String, source: String) throws(Misuse) -> Bool {
        switch value {
        case "1", "true", "yes": true
        case "0", "false", "no": false
        default: throw Misuse(message: "\(source) needs 1 or 0, not \(value)")
        }
    }

    private mutating func reset(_ setting: Setting) {
        if setting == .listen { listen = [] }
        if setting == .name { names = [] }
        if setting == .origin { origins = [] }
        if setting == .limit { limits = LimitChoices() }
        if setting == .trustedProxy { trustedProxies = [] }
        if setting == .tune { tunings = [] }
    }

    private mutating func apply(_ setting: Setting, _ value: String, source: String) throws(Misuse) {
        switch setting {
        case .listen:
            guard let address = ListenAddress(value) else {
                throw Misuse(
                    message:
                        "\(source) needs HOST:PORT, for example 127.0.0.1:9443 or [::1]:9443, not \(value)")
            }
            listen.append(address)
        case .name:
            guard let name = CertificateName(value) else {
                throw Misuse(message: "\(source) needs a host name or an address, not \(value)")
            }
            names.append(name)
        case .origin:
            guard let origin = Origin(value) else {
                throw Misuse(message: "\(source) needs https://HOST or https://HOST:PORT, not \(value)")
            }
            origins.append(origin)
        case .open:
            isOpen = try Self.flag(value, source: source)
        case .plain: isPlain = try Self.flag(value, source: source)
        case .journal:
            guard value == "sqlite" else {
                throw Misuse(message: "\(source) knows only sqlite, not \(value)")
            }
            journal = .sqlite
        case .log:
            guard let level = Log.Level(value) else {
                throw Misuse(message: "\(source) needs error, warning, info or debug, not \(value)")
            }
            logLevel = level
        case .acceptLoss: acceptsLoss = true
        case .limit:
            if let problem = limits.read(value) { throw Misuse(message: "\(source) needs \(problem)") }
        case .trustedProxy:
            guard let range = AddressRange(value) else {
                throw Misuse(
                    message: "\(source) needs an address or a range such as 10.0.0.0/8, not \(value)")
            }
            trustedProxies.append(range)
        case .tune:
            guard let tuning = Tuning(value) else {
                let names = Tuning.Name.allCases.map(\.rawValue).joined(separator: ", ")
                throw Misuse(message: "\(source) needs NAME=NUMBER with one of \(names), not \(value)")
            }
            tunings.append(tuning)
        case .data: dataFolder = value
        case .web: webFolder = value
        case .certificate: certificate = value
        case .key: key = value
        }
    }
}

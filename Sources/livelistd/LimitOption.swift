import LiveList

/// A bound that the operator may set: `--limit NAME=VALUE`.
enum LimitOption: String, CaseIterable {
    case connections
    case connectionsPerAddress = "connections-per-address"
    case handshakes
    case handshakesPerAddress = "handshakes-per-address"
    case messages
    case mutations
    case bytes
    case lists
    case items
    case openLists = "open-lists"
    case presence
    case headerBytes = "header-bytes"
    case headerSeconds = "header-seconds"
    case firstMessageSeconds = "first-message-seconds"
    case pingSeconds = "ping-seconds"

    var standard: Int {
        switch self {
        case .connections: 20_000
        case .connectionsPerAddress: 500
        case .handshakes: 500
        case .handshakesPerAddress: 100
        case .messages: 500
        case .mutations: 1_000
        case .bytes: 1 << 20
        case .lists: 10_000
        case .items: 1_000_000
        case .openLists: 1_000
        case .presence: 4
        case .headerBytes: 16 << 10
        case .headerSeconds: 10
        case .firstMessageSeconds: 60
        case .pingSeconds: 30
        }
    }

    /// Off by default where only this machine can connect; `off` turns it off elsewhere.
    var isForStrangers: Bool {
        switch self {
        case .connectionsPerAddress, .handshakes, .handshakesPerAddress, .messages, .mutations, .bytes: true
        case .connections, .lists, .items, .openLists, .presence, .headerBytes, .headerSeconds,
            .firstMessageSeconds, .pingSeconds:
            false
        }
    }

    var range: ClosedRange<Int> {
        switch self {
        case .connections, .connectionsPerAddress: 1...1_000_000
        case .handshakes, .handshakesPerAddress, .messages, .mutations: 1...1_000_000
        case .bytes: 1_000...1_000_000_000
        case .lists: 1...1_000_000
        case .items: 1...10_000_000
        case .openLists: 1...100_000
        case .presence: 1...100
        case .headerBytes: 1_024...65_535
        case .headerSeconds: 1...600
        case .firstMessageSeconds, .pingSeconds: 1...86_400
        }
    }

    /// How many seconds' worth may come at once, where it is a rate.
    var burstSeconds: Int {
        switch self {
        case .bytes: 8
        default: 5
        }
    }

    var help: String {
        switch self {
        case .connections: "connections at once"
        case .connectionsPerAddress: "connections at once from one address (IPv6: one /64)"
        case .handshakes: "new connections a second; more wait"
        case .handshakesPerAddress: "new connections a second from one address, else refused"
        case .messages: "messages a second from one connection"
        case .mutations: "mutations a second from one connection"
        case .bytes: "bytes a second from one connection; more are read later"
        case .lists: "lists"
        case .items: "items in a list"
        case .openLists: "lists that one connection may have open"
        case .presence: "times a second that a list says who is there"
        case .headerBytes: "bytes of all headers of a request"
        case .headerSeconds: "seconds for a TLS handshake, and again for the headers"
        case .firstMessageSeconds: "seconds in which a new connection must say something"
        case .pingSeconds: "seconds of silence before a ping; 20 more and it is dropped"
        }
    }

    static var usage: String {
        var text = """
            limits, for --limit NAME=VALUE. Those with a star are off while only this machine can
            connect, unless given; off turns them off elsewhere. Some seconds' worth of a rate may
            come at once.

            """
        for limit in allCases {
            let left = "  \(limit.isForStrangers ? "*" : " ") \(limit.rawValue)=\(limit.standard)"
            text += left + String(repeating: " ", count: max(2, 35 - left.utf8.count)) + limit.help + "\n"
        }
        return text
    }
}

/// What the operator set.
struct LimitChoices: Equatable {
    /// nil: turned off.
    private(set) var given: [LimitOption: Int?] = [:]

    /// - Returns: what is wrong with it, if anything is.
    mutating func read(_ text: String) -> String? {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let limit = LimitOption(rawValue: String(parts[0])) else {
            return "NAME=VALUE with a name that --help lists, not \(text)"
        }
        if parts[1] == "off", limit.isForStrangers {
            given[limit] = .some(nil)
            return nil
        }
        let isNumber = !parts[1].isEmpty && parts[1].utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard isNumber, let value = Int(parts[1]), limit.range.contains(value) else {
            let off = limit.isForStrangers ? ", or off" : ""
            return
                "\(limit.range.lowerBound) to \(limit.range.upperBound)\(off) for \(limit.rawValue), not \(parts[1])"
        }
        given[limit] = value
        return nil
    }

    /// - Parameter isExposed: whether others than programs of this machine can connect.
    /// - Returns: nil where it is off.
    func value(of limit: LimitOption, isExposed: Bool) -> Int? {
        if let choice = given[limit] { return choice }
        return limit.isForStrangers && !isExposed ? nil : limit.standard
    }

    func apply(to server: inout ServerSettings, isExposed: Bool) {
        func number(_ limit: LimitOption) -> Int { value(of: limit, isExposed: isExposed) ?? limit.standard }
        server.door.connections = number(.connections)
        server.door.connectionsPerAddress = value(of: .connectionsPerAddress, isExposed: isExposed)
        server.door.handshakes = rate(.handshakes, isExposed: isExposed)
        server.door.handshakesPerAddress = rate(.handshakesPerAddress, isExposed: isExposed)
        server.headerBytesMax = UInt16(number(.headerBytes))
        server.headerSeconds = UInt32(number(.headerSeconds))
    }

    func apply(to engine: inout EngineSettings, isExposed: Bool) {
        func number(_ limit: LimitOption) -> Int { value(of: limit, isExposed: isExposed) ?? limit.standard }
        engine.sessionLimits = SessionLimits(
            messages: rate(.messages, isExposed: isExposed),
            mutations: rate(.mutations, isExposed: isExposed),
            bytes: rate(.bytes, isExposed: isExposed))
        engine.listsMax = number(.lists)
        engine.limits.itemsPerList = number(.items)
        engine.openListsPerSession = number(.openLists)
        engine.presenceMilliseconds = Int64(1_000 / number(.presence))
        engine.firstMessageMilliseconds = Int64(number(.firstMessageSeconds) * 1_000)
        engine.pingAfterMilliseconds = Int64(number(.pingSeconds) * 1_000)
    }

    private func rate(_ limit: LimitOption, isExposed: Bool) -> Rate? {
        value(of: limit, isExposed: isExposed).map {
            Rate(perSecond: $0, burstSeconds: limit.burstSeconds)
        }
    }
}

/// One option of the command line, and the variable of the environment that stands for it.
enum Setting: String, CaseIterable {
    case listen = "--listen"
    case data = "--data"
    case open = "--open"
    case origin = "--origin"
    case name = "--name"
    case certificate = "--cert"
    case key = "--key"
    case web = "--web"
    case journal = "--journal"
    case log = "--log"
    case acceptLoss = "--accept-loss"
    case limit = "--limit"
    case plain = "--plain"
    case trustedProxy = "--trusted-proxy"
    case tune = "--tune"

    /// nil: what is meant for one start can't be set for all of them.
    var variable: String? {
        guard self != .acceptLoss, self != .tune else { return nil }
        return "LIVELIST_" + rawValue.dropFirst(2).uppercased().split(separator: "-").joined(separator: "_")
    }

    /// What follows it; empty: nothing.
    var placeholder: String {
        switch self {
        case .listen: "HOST:PORT"
        case .data, .web: "DIR"
        case .open, .acceptLoss, .plain: ""
        case .origin: "URL"
        case .name: "HOST"
        case .certificate, .key: "FILE"
        case .journal: "URL"
        case .log: "LEVEL"
        case .limit: "NAME=VALUE"
        case .trustedProxy: "RANGE"
        case .tune: "NAME=NUMBER"
        }
    }

    /// May be given several times; in the environment the values stand with commas between them.
    var repeats: Bool {
        switch self {
        case .listen, .name, .origin, .limit, .trustedProxy, .tune: true
        case .data, .open, .certificate, .key, .web, .journal, .log, .acceptLoss, .plain: false
        }
    }

    /// For measurements only, and not named in the help; docs/performance.md tells of it.
    var isHidden: Bool { self == .tune }

    var help: String {
        switch self {
        case .listen: "where to listen; 127.0.0.1:9443 by default; may be repeated"
        case .data: "where lists and certificates are kept; ./livelist-data by default"
        case .open: "whoever can reach it may do everything, whether or not tokens were made"
        case .origin: "pages from there may connect, too: https://a.example; may be repeated"
        case .name: "a further name or address for the certificate; may be repeated"
        case .certificate: "a certificate of yours with its chain, PEM; together with --key"
        case .key: "its private key, PEM, without a password"
        case .web: "serve the page from this folder, not the one compiled in"
        case .journal: "where changes are stored: sqlite, in the data folder"
        case .log: "error, warning, info (the default) or debug"
        case .acceptLoss: "once, without a backup: go on without stored changes that have vanished"
        case .plain: "HTTP without TLS, for a proxy: on 127.0.0.1 or unix:PATH only"
        case .limit: "a bound of your own, see below; may be repeated"
        case .trustedProxy: "believe the X-Forwarded-For of these addresses; may be repeated"
        case .tune: "one bound or optimisation set otherwise, for measurements"
        }
    }

    static var usage: String {
        var text = """
            LiveList: a shared list that is the same for everyone, now.

            usage: livelistd [serve] [options]    serve lists and the page that shows them
            \(OperatorCommand.overview)       livelistd bench                how much this machine holds
                   livelistd help [COMMAND] | version

            Started without options it serves https://127.0.0.1:9443/ to this machine. Open that in a
            browser; it asks once whether to trust the certificate that the server made for itself.
            For phones and other machines: livelistd token makes a link for each person, then
            --listen 0.0.0.0:9443 serves them (--open would serve everybody); let them trust /ca.crt.

            options:

            """
        for setting in allCases where !setting.isHidden {
            let left =
                "  " + setting.rawValue + (setting.placeholder.isEmpty ? "" : " " + setting.placeholder)
            let gap = String(repeating: " ", count: max(2, 26 - left.utf8.count))
            text += left + gap + setting.help + "\n"
        }
        return text + "\n" + LimitOption.usage + """

            Each but --accept-loss is also read from the environment: LIVELIST_LISTEN, LIVELIST_DATA and so on.
            SIGTERM and SIGINT stop the server when everything is stored; SIGHUP reads the certificate again.
            Exit codes: 0 after a stop, 64 for wrong usage, 1 for any other failure.

            """
    }
}

import LiveList

extension OperatorCommand {
    /// `livelistd token`
    func token(_ call: CommandCall) throws {
        let rest = call.operands.dropFirst()
        switch call.operands.first {
        case nil: try makeToken(call)
        case "list" where rest.isEmpty: try listTokens(call)
        case "revoke" where !rest.isEmpty: for id in rest { try revokeToken(id, call) }
        case "revoke":
            throw CommandFailure.misuse("revoke needs an ID; livelistd token list shows them", of: self)
        case "rotate" where rest.isEmpty: try rotateKeys(call)
        case let other?:
            throw CommandFailure.misuse("token takes no argument \(rest.first ?? other)", of: self)
        }
    }

    private func makeToken(_ call: CommandCall) throws {
        let request = try linkRequest(call)
        let (link, token, address): (Link, String, String)
        let isFirst = try !TokenFile(folder: call.dataFolder).read().hasKeys
        switch try TokenFolder(call.dataFolder, isMade: true) {
        case .served(let client):
            let answer = try ServedFolder.ask(client) { $0.makeLink(request) }
            guard let made = answer.link, let text = answer.token else {
                throw CommandFailure(message: "the server gave no link: is it another version?")
            }
            let urls = try ServedFolder.ask(client) { $0.raw("{\"type\":\"addresses\"") }.urls
            (link, token, address) = (made, text, urls.first ?? TokenFolder.standardAddress)
        case .idle(let file, let folder):
            defer { withExtendedLifetime(folder) {} }
            var book = try file.read()
            (link, token) = try TokenFolder.change(&book) { (book) throws(WireError) in
                try book.make(request, now: CalendarText.now())
            }
            try file.write(book)
            address = TokenFolder.standardAddress
        }
        var base = call["--url"] ?? TokenFolder.forOthers(address)
        while base.hasSuffix("/") { base.removeLast() }
        let page = request.lists.compactMap(\.list).first.map { "/l/\($0)" } ?? "/"
        Terminal.say(
            """
            \(base)\(page)#token=\(token)

            token: \(token)
            id:    \(link.id), \(link.role.rawValue) of \(Self.text(link.lists)) until \(CalendarText.utc(link.expiresAt))

            Whoever has the link has what it grants. livelistd token revoke \(link.id) ends it.

            """)
        if isFirst {
            Terminal.say(
                """
                It is the first: from now on the server asks everyone for a token, on this machine, too. A link for
                yourself: livelistd token --role owner --lists '*'

                """)
        }
    }

    private func linkRequest(_ call: CommandCall) throws -> LinkRequest {
        guard let role = Role(rawValue: call["--role"] ?? "editor") else {
            throw CommandFailure.misuse("--role needs viewer, editor or owner", of: self)
        }
        guard let names = call["--lists"] else {
            throw CommandFailure.misuse("--lists is missing: for example groceries,team-* or *", of: self)
        }
        var lists: [ListPattern] = []
        for name in names.split(separator: ",", omittingEmptySubsequences: false) {
            guard let pattern = ListPattern(String(name)) else {
                throw CommandFailure.misuse(
                    "\"\(name)\" in --lists is no list's id, none with * behind it, and not *", of: self)
            }
            lists.append(pattern)
        }
        guard lists.count <= Link.listsMax else {
            throw CommandFailure.misuse("--lists may name at most \(Link.listsMax)", of: self)
        }
        let days = try days(call["--days"], standard: Link.daysDefault, least: 1, option: "--days")
        do throws(WireError) {
            let name = try call["--name"].map { (name) throws(WireError) in try LinkRequest.name(name) }
            return LinkRequest(role: role, lists: lists, name: name, days: days)
        } catch {
            throw CommandFailure.misuse(error.message, of: self)
        }
    }

    private func days(_ text: String?, standard: Int, least: Int, option: String) throws -> Int {
        guard let text else { return standard }
        guard let days = Int(text), (least...Link.daysMax).contains(days) else {
            throw CommandFailure.misuse("\(option) needs a number from \(least) to \(Link.daysMax)", of: self)
        }
        return days
    }

    private func listTokens(_ call: CommandCall) throws {
        try TokenFolder.demandTokens(in: call.dataFolder)
        let now = CalendarText.now()
        var rows = [["ID", "ROLE", "MADE", "EXPIRES", "STATE", "NAME", "LISTS"]]
        for link in try TokenFile(folder: call.dataFolder).read().allLinks {
            let state = link.revokedAt != nil ? "revoked" : link.expiresAt <= now ? "expired" : "counts"
            rows.append([
                link.id, link.role.rawValue, CalendarText.utc(link.madeAt), CalendarText.utc(link.expiresAt),
                state, link.name?.string ?? "-", Self.text(link.lists),
            ])
        }
        Terminal.say(Self.table(rows, rightAligned: nil))
    }

    private static func text(_ lists: [ListPattern]) -> String {
        lists.map(\.text).joined(separator: ",")
    }

    private func revokeToken(_ id: String, _ call: CommandCall) throws {
        switch try TokenFolder(call.dataFolder) {
        case .served(let client):
            try ServedFolder.ask(client) { message in
                message.raw("{\"type\":\"revokeLink\",\"id\":")
                message.string(id)
            }
        case .idle(let file, let folder):
            defer { withExtendedLifetime(folder) {} }
            var book = try file.read()
            guard book.revoke(id, now: CalendarText.now()) != nil else {
                throw CommandFailure(
                    message: "no link \(id) was made here; livelistd token list shows those that were")
            }
            try file.write(book)
        }
        Terminal.say("revoked \(id), and all links that were made with it\n")
    }

    private func rotateKeys(_ call: CommandCall) throws {
        let days = try days(call["--keep"], standard: 0, least: 0, option: "--keep")
        switch try TokenFolder(call.dataFolder) {
        case .served(let client):
            try ServedFolder.ask(client) { message in
                message.raw("{\"type\":\"rotateKeys\",\"keepDays\":")
                message.integer(days)
            }
        case .idle(let file, let folder):
            defer { withExtendedLifetime(folder) {} }
            var book = try file.read()
            let now = CalendarText.now()
            book.rotate(keepingFormerUntil: days > 0 ? now + Int64(days) * 86_400_000 : nil, now: now)
            try file.write(book)
        }
        let rest = days > 0 ? "count for \(days) days more" : "count no longer"
        Terminal.say("tokens are signed with a new key; those made before \(rest)\n")
    }
}

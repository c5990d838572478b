extension Bench {
    func sizes() throws -> Report {
        var report = Report(
            "sizes", "What a change costs by the size of its list: toggles anywhere, 10 subscribers",
            [
                .init("items", "items"), .init("changesPerSecond", "changes/s"),
                .init("microsecondsPerChange", "server CPU us/change", decimals: 1),
                .init("ratio", "to the smallest", decimals: 2), Report.longestTurn,
                .init("isVerified", "verified"),
            ])
        var sizes = options.isQuick ? [100, 10_000] : [100, 1_000, 10_000, 100_000]
        if options.isWhole || options.parts == [.sizes], !options.isQuick { sizes.append(1_000_000) }
        var smallest: Double?
        for items in sizes {
            progress.say("a list of \(items) items")
            try onServer { site in
                let list = newList()
                let known = try fill(site, list, items: items)
                let audience = try Audience(
                    self, site.loop, list: list, followers: 9, authors: 1, knowing: known,
                    mutations: Writing.toggle(itemCount: items))
                try audience.publish(window: 64, seconds: options.seconds / 4)
                let usage = try usage(site, audience) {
                    try audience.publish(window: 64, seconds: options.seconds)
                }
                let changes = usage.deliveries / audience.followers.count
                let cost = usage.microseconds(per: changes)
                smallest = smallest ?? cost
                report.add([
                    .whole(items), .number(Double(changes) / usage.seconds), .known(cost),
                    .known(Self.ratio(cost, smallest)), .known(usage.longestTurn),
                    .flag(try audience.verify(&report)),
                ])
            }
        }
        return report
    }

    static func ratio(_ one: Double?, _ other: Double?) -> Double? {
        guard let one, let other, other > 0 else { return nil }
        return one / other
    }

    func memory() throws -> Report {
        var report = Report(
            "memory", "Memory and handshakes",
            [
                .init("what", "what"), .init("count", "of"), .init("bytesEach", "bytes each"),
                .init("microsecondsEach", "server CPU us each", decimals: 1), .init("perSecond", "a second"),
            ])
        progress.say("memory of connections")
        try onServer { try addConnections($0, &report) }
        if options.url == nil {
            progress.say("memory of items")
            try onServer { try addItems($0, &report) }
        }
        report.note("A connection: TLS handshake, upgrade, and a list of 10 items opened.")
        return report
    }

    private func addConnections(_ site: Site, _ report: inout Report) throws {
        let count = options.isQuick ? 100 : 2_000
        let list = newList()
        try fill(site, list, items: 10)
        // What the first ones make the server set up belongs to no one.
        let first = try Audience(
            self, site.loop, list: list, followers: 20, authors: 0, mutations: Writing.insert)
        let before = site.residentBytes
        let shared = Follower.SharedStream()
        var followers: [Follower] = []
        let usage = try usage(site) {
            try site.loop.open(count) { connection, _ in
                let follower = Follower(connection, list: list, shared: shared, loop: site.loop)
                follower.open()
                followers.append(follower)
            }
            try site.loop.await("the list") { followers.allSatisfy(\.isReady) }
        }
        let grown = before.flatMap { before in site.residentBytes.map { Double($0 - before) } }
        report.add([
            .text("connection with an open list"), .whole(count), .known(grown.map { $0 / Double(count) }),
            .known(usage.microseconds(per: count)), .number(Double(count) / usage.seconds),
        ])
        withExtendedLifetime(first) {}
    }

    private func addItems(_ site: Site, _ report: inout Report) throws {
        guard let server = site.server else { return }
        let count = options.isQuick ? 10_000 : options.isWhole ? 1_000_000 : 100_000
        let list = newList()
        try fill(site, list, items: count)
        try server.restart()
        let fresh = Site(loop: try LoadLoop(Target(url: server.url)), server: server)
        let bots = try Bots(
            self, fresh.loop, count: 1, lists: [list], mutations: Writing.toggle(itemCount: count))
        let before = fresh.residentBytes ?? 0
        // The first change of a list makes the server load it.
        let usage = try usage(fresh) {
            bots.authors[0].send()
            _ = try bots.verify(&report)
        }
        report.add([
            .text("item of a list that was loaded"), .whole(count),
            .number(Double((fresh.residentBytes ?? before) - before) / Double(count)),
            .known(usage.microseconds(per: count)), .number(Double(count) / usage.seconds),
        ])
    }
}

extension Bench {
    /// Opening a large list: the first since a start, later ones, and many at once; and whom that delays.
    func joins() throws -> [Report] {
        let items = options.isQuick ? 5_000 : 100_000
        let crowd = options.isQuick ? 10 : options.isWhole ? 1_000 : 100
        var report = Report(
            "joins", "Opening a list of \(Decimal.text(Double(items), decimals: 0)) items",
            [
                .init("case", "who"), .init("clients", "clients"),
                .init("milliseconds", "ms until all have it", decimals: 1),
                .init("serverMilliseconds", "server CPU ms each", decimals: 2), .init("bytes", "bytes each"),
                Report.longestTurn,
            ])
        var delays = Report(
            "joinDelays", "What joins do to another list (100 changes/s, ms from sending to receiving)",
            [
                .init("case", "meanwhile"), .init("p50", "p50", decimals: 2),
                .init("p99", "p99", decimals: 2),
                .init("longest", "longest", decimals: 2), Report.longestTurn, .init("isVerified", "verified"),
            ])
        try onServer { site in
            progress.say("a list of \(items) items")
            let list = newList()
            try fill(site, list, items: items)
            let fresh = try restarted(site)
            progress.say("joins: one after the other")
            try addJoin("the first after a start", 1, list, fresh, &report)
            try addJoin("the next one", 1, list, fresh, &report)
            for _ in 0..<3 { try join(1, list, fresh) }
            try addJoin("later ones", 10, list, fresh, &report)
            progress.say("joins: \(crowd) at once")
            try addJoin("many at once", crowd, list, fresh, &report)
            progress.say("joins: \(crowd) at once, and another list")
            try addDelays(list, crowd: crowd, try restarted(fresh), &delays)
        }
        return [report, delays]
    }

    /// The same lists, with nothing of them in memory yet.
    func restarted(_ site: Site) throws -> Site {
        guard let server = site.server else { return site }
        try server.restart()
        return Site(loop: try LoadLoop(Target(url: server.url)), server: server)
    }

    /// Those who join come with their handshakes, as after a restart.
    private func addDelays(_ list: String, crowd: Int, _ site: Site, _ report: inout Report) throws {
        let other = try Audience(
            self, site.loop, list: newList(), followers: 4, authors: 1, mutations: Writing.insert)
        other.beginLatencies()
        try other.publish(rate: 100, seconds: max(1, options.seconds / 2))
        try addDelay("nobody joins", other, site, &report)
        other.beginLatencies()
        // What the joins make the clients wait for among themselves is not the server's delay.
        site.loop.recordsPerEvent = 1
        defer { site.loop.recordsPerEvent = 16 }
        let shared = Follower.SharedStream()
        let joining = try (0..<crowd).map { _ in
            let follower = Follower(
                try LoadConnection(site.loop), list: list, shared: shared, loop: site.loop)
            follower.open()
            return follower
        }
        let start = Clock.now()
        while !joining.allSatisfy(\.isReady) {
            try other.publish(rate: 100, seconds: 0.1)
            guard shared.faults.isEmpty, site.loop.losses.isEmpty, Clock.now() - start < 300_000_000_000
            else {
                throw CommandFailure(
                    message: "\(crowd) joins did not end well: "
                        + ((shared.faults + site.loop.losses).first ?? "300 s were not enough"))
            }
        }
        try addDelay(
            "\(crowd) join at once\(site.server == nil ? "" : ", after a start")", other, site, &report)
    }

    private func addDelay(_ name: String, _ other: Audience, _ site: Site, _ report: inout Report) throws {
        let isVerified = try other.verify(&report)
        let all = other.latencies()
        report.add([
            .text(name), .number(all.milliseconds(0.5)), .number(all.milliseconds(0.99)),
            .number(Double(all.largest) / 1e6), .known(site.server?.longestTurn()), .flag(isVerified),
        ])
    }

    private func addJoin(
        _ name: String, _ count: Int, _ list: String, _ site: Site, _ report: inout Report
    ) throws {
        let (usage, bytes) = try join(count, list, site)
        report.add([
            .text(name), .whole(count), .number(usage.seconds * 1e3),
            .known(usage.microseconds(per: count).map { $0 / 1e3 }), .number(Double(bytes) / Double(count)),
            .known(usage.longestTurn),
        ])
    }

    /// Clients that open the list and leave when they have it.
    ///
    /// - Returns: what it took, their handshakes left out, and the bytes they got.
    @discardableResult
    func join(_ count: Int, _ list: String, _ site: Site) throws -> (usage: Usage, bytes: Int) {
        let shared = Follower.SharedStream()
        let followers = try site.loop.open(count).map {
            Follower($0, list: list, shared: shared, loop: site.loop)
        }
        let usage = try usage(site) {
            for follower in followers { follower.open() }
            try site.loop.await("a list", seconds: 300) { followers.allSatisfy(\.isReady) }
        }
        let bytes = followers.reduce(0) { $0 + $1.connection.payloadBytes }
        for follower in followers { follower.connection.close() }
        if let fault = shared.faults.first { throw CommandFailure(message: "a join went wrong: \(fault)") }
        return (usage, bytes)
    }
}

import LiveList

extension Bench {
    /// Half of the connections do nothing: what does the other half cost with and without them?
    func crowd() throws -> Report {
        var report = Report(
            "crowd", "Many connections, half of them idle: 10 changes/s to the others",
            [
                .init("active", "active"), .init("idle", "idle"),
                .init("microsecondsPerDelivery", "server CPU us/delivery", decimals: 2),
                .init("ratio", "ratio", decimals: 2), .init("p50", "p50 ms", decimals: 1),
                .init("p99", "p99 ms", decimals: 1), .init("megabytes", "server MB"),
                Report.longestTurn, .init("isVerified", "verified"),
            ])
        let files = FileDescriptors.raiseLimit()
        let wanted = options.isQuick ? 200 : 10_000
        let count = min(wanted, files - 200)
        if count < wanted { report.note("The limit of open files (\(files)) allows no more: ulimit -n.") }
        try onServer { site in
            progress.say("crowd: \(count / 2) subscribers")
            let audience = try Audience(
                self, site.loop, list: newList(), followers: count / 2 - 4, authors: 4,
                mutations: Writing.insert)
            var alone: Double?
            for idle in [0, count / 2] {
                progress.say("crowd: \(count / 2) subscribers and \(idle) idle ones")
                let other = newList()
                try site.loop.open(idle) { connection, _ in
                    connection.send("{\"type\":\"open\",\"list\":\"\(other)\",\"create\":true}")
                }
                try audience.publish(rate: 10, seconds: 0.5)
                audience.beginLatencies()
                let usage = try usage(site, audience) {
                    try audience.publish(rate: 10, seconds: max(2 * options.seconds, 1))
                }
                let isVerified = try audience.verify(&report)
                let cost = usage.microseconds(per: usage.deliveries)
                alone = alone ?? cost
                let all = audience.latencies()
                report.add([
                    .whole(count / 2), .whole(idle), .known(cost), .known(Self.ratio(cost, alone)),
                    .number(all.milliseconds(0.5)), .number(all.milliseconds(0.99)),
                    .known(site.residentBytes.map { Double($0) / 1e6 }), .known(usage.longestTurn),
                    .flag(isVerified),
                ])
            }
        }
        return report
    }

    /// One of many no longer reads: what the others feel, and what it costs.
    func stalled() throws -> Report {
        var report = Report(
            "stalled", "A client that stopped reading, among others: 100 changes/s of 8 kB",
            [
                .init("subscribers", "subscribers"), .init("stalled", "stalled"),
                .init("p50", "p50 ms", decimals: 2), .init("p99", "p99 ms", decimals: 2),
                .init("longest", "longest ms", decimals: 2), .init("kilobytes", "server grew by kB"),
                .init("isVerified", "verified"),
            ])
        let subscribers = options.isQuick ? 10 : 100
        for stalled in [0, 1] {
            progress.say("stalled: \(stalled) of \(subscribers)")
            try onServer { site in
                let list = newList()
                let audience = try Audience(
                    self, site.loop, list: list, followers: subscribers, authors: 4,
                    mutations: Writing.insert(fieldBytes: 8_000))
                let connections = try site.loop.open(stalled) { connection, _ in
                    connection.send("{\"type\":\"open\",\"list\":\"\(list)\"}")
                }
                try audience.publish(rate: 100, seconds: 1)
                for connection in connections { connection.stopReading() }
                audience.beginLatencies()
                let before = site.residentBytes
                try audience.publish(rate: 100, seconds: max(3 * options.seconds, 1))
                let isVerified = try audience.verify(&report)
                let grown = before.flatMap { before in site.residentBytes.map { Double($0 - before) / 1e3 } }
                let all = audience.latencies()
                report.add([
                    .whole(subscribers), .whole(stalled), .number(all.milliseconds(0.5)),
                    .number(all.milliseconds(0.99)), .number(Double(all.largest) / 1e6), .known(grown),
                    .flag(isVerified),
                ])
            }
        }
        report.note("What the server grew by holds the list itself; the difference is the stalled client's.")
        return report
    }
}

extension Bench {
    func throughput() throws -> Report {
        var report = Report(
            "throughput", "Throughput: one list, every subscriber gets every change",
            [
                .init("subscribers", "subscribers"), .init("publishers", "publishers"),
                .init("changesPerSecond", "changes/s"), .init("deliveriesPerSecond", "deliveries/s"),
                .init("microsecondsPerDelivery", "server CPU us/delivery", decimals: 2),
                .init("bytesPerDelivery", "bytes/delivery"),
                .init("deliveriesPerFrame", "per frame", decimals: 1),
                .init("serverPercent", "server CPU %"), Report.longestTurn, .init("isVerified", "verified"),
            ])
        let sizes = options.isQuick ? [(20, 2)] : [(100, 4), (1_000, 4), (1_000, 100)]
        for (subscribers, publishers) in sizes {
            progress.say("throughput: \(publishers) publishers, \(subscribers) subscribers")
            try onServer { site in
                let (usage, isVerified) = try fanOut(
                    site, subscribers: subscribers, publishers: publishers, &report)
                let changes = Double(usage.deliveries) / Double(subscribers + publishers)
                report.add([
                    .whole(subscribers), .whole(publishers), .number(changes / usage.seconds),
                    .number(Double(usage.deliveries) / usage.seconds),
                    .known(usage.microseconds(per: usage.deliveries)),
                    .number(Double(usage.bytes) / Double(max(1, usage.deliveries))),
                    .number(Double(usage.deliveries) / Double(max(1, usage.frames))),
                    .known(usage.serverPercent), .known(usage.longestTurn), .flag(isVerified),
                ])
                if usage.isLimitedByClients {
                    report.note("The clients had no time left: the server alone would deliver more.")
                }
            }
        }
        return report
    }

    /// Inserts as fast as they are taken.
    func fanOut(
        _ site: Site, subscribers: Int, publishers: Int, _ report: inout Report
    ) throws -> (usage: Usage, isVerified: Bool) {
        let audience = try Audience(
            self, site.loop, list: newList(), followers: subscribers, authors: publishers,
            mutations: Writing.insert)
        let window = publishers > 16 ? 2 : 16
        try audience.publish(window: window, seconds: options.seconds / 4)
        let usage = try usage(site, audience) {
            try audience.publish(window: window, seconds: options.seconds)
        }
        return (usage, try audience.verify(&report))
    }

    func latency() throws -> Report {
        var report = Report(
            "latency", "Latency from sending to receiving, in milliseconds",
            [
                .init("case", "on a list that is"), .init("subscribers", "subscribers"),
                .init("changesPerSecond", "changes/s"), .init("p50", "p50", decimals: 2),
                .init("p99", "p99", decimals: 2), .init("longest", "longest", decimals: 2),
                .init("answerP50", "author p50", decimals: 2), .init("answerP99", "author p99", decimals: 2),
                .init("isVerified", "verified"),
            ])
        let steady = options.isQuick ? [20] : [100, 1_000]
        for (name, subscribers, rate) in [("idle", 10, 20.0)] + steady.map({ ("steady", $0, 100.0) }) {
            progress.say("latency: \(Int(rate)) changes/s to \(subscribers) subscribers")
            try onServer { site in
                let audience = try Audience(
                    self, site.loop, list: newList(), followers: subscribers, authors: min(4, subscribers),
                    mutations: Writing.insert)
                try audience.publish(rate: rate, seconds: options.seconds / 4)
                audience.beginLatencies()
                try audience.publish(rate: rate, seconds: max(options.seconds, 1))
                let isVerified = try audience.verify(&report)
                let (all, answers) = (audience.latencies(), audience.answers())
                report.add([
                    .text(name), .whole(subscribers), .number(rate), .number(all.milliseconds(0.5)),
                    .number(all.milliseconds(0.99)), .number(Double(all.largest) / 1e6),
                    .number(answers.milliseconds(0.5)), .number(answers.milliseconds(0.99)),
                    .flag(isVerified),
                ])
            }
        }
        report.note("It holds one commit: nobody sees a change that is not stored.")
        return report
    }
}

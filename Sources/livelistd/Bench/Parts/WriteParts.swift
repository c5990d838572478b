import Glibc

extension Bench {
    func acknowledge() throws -> Report {
        var report = Report(
            "acknowledge",
            "Until a change is stored and its author knows, in milliseconds (8 authors, one list)",
            [
                .init("changesPerSecond", "changes/s"), .init("p50", "p50", decimals: 2),
                .init("p99", "p99", decimals: 2), .init("longest", "longest", decimals: 2),
                .init("serverPercent", "server CPU %"), Report.longestTurn, .init("isVerified", "verified"),
            ])
        for rate in options.isQuick ? [100.0] : [100, 1_000, 5_000, 20_000] {
            progress.say("acknowledgement: \(Int(rate)) changes/s")
            try onServer { site in
                let list = newList()
                try fill(site, list, items: 1_000)
                let bots = try Bots(
                    self, site.loop, count: 8, lists: [list], mutations: Writing.toggle(itemCount: 1_000))
                try bots.publish(rate: rate, seconds: options.seconds / 4)
                bots.beginLatencies()
                let usage = try usage(site) { try bots.publish(rate: rate, seconds: options.seconds) }
                let isVerified = try bots.verify(&report)
                let all = bots.latencies
                report.add([
                    .number(rate), .number(all.milliseconds(0.5)), .number(all.milliseconds(0.99)),
                    .number(Double(all.largest) / 1e6), .known(usage.serverPercent),
                    .known(usage.longestTurn), .flag(isVerified),
                ])
            }
        }
        if options.url == nil {
            let disk = try diskSync()
            report.note(
                "This disk takes \(Decimal.text(disk.milliseconds(0.5), decimals: 2)) ms (p50), "
                    + "\(Decimal.text(disk.milliseconds(0.99), decimals: 2)) ms (p99) to store 4 kB alone.")
        }
        return report
    }

    /// What a write of 4 kB with fdatasync(2) takes in the folder that is measured.
    private func diskSync() throws -> Histogram {
        var template = Array("\(options.folder)/livelist-bench-XXXXXX".utf8CString)
        let file = mkstemp(&template)
        guard file >= 0 else {
            throw CommandFailure(message: "no file can be made in \(options.folder); name another with --in")
        }
        defer {
            unlink(template)
            close(file)
        }
        var all = Histogram()
        let block = [UInt8](repeating: 0x6C, count: 4_096)
        for _ in 0..<(options.isQuick ? 20 : 200) {
            let start = Clock.now()
            guard write(file, block, block.count) == block.count, fdatasync(file) == 0 else {
                throw CommandFailure(message: "the disk took no more: \(String(cString: strerror(errno)))")
            }
            all.add(Clock.now() - start)
        }
        return all
    }

    func toggles() throws -> Report {
        var report = Report(
            "toggles", "Changes accepted from 8 bots: toggles, 50 in a frame, nobody else listens",
            [
                .init("lists", "lists"), .init("changesPerSecond", "changes/s"),
                .init("microsecondsPerChange", "server CPU us/change", decimals: 2),
                .init("p50", "answer p50 ms", decimals: 1), .init("p99", "answer p99 ms", decimals: 1),
                .init("serverPercent", "server CPU %"), Report.longestTurn, .init("isVerified", "verified"),
            ])
        for lists in options.isQuick ? [1, 10] : [1, 1_000] {
            progress.say("toggles on \(lists) \(lists == 1 ? "list" : "lists")")
            try onServer { site in
                let run = try press(site, lists: lists, &report)
                report.add([
                    .whole(lists), .number(Double(run.changes) / run.usage.seconds),
                    .known(run.usage.microseconds(per: run.changes)),
                    .number(run.latencies.milliseconds(0.5)), .number(run.latencies.milliseconds(0.99)),
                    .known(run.usage.serverPercent), .known(run.usage.longestTurn),
                    .flag(run.isVerified),
                ])
                if run.usage.isLimitedByClients {
                    report.note("The bots had no time left: the server alone would accept more.")
                }
            }
        }
        return report
    }

    /// What `press` came to.
    struct Pressed {
        let changes: Int
        let usage: Usage
        let latencies: Histogram
        let isVerified: Bool
    }

    /// Toggles as fast as they are accepted.
    func press(_ site: Site, lists: Int, _ report: inout Report) throws -> Pressed {
        let names = (0..<lists).map { _ in newList() }
        let items = lists == 1 ? 1_000 : 100
        for name in names { try fill(site, name, items: items) }
        let bots = try Bots(
            self, site.loop, count: 8, lists: names, mutations: Writing.toggle(itemCount: items))
        try bots.press(perFrame: 50, frames: 10, seconds: options.seconds / 4)
        bots.beginLatencies()
        let before = bots.answered
        let usage = try usage(site) { try bots.press(perFrame: 50, frames: 10, seconds: options.seconds) }
        let (changes, latencies) = (bots.answered - before, bots.latencies)
        return Pressed(
            changes: changes, usage: usage, latencies: latencies, isVerified: try bots.verify(&report))
    }
}

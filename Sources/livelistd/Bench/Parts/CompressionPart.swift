extension Bench {
    /// The same list opened with and without compression on offer.
    func compression() throws -> Report {
        let items = options.isQuick ? 1_000 : 20_000
        var report = Report(
            "compression",
            "A snapshot of \(Decimal.text(Double(items), decimals: 0)) items with permessage-deflate",
            [
                .init("case", "the client"), .init("bytes", "bytes"),
                .init("percent", "% of its JSON", decimals: 1),
                .init("serverMilliseconds", "server CPU ms each", decimals: 2), Report.longestTurn,
            ])
        progress.say("compression of \(items) items")
        try onServer { full in
            let list = newList()
            try fill(full, list, items: items)
            let site = try restarted(full)
            let plain = try openAndCount(site, list, 1, extensions: nil, messages: nil)
            let first = try openAndCount(
                site, list, 1, extensions: "permessage-deflate", messages: plain.messages)
            guard first.isCompressing else {
                return report.note("This server does not take up permessage-deflate.")
            }
            let count = 10
            let later = try openAndCount(
                site, list, count, extensions: "permessage-deflate", messages: plain.messages)
            let all = try openAndCount(site, list, count, extensions: nil, messages: plain.messages)
            for (name, counted, clients) in [
                ("can't", all, count), ("can, the first one", first, 1), ("can, later ones", later, count),
            ] {
                let bytes = Double(counted.bytes) / Double(clients)
                report.add([
                    .text(name), .number(bytes), .number(bytes / Double(plain.bytes) * 100),
                    .known(counted.usage.microseconds(per: clients).map { $0 / 1e3 }),
                    .known(counted.usage.longestTurn),
                ])
            }
        }
        return report
    }

    private struct Counted {
        let usage: Usage
        let bytes: Int
        let messages: Int
        let isCompressing: Bool
    }

    /// Opens the list without looking into what comes, which may be compressed.
    ///
    /// - Parameter messages: how many have to come; nil: the snapshot is read, and counted.
    private func openAndCount(
        _ site: Site, _ list: String, _ count: Int, extensions: String?, messages: Int?
    ) throws -> Counted {
        let connections = try site.loop.open(count, extensions: extensions)
        let followers =
            messages == nil
            ? connections.map { Follower($0, list: list, shared: Follower.SharedStream(), loop: site.loop) }
            : []
        let usage = try usage(site) {
            for connection in connections { connection.send("{\"type\":\"open\",\"list\":\"\(list)\"}") }
            try site.loop.await("a snapshot") {
                guard let messages else { return followers.allSatisfy(\.isReady) }
                return connections.allSatisfy { $0.messages >= messages }
            }
        }
        let counted = Counted(
            usage: usage, bytes: connections.reduce(0) { $0 + $1.payloadBytes },
            messages: connections.reduce(0) { $0 + $1.messages },
            isCompressing: connections.allSatisfy(\.isCompressing))
        for connection in connections { connection.close() }
        return counted
    }
}

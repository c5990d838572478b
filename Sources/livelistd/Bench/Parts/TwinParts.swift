extension Bench {
    /// The same measurement as it is, and with one optimisation off.
    private struct Twin {
        enum Measurement: String {
            case fanOut = "us CPU a delivery, 200 subscribers"
            case oneList = "us a change, 1 list"
            case manyLists = "us a change, 100 lists"
            case laterJoin = "ms CPU a join, 20,000 items"
        }

        let name: String
        let measurement: Measurement
        let without: Tuning
    }

    private static let allTwins = [
        Twin(name: "changes gather before they are sent", measurement: .fanOut, without: Tuning(.flush, 0)),
        Twin(name: "changes share a frame", measurement: .fanOut, without: Tuning(.frame, 1)),
        Twin(name: "mutates share a commit", measurement: .oneList, without: Tuning(.turn, 1)),
        Twin(name: "lists share a commit", measurement: .manyLists, without: Tuning(.group, 1)),
        Twin(name: "commits wait for the disk", measurement: .oneList, without: Tuning(.sync, 0)),
        Twin(name: "joins share what was encoded", measurement: .laterJoin, without: Tuning(.memo, 0)),
    ]

    func twins() throws -> Report {
        var report = Report(
            "twins", "Each optimisation, and the same without it",
            [
                .init("what", "what"), .init("unit", "measured"), .init("with", "with", decimals: 2),
                .init("without", "without", decimals: 2), .init("ratio", "ratio", decimals: 2),
                .init("option", "serve --tune"),
            ])
        for twin in Self.allTwins {
            var values: [Double] = []
            for tuning in [[], [twin.without]] {
                progress.say("twins: \(twin.name)\(tuning.isEmpty ? "" : ", and without")")
                values.append(try onServer(tuning) { try value(of: twin.measurement, $0, &report) })
            }
            report.add([
                .text(twin.name), .text(twin.measurement.rawValue), .number(values[0]), .number(values[1]),
                .known(Self.ratio(values[1], values[0])), .text(twin.without.text),
            ])
        }
        return report
    }

    private func value(
        of measurement: Twin.Measurement, _ site: Site, _ report: inout Report
    ) throws -> Double {
        switch measurement {
        case .fanOut:
            let subscribers = options.isQuick ? 20 : 200
            let usage = try fanOut(site, subscribers: subscribers, publishers: 4, &report).usage
            return usage.microseconds(per: usage.deliveries) ?? 0
        case .oneList, .manyLists:
            let run = try press(site, lists: measurement == .oneList ? 1 : 100, &report)
            return run.usage.seconds * 1e6 / Double(max(1, run.changes))
        case .laterJoin:
            let list = newList()
            try fill(site, list, items: 20_000)
            let fresh = try restarted(site)
            try join(1, list, fresh)
            return (try join(10, list, fresh).usage.microseconds(per: 10) ?? 0) / 1e3
        }
    }
}

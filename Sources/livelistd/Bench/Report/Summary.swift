/// What the figures come to, in sentences: how much this machine holds.
struct Summary {
    private let reports: [Report]

    init(_ reports: [Report]) { self.reports = reports }

    /// - Parameter seconds: how long it all took.
    func text(seconds: Double) -> String {
        var text = ""
        for sentence in sentences { text += "  " + sentence + "\n" }
        if !text.isEmpty { text = "\nThis machine holds about\n" + text }
        return text + "\nMeasured in \(Decimal.text(seconds, decimals: 0)) s\n"
    }

    var sentences: [String] {
        var all: [String] = []
        if let rate = value("toggles", "changesPerSecond", row: 0) {
            all.append("\(Self.rounded(rate)) changes a second on one list, from bots")
        }
        if let last = report("throughput")?.rows.indices.last,
            let people = value("throughput", "subscribers", row: last),
            let rate = value("throughput", "changesPerSecond", row: last)
        {
            all.append("\(Self.rounded(rate)) changes a second that \(Self.rounded(people)) subscribers get")
        }
        if let cost = value("throughput", "microsecondsPerDelivery", row: 0), cost > 0 {
            all.append("\(Self.rounded(1e6 / cost)) deliveries a second for each core's worth of work")
        }
        if let bytes = value("memory", "bytesEach", row: 0), bytes > 0 {
            all.append("\(Self.rounded(1e9 / bytes)) idle connections in 1 GB")
        }
        if let bytes = value("memory", "bytesEach", row: 1), bytes > 0 {
            all.append("\(Self.rounded(1e9 / bytes)) items of open lists in 1 GB")
        }
        return all
    }

    private func report(_ part: String) -> Report? { reports.first { $0.part == part } }

    private func value(_ part: String, _ key: String, row: Int) -> Double? {
        guard let report = report(part), report.rows.indices.contains(row),
            let column = report.columns.firstIndex(where: { $0.key == key }),
            case .number(let number) = report.rows[row][column]
        else { return nil }
        return number
    }

    /// Two digits that count: more would promise too much.
    static func rounded(_ value: Double) -> String {
        guard value >= 10 else { return Decimal.text(value, decimals: 0) }
        var scale = 1.0
        while value / scale >= 100 { scale *= 10 }
        return Decimal.text((value / scale).rounded() * scale, decimals: 0)
    }
}

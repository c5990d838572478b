/// One function's cost, measured several times in a row.
struct MicroFigure: Equatable {
    /// `part.function.size`.
    let name: String
    let unit: String
    /// The middle one of the runs, and the lowest and highest of them: how far apart they lie is the noise.
    let median: Double
    let low: Double
    let high: Double

    init(_ name: String, _ unit: String, _ runs: [Double]) {
        let sorted = runs.sorted()
        self.init(
            name, unit, median: sorted[sorted.count / 2], low: sorted[0], high: sorted[sorted.count - 1])
    }

    init(_ name: String, _ unit: String, median: Double, low: Double, high: Double) {
        self.name = name
        self.unit = unit
        self.median = median
        self.low = low
        self.high = high
    }

    /// A figure for each name, from runs that have the same names in the same order.
    static func gather(_ runs: [[(name: String, unit: String, value: Double)]]) -> [MicroFigure] {
        guard let first = runs.first else { return [] }
        return first.indices.map { place in
            MicroFigure(first[place].name, first[place].unit, runs.map { $0[place].value })
        }
    }

    /// How far the runs lie apart, as a share of the middle one.
    var noise: Double { median > 0 ? (high - low) / median : 0 }
}

/// What became of a figure since it was stored.
enum Verdict: Equatable {
    case same, faster, slower
    /// It was not stored.
    case new

    /// Differences under this share mean nothing, however quiet the runs were.
    static let noiseMin = 0.05

    /// A figure has changed where all that was measured lies apart from all that was stored, by more than the noise of
    /// the two.
    init(_ now: MicroFigure, since then: MicroFigure?) {
        guard let then, then.median > 0 else {
            self = .new
            return
        }
        let ratio = now.median / then.median
        let noise = max(Self.noiseMin, max(now.noise, then.noise))
        if ratio > 1 + noise, now.low > then.high {
            self = .slower
        } else if ratio < 1 / (1 + noise), now.high < then.low {
            self = .faster
        } else {
            self = .same
        }
    }

    var text: String {
        switch self {
        case .same: ""
        case .faster: "faster"
        case .slower: "SLOWER"
        case .new: "new"
        }
    }
}

/// Durations in nanoseconds, counted in classes that are 1/64 of a power of two wide: at most 1.6 % off.
struct Histogram {
    private var counts = [Int](repeating: 0, count: 64 * 40)
    private(set) var count = 0
    private(set) var largest: UInt64 = 0

    mutating func add(_ value: UInt64) {
        counts[min(Self.place(of: value), counts.count - 1)] += 1
        count += 1
        if value > largest { largest = value }
    }

    mutating func merge(_ other: Histogram) {
        for place in counts.indices { counts[place] += other.counts[place] }
        count += other.count
        largest = max(largest, other.largest)
    }

    /// The smallest value that is not below that share of all; 0 where there are none.
    ///
    /// - Parameter share: 0.5 for the median.
    func percentile(_ share: Double) -> UInt64 {
        guard count > 0 else { return 0 }
        let wanted = max(1, Int((share * Double(count)).rounded(.up)))
        var seen = 0
        for place in counts.indices {
            seen += counts[place]
            if seen >= wanted { return min(Self.middle(of: place), largest) }
        }
        return largest
    }

    func milliseconds(_ share: Double) -> Double { Double(percentile(share)) / 1e6 }

    private static func place(of value: UInt64) -> Int {
        guard value >= 64 else { return Int(value) }
        let power = 63 - value.leadingZeroBitCount
        return (power - 5) * 64 + Int(value >> UInt64(power - 6)) & 63
    }

    private static func middle(of place: Int) -> UInt64 {
        guard place >= 64 else { return UInt64(place) }
        let power = place / 64 + 5
        return UInt64(64 + place % 64) << UInt64(power - 6) + (1 << UInt64(power - 6)) >> 1
    }
}

import Foundation
import Testing

@testable import LiveList

@Suite struct SimulationTests {
    /// How many seeds: `LIVELIST_SEEDS`, else a share that takes some seconds.
    private static var seeds: ClosedRange<UInt64> {
        let count = ProcessInfo.processInfo.environment["LIVELIST_SEEDS"].flatMap { UInt64($0) } ?? 60
        return 1...max(1, count)
    }

    @Test func everyClientEndsWithTheSameListWhateverBreaks() throws {
        for seed in Self.seeds {
            var simulation = try Simulation(seed: seed, clients: 4)
            try simulation.run(steps: 400)
        }
    }
}

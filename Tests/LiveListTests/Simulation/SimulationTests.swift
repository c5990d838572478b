import Foundation
import Testing

@testable import LiveList

@Suite struct SimulationTests {
    /// How many seeds: `LIVELIST_SEEDS`, else a share that takes some seconds, or some minutes with
    /// `LIVELIST_SOAK=1`.
    private static var seeds: ClosedRange<UInt64> {
        let environment = ProcessInfo.processInfo.environment
        let share: UInt64 = environment["LIVELIST_SOAK"] == "1" ? 1_000 : 60
        let count = environment["LIVELIST_SEEDS"].flatMap { UInt64($0) } ?? share
        return 1...max(1, count)
    }

    @Test func everyClientEndsWithTheSameListWhateverBreaks() throws {
        for seed in Self.seeds {
            var simulation = try Simulation(seed: seed, clients: 4)
            try simulation.run(steps: 400)
        }
    }

    /// A simulation that finds nothing proves nothing: each planted bug must show within some hundred seeds.
    @Test(arguments: Flaw.allCases)
    func findsAPlanted(_ flaw: Flaw) throws {
        for seed: UInt64 in 1...400 {
            do {
                var simulation = try Simulation(seed: seed, clients: 4, flaw: flaw)
                try simulation.run(steps: 400)
            } catch {
                return
            }
        }
        Issue.record("\(flaw) was not found")
    }
}

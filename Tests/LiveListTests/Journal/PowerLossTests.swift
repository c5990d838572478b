import Glibc
import Testing

@testable import LiveList

/// The power goes at any point of a run of the whole server: what was acknowledged is there afterwards.
@Suite struct PowerLossTests {
    private static let isLong = getenv("LIVELIST_SOAK") != nil
    /// Runs, and one operation in how many at which the power goes, each time in two ways.
    private static let seeds: ClosedRange<UInt64> = isLong ? 1...4 : 1...1
    private static let stride = isLong ? 1 : 61

    @Test(arguments: seeds)
    func losesNothingAcknowledged(_ seed: UInt64) throws {
        let run = try ServerRun(seed: seed)
        run.carryOut(rounds: 60)
        let operations = run.disk.operations
        var generator = SplitMix64(seed: seed)
        var image = DiskImage()
        var told = run.told[0]
        var points = 0
        for (number, operation) in operations.enumerated() {
            image.take(operation)
            if case .note(let index) = operation { told = run.told[index] }
            guard number % Self.stride == Int(seed) % Self.stride else { continue }
            let point = Point(run: run, told: told, number: number)
            try point.check(image.files { false }, "all unsynced")
            try point.check(image.files { Bool.random(using: &generator) }, "some unsynced")
            points += 1
        }
        let changes = run.histories.values.reduce(0) { $0 + $1.changes.count }
        #expect(run.told.last?.values.contains { !$0.isThere } == true || run.histories.count > 4)
        if Self.isLong {
            print(
                "power lost at \(points) points, in two ways, of a run of \(operations.count) operations: "
                    + "\(run.histories.count) histories, \(changes) changes")
        }
    }

    private struct Point {
        let run: ServerRun
        let told: [Epoch: ServerRun.Told]
        let number: Int

        /// Opens what is left, and compares all that had been told with it.
        func check(_ files: [String: [UInt8]], _ how: String) throws {
            let what = "power lost after operation \(number), \(how)"
            let folder = try TemporaryFolder()
            for (name, bytes) in files { try folder.write(bytes, to: name) }
            if let mark = run.mark(after: number) { try folder.write(mark, to: "livelist.mark") }
            let store: JournalHarness
            do {
                store = try JournalHarness(folder: folder) { $0.retention = ServerRun.retention }
            } catch {
                Issue.record("\(what): \(error)")
                return
            }
            var present: [ListID: Epoch] = [:]
            for summary in store.catalogue { present[summary.list] = summary.epoch }
            let found = present
            for (epoch, told) in told {
                let history = try #require(run.histories[epoch])
                let isThere = found[history.list] == epoch
                if told.isThere, !isThere {
                    #expect(history.removesAsked.contains { $0 <= number }, "\(what): a list is lost")
                }
                if !told.isThere, isThere {
                    #expect(history.restoresAsked.contains { $0 <= number }, "\(what): a list came back")
                }
                if present[history.list] != epoch {
                    try bringBack(epoch, history.list, &present, in: store, what)
                }
                try compare(history, epoch, atLeast: told.revision, in: store, what)
            }
        }

        private func bringBack(
            _ epoch: Epoch, _ list: ListID, _ present: inout [ListID: Epoch], in store: JournalHarness,
            _ what: String
        ) throws {
            if let other = present[list] { try expectDone(store.ask(.remove(list, other, at: 0, by: ""))) }
            let result = try store.ask(.restore(list, epoch, at: 0))
            #expect(failure(result) == nil, "\(what): a deleted list can't be restored")
            present[list] = epoch
        }

        private func compare(
            _ history: ServerRun.History, _ epoch: Epoch, atLeast revision: Int, in store: JournalHarness,
            _ what: String
        ) throws {
            let loaded = try store.load(history.list)
            let stored = loaded.summary.revision.value
            #expect(loaded.summary.epoch == epoch, "\(what)")
            #expect(stored >= revision, "\(what): revision \(revision) of \(history.list) is lost")
            #expect(dump(loaded.state) == dump(history.states[stored]), "\(what): different")
            let held = loaded.heldAfter.value
            #expect(held <= max(0, stored - ServerRun.retention.changes), "\(what): too little is held")
            let result = try store.ask(
                .changes(
                    history.list, epoch, after: loaded.heldAfter, through: Revision(stored),
                    bytesMax: 1 << 24))
            guard case .changes(let changes) = result else {
                Issue.record("\(what): \(result)")
                return
            }
            #expect(changes.map(\.bytes) == Array(history.changes[held..<stored]), "\(what): other changes")
        }
    }
}

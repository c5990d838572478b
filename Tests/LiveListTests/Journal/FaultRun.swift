import Testing

@testable import LiveList

/// A small run over a disk that fails or loses its power, and what must be true whatever happens.
final class FaultRun {
    let disk = RecordingDisk()
    let folder: TemporaryFolder
    let harness: JournalHarness
    /// Contents of the mark, each with the number of operations after which it was there.
    private(set) var marks: [(operations: Int, bytes: [UInt8])] = []
    var logs: [TestLog]
    /// What had been told of each list at each note on the disk.
    private(set) var told: [Told]

    struct Told {
        /// The revisions that were acknowledged; -1: not even that the list was made.
        var revisions: [Int]
        /// This was told just now: a batch was not stored. So nothing beyond those revisions may be there.
        var isRefusal = false
    }

    static let retention: Retention = {
        var retention = Retention()
        retention.changes = 4
        retention.ids = 0
        return retention
    }()

    init() throws {
        folder = try TemporaryFolder()
        let name = disk.name
        harness = try JournalHarness(folder: folder) { settings in
            settings.system = name
            settings.retention = Self.retention
            settings.logPagesMax = 40
            settings.idleLogPages = 12
            settings.busyLogPages = 12
        }
        logs = (0..<2).map { TestLog("list-\($0)", epoch: "e\($0)", seed: UInt64($0 + 1) << 20) }
        told = [Told(revisions: [-1, -1])]
    }

    func noteAcknowledged(_ list: Int, _ revision: Int) throws {
        var now = Told(revisions: told[told.count - 1].revisions)
        now.revisions[list] = revision
        told.append(now)
        disk.note(told.count - 1)
        marks.append((disk.operations.count, try folder.read("livelist.mark")))
    }

    func noteRefused() {
        told.append(Told(revisions: told[told.count - 1].revisions, isRefusal: true))
        disk.note(told.count - 1)
    }

    /// Stores a batch as an engine would: again where it was refused; where nobody knows, it reads first.
    ///
    /// - Returns: false where the store takes nothing.
    func store(_ list: Int, after: Int, through: Int) throws -> Bool {
        let log = logs[list]
        for _ in 0..<20 {
            switch try harness.ask(.append(log.batch(after: after, through: through))) {
            case .done:
                try noteAcknowledged(list, through)
                return true
            case .failed(.unavailable):
                #expect(harness.journal.trouble != nil || disk.failed > 0)
                noteRefused()
                if disk.failed > 0 { disk.heal() }
            case .failed(.unknownFate):
                disk.heal()
                let stored = try storedRevision(log)
                #expect(stored == after || stored == through)
                if stored == through {
                    try noteAcknowledged(list, through)
                    return true
                }
            case let other:
                Issue.record("\(other)")
                return false
            }
        }
        return false
    }

    private func storedRevision(_ log: TestLog) throws -> Int {
        for _ in 0..<50 {
            switch try harness.ask(.load(log.list)) {
            case .loaded(let loaded):
                #expect(dump(loaded.state) == dump(log.states[loaded.summary.revision.value]))
                return loaded.summary.revision.value
            case .failed(.unavailable): harness.waitForBell()
            case let other: throw HarnessError.unexpected("\(other)")
            }
        }
        throw HarnessError.unexpected("the store did not come back")
    }

    func create(_ list: Int) throws {
        for _ in 0..<20 {
            switch try harness.ask(.create(logs[list].summary(at: 0))) {
            case .done: return try noteAcknowledged(list, 0)
            case .failed(.unavailable):
                noteRefused()
                disk.heal()
            case .failed(.unknownFate): disk.heal()
            // Its fate was unknown, and it had been stored.
            case .failed(.damaged): return try noteAcknowledged(list, 0)
            case let other: throw HarnessError.unexpected("\(other)")
            }
        }
    }

    /// Creates two lists, appends to them, snapshots and trims them in between.
    func carryOut(rounds: Int = 12) throws {
        for list in 0..<2 { try create(list) }
        for round in 0..<rounds {
            let list = round % 2
            let before = logs[list].revision
            logs[list].addItems(round % 3 + 1, size: round % 4 == 3 ? 6_000 : 60)
            guard try store(list, after: before, through: logs[list].revision) else { return }
            if round % 5 == 4 {
                _ = try harness.ask(.snapshot(logs[list].list, logs[list].epoch, logs[list].state))
            }
        }
    }

    /// Opens what is left of the store and compares it with what was acknowledged.
    func check(_ files: [String: [UInt8]], _ told: Told, mark: [UInt8]?, _ what: String) throws {
        let left = try TemporaryFolder()
        for (name, bytes) in files { try left.write(bytes, to: name) }
        if let mark { try left.write(mark, to: "livelist.mark") }
        let after: JournalHarness
        do {
            after = try JournalHarness(folder: left)
        } catch {
            Issue.record("\(what): \(error)")
            return
        }
        for (index, log) in logs.enumerated() {
            switch try after.ask(.load(log.list)) {
            case .loaded(let loaded):
                let revision = loaded.summary.revision.value
                #expect(revision >= told.revisions[index], "\(what): lost")
                #expect(!told.isRefusal || revision == told.revisions[index], "\(what): came back")
                #expect(dump(loaded.state) == dump(log.states[revision]), "\(what): different")
                let changes = try after.changes(log, after: loaded.heldAfter.value, through: revision)
                #expect(changes == Array(log.changes[loaded.heldAfter.value..<revision]), "\(what)")
                #expect(loaded.heldAfter.value <= max(0, revision - Self.retention.changes), "\(what)")
            case .failed(.unknownList): #expect(told.revisions[index] == -1, "\(what): list lost")
            case let other: Issue.record("\(what): \(other)")
            }
        }
    }

    /// The mark as it may be at most after so many operations.
    func mark(after operations: Int) -> [UInt8]? {
        marks.last { $0.operations <= operations }?.bytes
    }
}

import Glibc
import Synchronization
import Testing

@testable import LiveList

/// Lists that are removed, brought back, replaced, and purged.
@Suite struct RemovedListTests {
    @Test(arguments: JournalKind.allCases)
    func aRemovedListComesBackAsItWas(_ kind: JournalKind) throws {
        let harness = try JournalHarness(kind)
        var log = TestLog("a")
        log.addItems(5)
        try harness.store(log)
        try expectDone(harness.ask(.remove(log.list, log.epoch, at: 1_000, by: "Ana")))
        #expect(failure(try harness.ask(.load(log.list))) == .unknownList(log.list))
        let other = try harness.ask(.restore(log.list, Epoch("another"), at: 2_000))
        #expect(failure(other) == .unknownList(log.list))
        try expectDone(harness.ask(.restore(log.list, log.epoch, at: 2_000)))
        for _ in 0..<2 {
            let loaded = try harness.load(log.list)
            #expect(loaded.summary == log.summary(at: 5))
            #expect(dump(loaded.state) == dump(log.state))
            #expect(try harness.changes(log, after: 0, through: 5).map(\.id) == log.changes.map(\.id))
            try harness.restart()
            #expect(harness.catalogue == [log.summary(at: 5)])
        }
    }

    @Test(arguments: JournalKind.allCases)
    func aListIsAdoptedWhole(_ kind: JournalKind) throws {
        let harness = try JournalHarness(kind)
        var log = TestLog("a", epoch: "new")
        log.addItems(300)
        try expectDone(harness.ask(.adopt(adoption(log))))
        #expect(try harness.load(log.list).heldAfter == Revision(300))
        log.addItems(2)
        try expectDone(harness.ask(.append(log.batch(after: 300))))
        for _ in 0..<2 {
            let loaded = try harness.load(log.list)
            #expect(loaded.summary == log.summary(at: 302))
            #expect(dump(loaded.state) == dump(log.state))
            try harness.restart()
        }
    }

    @Test(arguments: JournalKind.allCases)
    func anAdoptedListReplacesAnotherOnlyWhenTold(_ kind: JournalKind) throws {
        let harness = try JournalHarness(kind)
        var old = TestLog("a", epoch: "old")
        old.addItems(3)
        try harness.store(old)
        var new = TestLog("a", epoch: "new", seed: 77)
        new.addItems(9)
        #expect(failure(try harness.ask(.adopt(adoption(new)))) != nil)
        #expect(failure(try harness.ask(.adopt(adoption(new, replacing: Epoch("other"))))) != nil)
        #expect(dump(try harness.load(old.list).state) == dump(old.state))
        try expectDone(harness.ask(.adopt(adoption(new, replacing: old.epoch))))
        #expect(dump(try harness.load(new.list).state) == dump(new.state))
        // What it replaced is kept as any other deleted list.
        try expectDone(harness.ask(.remove(new.list, new.epoch, at: 1, by: "Ana")))
        try expectDone(harness.ask(.restore(old.list, old.epoch, at: 1)))
        try harness.restart()
        #expect(dump(try harness.load(old.list).state) == dump(old.state))
    }

    @Test func anAdoptionCutShortIsNoList() throws {
        let harness = try JournalHarness(.sqlite)
        var log = TestLog("a")
        log.addItems(3)
        try harness.store(log)
        var new = TestLog("b", epoch: "new", seed: 9)
        new.addItems(2_000, size: 400)
        harness.submit(.adopt(adoption(new)))
        let folder = try #require(harness.folder).copy()
        let after = try JournalHarness(folder: folder)
        #expect(after.catalogue.filter { $0.list != new.list } == [log.summary(at: 3)])
        #expect(after.catalogue.allSatisfy { $0.damage == nil })
    }

    @Test func afterThirtyDaysTheRowsGo() throws {
        let folder = try TemporaryFolder()
        let clock = Clock()
        func start() throws -> JournalHarness {
            try JournalHarness(folder: folder) { settings in
                settings.purgeMilliseconds = 5
                settings.wallClock = { clock.time }
            }
        }
        var harness = try start()
        var gone = TestLog("gone", epoch: "e1")
        gone.addItems(1_200)
        var kept = TestLog("kept", epoch: "e2", seed: 900)
        kept.addItems(40)
        try harness.store(gone)
        try expectDone(harness.ask(.snapshot(gone.list, gone.epoch, gone.state)))
        try harness.store(kept)
        let day: Timestamp = 86_400_000
        let removedAt = max(gone.summary(at: 1_200).updatedAt, 1) + day
        try expectDone(harness.ask(.remove(gone.list, gone.epoch, at: removedAt, by: "Ana")))
        clock.time = removedAt + 30 * day - 1
        #expect(try rows(folder, "changes", until: { _ in true }) > 1_000)
        #expect(try StoreVisitor(folder.path).deletedLists().map(\.summary.list) == [gone.list])
        clock.time = removedAt + 30 * day + 1
        #expect(try rows(folder, "changes", until: { $0 == 40 }) == 40)
        #expect(try rows(folder, "pieces", until: { $0 == 0 }) == 0)
        #expect(try StoreVisitor(folder.path).deletedLists().isEmpty)
        harness.journal.close()
        harness = try start()
        #expect(harness.catalogue == [kept.summary(at: 40)])
        #expect(failure(try harness.ask(.restore(gone.list, gone.epoch, at: 0))) == .unknownList(gone.list))
    }

    private final class Clock: Sendable {
        private let now = Mutex<Timestamp>(0)
        var time: Timestamp {
            get { now.withLock(\.self) }
            set { now.withLock { $0 = newValue } }
        }
    }

    private func adoption(_ log: TestLog, replacing: Epoch? = nil) -> Adoption {
        Adoption(
            summary: log.summary(at: log.revision), state: log.state, replacing: replacing, at: 5, by: "Ana")
    }

    /// Counts the rows of a table, as often as it takes until they are as expected; at most a minute. The purge is
    /// another thread's work, which gets its turn between two looks.
    private func rows(_ folder: TemporaryFolder, _ table: String, until: (Int64) -> Bool) throws -> Int64 {
        var count: Int64 = 0
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end {
            count = try StoreVisitor(folder.path).read { (reader) throws(SQLiteError) in
                try reader.connection.integer("SELECT count(*) FROM \(table)")
            }
            if until(count) { break }
            usleep(500)
        }
        return count
    }
}

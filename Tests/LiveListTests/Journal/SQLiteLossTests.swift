import Testing

@testable import LiveList

/// Going on without changes that have vanished, where the operator says so.
@Suite struct SQLiteLossTests {
    @Test func aRefusedStartLeavesEveryFileAsItWas() throws {
        let folder = try rotten().folder
        let names = folder.names.filter { !$0.hasSuffix("-shm") }
        let before = try names.map { try folder.read($0) }
        for _ in 0..<2 {
            #expect(throws: JournalError.self) { try JournalHarness(folder: folder) }
        }
        #expect(try names.map { try folder.read($0) } == before)
    }

    @Test func anAcceptedLossBeginsNewEpochs() throws {
        let (folder, log) = try rotten()
        let before = try folder.read("livelist.sqlite-wal")
        let after = try JournalHarness(folder: folder) { $0.acceptsLoss = true }
        let loaded = try after.load(log.list)
        let revision = loaded.summary.revision.value
        #expect(revision < log.revision)
        #expect(loaded.summary.epoch != log.epoch)
        #expect(dump(loaded.state) == dump(log.states[revision]))
        let notices = (after.journal as? SQLiteJournal)?.takeNotices() ?? []
        #expect(notices.contains { $0.contains("vanished") && $0.contains("damaged-1") })
        let kept = try folder.read("damaged-1/livelist.sqlite-wal")
        #expect(kept == before)
        let stale = try after.ask(.append(log.batch(after: revision)))
        #expect(failure(stale) == .unknownList(log.list))
        after.journal.close()
        // From now on it is a store like any other.
        let later = try JournalHarness(folder: folder)
        #expect(later.catalogue == [loaded.summary])
        for name in ["livelist.sqlite", "livelist.sqlite-wal", "livelist.mark"] {
            folder.remove("damaged-1/" + name)
        }
        folder.removeFolder("damaged-1")
    }

    /// A store whose log has lost its end.
    private func rotten() throws -> (folder: TemporaryFolder, log: TestLog) {
        let harness = try JournalHarness(.sqlite)
        var log = TestLog("a")
        log.addItems(5)
        try harness.store(log)
        log.addItems(2)
        try expectDone(harness.ask(.append(log.batch(after: 5))))
        let folder = try #require(harness.folder).copy()
        var bytes = try folder.read("livelist.sqlite-wal")
        bytes[bytes.count - 2_000] ^= 1
        try folder.write(bytes, to: "livelist.sqlite-wal")
        return (folder, log)
    }
}

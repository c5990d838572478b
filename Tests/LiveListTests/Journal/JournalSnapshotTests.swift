import Testing

@testable import LiveList

/// Snapshots, trimming and what has to be kept, for every journal.
@Suite struct JournalSnapshotTests {
    private static func small(_ changes: Int, ids: Int = 0) -> Retention {
        var retention = Retention()
        retention.changes = changes
        retention.ids = ids
        return retention
    }

    /// Asks until the background work has come to what is expected.
    private func waitForTrim(_ harness: JournalHarness, _ log: TestLog, heldAfter: Int) throws -> LoadedList {
        for _ in 0..<10_000 {
            let loaded = try harness.load(log.list)
            if loaded.heldAfter.value == heldAfter { return loaded }
        }
        throw HarnessError.unexpected("never trimmed to \(heldAfter)")
    }

    @Test(arguments: JournalKind.allCases)
    func aSnapshotReplacesTheChangesBeforeIt(_ kind: JournalKind) throws {
        let harness = try JournalHarness(kind, retention: Self.small(10))
        var log = TestLog("a")
        log.addItems(1_300)
        try harness.store(log)
        try expectDone(harness.ask(.snapshot(log.list, log.epoch, log.states[1_200])))
        for _ in 0..<2 {
            let loaded = try waitForTrim(harness, log, heldAfter: 1_200)
            #expect(dump(loaded.state) == dump(log.state))
            #expect(loaded.accepted.map(\.revision.value) == Array(1_291...1_300))
            #expect(loaded.bytesBehindSnapshot == log.changes[1_200...].reduce(0) { $0 + $1.bytes.count })
            #expect(try harness.changes(log, after: 1_199, through: 1_300).isEmpty)
            #expect(try harness.changes(log, after: 1_200, through: 1_300) == Array(log.changes[1_200...]))
            let history = try harness.history(log, before: 1_211, limit: 100)
            #expect(history.changes == Array(log.changes[1_200..<1_210].reversed()) && !history.isMore)
            try harness.restart()
        }
    }

    @Test(arguments: JournalKind.allCases)
    func theLastChangesStay(_ kind: JournalKind) throws {
        let harness = try JournalHarness(kind, retention: Self.small(100))
        var log = TestLog("a")
        log.addItems(300)
        try harness.store(log)
        try expectDone(harness.ask(.snapshot(log.list, log.epoch, log.state)))
        let loaded = try waitForTrim(harness, log, heldAfter: 200)
        #expect(loaded.accepted.map(\.revision.value) == Array(201...300))
        #expect(dump(loaded.state) == dump(log.state))
    }

    @Test(arguments: JournalKind.allCases)
    func idsOfTheLastMinutesStay(_ kind: JournalKind) throws {
        let harness = try JournalHarness(kind, retention: Self.small(10, ids: 250))
        var log = TestLog("a")
        log.pace = 3_000
        log.addItems(400)
        try harness.store(log)
        try expectDone(harness.ask(.snapshot(log.list, log.epoch, log.state)))
        // Ten minutes are 200 changes, and the one that is just ten minutes old.
        let loaded = try waitForTrim(harness, log, heldAfter: 199)
        #expect(loaded.accepted.map(\.revision.value) == Array(200...400))
    }

    @Test(arguments: JournalKind.allCases)
    func idsOfTheLastMinutesStayUpToABound(_ kind: JournalKind) throws {
        let harness = try JournalHarness(kind, retention: Self.small(10, ids: 250))
        var log = TestLog("a")
        log.pace = 1
        log.addItems(400)
        try harness.store(log)
        try expectDone(harness.ask(.snapshot(log.list, log.epoch, log.state)))
        let loaded = try waitForTrim(harness, log, heldAfter: 150)
        #expect(loaded.accepted.map(\.revision.value) == Array(151...400))
    }

    @Test(arguments: JournalKind.allCases)
    func aNewerSnapshotTakesTheOldOnesPlace(_ kind: JournalKind) throws {
        let harness = try JournalHarness(kind, retention: Self.small(5))
        var log = TestLog("a")
        log.addItems(60, size: 30_000)
        try harness.store(log)
        for revision in [20, 40, 60] {
            try expectDone(harness.ask(.snapshot(log.list, log.epoch, log.states[revision])))
            #expect(dump(try harness.load(log.list).state) == dump(log.state))
        }
        try harness.restart()
        #expect(dump(try waitForTrim(harness, log, heldAfter: 55).state) == dump(log.state))
    }

    @Test(arguments: JournalKind.allCases)
    func changesGoOnWhileASnapshotIsTaken(_ kind: JournalKind) throws {
        let harness = try JournalHarness(kind, retention: Self.small(5))
        var log = TestLog("a")
        log.addItems(50, size: 40_000)
        try harness.store(log)
        let snapshot = harness.submit(.snapshot(log.list, log.epoch, log.state))
        for _ in 0..<20 {
            log.addItems(1)
            try expectDone(harness.ask(.append(log.batch(after: log.revision - 1))))
        }
        try expectDone(harness.result(of: snapshot))
        try harness.restart()
        #expect(dump(try harness.load(log.list).state) == dump(log.state))
    }

    @Test(arguments: JournalKind.allCases)
    func aSnapshotOfARemovedListIsRefused(_ kind: JournalKind) throws {
        let harness = try JournalHarness(kind)
        var log = TestLog("a")
        log.addItems(5)
        try harness.store(log)
        try expectDone(harness.ask(.remove(log.list, log.epoch, at: 1, by: "Ana")))
        let result = try harness.ask(.snapshot(log.list, log.epoch, log.state))
        #expect(failure(result) == .unknownList(log.list))
    }
}

import Testing

@testable import LiveList

/// What every journal must do.
@Suite struct JournalContractTests {
    @Test(arguments: JournalKind.allCases)
    func aNewStoreIsEmpty(_ kind: JournalKind) throws {
        let harness = try JournalHarness(kind)
        #expect(harness.catalogue.isEmpty)
        #expect(harness.journal.trouble == nil)
        let list = ListID("nowhere")!
        #expect(failure(try harness.ask(.load(list))) == .unknownList(list))
    }

    @Test(arguments: JournalKind.allCases)
    func aCreatedListLoadsEmpty(_ kind: JournalKind) throws {
        let harness = try JournalHarness(kind)
        let log = TestLog("a", title: "Ümläute und \"Zeichen\"")
        try harness.store(log)
        let loaded = try harness.load(log.list)
        #expect(loaded.summary == log.summary(at: 0))
        #expect(dump(loaded.state) == dump(log.state))
        #expect(loaded.accepted.isEmpty)
        #expect(loaded.heldAfter == .zero)
    }

    @Test(arguments: JournalKind.allCases)
    func whatWasAppendedIsLoaded(_ kind: JournalKind) throws {
        let harness = try JournalHarness(kind)
        var log = TestLog("a")
        log.addItems(25)
        log.add([.setTitle("Another title")])
        try harness.store(log)
        for _ in 0..<2 {
            let loaded = try harness.load(log.list)
            #expect(loaded.summary == log.summary(at: 26))
            #expect(dump(loaded.state) == dump(log.state))
            #expect(loaded.accepted.map(\.id) == log.changes.map(\.id))
            #expect(loaded.accepted.map(\.revision.value) == Array(1...26))
            #expect(loaded.accepted.map(\.at) == log.changes.map(\.at))
            try harness.restart()
            #expect(harness.catalogue == [log.summary(at: 26)])
        }
    }

    @Test(arguments: JournalKind.allCases)
    func batchesFollowEachOther(_ kind: JournalKind) throws {
        let harness = try JournalHarness(kind)
        var log = TestLog("a")
        log.addItems(10)
        try expectDone(harness.ask(.create(log.summary(at: 0))))
        let tickets = [(0, 1), (1, 4), (4, 10)].map {
            harness.submit(.append(log.batch(after: $0.0, through: $0.1)))
        }
        for ticket in tickets { try expectDone(harness.result(of: ticket)) }
        #expect(harness.answered.suffix(3) == tickets[...])
        #expect(dump(try harness.load(log.list).state) == dump(log.state))
    }

    @Test(arguments: JournalKind.allCases)
    func anUnexpectedRevisionIsRefusedAndStoresNothing(_ kind: JournalKind) throws {
        let harness = try JournalHarness(kind)
        var log = TestLog("a")
        log.addItems(5)
        try expectDone(harness.ask(.create(log.summary(at: 0))))
        try expectDone(harness.ask(.append(log.batch(after: 0, through: 3))))
        for after in [0, 2, 4] {
            guard case .damaged(log.list, _) = failure(try harness.ask(.append(log.batch(after: after))))
            else {
                Issue.record("expecting \(after) was not refused")
                continue
            }
        }
        #expect(dump(try harness.load(log.list).state) == dump(log.states[3]))
        try expectDone(harness.ask(.append(log.batch(after: 3))))
        #expect(dump(try harness.load(log.list).state) == dump(log.state))
    }

    @Test(arguments: JournalKind.allCases)
    func changesComeByRangeAndSize(_ kind: JournalKind) throws {
        let harness = try JournalHarness(kind)
        var log = TestLog("a")
        log.addItems(40)
        try harness.store(log)
        #expect(try harness.changes(log, after: 0, through: 40) == log.changes)
        #expect(try harness.changes(log, after: 10, through: 12) == Array(log.changes[10..<12]))
        #expect(try harness.changes(log, after: 38, through: 100) == Array(log.changes[38...]))
        #expect(try harness.changes(log, after: 40, through: 40).isEmpty)
        let three = log.changes[5..<8].reduce(0) { $0 + $1.bytes.count }
        #expect(try harness.changes(log, after: 5, through: 40, bytesMax: three) == Array(log.changes[5..<8]))
        #expect(try harness.changes(log, after: 5, through: 40, bytesMax: 1) == [log.changes[5]])
    }

    @Test(arguments: JournalKind.allCases)
    func historyComesNewestFirst(_ kind: JournalKind) throws {
        let harness = try JournalHarness(kind)
        var log = TestLog("a")
        log.addItems(30)
        try harness.store(log)
        var got = try harness.history(log, before: 31, limit: 10)
        #expect(got.changes == Array(log.changes[20...].reversed()) && got.isMore)
        got = try harness.history(log, before: 1_000, limit: 1)
        #expect(got.changes == [log.changes[29]] && got.isMore)
        got = try harness.history(log, before: 11, limit: 10)
        #expect(got.changes == Array(log.changes[..<10].reversed()) && !got.isMore)
        got = try harness.history(log, before: 1, limit: 10)
        #expect(got.changes.isEmpty && !got.isMore)
        got = try harness.history(log, before: 31, limit: 10, bytesMax: 1)
        #expect(got.changes == [log.changes[29]] && got.isMore)
    }

    @Test(arguments: JournalKind.allCases)
    func anotherEpochIsAnotherList(_ kind: JournalKind) throws {
        let harness = try JournalHarness(kind)
        var log = TestLog("a", epoch: "old")
        log.addItems(3)
        try harness.store(log)
        try expectDone(harness.ask(.remove(log.list, log.epoch, at: 5, by: "Ana")))
        #expect(failure(try harness.ask(.load(log.list))) == .unknownList(log.list))
        var next = TestLog("a", epoch: "new", title: "Again", seed: 9)
        next.addItems(2)
        try harness.store(next)
        let unknown = JournalError.unknownList(log.list)
        #expect(failure(try harness.ask(.remove(log.list, log.epoch, at: 6, by: "Ana"))) == unknown)
        var more = log
        more.addItems(1)
        #expect(failure(try harness.ask(.append(more.batch(after: 3)))) == unknown)
        let stale = JournalRequest.Work.changes(
            log.list, log.epoch, after: .zero, through: Revision(3), bytesMax: 1_000)
        #expect(failure(try harness.ask(stale)) == unknown)
        try harness.restart()
        #expect(harness.catalogue == [next.summary(at: 2)])
        #expect(dump(try harness.load(next.list).state) == dump(next.state))
    }

    @Test(arguments: JournalKind.allCases)
    func aListIsCreatedOnce(_ kind: JournalKind) throws {
        let harness = try JournalHarness(kind)
        var log = TestLog("a")
        log.addItems(2)
        try harness.store(log)
        let again = try harness.ask(.create(TestLog("a", epoch: "e2").summary(at: 0)))
        guard case .damaged(log.list, _) = failure(again) else {
            Issue.record("created twice: \(again)")
            return
        }
        #expect(dump(try harness.load(log.list).state) == dump(log.state))
    }

    @Test(arguments: JournalKind.allCases)
    func listsDoNotMix(_ kind: JournalKind) throws {
        let harness = try JournalHarness(kind)
        var logs = (0..<5).map { TestLog("list-\($0)", epoch: "e\($0)", seed: UInt64($0 * 1_000)) }
        for log in logs { harness.submit(.create(log.summary(at: 0))) }
        var last: Ticket = 0
        for round in 1...6 {
            for index in logs.indices {
                let before = logs[index].revision
                logs[index].addItems((round + index) % 4 + 1)
                last = harness.submit(.append(logs[index].batch(after: before)))
            }
        }
        try expectDone(harness.result(of: last))
        try harness.restart()
        #expect(
            harness.catalogue.sorted { $0.list.text < $1.list.text }
                == logs.map { $0.summary(at: $0.revision) })
        for log in logs {
            #expect(dump(try harness.load(log.list).state) == dump(log.state))
            #expect(try harness.changes(log, after: 0, through: log.revision) == log.changes)
        }
    }

    @Test(arguments: JournalKind.allCases)
    func whatWasSubmittedIsCarriedOutBeforeClosing(_ kind: JournalKind) throws {
        let harness = try JournalHarness(kind)
        var log = TestLog("a")
        log.addItems(50)
        harness.submit(.create(log.summary(at: 0)))
        for after in 0..<50 { harness.submit(.append(log.batch(after: after, through: after + 1))) }
        let old = harness.journal
        try harness.restart()
        #expect(dump(try harness.load(log.list).state) == dump(log.state))
        #expect(old.takeReplies().count == (old is MemoryJournal ? 0 : 51))
    }
}

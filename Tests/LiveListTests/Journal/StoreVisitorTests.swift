import Foundation
import Testing

@testable import LiveList

/// Those who read a store beside the one who writes to it.
@Suite struct StoreVisitorTests {
    @Test func aVisitorSeesWhatIsCommittedAndHoldsNothingUp() throws {
        let harness = try JournalHarness(.sqlite)
        let folder = try #require(harness.folder)
        var log = TestLog("a")
        log.addItems(3)
        try harness.store(log)
        let visitor = try StoreVisitor(folder.path)
        let totals = try visitor.read { (reader) throws(SQLiteError) in
            let before = try reader.connection.integer("SELECT count(*) FROM changes")
            log.addItems(2)
            if case .done? = try? harness.ask(.append(log.batch(after: 3))) {
            } else {
                Issue.record("not stored")
            }
            // As of one moment.
            #expect(try reader.connection.integer("SELECT count(*) FROM changes") == before)
            return before
        }
        #expect(totals == 3)
        #expect(try visitor.lists().map(\.summary) == [log.summary(at: 5)])
        #expect(dump(try visitor.load(visitor.lists()[0]).state) == dump(log.state))
    }

    @Test func aVisitorLeavesTheFilesToTheServer() throws {
        let harness = try JournalHarness(.sqlite)
        let folder = try #require(harness.folder)
        var log = TestLog("a")
        log.addItems(3)
        try harness.store(log)
        let copy = try folder.copy()
        let before = try copy.read("livelist.sqlite-wal")
        #expect(!before.isEmpty)
        let totals = try StoreVisitor(copy.path).check { Issue.record("\($0)") }
        #expect(totals.changes == 3 && totals.lists == 1 && totals.faults == 0)
        #expect(try copy.read("livelist.sqlite-wal") == before)
        #expect(try copy.read("livelist.sqlite") == folder.read("livelist.sqlite"))
    }

    /// After a failed sync the log is to be read anew, which SQLite does not do while anybody has it open.
    @Test func aStoreIsNotOpenedAnewWhileAnotherProcessHasItOpen() throws {
        let harness = try JournalHarness(.sqlite)
        let folder = try #require(harness.folder)
        var log = TestLog("a")
        log.addItems(1)
        try harness.store(log)
        let settings = SQLiteJournal.Settings(folder: folder.path)
        let other = Process()
        let (answers, questions) = (Pipe(), Pipe())
        other.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let program = """
            import sqlite3, sys
            store = sqlite3.connect(sys.argv[1] + "/livelist.sqlite")
            print(store.execute("SELECT count(*) FROM changes").fetchone()[0], flush=True)
            sys.stdin.read()
            """
        other.arguments = ["python3", "-c", program, folder.path]
        (other.standardOutput, other.standardInput) = (answers, questions)
        try other.run()
        #expect(answers.fileHandleForReading.readData(ofLength: 2) == Data("1\n".utf8))
        #expect(throws: SQLiteError.self) { try StoreVisitor.expectNone(in: settings) }
        try questions.fileHandleForWriting.close()
        other.waitUntilExit()
        try StoreVisitor.expectNone(in: settings)
    }

    @Test func whatIsCommittedIsInTheBackupAndItBeginsNewEpochs() throws {
        let harness = try JournalHarness(.sqlite)
        let folder = try #require(harness.folder)
        var log = TestLog("a")
        log.addItems(30)
        try harness.store(log)
        var gone = TestLog("gone", epoch: "e2", seed: 70)
        gone.addItems(2)
        try harness.store(gone)
        try expectDone(harness.ask(.remove(gone.list, gone.epoch, at: 5, by: "Ana")))
        let other = try TemporaryFolder()
        let totals = try StoreVisitor(folder.path).backUp(to: other.path + "/livelist.sqlite") {
            Issue.record("\($0)")
        }
        #expect(totals == StoreTotals(lists: 1, deleted: 1, items: 30, changes: 32))
        let after = try JournalHarness(folder: other)
        let loaded = try after.load(log.list)
        #expect(loaded.summary.epoch != log.epoch)
        #expect(dump(loaded.state) == dump(log.state))
        #expect(failure(try after.ask(.restore(gone.list, gone.epoch, at: 6))) == .unknownList(gone.list))
    }
}

extension StoreTotals {
    fileprivate init(lists: Int, deleted: Int, items: Int, changes: Int) {
        self.init()
        (self.lists, self.deleted, self.items, self.changes) = (lists, deleted, items, changes)
    }
}

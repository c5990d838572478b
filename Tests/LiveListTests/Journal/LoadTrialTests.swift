import Testing

@testable import LiveList

/// Lists on whose loading the program died: tried by another process, set aside, tried again.
@Suite struct LoadTrialTests {
    /// A store with two lists, closed, and the note of a death while the first was loaded.
    private struct Store {
        let folder: TemporaryFolder
        var first = TestLog("first", epoch: "e1", seed: 1)
        var second = TestLog("second", epoch: "e2", seed: 500)

        init() throws {
            let harness = try JournalHarness(.sqlite)
            first.addItems(3)
            second.addItems(3)
            try harness.store(first)
            try harness.store(second)
            harness.journal.close()
            folder = try #require(harness.folder)
            try die()
        }

        func die() throws { try LoadMarker(path: folder.path + "/livelist.loading").set(1) }

        func start(_ script: String? = nil, deathsMax: Int = 3) throws -> JournalHarness {
            try JournalHarness(folder: folder) { settings in
                if let script { settings.trial = ["/bin/sh", "-c", script] }
                settings.loadDeathsMax = deathsMax
            }
        }

        func expectSetAside(_ harness: JournalHarness, _ why: String) throws {
            let result = try harness.ask(.load(first.list))
            guard case .damaged(_, let told) = failure(result) else {
                Issue.record("\(result)")
                return
            }
            #expect(told.contains(why))
            #expect(dump(try harness.load(second.list).state) == dump(second.state))
        }
    }

    @Test func whatTheOtherProcessSurvivesIsServed() throws {
        let store = try Store()
        // Damage is found without harm, and a program that can't be run tells nothing.
        for script in ["exit 0", "exit 1", "exec /nowhere/nothing"] {
            let harness = try store.start(script)
            #expect(harness.catalogue.map(\.isSuspect) == [true, false])
            #expect(dump(try harness.load(store.first.list).state) == dump(store.first.state))
            harness.journal.close()
            let after = try store.start("kill -SEGV $$")
            #expect(after.catalogue.map(\.isSuspect) == [false, false])
            #expect(dump(try after.load(store.first.list).state) == dump(store.first.state))
            after.journal.close()
            try store.die()
        }
        let none = try JournalHarness(folder: store.folder) { $0.trial = ["/nowhere/nothing"] }
        #expect(dump(try none.load(store.first.list).state) == dump(store.first.state))
    }

    @Test(arguments: ["SEGV", "ILL", "ABRT", "BUS", "KILL"])
    func whatKillsTheOtherProcessIsSetAside(_ signal: String) throws {
        let store = try Store()
        let harness = try store.start("kill -\(signal) $$")
        try store.expectSetAside(harness, "died by signal")
        let notices = (harness.journal as? SQLiteJournal)?.takeNotices() ?? []
        #expect(notices.contains { $0.contains("list first") && $0.contains("livelistd retry first") })
        harness.journal.close()
        let after = try store.start("exit 0")
        #expect(after.catalogue.first { $0.list == store.first.list }?.damage?.contains("signal") == true)
        try store.expectSetAside(after, "died by signal")
        // The operator asks for another try.
        guard case .loaded(let list) = try after.ask(.retry(store.first.list)) else {
            Issue.record("not served")
            return
        }
        #expect(dump(list.state) == dump(store.first.state))
        #expect(dump(try after.load(store.first.list).state) == dump(store.first.state))
        after.journal.close()
        #expect(try store.start("kill -SEGV $$").catalogue.allSatisfy { $0.damage == nil && !$0.isSuspect })
    }

    @Test func aTryThatKillsAgainLeavesItSetAside() throws {
        let store = try Store()
        let harness = try store.start("kill -SEGV $$")
        for _ in 0..<2 {
            let result = try harness.ask(.retry(store.first.list))
            guard case .damaged = failure(result) else {
                Issue.record("\(result)")
                return
            }
            try store.expectSetAside(harness, "died by signal")
        }
    }

    @Test func anEndFromOutsideTellsNothing() throws {
        let store = try Store()
        let harness = try store.start("kill -TERM $$")
        guard case .unavailable = failure(try harness.ask(.load(store.first.list))) else {
            Issue.record("an answer that can't be known")
            return
        }
        harness.journal.close()
        let after = try store.start("exit 0")
        #expect(after.catalogue.map(\.isSuspect) == [true, false])
        #expect(dump(try after.load(store.first.list).state) == dump(store.first.state))
    }

    @Test func whatIsBeingTriedDoesNotHoldUpAStopNorOthers() throws {
        let store = try Store()
        let harness = try store.start("exec sleep 1000")
        let ticket = harness.submit(.load(store.first.list))
        #expect(dump(try harness.load(store.second.list).state) == dump(store.second.state))
        harness.journal.close()
        guard case .unavailable = failure(try harness.result(of: ticket)) else {
            Issue.record("an answer that can't be known")
            return
        }
        #expect(try store.start("exit 0").catalogue.map(\.isSuspect) == [true, false])
    }

    /// Where no other process dies of it, or none can be had, deaths in a row are counted.
    @Test(arguments: ["exit 0", nil])
    func deathsInARowAreCounted(_ script: String?) throws {
        let store = try Store()
        for _ in 1..<3 {
            try store.start(script).journal.close()
            try store.die()
        }
        for _ in 0..<2 {
            let harness = try store.start(script)
            try store.expectSetAside(harness, "ended 3 times while it loaded this list")
            harness.journal.close()
        }
        let harness = try store.start(script)
        guard case .loaded = try harness.ask(.retry(store.first.list)) else {
            Issue.record("not served")
            return
        }
        harness.journal.close()
        try store.die()
        // The count has begun anew.
        let after = try store.start(script)
        #expect(dump(try after.load(store.first.list).state) == dump(store.first.state))
    }
}

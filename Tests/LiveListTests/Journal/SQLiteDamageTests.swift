import Testing

@testable import LiveList

/// What happens to the files of a store, and what the next start makes of it.
@Suite struct SQLiteDamageTests {
    private static let database = "livelist.sqlite"
    private static let log = "livelist.sqlite-wal"
    private static let mark = "livelist.mark"

    private func twoLists(_ count: Int = 30) throws -> (JournalHarness, TestLog, TestLog) {
        let harness = try JournalHarness(.sqlite)
        var first = TestLog("first", epoch: "e1", seed: 1)
        var second = TestLog("second", epoch: "e2", seed: 500)
        first.addItems(count)
        second.addItems(count)
        try harness.store(first)
        try harness.store(second)
        return (harness, first, second)
    }

    /// The line that a start on these files is refused with.
    private func refusal(_ folder: TemporaryFolder) throws -> String {
        do {
            let harness = try JournalHarness(folder: folder)
            harness.journal.close()
        } catch JournalError.unusable(let why) {
            return why
        }
        throw HarnessError.unexpected("it started")
    }

    private func notices(_ harness: JournalHarness) -> [String] {
        (harness.journal as? SQLiteJournal)?.takeNotices() ?? []
    }

    @Test func aSuddenEndLosesNothing() throws {
        let (harness, first, second) = try twoLists()
        let after = try JournalHarness(folder: try #require(harness.folder).copy())
        #expect(dump(try after.load(first.list).state) == dump(first.state))
        #expect(dump(try after.load(second.list).state) == dump(second.state))
        #expect(notices(after).isEmpty)
    }

    @Test func aFlippedBitInAChangeSetsOneListAside() throws {
        let (harness, first, second) = try twoLists()
        harness.journal.close()
        let folder = try #require(harness.folder)
        var bytes = try folder.read(Self.database)
        let needle = Array("item 17 ".utf8)
        let places = bytes.indices.dropLast(needle.count).filter {
            bytes[$0..<$0 + needle.count] == needle[...]
        }
        bytes[try #require(places.first)] ^= 4
        try folder.write(bytes, to: Self.database)

        let after = try JournalHarness(folder: folder)
        let results = [try after.ask(.load(first.list)), try after.ask(.load(second.list))]
        guard case .damaged(let list, let why) = failure(results[0]) ?? failure(results[1]) else {
            Issue.record("served: \(results)")
            return
        }
        #expect(why.contains("change 17"))
        let other = list == first.list ? second : first
        #expect(dump(try after.load(other.list).state) == dump(other.state))
        #expect(failure(try after.ask(.load(list))) == .damaged(list, why))
        #expect(notices(after).contains { $0.contains(list.text) })
        after.journal.close()

        let later = try JournalHarness(folder: folder)
        #expect(later.catalogue.first { $0.list == list }?.damage == why)
        #expect(later.catalogue.first { $0.list == other.list }?.damage == nil)
        #expect(failure(try later.ask(.load(list))) == .damaged(list, why))
    }

    @Test func rowsThatTheLogLostAreNoticed() throws {
        let (harness, _, _) = try twoLists()
        let folder = try #require(harness.folder).copy()
        var bytes = try folder.read(Self.log)
        // A page of the last commit; SQLite takes the log to end before it.
        bytes[bytes.count - 2_000] ^= 1
        try folder.write(bytes, to: Self.log)
        #expect(try refusal(folder).contains("vanished"))
        let without = try #require(harness.folder).copy()
        without.remove(Self.log)
        #expect(!(try refusal(without)).isEmpty)
    }

    @Test func aMissingOrRottenMarkIsTold() throws {
        let (harness, first, _) = try twoLists()
        harness.journal.close()
        let folder = try #require(harness.folder)
        folder.remove(Self.mark)
        for round in 0..<3 {
            let after = try JournalHarness(folder: folder)
            #expect(dump(try after.load(first.list).state) == dump(first.state))
            #expect(notices(after).contains { $0.contains(Self.mark) } == (round != 1), "round \(round)")
            after.journal.close()
            if round == 1 { try folder.write([UInt8](repeating: 7, count: 4_200), to: Self.mark) }
        }
    }

    @Test func oneRottenSlotOfTheMarkIsNoHarm() throws {
        let (harness, first, _) = try twoLists()
        harness.journal.close()
        for slot in 0..<2 {
            let folder = try #require(harness.folder).copy()
            var bytes = try folder.read(Self.mark)
            bytes[slot * 4_096 + 20] ^= 16
            try folder.write(bytes, to: Self.mark)
            let after = try JournalHarness(folder: folder)
            #expect(dump(try after.load(first.list).state) == dump(first.state))
        }
    }

    @Test func anotherFileIsRefused() throws {
        let folder = try TemporaryFolder()
        try folder.write(Array("This is a letter, not a database. ".utf8), to: Self.database)
        #expect(try refusal(folder).contains(Self.database))
        try folder.write([UInt8](repeating: 0x55, count: 8_192), to: Self.database)
        #expect(try refusal(folder).contains(Self.database))
    }

    @Test func aNewerFormatIsRefused() throws {
        let (harness, _, _) = try twoLists()
        harness.journal.close()
        let folder = try #require(harness.folder)
        do {
            let connection = try SQLiteConnection(path: folder.path + "/" + Self.database, access: .readWrite)
            try connection.execute("PRAGMA user_version=2")
        }
        #expect(try refusal(folder).contains("newer"))
    }

    @Test func aMissingOrShortDatabaseIsRefused() throws {
        let (harness, _, _) = try twoLists(300)
        harness.journal.close()
        let whole = try #require(harness.folder).read(Self.database)
        for size in [0, 100, 4_096, 8_192, whole.count / 2, whole.count - 4_096] {
            let folder = try #require(harness.folder).copy()
            try folder.write(Array(whole.prefix(size)), to: Self.database)
            #expect(!(try refusalOrDamage(folder)).isEmpty, "of \(size) bytes")
        }
        let folder = try #require(harness.folder).copy()
        folder.remove(Self.database)
        folder.remove(Self.log)
        #expect(try refusal(folder).contains("missing"))
    }

    /// Why a start is refused, or at least one list is not served.
    private func refusalOrDamage(_ folder: TemporaryFolder) throws -> String {
        do {
            let harness = try JournalHarness(folder: folder)
            for name in ["first", "second"] {
                if case .damaged(_, let why) = failure(try harness.ask(.load(ListID(name)!))) { return why }
            }
        } catch JournalError.unusable(let why) {
            return why
        }
        return ""
    }

    @Test func aListThatCanNotBeWrittenDoesNotHoldUpOthers() throws {
        let (harness, first, _) = try twoLists()
        harness.journal.close()
        let folder = try #require(harness.folder)
        let root: Int64
        do {
            let connection = try SQLiteConnection(path: folder.path + "/" + Self.database, access: .readWrite)
            root = try connection.integer("SELECT rootpage FROM sqlite_schema WHERE name='changes_of_list'")
        }
        var bytes = try folder.read(Self.database)
        // No page of a tree begins so.
        bytes[(Int(root) - 1) * 4_096] = 0xFF
        try folder.write(bytes, to: Self.database)

        let after = try JournalHarness(folder: folder)
        var more = first
        more.addItems(1)
        let appended = after.submit(.append(more.batch(after: 30)))
        let created = after.submit(.create(TestLog("third", epoch: "e3").summary(at: 0)))
        guard case .damaged(first.list, _) = failure(try after.result(of: appended)) else {
            Issue.record("the damage was not told")
            return
        }
        try expectDone(after.result(of: created))
        #expect(after.journal.trouble == nil)
        #expect(notices(after).contains { $0.contains("first") })
    }
}

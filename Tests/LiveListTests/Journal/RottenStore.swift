@testable import LiveList

/// A small store with every kind of row and page, and what must be true of it whatever happens to its files.
///
/// Needs nothing of a test's: a program of its own damages every bit of it.
final class RottenStore {
    enum Outcome: String, CaseIterable {
        /// All of it is as it was.
        case harmless
        /// A list is set aside with a reason, and all others are as they were.
        case aside
        /// Some can't be written, or nothing read, and `/healthz` says why; the rest is as it was.
        case unavailable
        /// The start is refused with a reason, and every file left as it was.
        case refused
    }

    struct Untruth: Error, CustomStringConvertible { let description: String }

    typealias Files = [String: [UInt8]]
    static let database = "livelist.sqlite"
    static let log = "livelist.sqlite-wal"
    static let mark = "livelist.mark"

    /// As it was closed, with everything in the database.
    private(set) var closed: Files = [:]
    /// As a sudden end left it, its last changes in the write-ahead log.
    private(set) var running: Files = [:]
    private var present: [Known] = []
    private var removed: Known

    /// A list, and what it has to come to.
    private struct Known {
        var log: TestLog
        /// As of each revision, as text.
        var dumps: [String] = []

        init(_ log: TestLog) {
            self.log = log
            dumps = log.states.map(dump)
        }
    }

    /// - Parameter pageBytes: of the database: with small ones few rows make trees that are high.
    init(pageBytes: Int) throws {
        var logs = ["plain", "short", "aside", "gone"].enumerated().map { index, name in
            TestLog(name, epoch: "e\(index)", seed: UInt64(index + 1) << 16)
        }
        removed = Known(logs[3])
        let folder = try TemporaryFolder()
        do {
            let path = folder.path + "/" + Self.database
            let connection = try SQLiteConnection(path: path, access: .readWrite)
            try connection.execute("PRAGMA page_size=\(pageBytes); CREATE TABLE t(x); DROP TABLE t")
        }
        let harness = try Self.open(folder)
        for index in logs.indices {
            // So many rows of the first that their index is high, too, where pages are small.
            logs[index].addItems([40, 12, 3, 3][index], size: 1)
            try Self.done(harness.ask(.create(logs[index].summary(at: 0))))
            try Self.done(harness.ask(.append(logs[index].batch(after: 0))))
        }
        // Some rows that are longer than a page.
        logs[0].addItems(1, size: 1_500)
        try Self.done(harness.ask(.append(logs[0].batch(after: 40))))
        try Self.done(harness.ask(.snapshot(logs[1].list, logs[1].epoch, logs[1].states[10])))
        try Self.done(harness.ask(.remove(logs[3].list, logs[3].epoch, at: 1_000, by: "Ana")))
        harness.journal.close()
        try Self.setAside(logs[2], in: folder)
        let again = try Self.open(folder)
        logs[1].addItems(2)
        logs[0].addItems(1)
        try Self.done(again.ask(.append(logs[1].batch(after: 12))))
        try Self.done(again.ask(.append(logs[0].batch(after: 41))))
        for name in folder.names { running[name] = try folder.read(name) }
        again.journal.close()
        for name in folder.names { closed[name] = try folder.read(name) }
        present = logs[..<3].map(Known.init)
        removed = Known(logs[3])
    }

    private static func setAside(_ log: TestLog, in folder: TemporaryFolder) throws {
        var settings = SQLiteJournal.Settings(folder: folder.path)
        settings.retention = retention
        let store = try StoreWriter.reopen(settings)
        defer { store.connection.close() }
        try store.beginTransaction()
        try store.watch(store.key(of: log.list)!, strikes: 0, reason: "for a test")
        try store.commit()
    }

    private static let retention: Retention = {
        var retention = Retention()
        retention.changes = 5
        retention.ids = 0
        return retention
    }()

    static func open(_ folder: TemporaryFolder) throws -> JournalHarness {
        try JournalHarness(folder: folder) { settings in
            settings.retention = retention
            // Some free pages, but not mostly free pages.
            settings.probeBytes = 3_000
            // Nothing that was deleted is old.
            settings.wallClock = { 0 }
        }
    }

    static func done(_ result: JournalReply.Result) throws {
        guard case .done = result else { throw Untruth(description: "not done: \(result)") }
    }
}

/// What a start on damaged files comes to.
extension RottenStore {
    /// Starts on these files and looks at everything, then writes, and looks again.
    ///
    /// - Parameter place: a folder that is emptied first.
    /// - Throws: `Untruth` where something is served that is not so, or is gone without a word.
    func outcome(of files: Files, in place: TemporaryFolder) throws -> Outcome {
        for name in place.names { place.remove(name) }
        for (name, bytes) in files { try place.write(bytes, to: name) }
        let harness: JournalHarness
        do {
            harness = try Self.open(place)
        } catch JournalError.unusable(let why) {
            guard !why.isEmpty else { throw Untruth(description: "refused without a reason") }
            for name in [Self.database, Self.log, Self.mark] where files[name] != nil {
                guard try place.read(name) == files[name] else {
                    throw Untruth(description: "refused, and \(name) is not as it was: \(why)")
                }
            }
            return .refused
        }
        defer { harness.journal.close() }
        try lookAtNames(harness)
        var outcomes = try present.map { try look($0, in: harness) }
        outcomes.append(try bringBack(in: harness))
        // What is written now may meet pages that only seem to be free.
        var written = present[0]
        written.log.addItems(1, size: 3_000)
        written.dumps.append(dump(written.log.state))
        switch try harness.ask(.append(written.log.batch(after: present[0].log.revision))) {
        case .done: outcomes.append(try look(written, in: harness))
        case .failed(.damaged): outcomes.append(.aside)
        case .failed(.unavailable) where harness.journal.trouble != nil: outcomes.append(.unavailable)
        case let other: throw Untruth(description: "writing: \(other)")
        }
        outcomes += try present.dropFirst().map { try look($0, in: harness) }
        return [.unavailable, .aside].first(where: outcomes.contains) ?? .harmless
    }

    /// Every list is there, or is named with what is wrong. Whatever else is named is set aside.
    private func lookAtNames(_ harness: JournalHarness) throws {
        let found = harness.catalogue
        for known in present where !found.contains(where: { $0.list == known.log.list }) {
            throw Untruth(description: "\(known.log.list) is gone without a word")
        }
        for summary in found where !present.contains(where: { $0.log.list == summary.list }) {
            guard summary.damage != nil else {
                throw Untruth(description: "there is a list \(summary.list), which was not")
            }
        }
    }

    private func look(_ known: Known, in harness: JournalHarness) throws -> Outcome {
        let log = known.log
        let loaded: LoadedList
        switch try harness.ask(.load(log.list)) {
        case .loaded(let list): loaded = list
        case .failed(.damaged(_, let why)) where !why.isEmpty:
            // One that was set aside before is no news.
            return why == "for a test" && log.list.text == "aside" ? .harmless : .aside
        case .failed(.unavailable) where harness.journal.trouble != nil: return .unavailable
        case let other: throw Untruth(description: "loading \(log.list): \(other)")
        }
        let revision = log.revision
        guard loaded.summary == log.summary(at: revision), dump(loaded.state) == known.dumps[revision] else {
            throw Untruth(description: "\(log.list) is another at revision \(loaded.summary.revision)")
        }
        let held = loaded.heldAfter.value
        guard loaded.accepted.suffix(5).map(\.id) == log.changes.suffix(5).map(\.id),
            held <= max(0, revision - 5)
        else {
            throw Untruth(description: "\(log.list) knows other ids, or holds too few changes")
        }
        return try lookBack(log, held: held, in: harness)
    }

    private func lookBack(_ log: TestLog, held: Int, in harness: JournalHarness) throws -> Outcome {
        let expected = Array(log.changes[held...])
        let forward = JournalRequest.Work.changes(
            log.list, log.epoch, after: Revision(held), through: Revision(log.revision), bytesMax: 1 << 20)
        switch try harness.ask(forward) {
        case .changes(let changes) where changes == expected: break
        case .failed(.damaged): return .aside
        case let other: throw Untruth(description: "changes of \(log.list): \(other)")
        }
        let back = JournalRequest.Work.history(
            log.list, log.epoch, before: Revision(log.revision + 1), limit: 200, bytesMax: 1 << 20)
        switch try harness.ask(back) {
        case .history(let changes, isMore: false) where changes == expected.reversed(): return .harmless
        case .failed(.damaged): return .aside
        case let other: throw Untruth(description: "history of \(log.list): \(other)")
        }
    }

    /// Restores the list that was deleted.
    private func bringBack(in harness: JournalHarness) throws -> Outcome {
        let log = removed.log
        switch try harness.ask(.restore(log.list, log.epoch, at: 2_000)) {
        case .done: return try look(removed, in: harness)
        case .failed(.damaged): return .aside
        // Its row can't say any more that it was deleted, so it is named among those that are there.
        case .failed where harness.catalogue.contains(where: { $0.list == log.list }): return .aside
        case .failed(.unavailable) where harness.journal.trouble != nil: return .unavailable
        case let other: throw Untruth(description: "the deleted list can't be restored: \(other)")
        }
    }
}

import Glibc
import Testing

@testable import LiveList

/// A flipped bit, anywhere in a small store: it is harmless, or it is found; nothing that it touched is
/// served as truth, and no list is gone without a word.
@Suite struct SQLiteRotTests {
    private static let isLong = getenv("LIVELIST_SOAK") != nil
    /// With `LIVELIST_SOAK` set every bit is flipped, in as many shares, which run side by side.
    private static let shares = isLong ? 0..<8 : 3..<4
    /// One bit in so many is flipped in a share.
    private static let stride = isLong ? shares.count : 1_009

    private struct Store {
        let logs: [TestLog]
        /// As it was closed, with everything in the database.
        let closed: TemporaryFolder
        /// As a sudden end left it, with everything in the write-ahead log.
        let running: TemporaryFolder
    }

    private static func store() throws -> Store {
        let folder = try TemporaryFolder()
        let harness = try JournalHarness(folder: folder) { settings in
            settings.retention.changes = 5
            settings.retention.ids = 0
        }
        var logs = (0..<3).map { TestLog("list-\($0)", epoch: "e\($0)", seed: UInt64($0 + 1) << 16) }
        for index in logs.indices {
            logs[index].addItems(12)
            try harness.store(logs[index])
        }
        try expectDone(harness.ask(.snapshot(logs[1].list, logs[1].epoch, logs[1].states[10])))
        logs[1].addItems(3)
        try expectDone(harness.ask(.append(logs[1].batch(after: 12))))
        let running = try folder.copy()
        harness.journal.close()
        return Store(logs: logs, closed: folder, running: running)
    }

    private enum Outcome: Hashable { case harmless, listAside, refused }

    private static func outcome(_ folder: TemporaryFolder, _ logs: [TestLog], _ what: String) throws
        -> Outcome
    {
        let harness: JournalHarness
        do {
            harness = try JournalHarness(folder: folder)
        } catch JournalError.unusable(let why) {
            #expect(!why.isEmpty)
            return .refused
        }
        defer { harness.journal.close() }
        let names = harness.catalogue.map(\.list.text).sorted()
        #expect(names == logs.map(\.list.text), "\(what): the catalogue is \(names)")
        var outcome = Outcome.harmless
        for log in logs {
            switch try harness.ask(.load(log.list)) {
            case .loaded(let loaded):
                #expect(loaded.summary == log.summary(at: log.revision), "\(what)")
                #expect(dump(loaded.state) == dump(log.state), "\(what)")
                let held = loaded.heldAfter.value
                let changes = try harness.changes(log, after: held, through: log.revision)
                #expect(changes == Array(log.changes[held...]), "\(what)")
                #expect(loaded.accepted.suffix(5).map(\.id) == log.changes.suffix(5).map(\.id), "\(what)")
            case .failed(.damaged): outcome = .listAside
            case let other: Issue.record("\(what): \(other)")
            }
        }
        return outcome
    }

    private static func flip(
        _ name: String, in folder: TemporaryFolder, _ logs: [TestLog], _ share: Int
    ) throws -> [Outcome: Int] {
        #expect(try outcome(try folder.copy(), logs, "nothing flipped") == .harmless)
        let bytes = try folder.read(name)
        var outcomes: [Outcome: Int] = [:]
        for bit in Swift.stride(from: share, to: bytes.count * 8, by: Self.stride) {
            let copy = try folder.copy()
            var flipped = bytes
            flipped[bit / 8] ^= 1 << UInt8(bit % 8)
            try copy.write(flipped, to: name)
            outcomes[try outcome(copy, logs, "bit \(bit % 8) of byte \(bit / 8) of \(name)"), default: 0] += 1
        }
        if isLong {
            print("\(name), share \(share) of \(shares.count), \(bytes.count * 8) bits: \(outcomes)")
        }
        return outcomes
    }

    @Test(arguments: shares) func aFlippedBitInTheDatabase(_ share: Int) throws {
        let store = try Self.store()
        let outcomes = try Self.flip("livelist.sqlite", in: store.closed, store.logs, share)
        #expect(outcomes[.harmless] ?? 0 > 0 && outcomes[.listAside] ?? 0 > 0, "\(outcomes)")
    }

    @Test(arguments: shares) func aFlippedBitInTheWriteAheadLog(_ share: Int) throws {
        let store = try Self.store()
        let outcomes = try Self.flip("livelist.sqlite-wal", in: store.running, store.logs, share)
        #expect(outcomes[.refused] ?? 0 > 0, "\(outcomes)")
    }
}

@testable import LiveList

/// A kind of journal, for tests that all of them have to pass.
enum JournalKind: CaseIterable, Sendable {
    case memory
    case sqlite
}

/// One journal under test, with the means to ask it something and to end it.
final class JournalHarness {
    private(set) var journal: any Journal
    private(set) var catalogue: [ListSummary] = []
    let folder: TemporaryFolder?
    private let retention: Retention
    private let bell = Inbox<Bool>()
    private var ticket: Ticket = 0
    private var waiting: [Ticket: JournalReply.Result] = [:]
    /// Tickets in the order in which they were answered.
    private(set) var answered: [Ticket] = []

    init(_ kind: JournalKind, retention: Retention = Retention()) throws {
        self.retention = retention
        switch kind {
        case .memory:
            folder = nil
            journal = MemoryJournal(retention: retention)
        case .sqlite:
            let folder = try TemporaryFolder()
            self.folder = folder
            journal = SQLiteJournal(Self.settings(folder.path, retention))
        }
        try start()
    }

    /// On files that are there.
    init(folder: TemporaryFolder, adjust: (inout SQLiteJournal.Settings) -> Void = { _ in }) throws {
        self.folder = folder
        retention = Retention()
        var settings = Self.settings(folder.path, retention)
        adjust(&settings)
        journal = SQLiteJournal(settings)
        try start()
    }

    private static func settings(_ folder: String, _ retention: Retention) -> SQLiteJournal.Settings {
        var settings = SQLiteJournal.Settings(folder: folder)
        settings.retention = retention
        return settings
    }

    private func start() throws {
        catalogue = try journal.start { [bell] in bell.put(true) }
    }

    /// Closes the journal and opens what it stored again.
    func restart() throws {
        if let memory = journal as? MemoryJournal {
            memory.close()
            journal = memory.restart()
        } else if let folder {
            journal.close()
            journal = SQLiteJournal(Self.settings(folder.path, retention))
        }
        try start()
    }

    @discardableResult
    func submit(_ work: JournalRequest.Work) -> Ticket {
        ticket += 1
        journal.submit(JournalRequest(ticket: ticket, work: work))
        return ticket
    }

    /// Waits for one answer.
    func result(of ticket: Ticket) throws -> JournalReply.Result {
        (journal as? MemoryJournal)?.step()
        for _ in 0..<1_000 {
            for reply in journal.takeReplies() {
                waiting[reply.ticket] = reply.result
                answered.append(reply.ticket)
            }
            if let result = waiting.removeValue(forKey: ticket) { return result }
            _ = bell.take(waiting: 10_000)
        }
        throw HarnessError.noAnswer(ticket)
    }

    @discardableResult
    func ask(_ work: JournalRequest.Work) throws -> JournalReply.Result { try result(of: submit(work)) }

    /// Waits until the journal has something to say, at most ten seconds.
    func waitForBell() { _ = bell.take(waiting: 10_000) }

    func load(_ list: ListID) throws -> LoadedList {
        let result = try ask(.load(list))
        guard case .loaded(let loaded) = result else { throw HarnessError.unexpected("\(result)") }
        return loaded
    }

    func changes(
        _ log: TestLog, after: Int, through: Int, bytesMax: Int = 1 << 20
    ) throws -> [StoredChange] {
        let result = try ask(
            .changes(
                log.list, log.epoch, after: Revision(after), through: Revision(through), bytesMax: bytesMax))
        guard case .changes(let changes) = result else { throw HarnessError.unexpected("\(result)") }
        return changes
    }

    func history(
        _ log: TestLog, before: Int, limit: Int, bytesMax: Int = 1 << 20
    ) throws -> (changes: [StoredChange], isMore: Bool) {
        let result = try ask(
            .history(log.list, log.epoch, before: Revision(before), limit: limit, bytesMax: bytesMax))
        guard case .history(let changes, let isMore) = result else {
            throw HarnessError.unexpected("\(result)")
        }
        return (changes, isMore)
    }

    deinit { journal.close() }
}

enum HarnessError: Error {
    case noAnswer(Ticket)
    case unexpected(String)
}

/// The error that a request failed with.
func failure(_ result: JournalReply.Result) -> JournalError? {
    if case .failed(let error) = result { error } else { nil }
}

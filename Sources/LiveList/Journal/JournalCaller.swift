/// A journal for one who asks one thing at a time and waits for it: a command, while no server runs.
public final class JournalCaller {
    private let journal: SQLiteJournal
    private let bell = Inbox<Bool>()
    private var ticket: Ticket = 0

    /// Opens the store. The folder is locked by the caller.
    public init(_ settings: SQLiteJournal.Settings) throws(JournalError) {
        journal = SQLiteJournal(settings)
        _ = try journal.start { [bell] in bell.put(true) }
    }

    /// Carries out what makes, removes or brings back a list.
    ///
    /// - Throws: why it was not done.
    public func carryOut(_ work: JournalRequest.Work) throws(JournalError) {
        ticket += 1
        journal.submit(JournalRequest(ticket: ticket, work: work))
        while true {
            for reply in journal.takeReplies() where reply.ticket == ticket {
                if case .failed(let error) = reply.result { throw error }
                return
            }
            _ = bell.take()
        }
    }

    public func takeNotices() -> [String] { journal.takeNotices() }

    public func close() { journal.close() }
}

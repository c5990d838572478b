import Testing

@testable import LiveList

func expectDone(_ result: JournalReply.Result, sourceLocation: SourceLocation = #_sourceLocation) throws {
    guard case .done = result else {
        Issue.record("not done: \(result)", sourceLocation: sourceLocation)
        throw HarnessError.unexpected("\(result)")
    }
}

extension JournalHarness {
    /// Creates the list of this log, and stores what is in the log already.
    func store(_ log: TestLog) throws {
        try expectDone(ask(.create(log.summary(at: 0))))
        if !log.changes.isEmpty { try expectDone(ask(.append(log.batch(after: 0)))) }
    }
}

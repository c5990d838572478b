extension JournalWriter {
    /// Takes back the transaction under way, of which nothing was committed.
    ///
    /// - Parameter isOfOneList: the others can be written.
    func giveUp(_ error: SQLiteError, isOfOneList: Bool = false) {
        if !isOfOneList { shared.trouble = error.trouble }
        if error.isOfWholeStore { shared.foundDamage(error.message) }
        do throws(SQLiteError) {
            try store?.rollBack()
        } catch {
            // What can't be rolled back is not to be trusted: a connection that is closed forgets it for
            // certain.
            closeStore()
            _ = reopen()
        }
    }

    /// A commit failed, and nobody can know yet whether it happened: closes the store, opens it again as
    /// after a crash, and looks.
    ///
    /// A transaction is there as a whole or not at all, so one request tells of all. What is found happened,
    /// and is answered so, but only after it has been synced anew. What is not found did not happen.
    func resolve(_ group: [JournalRequest], _ replies: [JournalReply], after error: SQLiteError)
        -> [JournalReply]
    {
        if error.kind == .full, takeBack(error) {
            return Self.replies(to: group, .failed(.unavailable(error.message)))
        }
        shared.trouble = error.trouble
        closeStore()
        guard let last = zip(group, replies).reversed().first(where: \.1.isDone)?.0 else {
            _ = reopen()
            return Self.replies(to: group, .failed(.unavailable(error.message)))
        }
        var isFound: Bool?
        do throws(SQLiteError) {
            let seen = try StoreWriter.reopen(settings)
            isFound = try seen.isStored(last.work)
            try reopened(seen)
        } catch let failure {
            shared.trouble = failure.trouble
            let isKnown = isFound == false
            let fate: JournalError = isKnown ? .unavailable(failure.message) : .unknownFate(failure.message)
            return Self.replies(to: group, .failed(fate))
        }
        guard isFound == true, let store else {
            return Self.replies(to: group, .failed(.unavailable(error.message)))
        }
        committed(store)
        return replies
    }

    /// Takes back a commit that found no room. No sync was tried, reading has to go on, and opening anew would
    /// need room itself: so the store stays open.
    ///
    /// - Returns: false where the commit may be there all the same.
    private func takeBack(_ error: SQLiteError) -> Bool {
        giveUp(error)
        // Where it was opened anew, its log was read as after a crash.
        guard let store else { return false }
        do throws(SQLiteError) {
            try store.voidFailedCommit()
            return true
        } catch {
            return false
        }
    }

    /// Opens the store again after it was closed. All that is found there is synced before anybody is shown
    /// it.
    func reopen() -> StoreWriter? {
        do throws(SQLiteError) {
            let opened = try StoreWriter.reopen(settings)
            try reopened(opened)
            return opened
        } catch {
            shared.trouble = error.trouble
            return nil
        }
    }

    private func reopened(_ opened: StoreWriter) throws(SQLiteError) {
        try opened.rewriteLog()
        rubbish = try opened.findRubbish()
        checkpointedPages = 0
        store = opened
        for gate in gates { gate.open() }
    }

    /// Closes every connection to the store: as long as one is open, SQLite goes by what it remembers of the
    /// write-ahead log, and not by what is there.
    private func closeStore() {
        for gate in gates { gate.close() }
        store?.connection.close()
        store = nil
        snapshotStart = nil
    }
}

extension JournalReply {
    var isDone: Bool {
        if case .done = result { true } else { false }
    }
}

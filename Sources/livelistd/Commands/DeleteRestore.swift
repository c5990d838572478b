import LiveList

extension OperatorCommand {
    /// `livelistd delete`
    func deleteList(_ call: CommandCall) throws {
        let list = try listID(call.operands[0])
        let found = try StoreVisitor(call.dataFolder).lists().first { $0.summary.list == list }
        guard let epoch = found?.summary.epoch else { throw JournalError.unknownList(list) }
        let work = JournalRequest.Work.remove(list, epoch, at: CalendarText.now(), by: Self.author)
        try carryOut(work, askedFor: "deleteList", list, epoch, in: call.dataFolder)
        Terminal.say("deleted \(list); within 30 days livelistd restore \(list) brings it back\n")
    }

    /// `livelistd restore`
    func restoreList(_ call: CommandCall) throws {
        let list = try listID(call.operands[0])
        let store = try StoreVisitor(call.dataFolder)
        guard try !store.lists().contains(where: { $0.summary.list == list }) else {
            throw CommandFailure(message: "there is a list \(list): delete that one first")
        }
        let wanted = call["--epoch"]
        let found = try store.deletedLists().first {
            $0.summary.list == list && (wanted == nil || $0.summary.epoch.text == wanted)
        }
        guard let found else {
            throw CommandFailure(
                message: "no deleted list \(list) is kept; livelistd lists --deleted shows those that are")
        }
        let summary = found.summary
        let work = JournalRequest.Work.restore(list, summary.epoch, at: CalendarText.now())
        try carryOut(work, askedFor: "restoreList", list, summary.epoch, in: call.dataFolder)
        Terminal.say("restored \(list) with \(summary.items) items at revision \(summary.revision)\n")
    }

    /// `livelistd retry`
    func retryList(_ call: CommandCall) throws {
        let list = try listID(call.operands[0])
        guard try StoreVisitor(call.dataFolder).lists().contains(where: { $0.summary.list == list }) else {
            throw JournalError.unknownList(list)
        }
        let isServed = try carryOut(.retry(list), askedFor: "retryList", list, in: call.dataFolder)
        Terminal.say("\(list) is well, and \(isServed ? "served" : "will be served")\n")
    }

    /// Has the server that serves the folder do it, by a message of this type; where none does, does it itself.
    ///
    /// - Returns: whether a server did it.
    @discardableResult
    private func carryOut(
        _ work: JournalRequest.Work, askedFor type: String, _ list: ListID, _ epoch: Epoch? = nil,
        in dataFolder: String
    ) throws -> Bool {
        switch try ServedFolder(dataFolder) {
        case .served(let client):
            try greet(client)
            try ServedFolder.ask(client) { message in
                message.raw("{\"type\":")
                message.plain(type)
                message.raw(",\"list\":")
                message.plain(list.text)
                guard let epoch else { return }
                message.raw(",\"epoch\":")
                message.string(epoch.text)
            }
            return true
        case .idle(let journal, let folder):
            defer { withExtendedLifetime(folder) { journal.close() } }
            try journal.carryOut(work)
            return false
        }
    }

    /// Whom others see as the author of what a command does.
    static let author: Text = "Operator"

    func greet(_ client: ControlClient) throws {
        try ServedFolder.ask(client) { message in
            message.raw("{\"type\":\"hello\",\"name\":")
            message.string(Self.author.string)
        }
    }

    func listID(_ text: String) throws -> ListID {
        guard let list = ListID(text) else {
            throw CommandFailure.misuse(
                "\(text) is no list's id: 1 to 64 characters of a-z, 0-9 and -", of: self)
        }
        return list
    }
}

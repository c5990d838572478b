import LiveList

/// What stands before the items of a list in an export.
private struct ImportHead {
    var list: ListID
    /// Members of an object, with a comma before each.
    var members: [UInt8] = []
}

extension OperatorCommand {
    /// `livelistd import`
    func importLists(_ call: CommandCall) throws {
        let file = try JSONFile(call.operands[0])
        var heads = try readHeads(file)
        if let name = call["--as"] {
            guard heads.count == 1 else {
                throw CommandFailure(
                    message: "\(file.path) holds \(heads.count) lists: --as can name only one")
            }
            heads[0].list = try listID(name)
        }
        let there = Set(try StoreVisitor(call.dataFolder).lists().map(\.summary.list))
        if call["--replace"] == nil, let head = heads.first(where: { there.contains($0.list) }) {
            throw CommandFailure(
                message: "there is a list \(head.list): give --replace to take its place, or --as NAME")
        }
        let folder = try ServedFolder(call.dataFolder)
        if case .served(let client) = folder { try greet(client) }
        file.rewind()
        var number = 0
        try eachList(file) {
            let head = heads[number]
            number += 1
            var items = 0
            switch folder {
            case .served(let client):
                items = try send(head, file, to: client, replaces: call["--replace"] != nil)
            case .idle(let journal, _):
                items = try adopt(head, file, journal, replacing: there.contains(head.list), call.dataFolder)
            }
            Terminal.say("imported \(head.list) with \(items) items\n")
        }
        if case .idle(let journal, let lock) = folder { withExtendedLifetime(lock) { journal.close() } }
    }

    /// Goes through the file once, holding nothing but what stands before the items.
    private func readHeads(_ file: JSONFile) throws -> [ImportHead] {
        var heads: [ImportHead] = []
        try eachList(file) {
            var name: ListID?
            var members: [UInt8] = []
            try file.forEachMember { key in
                switch key {
                case "id": name = try self.name(in: file)
                case "title", "revision", "updatedAt", "sections":
                    var writer = JSONWriter()
                    writer.comma()
                    writer.plain(key)
                    members += writer.bytes + [UInt8(ascii: ":")] + (try file.value())
                default: try file.skip()
                }
            }
            guard let name else { throw file.unexpected() }
            guard !heads.contains(where: { $0.list == name }) else {
                throw CommandFailure(message: "\(file.path) holds the list \(name) twice")
            }
            heads.append(ImportHead(list: name, members: members))
        }
        return heads
    }

    private func name(in file: JSONFile) throws -> ListID {
        let text = String(decoding: try file.value(), as: UTF8.self)
        guard text.utf8.count > 2, let name = ListID(String(text.dropFirst().dropLast())) else {
            throw CommandFailure(message: "\(file.path): \(text.prefix(80)) is no list's id")
        }
        return name
    }

    /// Calls `body` before every list of the file, and looks that it is an export.
    private func eachList(_ file: JSONFile, _ body: () throws -> Void) throws {
        var isExport = false
        var hasLists = false
        try file.forEachMember { key in
            switch key {
            case "format":
                isExport = try file.value() == Array("\"\(ExportFormat.name)\"".utf8)
            case "version":
                let version = String(decoding: try file.value(), as: UTF8.self)
                guard version == "\(ExportFormat.version)" else {
                    throw CommandFailure(
                        message:
                            "\(file.path) has format \(version.prefix(20)); this program reads \(ExportFormat.version)"
                    )
                }
            case "lists":
                guard isExport else { throw file.unexpected() }
                hasLists = true
                try file.forEachElement(body)
            default: try file.skip()
            }
        }
        try file.expectEnd()
        guard isExport, hasLists else { throw file.unexpected() }
    }

    /// Calls `body` with the text of every item of the list that comes next.
    private func eachItem(_ file: JSONFile, _ body: ([UInt8]) throws -> Void) throws {
        try file.forEachMember { key in
            guard key == "items" else { return try file.skip() }
            try file.forEachElement { try body(file.value()) }
        }
    }

    private static let messageBytes = 1 << 18

    /// Hands a list over to the server, some items at a time.
    private func send(_ head: ImportHead, _ file: JSONFile, to client: ControlClient, replaces: Bool) throws
        -> Int
    {
        func send(_ message: [UInt8]) throws {
            guard client.send(message) else {
                throw CommandFailure(
                    message: "the server ended while it took \(head.list): nothing of that list was stored")
            }
        }
        var begin = JSONWriter()
        begin.raw("{\"type\":\"import\",\"list\":")
        begin.plain(head.list.text)
        begin.raw(replaces ? ",\"replace\":true" : "")
        try send(
            (begin.bytes + head.members + [UInt8(ascii: "}")]).map { $0 == UInt8(ascii: "\n") ? 0x20 : $0 })
        var count = 0
        var items: [UInt8] = []
        func flush() throws {
            guard !items.isEmpty else { return }
            try send(Array("{\"type\":\"importItems\",\"items\":[".utf8) + items + Array("]}".utf8))
            items.removeAll(keepingCapacity: true)
        }
        try eachItem(file) { item in
            if items.count + item.count > Self.messageBytes { try flush() }
            if !items.isEmpty { items.append(UInt8(ascii: ",")) }
            items += item.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") ? 0x20 : $0 }
            count += 1
        }
        try flush()
        try ServedFolder.ask(client) { $0.raw("{\"type\":\"importEnd\"") }
        return count
    }

    /// Stores a list while no server runs.
    private func adopt(
        _ head: ImportHead, _ file: JSONFile, _ journal: JournalCaller, replacing: Bool, _ folder: String
    ) throws -> Int {
        let parser = JSONParser()
        let text = Array("{".utf8) + head.members.dropFirst() + [UInt8(ascii: "}")]
        do {
            var list = try text.withUnsafeBytes { bytes in
                try parser.parse(bytes) { (node) throws(WireError) in
                    try ListImport(head: node, name: head.list)
                }
            }
            try eachItem(file) { item in
                try item.withUnsafeBytes { bytes in
                    try parser.parse(bytes) { (node) throws(WireError) in try list.add(node) }
                }
            }
            let imported = try list.finish()
            let old =
                try replacing ? StoreVisitor(folder).lists().first { $0.summary.list == head.list } : nil
            let adoption = Adoption(
                summary: imported.summary(epoch: .random()), state: imported.state,
                replacing: old?.summary.epoch, at: CalendarText.now(), by: Self.author)
            try journal.carryOut(.adopt(adoption))
            return adoption.summary.items
        } catch let error as WireError {
            throw CommandFailure(
                message: "the list \(head.list) in \(file.path) can't be imported: \(error.message)")
        }
    }
}

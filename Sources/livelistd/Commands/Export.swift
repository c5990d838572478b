import LiveList

/// The form of an export: one JSON object. An item stands on a line of its own.
enum ExportFormat {
    static let name = "livelist-export"
    static let version = 1
}

extension OperatorCommand {
    /// `livelistd export`
    func exportLists(_ call: CommandCall) throws {
        guard call.operands.isEmpty == (call["--all"] != nil) else {
            throw CommandFailure.misuse("name the lists, or give --all", of: self)
        }
        let wanted = try call.operands.map(listID)
        let store = try StoreVisitor(call.dataFolder)
        let all = try store.lists()
        let lists =
            try wanted.isEmpty
            ? all
            : wanted.map { list in
                guard let found = all.first(where: { $0.summary.list == list }) else {
                    throw JournalError.unknownList(list)
                }
                return found
            }
        let file = try NewFile(call["--output"])
        var writer = JSONWriter(capacity: 1 << 17)
        writer.raw("{\"format\":")
        writer.plain(ExportFormat.name)
        writer.raw(",\"version\":")
        writer.integer(ExportFormat.version)
        writer.raw(",\"exportedAt\":")
        writer.integer(CalendarText.now())
        writer.raw(",\"lists\":[")
        for (number, list) in lists.enumerated() {
            writer.raw(number == 0 ? "\n" : ",\n")
            try write(store.load(list), into: &writer, file)
        }
        writer.raw("\n]}\n")
        try file.append(writer.bytes)
        try file.finish()
    }

    private func write(_ list: LoadedList, into writer: inout JSONWriter, _ file: NewFile) throws {
        writer.raw("{\"id\":")
        writer.plain(list.summary.list.text)
        writer.raw(",\"title\":")
        writer.string(list.state.title.string)
        writer.raw(",\"epoch\":")
        writer.string(list.summary.epoch.text)
        writer.raw(",\"revision\":")
        writer.integer(list.state.revision.value)
        writer.raw(",\"updatedAt\":")
        writer.integer(list.summary.updatedAt)
        writer.raw(",\"sections\":[")
        var part = Part.unsectioned
        var isFirst = true
        var hasItems = false
        func beginItems() {
            if !hasItems { writer.raw("],\"items\":[") }
            hasItems = true
        }
        try list.state.forEachRecord { (record) throws in
            switch record {
            case .section(let section):
                if !isFirst { writer.comma() }
                isFirst = false
                writer.raw("{\"id\":")
                writer.id(section.id)
                writer.raw(",\"title\":")
                writer.string(section.title.string)
                writer.raw("}")
            case .part(let next):
                part = next
                if !hasItems { isFirst = true }
                beginItems()
            case .item(let id, let content):
                if isFirst { writer.raw("\n") } else { writer.raw(",\n") }
                isFirst = false
                writer.item(id, part: part, content)
                guard writer.bytes.count >= 1 << 16 else { return }
                try file.append(writer.bytes)
                writer.bytes.removeAll(keepingCapacity: true)
            case .sectionGhost, .ghost, .trashed:
                break
            }
        }
        beginItems()
        writer.raw("]}")
    }
}

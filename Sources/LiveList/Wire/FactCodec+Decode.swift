extension FactCodec {
    /// Reads a fact as `encode` wrote it. Bounds were checked when it was made.
    static func decode(_ node: JSONNode) throws(WireError) -> Fact {
        guard let op = node["op"], op.kind == .string else { throw .invalid("\"op\" is missing.") }
        if op.matches("insert") { return try insert(node) }
        if op.matches("toggle") {
            guard let isDone = try node.optionalBoolean("isDone") else {
                throw .invalid("\"isDone\" is missing.")
            }
            return .toggle(ids: try node.ids("ids"), isDone: isDone)
        }
        if op.matches("edit") {
            var edits: [FieldEdit] = []
            try node["fields"]?.forEachMember { (key, value) throws(WireError) in
                edits.append(FieldEdit(key: Text(key), value: try fieldValue(value)))
            }
            return .edit(
                id: try node.id("id"), title: try node.optionalString("title").map { Text($0) }, fields: edits
            )
        }
        if op.matches("delete") { return .delete(ids: try node.ids("ids")) }
        if op.matches("reorder") {
            return .reorder(sources: try node.ids("sources"), destination: try destination(node))
        }
        if op.matches("insertSection") {
            guard let section = node["section"] else { throw .invalid("\"section\" is missing.") }
            return .insertSection(try self.section(section), place: try place(node))
        }
        if op.matches("renameSection") {
            return .renameSection(id: try node.id("id"), title: try text(node, "title"))
        }
        if op.matches("deleteSection") { return .deleteSection(id: try node.id("id")) }
        if op.matches("reorderSections") {
            return .reorderSections(sources: try node.ids("sources"), place: try place(node))
        }
        if op.matches("setTitle") { return .setTitle(try text(node, "title")) }
        throw .invalid("\"op\" names no fact.")
    }

    static func section(_ node: JSONNode) throws(WireError) -> Section {
        Section(id: try node.id("id"), title: try text(node, "title"))
    }

    static func text(_ node: JSONNode, _ key: StaticString) throws(WireError) -> Text {
        guard let string = try node.optionalString(key) else { throw .invalid("\"\(key)\" is missing.") }
        return Text(string)
    }

    static func fields(_ node: JSONNode) throws(WireError) -> Fields {
        var fields: [Fields.Field] = []
        try node["fields"]?.forEachMember { (key, value) throws(WireError) in
            guard let value = try fieldValue(value) else { return }
            fields.append(Fields.Field(key: Text(key), value: value))
        }
        return Fields(fields)
    }

    private static func fieldValue(_ node: JSONNode) throws(WireError) -> FieldValue? {
        switch node.kind {
        case .null: return nil
        case .boolean: return .boolean(node.boolean!)
        case .string:
            guard let string = node.string else { throw .invalid("A field holds what is no text.") }
            return .text(Text(string))
        case .number:
            guard let number = node.number else { throw .invalid("A field holds a number out of range.") }
            return .number(number)
        case .object, .array: throw .invalid("A field holds what is no value.")
        }
    }

    private static func insert(_ node: JSONNode) throws(WireError) -> Fact {
        guard let list = node["items"], list.kind == .array else { throw .invalid("\"items\" is missing.") }
        var items: [InsertedItem] = []
        try list.forEachElement { (element) throws(WireError) in
            items.append(
                InsertedItem(
                    id: try element.id("id"), title: try text(element, "title"),
                    isDone: try element.optionalBoolean("isDone") ?? false, fields: try fields(element),
                    createdAt: try element.optionalInteger("createdAt", minimum: .min).map { Timestamp($0) },
                    createdBy: try element.optionalString("createdBy").map { Text($0) }))
        }
        return .insert(items: items, destination: try destination(node))
    }

    private static func destination(_ node: JSONNode) throws(WireError) -> FactDestination {
        guard let place = node["destination"], let section = place["section"] else {
            throw .invalid("\"destination\" must hold a \"section\".")
        }
        let part: Part = section.matches("none") ? .unsectioned : .section(try place.id("section"))
        return FactDestination(
            part: part, before: try place.optionalID("before"), ghost: try place.optionalID("ghost"))
    }

    private static func place(_ node: JSONNode) throws(WireError) -> FactSectionPlace {
        FactSectionPlace(before: try node.optionalID("before"), ghost: try node.optionalID("ghost"))
    }
}

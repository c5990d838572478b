/// Reads one element of a `mutate`: its shape and its bounds, with no look at the list.
struct MutationDecoder {
    let limits: Limits

    /// Never fails: what has a wrong shape becomes `.malformed`, to be judged when its turn comes.
    func decode(_ node: JSONNode) -> Mutation {
        do throws(WireError) {
            return try mutation(node)
        } catch {
            return .malformed(error.code, error.message)
        }
    }

    private func mutation(_ node: JSONNode) throws(WireError) -> Mutation {
        guard node.kind == .object else {
            throw .invalid("\"mutations\" must hold objects, each with an \"op\".")
        }
        guard let op = node["op"], op.kind == .string else {
            throw .invalid("\"op\" is missing: the name of a mutation, such as \"insert\".")
        }
        if op.matches("toggle") {
            return .toggle(ids: try node.ids("ids"), isDone: try node.optionalBoolean("isDone"))
        }
        if op.matches("insert") { return try insert(node) }
        if op.matches("edit") { return try edit(node) }
        if op.matches("delete") { return .delete(ids: try node.ids("ids")) }
        if op.matches("restore") { return .restore(ids: try node.ids("ids")) }
        if op.matches("reorder") {
            return .reorder(sources: try node.ids("sources"), destination: try destination(node))
        }
        if op.matches("insertSection") { return try insertSection(node) }
        if op.matches("renameSection") {
            return .renameSection(
                id: try node.id("id"), title: try node.line("title", scalarsMax: limits.sectionTitleScalars))
        }
        if op.matches("deleteSection") { return try deleteSection(node) }
        if op.matches("reorderSections") {
            return .reorderSections(sources: try node.ids("sources"), before: try node.optionalID("before"))
        }
        if op.matches("setTitle") {
            return .setTitle(try node.line("title", scalarsMax: limits.titleScalars))
        }
        throw .invalid(
            "\"op\" names no mutation: use insert, edit, toggle, delete, restore, reorder, insertSection, "
                + "renameSection, deleteSection, reorderSections or setTitle.")
    }

    private func insert(_ node: JSONNode) throws(WireError) -> Mutation {
        guard let list = node["items"], list.kind == .array else {
            throw .invalid("\"items\" must be an array of items.")
        }
        var items: [NewItem] = []
        try list.forEachElement { (element) throws(WireError) in
            items.append(try item(element))
        }
        return .insert(items: items, destination: try destination(node))
    }

    func item(_ node: JSONNode) throws(WireError) -> NewItem {
        guard node.kind == .object else {
            throw .invalid("\"items\" must hold objects, each with a \"title\".")
        }
        return NewItem(
            id: try node.optionalID("id"), title: try node.line("title", scalarsMax: limits.titleScalars),
            isDone: try node.optionalBoolean("isDone") ?? false, fields: try fields(node))
    }

    private func edit(_ node: JSONNode) throws(WireError) -> Mutation {
        let id: ItemID = try node.id("id")
        let title = try node.optionalLine("title", scalarsMax: limits.titleScalars)
        let edits = try fieldEdits(node)
        guard title != nil || !edits.isEmpty else {
            throw .invalid("An edit needs a \"title\" or a key in \"fields\".")
        }
        return .edit(id: id, title: title, fields: edits)
    }

    private func insertSection(_ node: JSONNode) throws(WireError) -> Mutation {
        guard let section = node["section"], section.kind == .object else {
            throw .invalid("\"section\" must be an object with a \"title\".")
        }
        return .insertSection(
            id: try section.optionalID("id"),
            title: try section.line("title", scalarsMax: limits.sectionTitleScalars),
            before: try node.optionalID("before"))
    }

    private func deleteSection(_ node: JSONNode) throws(WireError) -> Mutation {
        let id: SectionID = try node.id("id")
        switch try node.optionalString("items") {
        case nil, "keep": return .deleteSection(id: id, items: .keep)
        case "delete": return .deleteSection(id: id, items: .delete)
        default: throw .invalid("\"items\" must be \"keep\" or \"delete\".")
        }
    }

    private func destination(_ node: JSONNode) throws(WireError) -> Destination {
        guard let place = node["destination"] else { return Destination() }
        guard place.kind == .object else {
            throw .invalid("\"destination\" must be an object with \"section\" and \"before\".")
        }
        let before: ItemID? = try place.optionalID("before")
        guard let section = place["section"] else { return Destination(before: before) }
        if section.matches("none") { return Destination(part: .unsectioned, before: before) }
        guard let id: SectionID = try? place.optionalID("section") else {
            throw .invalid(
                "\"section\" must be the UUID of a section, or \"none\" for the part above the first.")
        }
        return Destination(part: .section(id), before: before)
    }

    private func fields(_ node: JSONNode) throws(WireError) -> Fields {
        var fields = Fields()
        for edit in try fieldEdits(node) {
            guard let value = edit.value else { continue }
            fields[edit.key] = value
        }
        guard fields.count <= limits.fieldsPerItem else {
            throw .tooLarge(
                "\"fields\" has \(fields.count) keys; at most \(limits.fieldsPerItem) are allowed.")
        }
        return fields
    }

    /// Each key once, with the value that came last. Twice the allowed number may be named: all removed, as
    /// many set.
    private func fieldEdits(_ node: JSONNode) throws(WireError) -> [FieldEdit] {
        guard let object = node["fields"] else { return [] }
        guard object.kind == .object else { throw .invalid("\"fields\" must be an object.") }
        let keysMax = 2 * limits.fieldsPerItem
        let count = object.count
        guard count <= keysMax else {
            throw .tooLarge("\"fields\" has \(count) keys; at most \(limits.fieldsPerItem) are allowed.")
        }
        var edits: [FieldEdit] = []
        try object.forEachMember { (name, value) throws(WireError) in
            let key = Text(name)
            let scalars = name.unicodeScalars.count
            guard scalars > 0 else { throw .invalid("\"fields\" has an empty key.") }
            guard scalars <= limits.fieldKeyScalars else {
                throw .tooLarge(
                    "\"fields\" has a key of \(scalars) characters; at most \(limits.fieldKeyScalars) are allowed."
                )
            }
            edits.removeAll { $0.key == key }
            edits.append(FieldEdit(key: key, value: try fieldValue(value, key: name)))
        }
        return edits
    }

    private func fieldValue(_ node: JSONNode, key: String) throws(WireError) -> FieldValue? {
        switch node.kind {
        case .null: return nil
        case .boolean: return .boolean(node.boolean!)
        case .string:
            guard let string = node.string else {
                throw .invalid("\"\(key)\" holds half a character (a lone surrogate).")
            }
            return .text(try TextRules.block(string, key: key, scalarsMax: limits.fieldScalars))
        case .number:
            guard let number = node.number else { throw .invalid("\"\(key)\" must be a finite number.") }
            return .number(number)
        case .object, .array: throw .invalid("\"\(key)\" must be text, a number, or true or false.")
        }
    }
}

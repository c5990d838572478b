/// Facts as they stand in a `change`.
enum FactCodec {
    static func encode(_ fact: Fact, into writer: inout JSONWriter) {
        switch fact {
        case .insert(let items, let destination):
            writer.raw("{\"op\":\"insert\",\"items\":[")
            for (index, item) in items.enumerated() {
                if index > 0 { writer.comma() }
                encode(item, part: destination.part, into: &writer)
            }
            writer.raw("]")
            encode(destination, into: &writer)
        case .edit(let id, let title, let fields):
            writer.raw("{\"op\":\"edit\",\"id\":")
            writer.id(id)
            if let title {
                writer.raw(",\"title\":")
                writer.string(title.string)
            }
            if !fields.isEmpty { writer.fieldEdits(fields) }
        case .toggle(let ids, let isDone):
            writer.raw("{\"op\":\"toggle\",\"ids\":")
            writer.ids(ids)
            writer.raw(",\"isDone\":")
            writer.boolean(isDone)
        case .delete(let ids):
            writer.raw("{\"op\":\"delete\",\"ids\":")
            writer.ids(ids)
        case .reorder(let sources, let destination):
            writer.raw("{\"op\":\"reorder\",\"sources\":")
            writer.ids(sources)
            encode(destination, into: &writer)
        case .insertSection(let section, let place):
            writer.raw("{\"op\":\"insertSection\",\"section\":")
            writer.section(section)
            encode(place, into: &writer)
        case .renameSection(let id, let title):
            writer.raw("{\"op\":\"renameSection\",\"id\":")
            writer.id(id)
            writer.raw(",\"title\":")
            writer.string(title.string)
        case .deleteSection(let id):
            writer.raw("{\"op\":\"deleteSection\",\"id\":")
            writer.id(id)
        case .reorderSections(let sources, let place):
            writer.raw("{\"op\":\"reorderSections\",\"sources\":")
            writer.ids(sources)
            encode(place, into: &writer)
        case .setTitle(let title):
            writer.raw("{\"op\":\"setTitle\",\"title\":")
            writer.string(title.string)
        }
        writer.raw("}")
    }

    private static func encode(_ item: InsertedItem, part: Part, into writer: inout JSONWriter) {
        writer.raw("{\"id\":")
        writer.id(item.id)
        writer.raw(",\"title\":")
        writer.string(item.title.string)
        writer.boolean(key: ",\"isDone\":", item.isDone)
        writer.section(of: part)
        writer.fields(item.fields)
        if let createdAt = item.createdAt {
            writer.raw(",\"createdAt\":")
            writer.integer(createdAt)
        }
        if let createdBy = item.createdBy {
            writer.raw(",\"createdBy\":")
            writer.string(createdBy.string)
        }
        writer.raw("}")
    }

    private static func encode(_ destination: FactDestination, into writer: inout JSONWriter) {
        writer.raw(",\"destination\":{\"section\":")
        switch destination.part {
        case .unsectioned: writer.raw("\"none\"")
        case .section(let id): writer.id(id)
        }
        if let before = destination.before {
            writer.raw(",\"before\":")
            writer.id(before)
        }
        if let ghost = destination.ghost {
            writer.raw(",\"ghost\":")
            writer.id(ghost)
        }
        writer.raw("}")
    }

    private static func encode(_ place: FactSectionPlace, into writer: inout JSONWriter) {
        if let before = place.before {
            writer.raw(",\"before\":")
            writer.id(before)
        }
        if let ghost = place.ghost {
            writer.raw(",\"ghost\":")
            writer.id(ghost)
        }
    }
}

extension JSONWriter {
    mutating func boolean(key: StaticString, _ value: Bool) {
        raw(key)
        boolean(value)
    }

    mutating func ids<Kind>(_ ids: [UUIDIdentifier<Kind>]) {
        raw("[")
        for (index, id) in ids.enumerated() {
            if index > 0 { comma() }
            self.id(id)
        }
        raw("]")
    }

    mutating func section(_ section: Section) {
        raw("{\"id\":")
        id(section.id)
        raw(",\"title\":")
        string(section.title.string)
        raw("}")
    }

    /// `,"section":…` of an item, where it stands in one.
    mutating func section(of part: Part) {
        guard let id = part.sectionID else { return }
        raw(",\"section\":")
        self.id(id)
    }

    /// `,"fields":{…}` where there are any.
    mutating func fields(_ fields: Fields) {
        guard !fields.isEmpty else { return }
        raw(",\"fields\":{")
        for (index, field) in fields.all.enumerated() {
            if index > 0 { comma() }
            string(field.key.string)
            raw(":")
            fieldValue(field.value)
        }
        raw("}")
    }

    /// `,"fields":{…}` with null for what is removed.
    mutating func fieldEdits(_ edits: [FieldEdit]) {
        raw(",\"fields\":{")
        for (index, edit) in edits.enumerated() {
            if index > 0 { comma() }
            string(edit.key.string)
            raw(":")
            if let value = edit.value { fieldValue(value) } else { raw("null") }
        }
        raw("}")
    }

    mutating func fieldValue(_ value: FieldValue) {
        switch value {
        case .text(let text): string(text.string)
        case .number(let number): self.number(number)
        case .boolean(let boolean): self.boolean(boolean)
        }
    }
}

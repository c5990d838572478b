@testable import LiveList

// What the list answers, in the form in which the vectors hold it.

extension Evaluation {
    func vector(_ revision: Revision) -> VectorValue {
        switch self {
        case .accepted(let facts):
            .object([
                "type": .text("change"), "revision": .number(Int64(revision.value)),
                "mutations": .array(facts.map { $0.vector }),
            ])
        case .unchanged: .object(["type": .text("unchanged")])
        case .rejected(let rejection):
            .object([
                "type": .text("rejected"), "code": .text(rejection.code.rawValue),
                "index": .number(Int64(rejection.index ?? -1)),
            ])
        }
    }
}

extension Fact {
    var vector: VectorValue {
        switch self {
        case .insert(let items, let destination):
            value(
                "insert",
                [
                    "items": .array(items.map { $0.vector(destination.part) }),
                    "destination": destination.vector,
                ])
        case .edit(let id, let title, let fields):
            value(
                "edit",
                [
                    "id": .text(id.description), "title": title.map { .text($0) },
                    "fields": fields.isEmpty
                        ? nil
                        : .object(Dictionary(uniqueKeysWithValues: fields.map { ($0.key.string, $0.vector) }))
                        ,
                ])
        case .toggle(let ids, let isDone): value("toggle", ["ids": list(ids), "isDone": .boolean(isDone)])
        case .delete(let ids): value("delete", ["ids": list(ids)])
        case .reorder(let sources, let destination):
            value("reorder", ["sources": list(sources), "destination": destination.vector])
        case .insertSection(let section, let place):
            value("insertSection", ["section": section.vector], place)
        case .renameSection(let id, let title):
            value("renameSection", ["id": .text(id.description), "title": .text(title)])
        case .deleteSection(let id): value("deleteSection", ["id": .text(id.description)])
        case .reorderSections(let sources, let place):
            value("reorderSections", ["sources": list(sources)], place)
        case .setTitle(let title): value("setTitle", ["title": .text(title)])
        }
    }

    private func value(
        _ op: String, _ members: [String: VectorValue?], _ place: FactSectionPlace? = nil
    ) -> VectorValue {
        var all = members.compactMapValues { $0 }
        all["op"] = .text(op)
        if let before = place?.before { all["before"] = .text(before.description) }
        if let ghost = place?.ghost { all["ghost"] = .text(ghost.description) }
        return .object(all)
    }

    private func list(_ ids: [UUIDIdentifier<some Any>]) -> VectorValue {
        .array(ids.map { .text($0.description) })
    }
}

extension FactDestination {
    fileprivate var vector: VectorValue {
        var members: [String: VectorValue] = ["section": .text(part.sectionID?.description ?? "none")]
        if let before { members["before"] = .text(before.description) }
        if let ghost { members["ghost"] = .text(ghost.description) }
        return .object(members)
    }
}

extension InsertedItem {
    fileprivate func vector(_ part: Part) -> VectorValue {
        var members: [String: VectorValue] = [
            "id": .text(id.description), "title": .text(title), "isDone": .boolean(isDone),
        ]
        if !fields.isEmpty { members["fields"] = fields.vector }
        if let section = part.sectionID { members["section"] = .text(section.description) }
        if let createdAt { members["createdAt"] = .number(createdAt) }
        if let createdBy { members["createdBy"] = .text(createdBy) }
        return .object(members)
    }
}

extension Section {
    fileprivate var vector: VectorValue { .object(["id": .text(id.description), "title": .text(title)]) }
}

extension Fields {
    fileprivate var vector: VectorValue {
        .object(Dictionary(uniqueKeysWithValues: all.map { ($0.key.string, $0.value.vector) }))
    }
}

extension FieldEdit {
    fileprivate var vector: VectorValue { value?.vector ?? .null }
}

extension FieldValue {
    fileprivate var vector: VectorValue {
        switch self {
        case .text(let text): .text(text)
        case .number(let number): .number(number)
        case .boolean(let boolean): .boolean(boolean)
        }
    }
}

extension ListState {
    /// The whole list in the form of `final`.
    var vector: VectorValue {
        var rows: [VectorValue] = []
        forEachItem { item in
            let content = item.content
            var members: [String: VectorValue] = [
                "id": .text(item.id.description), "title": .text(content.title),
                "isDone": .boolean(content.isDone),
                "createdAt": .number(content.createdAt), "createdBy": .text(content.createdBy),
                "updatedAt": .number(content.updatedAt), "updatedBy": .text(content.updatedBy),
            ]
            if let section = item.part.sectionID { members["section"] = .text(section.description) }
            if !content.fields.isEmpty { members["fields"] = content.fields.vector }
            rows.append(.object(members))
        }
        return .object([
            "title": .text(title), "revision": .number(Int64(revision.value)),
            "sections": .array(sections.map { $0.vector }), "items": .array(rows),
        ])
    }
}

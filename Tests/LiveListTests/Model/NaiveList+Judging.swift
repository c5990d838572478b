@testable import LiveList

extension NaiveList {
    mutating func evaluate(
        _ mutations: [Mutation], at: Timestamp, by: Text, using generator: inout SplitMix64
    ) -> Evaluation {
        guard !mutations.isEmpty else { return .rejected(Rejection(.invalid, "")) }
        guard mutations.count <= limits.mutationsPerMutate else { return .rejected(Rejection(.tooLarge, "")) }
        var draft = self
        var facts: [Fact] = []
        for (index, mutation) in mutations.enumerated() {
            do throws(Refusal) {
                let earlier = facts
                facts += try draft.judge(mutation, at, by, earlier, &generator)
            } catch {
                return .rejected(Rejection(error.code, "", index: index))
            }
        }
        guard !facts.isEmpty else { return .unchanged }
        draft.revision = draft.revision.next
        draft.forget()
        self = draft
        return .accepted(facts)
    }

    struct Refusal: Error {
        let code: RejectionCode
        init(_ code: RejectionCode) { self.code = code }
    }

    private mutating func judge(
        _ mutation: Mutation, _ at: Timestamp, _ by: Text, _ earlier: [Fact], _ generator: inout SplitMix64
    ) throws(Refusal) -> [Fact] {
        var facts: [Fact] = []
        var draft = self
        func accept(_ fact: Fact) {
            draft.apply(fact, at: at, by: by)
            facts.append(fact)
        }
        switch mutation {
        case .insert(let items, let destination):
            accept(try insertion(items, destination, &generator))
        case .edit(let id, let title, let edits):
            if let fact = try edition(id, title, edits) { accept(fact) }
        case .toggle(let ids, let isDone):
            try checkShape(ids)
            try checkAnyThere(ids)
            let there = ids.filter { content($0) != nil }
            let checked = there.filter { !content($0)!.isDone && isDone != false }
            let unchecked = there.filter { content($0)!.isDone && isDone != true }
            if !checked.isEmpty { accept(.toggle(ids: checked, isDone: true)) }
            if !unchecked.isEmpty { accept(.toggle(ids: unchecked, isDone: false)) }
        case .delete(let ids):
            try checkShape(ids)
            let there = ids.filter { content($0) != nil }
            if !there.isEmpty { accept(.delete(ids: there)) }
        case .restore(let ids):
            try checkShape(ids)
            for id in ids where content(id) == nil && trashed(id) == nil { throw Refusal(.unknownItem) }
            for id in ids where content(id) == nil { accept(draft.restoration(id, at, by)) }
        case .reorder(let sources, let destination):
            if let fact = try reordering(sources, destination) { accept(fact) }
        case .insertSection(let given, let title, let before):
            var id = given ?? SectionID.random(using: &generator)
            while given == nil && isKnown(id) { id = SectionID.random(using: &generator) }
            if isThere(id) { throw Refusal(.idExists) }
            accept(.insertSection(Section(id: id, title: title), place: try sectionPlace(before, [])))
        case .renameSection(let id, let title):
            if !isThere(id) { throw Refusal(.unknownSection) }
            if headings.first(where: { $0.id == id })!.title != title {
                accept(.renameSection(id: id, title: title))
            }
        case .deleteSection(let id, let fate):
            if !isKnown(id) { throw Refusal(.unknownSection) }
            if isThere(id) {
                let ids = items(in: .section(id))
                let end = FactDestination(part: .unsectioned, before: nil, ghost: nil)
                if !ids.isEmpty {
                    accept(fate == .keep ? .reorder(sources: ids, destination: end) : .delete(ids: ids))
                }
                accept(.deleteSection(id: id))
            }
        case .reorderSections(let sources, let before):
            if let fact = try sectionReordering(sources, before) { accept(fact) }
        case .setTitle(let title):
            if title != self.title { accept(.setTitle(title)) }
        case .malformed(let code, _): throw Refusal(code)
        }
        try checkLimits(earlier + facts, draft, facts)
        self = draft
        return facts
    }

    // MARK: Shape and ids

    private func checkShape<ID: Hashable>(_ ids: [ID]) throws(Refusal) {
        if ids.isEmpty || Set(ids).count != ids.count { throw Refusal(.invalid) }
    }

    /// Rule 2 for `toggle` and `reorder`.
    private func checkAnyThere(_ ids: [ItemID]) throws(Refusal) {
        if ids.contains(where: { content($0) != nil }) { return }
        throw Refusal(ids.allSatisfy { trashed($0) != nil } ? .itemDeleted : .unknownItem)
    }

    private func checkItem(_ title: Text, _ fields: Fields) throws(Refusal) {
        if fields.count > limits.fieldsPerItem { throw Refusal(.tooLarge) }
        if title.byteCount + fields.byteCount > limits.itemBytes { throw Refusal(.tooLarge) }
    }

    private func checkLimits(_ all: [Fact], _ after: NaiveList, _ new: [Fact]) throws(Refusal) {
        if new.isEmpty { return }
        var named = 0
        var bytes = 0
        for fact in all {
            switch fact {
            case .insert(let items, _):
                named += items.count
                for item in items { bytes += item.title.byteCount + item.fields.byteCount }
            case .edit(_, let title, let fields):
                named += 1
                bytes += title?.byteCount ?? 0
                for field in fields { bytes += field.key.byteCount + (field.value?.byteCount ?? 0) }
            case .toggle(let ids, _), .delete(let ids), .reorder(let ids, _): named += ids.count
            case .insertSection(let section, _): bytes += section.title.byteCount
            case .renameSection(_, let title), .setTitle(let title): bytes += title.byteCount
            case .deleteSection, .reorderSections: break
            }
        }
        if named > limits.itemsPerMutate || bytes > limits.factBytesPerMutate { throw Refusal(.tooLarge) }
        let grew = after.itemCount > itemCount || after.sectionCount > sectionCount
        if grew && (after.itemCount > limits.itemsPerList || after.sectionCount > limits.sectionsPerList) {
            throw Refusal(.tooLarge)
        }
    }

    // MARK: One op each

    private func insertion(
        _ items: [NewItem], _ destination: Destination, _ generator: inout SplitMix64
    ) throws(Refusal) -> Fact {
        if items.isEmpty { throw Refusal(.invalid) }
        for item in items { try checkItem(item.title, item.fields) }
        var block: [InsertedItem] = []
        for item in items {
            let id = item.id ?? ItemID.random(using: &generator)
            if content(id) != nil || trashed(id) != nil { throw Refusal(.idExists) }
            block.append(InsertedItem(id: id, title: item.title, isDone: item.isDone, fields: item.fields))
        }
        if Set(block.map { $0.id }).count < block.count { throw Refusal(.idExists) }
        return .insert(items: block, destination: try place(destination, otherwise: .unsectioned, []))
    }

    private func edition(_ id: ItemID, _ title: Text?, _ edits: [FieldEdit]) throws(Refusal) -> Fact? {
        if title == nil && edits.isEmpty { throw Refusal(.invalid) }
        guard let old = content(id) else { throw Refusal(trashed(id) == nil ? .unknownItem : .itemDeleted) }
        let newTitle = title == old.title ? nil : title
        let changed = edits.filter { old.fields[$0.key] != $0.value }
        if newTitle == nil && changed.isEmpty { return nil }
        var fields = old.fields
        for edit in changed { fields[edit.key] = edit.value }
        try checkItem(newTitle ?? old.title, fields)
        return .edit(id: id, title: newTitle, fields: changed)
    }

    /// Rule 9.
    private func restoration(_ id: ItemID, _ at: Timestamp, _ by: Text) -> Fact {
        let old = trashed(id)!
        let part = isThere(old.part) ? old.part : .unsectioned
        let hasGhost = part == old.part && parts[part]!.contains { $0.id == id }
        let item = InsertedItem(
            id: id, title: old.content.title, isDone: old.content.isDone, fields: old.content.fields,
            createdAt: old.content.createdAt == at ? nil : old.content.createdAt,
            createdBy: old.content.createdBy == by ? nil : old.content.createdBy)
        return .insert(items: [item], destination: fact(part, hasGhost ? id : nil, []))
    }

    private func reordering(_ sources: [ItemID], _ destination: Destination) throws(Refusal) -> Fact? {
        try checkShape(sources)
        try checkAnyThere(sources)
        let there = sources.filter { content($0) != nil }
        let resolved = try place(destination, otherwise: part(of: there[0])!, there)
        let fact = Fact.reorder(sources: there, destination: resolved)
        var after = self
        after.apply(fact, at: 0, by: "")
        let isSame = partsInOrder.allSatisfy { after.items(in: $0) == items(in: $0) }
        return isSame ? nil : fact
    }

    private func sectionReordering(_ sources: [SectionID], _ before: SectionID?) throws(Refusal) -> Fact? {
        try checkShape(sources)
        for id in sources where !isKnown(id) { throw Refusal(.unknownSection) }
        let there = sources.filter { isThere($0) }
        if there.isEmpty { throw Refusal(.unknownSection) }
        let fact = Fact.reorderSections(sources: there, place: try sectionPlace(before, there))
        var after = self
        after.apply(fact, at: 0, by: "")
        return after.partsInOrder == partsInOrder ? nil : fact
    }

    // MARK: Rule 6

    private func place(
        _ destination: Destination, otherwise: Part, _ sources: [ItemID]
    ) throws(Refusal) -> FactDestination {
        var part = otherwise
        if let named = destination.part {
            if let id = named.sectionID, !isKnown(id) { throw Refusal(.unknownSection) }
            part = isThere(named) ? named : .unsectioned
        } else if let before = destination.before {
            guard let home = self.part(of: before) ?? trashed(before)?.part else {
                throw Refusal(.unknownItem)
            }
            part = isThere(home) ? home : .unsectioned
        }
        guard let before = destination.before else { return fact(part, nil, sources) }
        let entries = parts[part]!
        guard let place = entries.firstIndex(where: { $0.id == before }) else {
            if content(before) == nil && trashed(before) == nil { throw Refusal(.unknownItem) }
            return fact(part, nil, sources)
        }
        if entries[place].content == nil || !sources.contains(before) { return fact(part, before, sources) }
        let next = entries[place...].first { $0.content != nil && !sources.contains($0.id) }
        return fact(part, next?.id, sources)
    }

    /// The fact's destination directly before an entry or a ghost of the part; nil is the end.
    private func fact(_ part: Part, _ before: ItemID?, _ sources: [ItemID]) -> FactDestination {
        let entries = parts[part]!
        guard let before else { return FactDestination(part: part, before: nil, ghost: nil) }
        let place = entries.firstIndex { $0.id == before }!
        let next = entries[place...].first { $0.content != nil && !sources.contains($0.id) }
        return FactDestination(
            part: part, before: next?.id, ghost: entries[place].content == nil ? before : nil)
    }

    private func sectionPlace(_ before: SectionID?, _ sources: [SectionID]) throws(Refusal)
        -> FactSectionPlace
    {
        guard let before else { return FactSectionPlace(before: nil, ghost: nil) }
        guard let place = headings.firstIndex(where: { $0.id == before }) else {
            throw Refusal(.unknownSection)
        }
        let next = headings[place...].first { $0.title != nil && !sources.contains($0.id) }
        return FactSectionPlace(before: next?.id, ghost: headings[place].title == nil ? before : nil)
    }
}

// What is asked for items: judged whole, then done.
extension ListState {
    mutating func performInsert(
        _ newItems: [NewItem], _ destination: Destination, _ draft: inout Draft,
        _ generator: inout some RandomNumberGenerator
    ) throws(Rejection) {
        guard !newItems.isEmpty else { throw .empty("items") }
        var bytes = 0
        for item in newItems { bytes += try size(item.title, item.fields) }
        let ids = try idsOf(newItems, &generator)
        let (row, place) = try resolve(destination, fallback: Self.unsectionedRow)
        try draft.charge(items: ids.count, bytes: bytes, limits)
        guard itemCount + ids.count <= limits.itemsPerList else { throw .listFull(limits) }
        var inserted: [InsertedItem] = []
        inserted.reserveCapacity(ids.count)
        for (number, item) in newItems.enumerated() {
            inserted.append(
                InsertedItem(id: ids[number], title: item.title, isDone: item.isDone, fields: item.fields))
        }
        accept(.insert(items: inserted, destination: fact(place, in: row)), &draft)
    }

    private func idsOf(
        _ newItems: [NewItem], _ generator: inout some RandomNumberGenerator
    ) throws(Rejection) -> [ItemID] {
        var ids: [ItemID] = []
        ids.reserveCapacity(newItems.count)
        for item in newItems {
            if let id = item.id {
                guard !isKnown(id) else { throw .exists(id) }
                ids.append(id)
            } else {
                var id = ItemID.random(using: &generator)
                while isKnown(id) { id = ItemID.random(using: &generator) }
                ids.append(id)
            }
        }
        if ids.count > 1 {
            var seen: Set<ItemID> = []
            for id in ids where !seen.insert(id).inserted { throw .insertedTwice(id) }
        }
        return ids
    }

    private func isKnown(_ id: ItemID) -> Bool { items.isLive(id) || trash[id] != nil }

    /// - Returns: bytes of title and fields of one item.
    private func size(_ title: Text, _ fields: Fields) throws(Rejection) -> Int {
        guard !fields.isEmpty else {
            guard title.byteCount <= limits.itemBytes else { throw .itemTooLarge(title.byteCount, limits) }
            return title.byteCount
        }
        guard fields.count <= limits.fieldsPerItem else { throw .tooManyFields(fields.count, limits) }
        let bytes = title.byteCount + fields.byteCount
        guard bytes <= limits.itemBytes else { throw .itemTooLarge(bytes, limits) }
        return bytes
    }

    mutating func performEdit(
        _ id: ItemID, _ title: Text?, _ edits: [FieldEdit], _ draft: inout Draft
    ) throws(Rejection) {
        guard title != nil || !edits.isEmpty else { throw .nothingToEdit() }
        guard let content = items.content(of: id) else {
            throw trash[id] == nil ? .unknown(id) : .deleted(id)
        }
        let newTitle = title.flatMap { $0 == content.title ? nil : $0 }
        var fields = content.fields
        for edit in edits { fields[edit.key] = edit.value }
        var changed: [FieldEdit] = []
        for edit in edits where fields[edit.key] != content.fields[edit.key] {
            // Where a key comes twice, its last value is the one that counts.
            if changed.contains(where: { $0.key == edit.key }) { continue }
            changed.append(FieldEdit(key: edit.key, value: fields[edit.key]))
        }
        guard newTitle != nil || !changed.isEmpty else { return }
        _ = try size(newTitle ?? content.title, fields)
        var bytes = newTitle?.byteCount ?? 0
        for edit in changed { bytes += edit.key.byteCount + (edit.value?.byteCount ?? 0) }
        try draft.charge(items: 1, bytes: bytes, limits)
        accept(.edit(id: id, title: newTitle, fields: changed), &draft)
    }

    mutating func performToggle(_ ids: [ItemID], _ isDone: Bool?, _ draft: inout Draft) throws(Rejection) {
        _ = try named(ids, "ids")
        var toDo: [ItemID] = []
        var done: [ItemID] = []
        for id in ids {
            guard let content = items.content(of: id) else { continue }
            if content.isDone { done.append(id) } else { toDo.append(id) }
        }
        guard !toDo.isEmpty || !done.isEmpty else { throw missing(ids) }
        let checked = isDone == false ? [] : toDo
        let unchecked = isDone == true ? [] : done
        try draft.charge(items: checked.count + unchecked.count, limits)
        if !checked.isEmpty { accept(.toggle(ids: checked, isDone: true), &draft) }
        if !unchecked.isEmpty { accept(.toggle(ids: unchecked, isDone: false), &draft) }
    }

    mutating func performDelete(_ ids: [ItemID], _ draft: inout Draft) throws(Rejection) {
        _ = try named(ids, "ids")
        let there = ids.filter { items.isLive($0) }
        guard !there.isEmpty else { return }
        try draft.charge(items: there.count, limits)
        accept(.delete(ids: there), &draft)
    }

    mutating func performRestore(_ ids: [ItemID], _ draft: inout Draft) throws(Rejection) {
        _ = try named(ids, "ids")
        var gone: [ItemID] = []
        var bytes = 0
        for id in ids where !items.isLive(id) {
            guard let entry = trash[id] else { throw .unknown(id) }
            gone.append(id)
            bytes += entry.content.byteCount
        }
        try draft.charge(items: gone.count, bytes: bytes, limits)
        guard itemCount + gone.count <= limits.itemsPerList else { throw .listFull(limits) }
        for id in gone { accept(restoring(id, draft.author), &draft) }
    }

    /// Rule 9: to its ghost's place, else to the end of its section, else to that of the part above the
    /// first.
    private func restoring(_ id: ItemID, _ author: Authorship) -> Fact {
        guard let entry = trash[id] else { preconditionFailure("only what is in the trash is restored") }
        let place: Place<ItemID>
        let home = row(of: entry.part)
        if let home, items.hasGhost(id, in: home) { place = .beforeGhost(id) } else { place = .end }
        let content = entry.content
        let item = InsertedItem(
            id: id, title: content.title, isDone: content.isDone, fields: content.fields,
            createdAt: content.createdAt == author.at ? nil : content.createdAt,
            createdBy: content.createdBy == author.by ? nil : content.createdBy)
        return .insert(items: [item], destination: fact(place, in: home ?? Self.unsectionedRow))
    }

    mutating func performReorder(
        _ sources: [ItemID], _ destination: Destination, _ draft: inout Draft
    ) throws(Rejection) {
        _ = try named(sources, "sources")
        let there = sources.filter { items.isLive($0) }
        guard let first = there.first, let fallback = items.row(of: first) else { throw missing(sources) }
        let block = NamedIDs(distinct: there)
        let (row, place) = try resolve(destination, fallback: fallback, sources: block)
        let fact = fact(place, in: row, sources: block)
        guard !items.stands(there, before: fact.before, in: row) else { return }
        try draft.charge(items: there.count, limits)
        accept(.reorder(sources: there, destination: fact), &draft)
    }

    /// Rule 3, for `ids` and `sources`.
    func named<Kind>(
        _ ids: [UUIDIdentifier<Kind>], _ key: String
    ) throws(Rejection) -> NamedIDs<UUIDIdentifier<Kind>> {
        guard !ids.isEmpty else { throw .empty(key) }
        guard let named = NamedIDs(ids) else { throw .twice(key) }
        return named
    }

    /// Rule 2, where none of the items named is there.
    private func missing(_ ids: [ItemID]) -> Rejection {
        if let id = ids.first(where: { trash[$0] == nil }) { return .unknown(id) }
        return .deleted(ids[0])
    }
}

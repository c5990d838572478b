// What is asked for sections: judged whole, then done.
extension ListState {
    mutating func performInsertSection(
        _ given: SectionID?, _ title: Text, _ before: SectionID?, _ draft: inout Draft,
        _ generator: inout some RandomNumberGenerator
    ) throws(Rejection) {
        let id: SectionID
        if let given {
            guard !sectionPlaces.isLive(given) else { throw .exists(given) }
            id = given
        } else {
            var minted = SectionID.random(using: &generator)
            while isKnown(minted) { minted = SectionID.random(using: &generator) }
            id = minted
        }
        let place = try resolve(before: before)
        try draft.charge(bytes: title.byteCount, limits)
        guard sectionCount < limits.sectionsPerList else { throw .sectionsFull(limits) }
        accept(.insertSection(Section(id: id, title: title), place: fact(place)), &draft)
    }

    mutating func performRenameSection(_ id: SectionID, _ title: Text, _ draft: inout Draft) throws(Rejection)
    {
        guard let content = sectionPlaces.content(of: id) else {
            throw isKnown(id) ? .deleted(id) : .unknown(id)
        }
        guard content.title != title else { return }
        try draft.charge(bytes: title.byteCount, limits)
        accept(.renameSection(id: id, title: title), &draft)
    }

    mutating func performDeleteSection(
        _ id: SectionID, _ fate: DeletedSectionItems, _ draft: inout Draft
    ) throws(Rejection) {
        guard let content = sectionPlaces.content(of: id) else {
            if isKnown(id) { return }
            throw .unknown(id)
        }
        let count = items.rows[content.row].liveCount
        try draft.charge(items: count, limits)
        if count > 0 {
            var ids: [ItemID] = []
            ids.reserveCapacity(count)
            items.forEachLive(in: content.row) { id, _ in ids.append(id) }
            switch fate {
            case .keep:
                accept(.reorder(sources: ids, destination: fact(.end, in: Self.unsectionedRow)), &draft)
            case .delete: accept(.delete(ids: ids), &draft)
            }
        }
        accept(.deleteSection(id: id), &draft)
    }

    mutating func performReorderSections(
        _ sources: [SectionID], _ before: SectionID?, _ draft: inout Draft
    ) throws(Rejection) {
        _ = try named(sources, "sources")
        for id in sources where !isKnown(id) { throw .unknown(id) }
        let there = sources.filter { sectionPlaces.isLive($0) }
        guard !there.isEmpty else { throw .deleted(sources[0]) }
        let block = NamedIDs(distinct: there)
        let fact = fact(try resolve(before: before, sources: block), sources: block)
        guard !sectionPlaces.stands(there, before: fact.before, in: Self.sectionRow) else { return }
        accept(.reorderSections(sources: there, place: fact), &draft)
    }

    /// Whether a section is there, or deleted and not forgotten.
    private func isKnown(_ id: SectionID) -> Bool {
        sectionPlaces.isLive(id) || sectionPlaces.hasGhost(id, in: Self.sectionRow)
    }

    private func resolve(
        before: SectionID?, sources: NamedIDs<SectionID>? = nil
    ) throws(Rejection) -> Place<SectionID> {
        guard let before else { return .end }
        guard let place = sectionPlaces.place(before: before, in: Self.sectionRow, sources: sources) else {
            throw .unknown(before)
        }
        return place
    }

    private func fact(_ place: Place<SectionID>, sources: NamedIDs<SectionID>? = nil) -> FactSectionPlace {
        FactSectionPlace(
            before: sectionPlaces.nextLive(at: place, in: Self.sectionRow, sources: sources),
            ghost: place.ghost)
    }
}

/// Who changes the list, when, and to which revision.
struct Authorship {
    let revision: Revision
    let at: Timestamp
    let by: Text
}

extension ListState {
    /// Replays a change as the next revision. Where a destination has a `ghost` key, the ghosts too come out
    /// exactly as they were.
    ///
    /// - Throws: `InvalidFact` where a fact does not fit the list. The list is not to be used then.
    public mutating func apply(_ facts: [Fact], at: Timestamp, by: Text) throws(InvalidFact) {
        let author = Authorship(revision: revision.next, at: at, by: names.shared(by))
        for fact in facts { try apply(fact, author) }
        finishChange()
    }

    /// Every change ends with this: what the next one may no longer find is forgotten.
    mutating func finishChange() {
        revision = revision.next
        forget()
        assert(invariantsHold())
    }

    /// Rule 10, for the change to come.
    mutating func forget() {
        let oldest = Revision(revision.value + 1 - limits.revisionsRemembered)
        items.forget(before: oldest, keeping: limits.ghostsRemembered)
        sectionPlaces.forget(before: oldest, keeping: limits.deletedSectionsRemembered)
        trash.forget(before: oldest, keeping: limits.trashRemembered)
    }

    mutating func apply(_ fact: Fact, _ author: Authorship) throws(InvalidFact) {
        switch fact {
        case .insert(let inserted, let destination): try insert(inserted, destination, author)
        case .edit(let id, let title, let fields): try edit(id, title, fields, author)
        case .toggle(let ids, let isDone):
            for id in ids { try toggle(id, isDone, author) }
        case .delete(let ids):
            for id in ids { try delete(id, author) }
        case .reorder(let sources, let destination): try reorder(sources, destination, author)
        case .insertSection(let section, let place): try insertSection(section, place)
        case .renameSection(let id, let title):
            let isThere = sectionPlaces.update(id) { SectionContent(title: title, row: $0.row) }
            guard isThere else { throw missing(id) }
        case .deleteSection(let id): try deleteSection(id, author)
        case .reorderSections(let sources, let place): try reorderSections(sources, place)
        case .setTitle(let title): self.title = title
        }
    }

    private func missing(_ id: ItemID) -> InvalidFact { InvalidFact("item \(id) is not in the list") }
    private func missing(_ id: SectionID) -> InvalidFact { InvalidFact("section \(id) is not in the list") }

    /// The next one to be, if something leaves; then it is to be counted.
    private func nextDeparture(_ author: Authorship) -> Departure {
        Departure(revision: author.revision, order: departureCount)
    }
}

// MARK: - Items

extension ListState {
    private mutating func insert(
        _ inserted: [InsertedItem], _ destination: FactDestination, _ author: Authorship
    ) throws(InvalidFact) {
        let (row, place) = try resolve(destination)
        var ids: [ItemID] = []
        var contents: [ItemContent] = []
        ids.reserveCapacity(inserted.count)
        contents.reserveCapacity(inserted.count)
        for item in inserted {
            guard !items.isLive(item.id) else { throw InvalidFact("item \(item.id) is in the list already") }
            trash.remove(item.id)
            ids.append(item.id)
            contents.append(
                ItemContent(
                    title: item.title, isDone: item.isDone, fields: item.fields,
                    createdAt: item.createdAt ?? author.at,
                    createdBy: item.createdBy.map { names.shared($0) } ?? author.by,
                    updatedAt: author.at, updatedBy: author.by))
            if item.isDone { doneCount += 1 }
        }
        guard ids.count == 1 || NamedIDs(ids) != nil else {
            throw InvalidFact("an insert names an item twice")
        }
        items.insert(ids, contents, at: place, in: row)
    }

    private mutating func edit(
        _ id: ItemID, _ title: Text?, _ edits: [FieldEdit], _ author: Authorship
    ) throws(InvalidFact) {
        let isThere = items.update(id) { content in
            if edits.isEmpty { return content.changed(title: title, author) }
            var fields = content.fields
            for edit in edits { fields[edit.key] = edit.value }
            return content.changed(title: title, fields: fields, author)
        }
        guard isThere else { throw missing(id) }
    }

    private mutating func toggle(_ id: ItemID, _ isDone: Bool, _ author: Authorship) throws(InvalidFact) {
        var wasDone = false
        let isThere = items.update(id) { content in
            wasDone = content.isDone
            return content.changed(isDone: isDone, author)
        }
        guard isThere else { throw missing(id) }
        if wasDone != isDone { doneCount += isDone ? 1 : -1 }
    }

    private mutating func delete(_ id: ItemID, _ author: Authorship) throws(InvalidFact) {
        let departure = nextDeparture(author)
        guard let (content, row) = items.takeOut(id, leaving: departure) else { throw missing(id) }
        departureCount += 1
        if content.isDone { doneCount -= 1 }
        trash.insert(id, Trash.Entry(content: content, part: items.rows[row].label, departure: departure))
    }

    private mutating func reorder(
        _ sources: [ItemID], _ destination: FactDestination, _ author: Authorship
    ) throws(InvalidFact) {
        let (row, place) = try resolve(destination)
        var contents: [ItemContent] = []
        contents.reserveCapacity(sources.count)
        if case .beforeEntry(let id) = place, sources.contains(id) {
            throw InvalidFact("a reorder goes before its own source \(id)")
        }
        for id in sources {
            let taken = items.takeOut(id, leaving: nextDeparture(author), unlessIn: row)
            guard let (content, from) = taken else { throw missing(id) }
            if from != row { departureCount += 1 }
            contents.append(content.changed(author))
        }
        items.insert(sources, contents, at: place, in: row)
    }

    private func resolve(_ destination: FactDestination) throws(InvalidFact) -> (
        row: Int, place: Place<ItemID>
    ) {
        guard let row = row(of: destination.part) else {
            throw InvalidFact("a destination names a section that is not there")
        }
        if let ghost = destination.ghost {
            guard items.hasGhost(ghost, in: row) else {
                throw InvalidFact("there is no ghost \(ghost) to stand before")
            }
            return (row, .beforeGhost(ghost))
        }
        guard let before = destination.before else { return (row, .end) }
        guard items.row(of: before) == row else {
            throw InvalidFact("there is no item \(before) to stand before")
        }
        return (row, .beforeEntry(before))
    }
}

// MARK: - Sections

extension ListState {
    private mutating func insertSection(_ section: Section, _ place: FactSectionPlace) throws(InvalidFact) {
        guard !sectionPlaces.isLive(section.id) else {
            throw InvalidFact("section \(section.id) is there already")
        }
        let place = try resolve(place)
        let content = SectionContent(title: section.title, row: items.addRow(.section(section.id)))
        sectionPlaces.insert([section.id], [content], at: place, in: Self.sectionRow)
    }

    private mutating func deleteSection(_ id: SectionID, _ author: Authorship) throws(InvalidFact) {
        guard let content = sectionPlaces.content(of: id) else { throw missing(id) }
        guard items.rows[content.row].liveCount == 0 else {
            throw InvalidFact("section \(id) still holds items")
        }
        items.removeRow(content.row)
        _ = sectionPlaces.takeOut(id, leaving: nextDeparture(author))
        departureCount += 1
    }

    private mutating func reorderSections(
        _ sources: [SectionID], _ place: FactSectionPlace
    ) throws(InvalidFact) {
        let place = try resolve(place)
        if case .beforeEntry(let id) = place, sources.contains(id) {
            throw InvalidFact("a reorder goes before its own source \(id)")
        }
        var contents: [SectionContent] = []
        for id in sources {
            guard let taken = sectionPlaces.takeOut(id, leaving: nil) else { throw missing(id) }
            contents.append(taken.content)
        }
        sectionPlaces.insert(sources, contents, at: place, in: Self.sectionRow)
    }

    private func resolve(_ place: FactSectionPlace) throws(InvalidFact) -> Place<SectionID> {
        if let ghost = place.ghost {
            guard sectionPlaces.hasGhost(ghost, in: Self.sectionRow) else {
                throw InvalidFact("there is no ghost of a section \(ghost) to stand before")
            }
            return .beforeGhost(ghost)
        }
        guard let before = place.before else { return .end }
        guard sectionPlaces.isLive(before) else { throw missing(before) }
        return .beforeEntry(before)
    }
}

extension ItemContent {
    /// The same, changed by `author`.
    func changed(title: Text? = nil, isDone: Bool? = nil, fields: Fields? = nil, _ author: Authorship)
        -> ItemContent
    {
        ItemContent(
            title: title ?? self.title, isDone: isDone ?? self.isDone, fields: fields ?? self.fields,
            createdAt: createdAt, createdBy: createdBy, updatedAt: author.at, updatedBy: author.by)
    }
}

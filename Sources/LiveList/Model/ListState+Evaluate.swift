/// A change while it is being judged: the facts so far and what they add up to.
struct Draft {
    let author: Authorship
    private(set) var facts: [Fact] = []
    private var itemsNamed = 0
    private var bytesCarried = 0

    init(author: Authorship) {
        self.author = author
    }

    /// Counts what the facts of one mutation name and carry, before any of them is applied.
    mutating func charge(items: Int = 0, bytes: Int = 0, _ limits: Limits) throws(Rejection) {
        itemsNamed += items
        bytesCarried += bytes
        if itemsNamed > limits.itemsPerMutate { throw .namesTooMuch(limits) }
        if bytesCarried > limits.factBytesPerMutate { throw .carriesTooMuch(limits) }
    }

    mutating func append(_ fact: Fact) { facts.append(fact) }
}

extension ListState {
    /// Judges what a client asks for, and does it: all of `mutations` in order, or none.
    ///
    /// Each mutation is judged on what those before it made of the list: its shape first, then the ids it
    /// names, then its destination, then the limits. Unless the answer is `accepted`, the list stays as it
    /// was.
    ///
    /// - Parameters:
    ///   - at: becomes the time of the change.
    ///   - by: the name of its author.
    ///   - generator: for the ids of items and sections that come without one.
    public mutating func evaluate(
        _ mutations: [Mutation], at: Timestamp, by: Text, using generator: inout some RandomNumberGenerator
    ) -> Evaluation {
        if mutations.isEmpty { return .rejected(.empty("mutations")) }
        if mutations.count > limits.mutationsPerMutate {
            return .rejected(.tooManyMutations(mutations.count, limits))
        }
        // A mutation writes nothing before it has been judged whole, so one alone needs no way back.
        let untouched = mutations.count > 1 ? self : nil
        var draft = Draft(author: Authorship(revision: revision.next, at: at, by: names.shared(by)))
        for (index, mutation) in mutations.enumerated() {
            do {
                try perform(mutation, &draft, &generator)
            } catch {
                if let untouched { self = untouched }
                return .rejected(error.at(index))
            }
        }
        guard !draft.facts.isEmpty else { return .unchanged }
        finishChange()
        return .accepted(draft.facts)
    }

    private mutating func perform(
        _ mutation: Mutation, _ draft: inout Draft, _ generator: inout some RandomNumberGenerator
    ) throws(Rejection) {
        switch mutation {
        case .insert(let newItems, let destination):
            try performInsert(newItems, destination, &draft, &generator)
        case .edit(let id, let title, let fields): try performEdit(id, title, fields, &draft)
        case .toggle(let ids, let isDone): try performToggle(ids, isDone, &draft)
        case .delete(let ids): try performDelete(ids, &draft)
        case .restore(let ids): try performRestore(ids, &draft)
        case .reorder(let sources, let destination): try performReorder(sources, destination, &draft)
        case .insertSection(let id, let title, let before):
            try performInsertSection(id, title, before, &draft, &generator)
        case .renameSection(let id, let title): try performRenameSection(id, title, &draft)
        case .deleteSection(let id, let fate): try performDeleteSection(id, fate, &draft)
        case .reorderSections(let sources, let before): try performReorderSections(sources, before, &draft)
        case .setTitle(let title):
            guard title != self.title else { return }
            try draft.charge(bytes: title.byteCount, limits)
            accept(.setTitle(title), &draft)
        case .malformed(let code, let message): throw Rejection(code, message)
        }
    }

    /// Applies a fact that was judged and adds it to the change.
    mutating func accept(_ fact: Fact, _ draft: inout Draft) {
        do {
            try apply(fact, draft.author)
        } catch {
            preconditionFailure("a fact that was judged does not fit: \(error)")
        }
        draft.append(fact)
    }
}

// MARK: - Destinations

extension ListState {
    /// Where an item destination is, by rule 6: the row and its part first, then the place in it.
    ///
    /// - Parameter fallback: the row where neither section nor `before` is named.
    func resolve(
        _ destination: Destination, fallback: Int, sources: NamedIDs<ItemID>? = nil
    ) throws(Rejection) -> (row: Int, place: Place<ItemID>) {
        let row = try rowOf(destination, fallback: fallback)
        guard let before = destination.before else { return (row, .end) }
        if let place = items.place(before: before, in: row, sources: sources) { return (row, place) }
        guard items.isLive(before) || trash[before] != nil else { throw .unknown(before) }
        return (row, .end)
    }

    private func rowOf(_ destination: Destination, fallback: Int) throws(Rejection) -> Int {
        switch (destination.part, destination.before) {
        case (.unsectioned?, _): return Self.unsectionedRow
        case (.section(let id)?, _):
            if let content = sectionPlaces.content(of: id) { return content.row }
            guard sectionPlaces.hasGhost(id, in: Self.sectionRow) else { throw .unknown(id) }
            return Self.unsectionedRow
        case (nil, let before?):
            if let row = items.row(of: before) { return row }
            guard let entry = trash[before] else { throw .unknown(before) }
            return row(of: entry.part) ?? Self.unsectionedRow
        case (nil, nil): return fallback
        }
    }

    func fact(_ place: Place<ItemID>, in row: Int, sources: NamedIDs<ItemID>? = nil) -> FactDestination {
        FactDestination(
            part: items.rows[row].label, before: items.nextLive(at: place, in: row, sources: sources),
            ghost: place.ghost)
    }
}

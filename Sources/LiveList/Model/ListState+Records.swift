extension ListState {
    /// Everything that the list is but its title and revision, in the order that `ListRecord` names.
    ///
    /// May run on another thread, on a copy of its own. O(items).
    public func forEachRecord<Failure>(_ body: (ListRecord) throws(Failure) -> Void) throws(Failure) {
        let order = sectionPlaces.rows[Self.sectionRow]
        try sectionPlaces.forEachChunk(in: Self.sectionRow) { (chunk) throws(Failure) in
            for offset in 0..<chunk.count {
                let id = chunk.ids[offset]
                if let content = chunk.contents[offset] {
                    try body(.section(Section(id: id, title: content.title)))
                } else if let ghost = order.ghosts[id] {
                    try body(.sectionGhost(id, ghost.departure))
                }
            }
        }
        try forEachRow { (part, row) throws(Failure) in
            try body(.part(part))
            let ghosts = items.rows[row].ghosts
            try items.forEachChunk(in: row) { (chunk) throws(Failure) in
                for offset in 0..<chunk.count {
                    let id = chunk.ids[offset]
                    if let content = chunk.contents[offset] {
                        try body(.item(id, content))
                    } else if let ghost = ghosts[id] {
                        try body(.ghost(id, ghost.departure))
                    }
                }
            }
        }
        try trash.walk { (id, entry) throws(Failure) in
            try body(.trashed(id, entry.content, from: entry.part, entry.departure))
        }
    }

    /// Makes a list from its records.
    public struct Builder {
        private var list: ListState
        private var row = unsectionedRow

        public init(title: Text, revision: Revision, limits: Limits = .standard) {
            list = ListState(title: title, revision: revision, limits: limits)
        }

        /// - Throws: `InvalidFact` where a record does not fit those before it. The builder is useless then.
        public mutating func append(_ record: ListRecord) throws(InvalidFact) {
            switch record {
            case .section(let section):
                let content = SectionContent(
                    title: section.title, row: list.items.addRow(.section(section.id)))
                try Self.require(
                    list.sectionPlaces.append(section.id, content, in: sectionRow), "section", section.id)
            case .sectionGhost(let id, let departure):
                try note(departure)
                try Self.require(
                    list.sectionPlaces.appendGhost(id, departure, in: sectionRow), "deleted section", id)
            case .part(let part):
                guard let row = list.row(of: part) else { throw InvalidFact("a part has no section") }
                self.row = row
            case .item(let id, let content):
                if content.isDone { list.doneCount += 1 }
                try Self.require(list.items.append(id, share(content), in: row), "item", id)
            case .ghost(let id, let departure):
                try note(departure)
                try Self.require(list.items.appendGhost(id, departure, in: row), "ghost", id)
            case .trashed(let id, let content, let part, let departure):
                try note(departure)
                let entry = Trash.Entry(content: share(content), part: part, departure: departure)
                try Self.require(!list.items.isLive(id) && list.trash.insert(id, entry), "deleted item", id)
            }
        }

        /// - Throws: `InvalidFact` where the records contradict each other.
        public consuming func finish() throws(InvalidFact) -> ListState {
            try list.requireNoGhostWhereLive()
            // The limits may be tighter than those under which the records were stored.
            list.forget()
            assert(list.invariantsHold())
            return list
        }

        /// Static: called on the builder it would keep a copy of the list while its argument writes to it.
        private static func require(_ isFitting: Bool, _ what: String, _ id: UUIDIdentifier<some Any>)
            throws(InvalidFact)
        {
            if !isFitting { throw InvalidFact("the record of \(what) \(id) contradicts one before it") }
        }

        /// Later departures are numbered on behind those that are known.
        private mutating func note(_ departure: Departure) throws(InvalidFact) {
            guard departure.order >= 0, departure.revision <= list.revision else {
                throw InvalidFact("a departure lies behind the list's revision")
            }
            list.departureCount = max(list.departureCount, departure.order + 1)
        }

        private mutating func share(_ content: ItemContent) -> ItemContent {
            let isWorthIt =
                NameCache.isWorthSharing(content.createdBy) || NameCache.isWorthSharing(content.updatedBy)
            guard isWorthIt else { return content }
            let createdBy = list.names.shared(content.createdBy)
            let updatedBy = list.names.shared(content.updatedBy)
            return ItemContent(
                title: content.title, isDone: content.isDone, fields: content.fields,
                createdAt: content.createdAt, createdBy: createdBy, updatedAt: content.updatedAt,
                updatedBy: updatedBy)
        }
    }

    private func requireNoGhostWhereLive() throws(InvalidFact) {
        var clash: InvalidFact?
        forEachRow { _, row in
            items.rows[row].ghosts.walk { id, _ in
                if items.row(of: id) == row { clash = InvalidFact("item \(id) stands in one part twice") }
            }
        }
        sectionPlaces.rows[Self.sectionRow].ghosts.walk { id, _ in
            if sectionPlaces.isLive(id) { clash = InvalidFact("section \(id) is there and deleted") }
        }
        if let clash { throw clash }
    }
}

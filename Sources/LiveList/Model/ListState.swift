/// A list as of one revision: a value. A copy costs nothing until one of the two is written, and then only
/// what is written is copied.
public struct ListState: Sendable {
    public internal(set) var title: Text
    public internal(set) var revision: Revision
    public let limits: Limits
    public internal(set) var doneCount = 0

    var items = Places<ItemID, ItemContent, Part>()
    var sectionPlaces = Places<SectionID, SectionContent, SectionOrder>()
    var trash = Trash()
    /// The number of the next departure.
    var departureCount = 0
    var names = NameCache()

    /// An empty list at revision 0.
    public init(title: Text, limits: Limits = .standard) {
        self.init(title: title, revision: .zero, limits: limits)
    }

    init(title: Text, revision: Revision, limits: Limits) {
        self.title = title
        self.revision = revision
        self.limits = limits
        let unsectioned = items.addRow(.unsectioned)
        let order = sectionPlaces.addRow(SectionOrder())
        precondition(
            unsectioned == Self.unsectionedRow && order == Self.sectionRow, "the first rows have number 0")
    }

    static var unsectionedRow: Int { 0 }
    static var sectionRow: Int { 0 }
}

/// What a section is, beside its id and place.
final class SectionContent: ChunkContent {
    let title: Text
    /// The row of its items.
    let row: Int

    init(title: Text, row: Int) {
        self.title = title
        self.row = row
    }

    var byteCount: Int { title.byteCount }
}

/// Marks the one row of sections.
struct SectionOrder: Sendable {}

extension ItemContent: ChunkContent {}

// MARK: - Reading

extension ListState {
    public var itemCount: Int { items.liveCount }
    public var sectionCount: Int { sectionPlaces.liveCount }

    /// In order. O(sections).
    public var sections: [Section] {
        var sections: [Section] = []
        sections.reserveCapacity(sectionCount)
        sectionPlaces.forEachLive(in: Self.sectionRow) { sections.append(Section(id: $0, title: $1.title)) }
        return sections
    }

    /// O(log items).
    public func item(_ id: ItemID) -> Item? {
        items.entry(id).map { Item(id: id, part: items.rows[$0.row].label, content: $0.content) }
    }

    /// In order; none where there is no such section. O(items in the part).
    public func items(in part: Part) -> [Item] {
        guard let row = row(of: part) else { return [] }
        var found: [Item] = []
        found.reserveCapacity(items.rows[row].liveCount)
        items.forEachLive(in: row) { found.append(Item(id: $0, part: part, content: $1)) }
        return found
    }

    /// In display order.
    public func forEachItem(_ body: (Item) -> Void) {
        forEachRow { part, row in items.forEachLive(in: row) { body(Item(id: $0, part: part, content: $1)) } }
    }

    /// In display order, one run for each chunk that holds items.
    public func forEachRun(_ body: (ItemRun) -> Void) {
        forEachRow { part, row in
            items.forEachChunk(in: row) { chunk in
                if chunk.liveCount > 0 { body(ItemRun(part: part, chunk: chunk)) }
            }
        }
    }

    /// The parts in display order.
    func forEachRow<Failure>(_ body: (Part, Int) throws(Failure) -> Void) throws(Failure) {
        try body(.unsectioned, Self.unsectionedRow)
        try sectionPlaces.forEachChunk(in: Self.sectionRow) { (chunk) throws(Failure) in
            if chunk.liveCount == 0 { return }
            for offset in 0..<chunk.count {
                if let content = chunk.contents[offset] { try body(.section(chunk.ids[offset]), content.row) }
            }
        }
    }

    /// nil where the section is not there.
    func row(of part: Part) -> Int? {
        switch part {
        case .unsectioned: Self.unsectionedRow
        case .section(let id): sectionPlaces.content(of: id)?.row
        }
    }
}

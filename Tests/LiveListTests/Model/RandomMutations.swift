@testable import LiveList

/// Draws mutations from small pools of ids, so that they meet: mostly what is there or was
/// lately, and now and then anything.
struct RandomMutations {
    var generator: SplitMix64
    let itemPool: Int
    let sectionPool: Int
    /// The longest block of ids or items.
    let blockMax: Int
    private var itemsThere: [ItemID] = []
    private var itemsGone: [ItemID] = []
    private var sectionsKnown: [SectionID] = []

    init(generator: SplitMix64, itemPool: Int, sectionPool: Int, blockMax: Int) {
        self.generator = generator
        self.itemPool = itemPool
        self.sectionPool = sectionPool
        self.blockMax = blockMax
    }

    mutating func change(of list: NaiveList) -> [Mutation] {
        itemsThere = list.partsInOrder.flatMap { list.items(in: $0) }
        itemsGone = list.trash.map { $0.id }
        sectionsKnown = list.headings.map { $0.id }
        if generator.oneIn(200) { return [] }
        let count = generator.oneIn(3) ? 1 + generator.below(5) : 1
        return (0..<count).map { _ in mutation() }
    }

    private mutating func mutation() -> Mutation {
        switch generator.below(32) {
        case 0..<8: return .insert(items: newItems(), destination: destination())
        case 8..<10:
            let title: Text? = generator.oneIn(2) ? text() : nil
            return .edit(id: itemID(), title: title, fields: edits())
        case 10..<12: return .toggle(ids: itemIDs(), isDone: generator.oneIn(2) ? nil : generator.oneIn(2))
        case 12..<16: return .delete(ids: itemIDs())
        case 16..<19: return .restore(ids: itemIDs(mostly: itemsGone))
        case 19..<25: return .reorder(sources: itemIDs(), destination: destination())
        case 25..<27:
            let id = SectionID(high: 2, low: UInt64(generator.below(sectionPool)))
            return .insertSection(
                id: generator.oneIn(8) ? nil : id, title: text(),
                before: generator.oneIn(2) ? sectionID() : nil)
        case 27: return .renameSection(id: sectionID(), title: text())
        case 28: return .deleteSection(id: sectionID(), items: generator.oneIn(2) ? .keep : .delete)
        case 29:
            let sources = block(longest: min(3, blockMax)).map { _ in sectionID() }
            return .reorderSections(sources: sources, before: generator.oneIn(2) ? sectionID() : nil)
        case 30: return .setTitle(text())
        default: return generator.oneIn(4) ? .malformed(.invalid, "") : .delete(ids: itemIDs())
        }
    }

    private mutating func newItems() -> [NewItem] {
        block(longest: blockMax).map { _ in
            let id = generator.oneIn(10) ? nil : newItemID()
            return NewItem(id: id, title: text(), isDone: generator.oneIn(3), fields: fields())
        }
    }

    private mutating func destination() -> Destination {
        let part: Part? =
            switch generator.below(4) {
            case 0: .unsectioned
            case 1: .section(sectionID())
            default: nil
            }
        return Destination(part: part, before: generator.oneIn(3) ? nil : itemID())
    }

    private mutating func itemIDs(mostly pool: [ItemID]? = nil) -> [ItemID] {
        var ids: [ItemID] = []
        for _ in block(longest: blockMax) {
            let id = itemID(mostly: pool)
            if !ids.contains(id) || generator.oneIn(30) { ids.append(id) }
        }
        return ids
    }

    /// Something to count over: short more often than long, now and then empty.
    private mutating func block(longest: Int) -> Range<Int> {
        if generator.oneIn(60) { return 0..<0 }
        return 0..<(generator.oneIn(3) ? 1 + generator.below(longest) : 1 + generator.below(min(3, longest)))
    }

    private mutating func itemID(mostly pool: [ItemID]? = nil) -> ItemID {
        let pool = pool ?? (generator.oneIn(5) ? itemsGone : itemsThere)
        if pool.isEmpty || generator.oneIn(20) { return anyItemID() }
        return pool[generator.below(pool.count)]
    }

    private mutating func newItemID() -> ItemID {
        var id = anyItemID()
        for _ in 0..<20 where itemsThere.contains(id) || itemsGone.contains(id) { id = anyItemID() }
        return id
    }

    private mutating func anyItemID() -> ItemID { ItemID(high: 1, low: UInt64(generator.below(itemPool))) }

    private mutating func sectionID() -> SectionID {
        if sectionsKnown.isEmpty || generator.oneIn(8) {
            return SectionID(high: 2, low: UInt64(generator.below(sectionPool)))
        }
        return sectionsKnown[generator.below(sectionsKnown.count)]
    }

    private mutating func text() -> Text {
        Text(["a", "b", "é", "e\u{301}", "a longer title"][generator.below(5)])
    }

    private mutating func value() -> FieldValue {
        switch generator.below(3) {
        case 0: .text(text())
        case 1: .number(Double(generator.below(2)))
        default: .boolean(generator.oneIn(2))
        }
    }

    private mutating func fields() -> Fields {
        var fields = Fields()
        if generator.oneIn(4) { fields["note"] = value() }
        if generator.oneIn(8) { fields["due"] = value() }
        return fields
    }

    private mutating func edits() -> [FieldEdit] {
        var edits: [FieldEdit] = []
        for key: Text in ["note", "due", "quantity"] where generator.oneIn(3) {
            edits.append(FieldEdit(key: key, value: generator.oneIn(3) ? nil : value()))
        }
        return edits
    }
}

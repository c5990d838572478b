/// What a client asks for: one element of a `mutate`.
public enum Mutation: Sendable {
    /// The items go in as one block, in this order.
    case insert(items: [NewItem], destination: Destination)
    /// Sets the title and the named fields; a field set to nil is removed.
    case edit(id: ItemID, title: Text?, fields: [FieldEdit])
    /// Sets `isDone`; nil flips each item as it is at that moment.
    case toggle(ids: [ItemID], isDone: Bool?)
    case delete(ids: [ItemID])
    case restore(ids: [ItemID])
    /// The reorder difference: the sources stand as one block at the destination.
    case reorder(sources: [ItemID], destination: Destination)
    case insertSection(id: SectionID?, title: Text, before: SectionID?)
    case renameSection(id: SectionID, title: Text)
    case deleteSection(id: SectionID, items: DeletedSectionItems)
    case reorderSections(sources: [SectionID], before: SectionID?)
    case setTitle(Text)
    /// Of a shape that can't be applied. Judged when its turn comes, as what stands before it may fail first.
    case malformed(RejectionCode, String)
}

/// An item to be inserted. Without an id the list mints one.
public struct NewItem: Sendable {
    public let id: ItemID?
    public let title: Text
    public let isDone: Bool
    public let fields: Fields

    public init(id: ItemID?, title: Text, isDone: Bool = false, fields: Fields = Fields()) {
        self.id = id
        self.title = title
        self.isDone = isDone
        self.fields = fields
    }
}

/// One field to set, or with a nil value to remove.
public struct FieldEdit: Sendable, Hashable {
    public let key: Text
    public let value: FieldValue?

    public init(key: Text, value: FieldValue?) {
        self.key = key
        self.value = value
    }
}

/// Where items are to go. What is absent is read as the rules say.
public struct Destination: Sendable, Hashable {
    public let part: Part?
    public let before: ItemID?

    public init(part: Part? = nil, before: ItemID? = nil) {
        self.part = part
        self.before = before
    }
}

/// What becomes of the items of a section that is deleted.
public enum DeletedSectionItems: Sendable, Hashable {
    /// They go to the end of the part above the first section, in order.
    case keep
    case delete
}

/// What a mutation came to: resolved, so that every copy that applies it is the same.
public enum Fact: Sendable {
    case insert(items: [InsertedItem], destination: FactDestination)
    /// Holds only what changed.
    case edit(id: ItemID, title: Text?, fields: [FieldEdit])
    case toggle(ids: [ItemID], isDone: Bool)
    case delete(ids: [ItemID])
    case reorder(sources: [ItemID], destination: FactDestination)
    case insertSection(Section, place: FactSectionPlace)
    case renameSection(id: SectionID, title: Text)
    case deleteSection(id: SectionID)
    case reorderSections(sources: [SectionID], place: FactSectionPlace)
    case setTitle(Text)
}

/// An item that came into the list. Its `updatedAt` and `updatedBy` are those of the change.
public struct InsertedItem: Sendable, Equatable {
    public let id: ItemID
    public let title: Text
    public let isDone: Bool
    public let fields: Fields
    /// nil: those of the change. A restored item keeps its own.
    public let createdAt: Timestamp?
    public let createdBy: Text?

    public init(
        id: ItemID, title: Text, isDone: Bool, fields: Fields, createdAt: Timestamp? = nil,
        createdBy: Text? = nil
    ) {
        self.id = id
        self.title = title
        self.isDone = isDone
        self.fields = fields
        self.createdAt = createdAt
        self.createdBy = createdBy
    }
}

/// A resolved place among items: directly before `before`, an item of `part` that is not moved; nil is the
/// end.
public struct FactDestination: Sendable, Hashable {
    public let part: Part
    public let before: ItemID?
    /// The ghost directly after the place, if there is one. Only a replay needs it.
    public let ghost: ItemID?

    public init(part: Part, before: ItemID?, ghost: ItemID?) {
        self.part = part
        self.before = before
        self.ghost = ghost
    }
}

/// A resolved place among sections, as `FactDestination` among items.
public struct FactSectionPlace: Sendable, Hashable {
    public let before: SectionID?
    public let ghost: SectionID?

    public init(before: SectionID?, ghost: SectionID?) {
        self.before = before
        self.ghost = ghost
    }
}

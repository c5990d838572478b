/// When something left the list: the revision, and its number among all that ever left, from 0.
public struct Departure: Hashable, Sendable {
    public let revision: Revision
    public let order: Int

    public init(revision: Revision, order: Int) {
        self.revision = revision
        self.order = order
    }
}

/// One piece of all that a list is, for those who store it. In this order: every section, there or
/// deleted, in the order of sections; then each part, first the one above the first section, with its items
/// and ghosts in order; then the trash, in the order in which it was left.
public enum ListRecord: Sendable {
    case section(Section)
    case sectionGhost(SectionID, Departure)
    /// The items and ghosts that follow stand in this part.
    case part(Part)
    case item(ItemID, ItemContent)
    case ghost(ItemID, Departure)
    case trashed(ItemID, ItemContent, from: Part, Departure)
}

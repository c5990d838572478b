/// What an item says, without its id and place: immutable and shared by every copy of the list.
public final class ItemContent: Sendable {
    public let title: Text
    public let fields: Fields
    public let createdAt: Timestamp
    public let createdBy: Text
    public let updatedBy: Text
    /// `updatedAt` doubled, and 1 more where the item is done. A flag of its own would take the object from
    /// 88 bytes to 89, and malloc from 96 to 112.
    private let updatedAtAndDone: Int64

    public init(
        title: Text, isDone: Bool, fields: Fields, createdAt: Timestamp, createdBy: Text,
        updatedAt: Timestamp, updatedBy: Text
    ) {
        self.title = title
        self.fields = fields
        self.createdAt = createdAt
        self.createdBy = createdBy
        self.updatedBy = updatedBy
        updatedAtAndDone = updatedAt << 1 | (isDone ? 1 : 0)
    }

    public var updatedAt: Timestamp { updatedAtAndDone >> 1 }
    public var isDone: Bool { updatedAtAndDone & 1 == 1 }

    /// Bytes of title and fields in UTF-8: what counts against `Limits.itemBytes`.
    public var byteCount: Int { title.byteCount + (fields.isEmpty ? 0 : fields.byteCount) }
}

extension ItemContent: Equatable {
    public static func == (left: ItemContent, right: ItemContent) -> Bool {
        left === right
            || left.title == right.title && left.isDone == right.isDone && left.fields == right.fields
                && left.createdAt == right.createdAt && left.createdBy == right.createdBy
                && left.updatedAt == right.updatedAt && left.updatedBy == right.updatedBy
    }
}

/// A part of a list with an order of its own: what stands above the first section, or a section.
public enum Part: Hashable, Sendable {
    case unsectioned
    case section(SectionID)

    public var sectionID: SectionID? {
        switch self {
        case .unsectioned: nil
        case .section(let id): id
        }
    }
}

/// An item as it stands in the list.
public struct Item: Sendable, Equatable {
    public let id: ItemID
    public let part: Part
    public let content: ItemContent

    public init(id: ItemID, part: Part, content: ItemContent) {
        self.id = id
        self.part = part
        self.content = content
    }
}

public struct Section: Sendable, Hashable {
    public let id: SectionID
    public let title: Text

    public init(id: SectionID, title: Text) {
        self.id = id
        self.title = title
    }
}

/// What a connection may do with a list. Each may all that the one before it may.
public enum Role: String, Sendable, CaseIterable, Comparable {
    /// Opens and reads, and shows that it is there.
    case viewer
    /// Also changes lists and makes them.
    case editor
    /// Also deletes lists, and makes links for others.
    case owner

    var mayMutate: Bool { self >= .editor }
    var mayCreateLists: Bool { self >= .editor }
    var mayDeleteLists: Bool { self == .owner }
    var mayMakeLinks: Bool { self == .owner }

    private var rank: Int {
        switch self {
        case .viewer: 0
        case .editor: 1
        case .owner: 2
        }
    }

    public static func < (left: Role, right: Role) -> Bool { left.rank < right.rank }
}

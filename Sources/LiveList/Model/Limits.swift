/// The bounds of what a list holds and a change carries, with their units, in one place.
public struct Limits: Sendable {
    public var titleScalars = 2_000
    public var sectionTitleScalars = 200
    public var nameScalars = 64
    public var fieldsPerItem = 32
    public var fieldKeyScalars = 64
    public var fieldScalars = 4_000
    /// Title and fields of one item together, bytes of UTF-8.
    public var itemBytes = 64 << 10
    public var mutationsPerMutate = 1_000
    /// Items that the facts of one change may name.
    public var itemsPerMutate = 10_000
    /// Titles and fields that the facts of one change may carry, bytes of UTF-8.
    public var factBytesPerMutate = 1 << 20
    public var itemsPerList = 1_000_000
    public var sectionsPerList = 1_000
    /// How many revisions back ghosts, deleted sections and trash are still known.
    public var revisionsRemembered = 10_000
    public var ghostsRemembered = 100_000
    public var trashRemembered = 100_000
    public var deletedSectionsRemembered = 100_000

    public init() {}
    public static let standard = Limits()
}

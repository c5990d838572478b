/// One accepted `mutate`: its facts, with revision, author and time.
public struct Change: Sendable {
    public let list: ListID
    public let revision: Revision
    public let id: MutationID
    /// The author's session.
    public let session: String
    /// The author's display name.
    public let name: Text
    public let at: Timestamp
    public let facts: [Fact]

    public init(
        list: ListID, revision: Revision, id: MutationID, session: String, name: Text, at: Timestamp,
        facts: [Fact]
    ) {
        self.list = list
        self.revision = revision
        self.id = id
        self.session = session
        self.name = name
        self.at = at
        self.facts = facts
    }
}

/// The ids that one mutation names, each once.
struct NamedIDs<ID: Hashable> {
    /// Up to here comparing each with each is quicker than hashing.
    private static var linearCount: Int { 8 }

    let inOrder: [ID]
    private let hashed: Set<ID>

    /// - Returns: nil where an id is named twice.
    init?(_ ids: [ID]) {
        inOrder = ids
        guard ids.count > Self.linearCount else {
            hashed = []
            for place in ids.indices.dropFirst() where ids[..<place].contains(ids[place]) { return nil }
            return
        }
        hashed = Set(ids)
        guard hashed.count == ids.count else { return nil }
    }

    /// Of ids that are known to be distinct.
    init(distinct ids: [ID]) {
        inOrder = ids
        hashed = ids.count > Self.linearCount ? Set(ids) : []
    }

    func contains(_ id: ID) -> Bool {
        inOrder.count > Self.linearCount ? hashed.contains(id) : inOrder.contains(id)
    }
}

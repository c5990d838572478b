/// Deleted items that can still be restored, in the order in which they left.
struct Trash: Sendable {
    struct Entry: Sendable {
        let content: ItemContent
        /// The part it was deleted from.
        let part: Part
        let departure: Departure
    }

    private var entries = HashTree<ItemID, Entry>()
    private var departures = OrderTree<ItemID>()

    var count: Int { entries.count }

    subscript(id: ItemID) -> Entry? { entries[id] }

    /// - Returns: false where the id or the departure is there already; then nothing is to be used any more.
    @discardableResult
    mutating func insert(_ id: ItemID, _ entry: Entry) -> Bool {
        entries.set(id, to: entry) == nil && departures.insert(id, at: entry.departure.order)
    }

    @discardableResult
    mutating func remove(_ id: ItemID) -> Entry? {
        guard !entries.isEmpty, let entry = entries.remove(id) else { return nil }
        departures.remove(entry.departure.order)
        return entry
    }

    /// Forgets what left before `revision`, and what left first while there is more than `limit`.
    mutating func forget(before revision: Revision, keeping limit: Int) {
        while let id = departures.first?.value, let entry = entries[id] {
            guard count > limit || entry.departure.revision < revision else { return }
            remove(id)
        }
    }

    /// In the order in which they left.
    func walk<Failure>(_ body: (ItemID, Entry) throws(Failure) -> Void) throws(Failure) {
        try departures.walk { (_, id) throws(Failure) in
            guard let entry = entries[id] else { preconditionFailure("the trash lost an item") }
            try body(id, entry)
        }
    }

    /// Traps unless every departure is that of its entry. O(count).
    func checkInvariants() {
        entries.checkInvariants()
        departures.checkInvariants()
        precondition(entries.count == departures.count, "the trash and its order hold different counts")
        departures.walk { order, id in
            precondition(entries[id]?.departure.order == order, "the trash's order names another departure")
        }
    }
}

/// Every list that is not deleted, loaded or not, as of what is durable; and their order by the last change.
///
/// The order is brought up to date when it is asked for, and then only what changed since is sorted: a commit
/// costs nothing more, and a question not a sort of ten thousand lists.
struct Catalogue {
    private struct Row {
        var summary: ListSummary
        /// Stands in `order` as it is now.
        var isPlaced: Bool

        /// - Returns: whether it stood there, or is new.
        mutating func renew(_ summary: ListSummary) -> Bool {
            defer { isPlaced = false }
            self.summary = summary
            return isPlaced
        }
    }

    private struct Place {
        let list: ListID
        let updatedAt: Timestamp

        func isBefore(_ other: Place) -> Bool {
            updatedAt != other.updatedAt ? updatedAt > other.updatedAt : list.text < other.list.text
        }
    }

    private var rows: [ListID: Row] = [:]
    private var order: [Place] = []
    private var changed: [ListID] = []
    private var hasRemovals = false

    init(_ summaries: [ListSummary]) {
        for summary in summaries { self[summary.list] = summary }
        bringUpToDate()
    }

    var count: Int { rows.count }
    var summaries: some Sequence<ListSummary> { rows.values.lazy.map(\.summary) }

    subscript(list: ListID) -> ListSummary? {
        get { rows[list]?.summary }
        set {
            guard let newValue else {
                hasRemovals = rows.removeValue(forKey: list) != nil || hasRemovals
                return
            }
            if rows[list, default: Row(summary: newValue, isPlaced: true)].renew(newValue) {
                changed.append(list)
            }
        }
    }

    /// The most recently changed first, until `body` returns false.
    ///
    /// O(lists that changed since the last time · log), and a step for each list where one did.
    mutating func forEachNewestFirst(_ body: (ListSummary) -> Bool) {
        bringUpToDate()
        for place in order where !body(rows[place.list]!.summary) { return }
    }

    private mutating func bringUpToDate() {
        guard !changed.isEmpty || hasRemovals else { return }
        hasRemovals = false
        let stayed = order.filter { rows[$0.list]?.isPlaced == true }
        var moved: [Place] = []
        moved.reserveCapacity(changed.count)
        for list in changed {
            // A list may have gone, or gone and come again, and stands in `changed` twice.
            guard let row = rows[list], !row.isPlaced else { continue }
            moved.append(Place(list: list, updatedAt: row.summary.updatedAt))
            rows[list]?.isPlaced = true
        }
        changed.removeAll()
        moved.sort { $0.isBefore($1) }
        var merged: [Place] = []
        merged.reserveCapacity(rows.count)
        var next = 0
        for place in stayed {
            while next < moved.count, moved[next].isBefore(place) {
                merged.append(moved[next])
                next += 1
            }
            merged.append(place)
        }
        merged.append(contentsOf: moved[next...])
        order = merged
    }
}

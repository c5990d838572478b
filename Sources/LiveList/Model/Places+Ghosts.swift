extension Places {
    @discardableResult
    mutating func addGhost(_ id: ID, _ ghost: Ghost, in row: Int) -> Bool {
        let order = ghost.departure.order
        rows[row].ghosts.set(id, to: ghost)
        guard rows[row].departures.insert(id, at: order) else { return false }
        ghostCount += 1
        oldestDepartures[row] = min(oldestDepartures[row], order)
        oldestRevision = min(oldestRevision, ghost.departure.revision)
        return true
    }

    mutating func removeGhost(_ id: ID, in row: Int) {
        let position = ghostPosition(id, in: row)
        guard let ghost = rows[row].ghosts.remove(id) else { preconditionFailure("no such ghost in the row") }
        rows[row].departures.remove(ghost.departure.order)
        if oldestDepartures[row] == ghost.departure.order {
            oldestDepartures[row] = rows[row].departures.first?.number ?? .max
        }
        ghostCount -= 1
        remove(at: position)
    }

    /// Forgets ghosts that left before `revision`, and those that left first while there are more than
    /// `limit`.
    ///
    /// O(forgotten · (log entries + rows)); O(1) where there is nothing to forget.
    mutating func forget(before revision: Revision, keeping limit: Int) {
        guard ghostCount > limit || oldestRevision < revision else { return }
        while ghostCount > 0 {
            let row = rowOfOldestGhost()
            guard let id = rows[row].departures.first?.value, let ghost = rows[row].ghosts[id]
            else { preconditionFailure("the oldest ghost is nowhere") }
            guard ghostCount > limit || ghost.departure.revision < revision else {
                oldestRevision = ghost.departure.revision
                return
            }
            removeGhost(id, in: row)
        }
        oldestRevision = Revision(.max)
    }

    private func rowOfOldestGhost() -> Int {
        var oldest = 0
        for row in oldestDepartures.indices where oldestDepartures[row] < oldestDepartures[oldest] {
            oldest = row
        }
        return oldest
    }
}

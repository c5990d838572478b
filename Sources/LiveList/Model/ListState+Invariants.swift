extension ListState {
    /// Traps, with a reason, unless everything that is noted twice agrees and every bound holds. O(list).
    public func checkInvariants() {
        items.checkInvariants()
        sectionPlaces.checkInvariants()
        trash.checkInvariants()
        checkParts()
        checkForgetting()
    }

    /// For `assert`: complete on small lists, on larger ones so seldom that a change costs little on average.
    func invariantsHold() -> Bool {
        let size = itemCount + items.ghostCount + trash.count + sectionCount + sectionPlaces.ghostCount
        if revision.value % (size / 64 + 1) == 0 { checkInvariants() }
        return true
    }

    private func checkParts() {
        var rows = 0
        var done = 0
        forEachRow { part, row in
            rows += 1
            precondition(items.rows[row].label == part, "a row belongs to another part")
            items.forEachLive(in: row) { id, content in
                if content.isDone { done += 1 }
                precondition(trash[id] == nil, "an item is in the list and in the trash")
            }
        }
        precondition(rows == sectionCount + 1, "a section has no row")
        precondition(rows + items.vacantRows.count == items.rows.count, "a row has no section")
        precondition(done == doneCount, "the count of done items is wrong")
    }

    private func checkForgetting() {
        let oldest = revision.value + 1 - limits.revisionsRemembered
        precondition(items.ghostCount <= limits.ghostsRemembered, "too many ghosts are remembered")
        precondition(
            sectionPlaces.ghostCount <= limits.deletedSectionsRemembered, "too many sections are remembered")
        precondition(trash.count <= limits.trashRemembered, "too much trash is remembered")
        func check(_ departure: Departure) {
            precondition(departure.revision.value >= oldest, "something is remembered too long")
            precondition(departure.revision <= revision, "something left after the list's revision")
            precondition(departure.order < departureCount, "a departure's number will be given again")
        }
        for row in 0..<items.rows.count { items.rows[row].ghosts.walk { check($1.departure) } }
        sectionPlaces.rows[Self.sectionRow].ghosts.walk { check($1.departure) }
        trash.walk { check($1.departure) }
    }
}

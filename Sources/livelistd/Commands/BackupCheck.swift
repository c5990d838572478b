import LiveList

extension OperatorCommand {
    /// `livelistd backup`
    func backUp(_ call: CommandCall) throws {
        let file = call.operands[0]
        if call["--restore"] != nil { return try putInPlace(file, call.dataFolder) }
        let totals = try StoreVisitor(call.dataFolder).backUp(to: file) {
            Terminal.complain("in the backup, \($0)")
        }
        Terminal.say("\(file): \(totals.sentence)\n")
        guard totals.faults == 0 else {
            throw CommandFailure(
                message:
                    "\(file) is written, but damaged like the store itself, in \(totals.faults) places; keep older ones"
            )
        }
    }

    private func putInPlace(_ file: String, _ dataFolder: String) throws {
        let backup = try StoreVisitor(file)
        let folder = try DataFolder(dataFolder)
        let totals = try backup.check { Terminal.complain("in the backup, \($0)") }
        let kept = try StoreVisitor.putInPlace(backup, in: folder.path)
        Terminal.say("\(file) is in place: \(totals.sentence)\n")
        if let kept { Terminal.say("what was there is kept in \(kept)\n") }
        withExtendedLifetime(folder) {}
    }

    /// `livelistd check`
    func check(_ call: CommandCall) throws {
        let path = call.operands.first ?? call.dataFolder
        let only = try call["--list"].map(listID)
        let totals = try StoreVisitor(path).check(only: only) { Terminal.say($0 + "\n") }
        Terminal.say("\(path): \(totals.sentence)\n")
        guard totals.faults == 0 else {
            throw CommandFailure(
                message:
                    "\(path) is damaged in \(totals.faults) places: keep a copy of it, and bring back from a backup what you need"
            )
        }
    }
}

extension StoreTotals {
    var sentence: String {
        "\(lists) lists with \(items) items, \(deleted) deleted lists, \(changes) changes; "
            + (faults == 0 ? "all is well" : "\(faults) faults")
    }
}

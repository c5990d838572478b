import LiveList

extension OperatorCommand {
    /// `livelistd lists`
    func listLists(_ call: CommandCall) throws {
        let store = try StoreVisitor(call.dataFolder)
        let isDeleted = call["--deleted"] != nil
        let lists = try isDeleted ? store.deletedLists() : store.lists()
        var rows = [
            ["LIST", "ITEMS", "DONE", "REVISION", isDeleted ? "DELETED" : "LAST CHANGE"]
                + (isDeleted ? ["EPOCH"] : []) + ["TITLE"]
        ]
        for list in lists {
            let summary = list.summary
            rows.append(
                [
                    summary.list.text, "\(summary.items)", "\(summary.done)", "\(summary.revision)",
                    CalendarText.utc(isDeleted ? list.removedAt : summary.updatedAt),
                ] + (isDeleted ? [summary.epoch.text] : []) + [summary.title.string])
        }
        Terminal.say(Self.table(rows, rightAligned: 1...3))
        for list in lists {
            guard let damage = list.summary.damage else { continue }
            let list = list.summary.list
            Terminal.complain(
                "the list \(list) is set aside: \(damage); livelistd retry \(list) tries it again")
        }
    }

    /// Rows as lines; the last column may be as wide as it likes.
    static func table(_ rows: [[String]], rightAligned: ClosedRange<Int>?) -> String {
        let columns = (rows.first?.count ?? 1) - 1
        let widths = (0..<columns).map { column in rows.map { $0[column].utf8.count }.max() ?? 0 }
        var text = ""
        for row in rows {
            for column in 0..<columns {
                let gap = String(repeating: " ", count: widths[column] - row[column].utf8.count)
                text += rightAligned?.contains(column) == true ? gap + row[column] : row[column] + gap
                text += "  "
            }
            text += row[columns] + "\n"
        }
        return text
    }
}

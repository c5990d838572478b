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
        var reasons = isDeleted ? [:] : try setAsideByServer(call.dataFolder)
        for case (let summary, let damage?) in lists.map({ ($0.summary, $0.summary.damage) }) {
            reasons[summary.list.text] = damage
        }
        for (list, reason) in reasons.sorted(by: { $0.key < $1.key }) {
            Terminal.complain(
                "the list \(list) is set aside: \(reason); livelistd retry \(list) tries it again")
        }
    }

    /// What the server that runs on the folder has set aside, and why: what it could not write down, as on a
    /// full disk, only it knows.
    private func setAsideByServer(_ dataFolder: String) throws -> [String: String] {
        guard let client = ControlClient(folder: dataFolder, answerSeconds: 5) else { return [:] }
        guard client.send(Array(#"{"type":"setAside","ref":"command"}"#.utf8)),
            let answer = client.answer(to: "command")
        else {
            throw CommandFailure(
                message: "the server does not answer: lists that only it knows to be set aside are not "
                    + "named. Try again in a moment")
        }
        let reasons = answer.setAside.map { ($0.list, $0.reason) }
        return Dictionary(reasons, uniquingKeysWith: { first, _ in first })
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

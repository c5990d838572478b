@testable import LiveList

/// Random mutations over what a client knows, a few of them over what it can't know.
enum RandomMutation {
    static func make(for list: ListState, known: [ItemID], using generator: inout SplitMix64) -> Mutation {
        var ids: [ItemID] = []
        list.forEachRun { run in run.forEachItem { id, _ in ids.append(id) } }
        // Some that left, or are not there yet.
        ids += known.shuffled(using: &generator).prefix(2).filter { !ids.contains($0) }
        let sections = list.sections.map(\.id)
        switch Int.random(in: 0..<20, using: &generator) {
        case 0..<6:
            let items = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
                NewItem(
                    id: .random(using: &generator),
                    title: Text("item \(Int.random(in: 0..<1000, using: &generator))"))
            }
            return .insert(items: items, destination: destination(ids, sections, using: &generator))
        case 6..<9:
            return .toggle(
                ids: some(ids, using: &generator),
                isDone: [nil, true, false].randomElement(using: &generator)!)
        case 9..<11: return .delete(ids: some(ids, using: &generator))
        case 11: return .restore(ids: some(ids, using: &generator))
        case 12..<15:
            return .reorder(
                sources: some(ids, using: &generator),
                destination: destination(ids, sections, using: &generator))
        case 15, 16:
            return .edit(
                id: ids.randomElement(using: &generator) ?? .random(using: &generator),
                title: Text("edited \(Int.random(in: 0..<100, using: &generator))"),
                fields: [
                    FieldEdit(
                        key: "quantity", value: .number(Double(Int.random(in: 0..<3, using: &generator))))
                ])
        case 17:
            return .insertSection(
                id: .random(using: &generator), title: "section",
                before: sections.randomElement(using: &generator))
        case 18:
            guard sections.count > 2, let id = sections.randomElement(using: &generator) else {
                return .setTitle(Text("title \(Int.random(in: 0..<3, using: &generator))"))
            }
            return .deleteSection(id: id, items: Bool.random(using: &generator) ? .keep : .delete)
        default:
            guard let id = sections.randomElement(using: &generator) else { return .delete(ids: []) }
            return .reorderSections(sources: [id], before: sections.randomElement(using: &generator))
        }
    }

    private static func some(_ ids: [ItemID], using generator: inout SplitMix64) -> [ItemID] {
        guard !ids.isEmpty else { return [.random(using: &generator)] }
        return Array(ids.shuffled(using: &generator).prefix(Int.random(in: 1...4, using: &generator)))
    }

    private static func destination(
        _ ids: [ItemID], _ sections: [SectionID], using generator: inout SplitMix64
    ) -> Destination {
        let part: Part? =
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: nil
            case 1: .unsectioned
            default: sections.randomElement(using: &generator).map { .section($0) }
            }
        return Destination(
            part: part, before: Bool.random(using: &generator) ? ids.randomElement(using: &generator) : nil)
    }
}

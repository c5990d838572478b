@testable import LiveList

extension ListState {
    /// All records as text that can be compared. Departures are numbered anew from the oldest: a rebuilt list
    /// counts on from those it still knows.
    var records: [String] {
        var orders: [Int] = []
        forEachRecord { record in
            switch record {
            case .sectionGhost(_, let departure), .ghost(_, let departure), .trashed(_, _, _, let departure):
                orders.append(departure.order)
            case .section, .part, .item: break
            }
        }
        let ranks = Dictionary(
            uniqueKeysWithValues: Set(orders).sorted().enumerated().map { ($0.element, $0.offset) })
        func text(_ departure: Departure) -> String {
            "left at \(departure.revision) as \(ranks[departure.order]!)"
        }
        var texts = [
            "\(title.string) at \(revision), \(itemCount) items, \(doneCount) done, \(sectionCount) sections"
        ]
        forEachRecord { record in
            switch record {
            case .section(let section): texts.append("section \(section.id) \(section.title)")
            case .sectionGhost(let id, let departure): texts.append("section \(id) \(text(departure))")
            case .part(let part): texts.append("part \(part.sectionID?.description ?? "none")")
            case .item(let id, let content): texts.append("item \(id) \(content.record)")
            case .ghost(let id, let departure): texts.append("ghost \(id) \(text(departure))")
            case .trashed(let id, let content, let part, let departure):
                // Who deleted an item shows nowhere, so it is no part of the record that is compared.
                texts.append("trashed \(id) \(content.record) from \(part) \(text(departure))")
            }
        }
        return texts
    }

    /// The same list, made from its records.
    func rebuilt() throws -> ListState {
        var builder = Builder(title: title, revision: revision, limits: limits)
        try forEachRecord { try builder.append($0) }
        return try builder.finish()
    }
}

extension ItemContent {
    fileprivate var record: String {
        let fields = fields.all.map { "\($0.key)=\($0.value)" }.sorted()
        return "\(title) \(isDone) \(fields) \(createdAt) \(createdBy) \(updatedAt) \(updatedBy)"
    }
}

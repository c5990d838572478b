@testable import LiveList

extension ListState {
    /// The list and all its records as text that can be compared.
    var records: [String] {
        var all: [ListRecord] = []
        forEachRecord { all.append($0) }
        let counts =
            "\(title) at \(revision): \(itemCount) items, \(doneCount) done, \(sectionCount) sections"
        return [counts] + described(all)
    }

    /// The same list, made from its records.
    func rebuilt() throws -> ListState {
        var builder = Builder(title: title, revision: revision, limits: limits)
        try forEachRecord { try builder.append($0) }
        return try builder.finish()
    }
}

extension NaiveList {
    var records: [String] {
        var all: [ListRecord] = []
        for heading in headings {
            if let title = heading.title {
                all.append(.section(Section(id: heading.id, title: title)))
            } else {
                all.append(.sectionGhost(heading.id, heading.left))
            }
        }
        for part in partsInOrder {
            all.append(.part(part))
            for entry in parts[part]! {
                all.append(entry.content.map { .item(entry.id, $0) } ?? .ghost(entry.id, entry.left))
            }
        }
        for item in trash { all.append(.trashed(item.id, item.content, from: item.part, item.left)) }
        let done = parts.values.joined().filter { $0.content?.isDone == true }.count
        let counts = "\(title) at \(revision): \(itemCount) items, \(done) done, \(sectionCount) sections"
        return [counts] + described(all)
    }
}

/// Departures are numbered anew from the oldest: a list made from records counts on from those it knows.
private func described(_ records: [ListRecord]) -> [String] {
    var orders: Set<Int> = []
    for record in records {
        switch record {
        case .sectionGhost(_, let left), .ghost(_, let left), .trashed(_, _, _, let left):
            orders.insert(left.order)
        case .section, .part, .item: break
        }
    }
    let ranks = Dictionary(uniqueKeysWithValues: orders.sorted().enumerated().map { ($0.element, $0.offset) })
    func text(_ departure: Departure) -> String {
        "left at \(departure.revision) as \(ranks[departure.order]!)"
    }
    return records.map { record in
        switch record {
        case .section(let section): "section \(section.id) \(section.title)"
        case .sectionGhost(let id, let departure): "section \(id) \(text(departure))"
        case .part(let part): "part \(part.sectionID?.description ?? "none")"
        case .item(let id, let content): "item \(id) \(content.record)"
        case .ghost(let id, let departure): "ghost \(id) \(text(departure))"
        case .trashed(let id, let content, let part, let departure):
            "trashed \(id) \(content.record) from \(part.sectionID?.description ?? "none") \(text(departure))"
        }
    }
}

extension ItemContent {
    fileprivate var record: String {
        let fields = fields.all.map { "\($0.key)=\($0.value)" }.sorted()
        return "\(title) \(isDone) \(fields) \(createdAt) \(createdBy) \(updatedAt) \(updatedBy)"
    }
}

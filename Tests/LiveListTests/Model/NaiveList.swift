@testable import LiveList

/// The rules once more, written as they are told: arrays and linear search, nothing shared with the real list
/// but the values that go in and come out.
struct NaiveList {
    /// An item or a ghost in its place.
    struct Entry {
        let id: ItemID
        var content: ItemContent?
        var left = Departure(revision: .zero, order: 0)
    }

    /// A section or the ghost of one.
    struct Heading {
        let id: SectionID
        var title: Text?
        var left = Departure(revision: .zero, order: 0)
    }

    struct Trashed {
        let id: ItemID
        let content: ItemContent
        let part: Part
        let left: Departure
    }

    var title: Text
    var revision = Revision.zero
    let limits: Limits
    var headings: [Heading] = []
    var parts: [Part: [Entry]] = [.unsectioned: []]
    var trash: [Trashed] = []
    private var departures = 0

    init(title: Text, limits: Limits) {
        self.title = title
        self.limits = limits
    }

    // MARK: What is where

    var partsInOrder: [Part] {
        [.unsectioned] + headings.filter { $0.title != nil }.map { .section($0.id) }
    }

    func isThere(_ id: SectionID) -> Bool { headings.contains { $0.id == id && $0.title != nil } }
    func isKnown(_ id: SectionID) -> Bool { headings.contains { $0.id == id } }
    func isThere(_ part: Part) -> Bool { part.sectionID.map { isThere($0) } ?? true }

    func part(of id: ItemID) -> Part? {
        parts.first { $0.value.contains { $0.id == id && $0.content != nil } }?.key
    }

    func content(_ id: ItemID) -> ItemContent? {
        for entries in parts.values {
            for entry in entries where entry.id == id && entry.content != nil { return entry.content }
        }
        return nil
    }

    func trashed(_ id: ItemID) -> Trashed? { trash.first { $0.id == id } }
    func items(in part: Part) -> [ItemID] { (parts[part] ?? []).filter { $0.content != nil }.map { $0.id } }
    var itemCount: Int { parts.values.reduce(0) { $0 + $1.filter { $0.content != nil }.count } }
    var sectionCount: Int { headings.filter { $0.title != nil }.count }

    // MARK: Facts

    mutating func apply(_ fact: Fact, at: Timestamp, by: Text) {
        switch fact {
        case .insert(let items, let destination):
            for item in items { trash.removeAll { $0.id == item.id } }
            let block = items.map { item in
                Entry(
                    id: item.id,
                    content: ItemContent(
                        title: item.title, isDone: item.isDone, fields: item.fields,
                        createdAt: item.createdAt ?? at, createdBy: item.createdBy ?? by, updatedAt: at,
                        updatedBy: by))
            }
            put(block, at: destination)
        case .edit(let id, let title, let fields):
            write(id, at, by) { content in
                var all = content.fields
                for field in fields { all[field.key] = field.value }
                return (title ?? content.title, content.isDone, all)
            }
        case .toggle(let ids, let isDone):
            for id in ids { write(id, at, by) { ($0.title, isDone, $0.fields) } }
        case .delete(let ids):
            for id in ids {
                let part = part(of: id)!
                let left = nextDeparture()
                trash.append(Trashed(id: id, content: content(id)!, part: part, left: left))
                leave(id, part, left)
            }
        case .reorder(let sources, let destination):
            for id in sources { write(id, at, by) { ($0.title, $0.isDone, $0.fields) } }
            let block = sources.map { Entry(id: $0, content: content($0)) }
            for id in sources {
                let part = part(of: id)!
                if part == destination.part {
                    parts[part]!.removeAll { $0.id == id }
                } else {
                    leave(id, part, nextDeparture())
                }
            }
            put(block, at: destination)
        case .insertSection(let section, let place):
            put([Heading(id: section.id, title: section.title)], at: place)
            parts[.section(section.id)] = []
        case .renameSection(let id, let title):
            headings[headings.firstIndex { $0.id == id }!].title = title
        case .deleteSection(let id):
            let place = headings.firstIndex { $0.id == id }!
            headings[place].title = nil
            headings[place].left = nextDeparture()
            parts[.section(id)] = nil
        case .reorderSections(let sources, let place):
            let block = sources.map { id in headings.first { $0.id == id }! }
            headings.removeAll { sources.contains($0.id) }
            put(block, at: place)
        case .setTitle(let title): self.title = title
        }
    }

    private mutating func nextDeparture() -> Departure {
        departures += 1
        return Departure(revision: revision.next, order: departures)
    }

    private mutating func leave(_ id: ItemID, _ part: Part, _ left: Departure) {
        let place = parts[part]!.firstIndex { $0.id == id }!
        parts[part]![place] = Entry(id: id, content: nil, left: left)
    }

    private mutating func write(
        _ id: ItemID, _ at: Timestamp, _ by: Text, _ change: (ItemContent) -> (Text, Bool, Fields)
    ) {
        let part = part(of: id)!
        let place = parts[part]!.firstIndex { $0.id == id }!
        let old = parts[part]![place].content!
        let (title, isDone, fields) = change(old)
        parts[part]![place].content = ItemContent(
            title: title, isDone: isDone, fields: fields, createdAt: old.createdAt, createdBy: old.createdBy,
            updatedAt: at, updatedBy: by)
    }

    /// Puts a block in and takes the ghosts of its members away.
    private mutating func put(_ block: [Entry], at destination: FactDestination) {
        var entries = parts[destination.part]!
        let before = destination.ghost ?? destination.before
        let place = before.map { id in entries.firstIndex { $0.id == id }! } ?? entries.count
        let ids = block.map { $0.id }
        let ahead = entries[..<place].filter { !ids.contains($0.id) }
        let behind = entries[place...].filter { !ids.contains($0.id) }
        entries = ahead + block + behind
        parts[destination.part] = entries
    }

    private mutating func put(_ block: [Heading], at place: FactSectionPlace) {
        let before = place.ghost ?? place.before
        let index = before.map { id in headings.firstIndex { $0.id == id }! } ?? headings.count
        let ids = block.map { $0.id }
        let ahead = headings[..<index].filter { !ids.contains($0.id) }
        let behind = headings[index...].filter { !ids.contains($0.id) }
        headings = ahead + block + behind
    }

    /// Rule 10, as the next change will find things.
    mutating func forget() {
        let oldest = revision.value + 1 - limits.revisionsRemembered
        trash.removeAll { $0.left.revision.value < oldest }
        headings.removeAll { $0.title == nil && $0.left.revision.value < oldest }
        for part in parts.keys {
            parts[part]!.removeAll { $0.content == nil && $0.left.revision.value < oldest }
        }
        trash = Array(trash.suffix(limits.trashRemembered))
        let ghosts = parts.values.joined().filter { $0.content == nil }.map { $0.left.order }.sorted()
        for order in ghosts.dropLast(limits.ghostsRemembered) {
            for part in parts.keys { parts[part]!.removeAll { $0.content == nil && $0.left.order == order } }
        }
        let gone = headings.filter { $0.title == nil }.map { $0.left.order }.sorted()
        for order in gone.dropLast(limits.deletedSectionsRemembered) {
            headings.removeAll { $0.title == nil && $0.left.order == order }
        }
    }
}

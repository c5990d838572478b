/// A list being read from an export, item by item. Everything is held to the bounds that clients are held to:
/// what is in the file may have been written by anyone.
public struct ListImport {
    public let list: ListID
    private let title: Text
    private let updatedAt: Timestamp
    private let limits: Limits
    private let decoder: MutationDecoder
    private var builder: ListState.Builder
    private var part: Part?
    private var sections: Set<SectionID> = []
    private(set) var count = 0

    /// Leaves room for every change to come: above 2^53 a revision is no longer read as it was written.
    private static let revisionMax = 1 << 52

    /// - Parameters:
    ///   - head: an object with `title`, `revision`, `updatedAt` and `sections`.
    ///   - name: what the list is to be called.
    public init(head: JSONNode, name: ListID, limits: Limits = .standard) throws(WireError) {
        list = name
        title = try head.line("title", scalarsMax: limits.titleScalars)
        let revision = Revision(try head.optionalInteger("revision", minimum: 0) ?? 0)
        guard revision.value <= Self.revisionMax else {
            throw .tooLarge("\"revision\" is \(revision); at most \(Self.revisionMax) is taken.")
        }
        updatedAt = Timestamp(try head.optionalInteger("updatedAt", minimum: 0) ?? 0)
        self.limits = limits
        decoder = MutationDecoder(limits: limits)
        builder = ListState.Builder(title: title, revision: revision, limits: limits)
        guard let sections = head["sections"] else { return }
        guard sections.kind == .array else { throw .invalid("\"sections\" must be an array.") }
        try sections.forEachElement { (node) throws(WireError) in
            try add(section: node)
        }
    }

    private mutating func add(section node: JSONNode) throws(WireError) {
        let id: SectionID = try node.id("id")
        guard sections.count < limits.sectionsPerList else {
            throw .tooLarge("A list has at most \(limits.sectionsPerList) sections.")
        }
        sections.insert(id)
        let title = try node.line("title", scalarsMax: limits.sectionTitleScalars)
        try put(.section(Section(id: id, title: title)))
    }

    /// Adds an item behind those of its section.
    public mutating func add(_ node: JSONNode) throws(WireError) {
        do throws(WireError) {
            try addItem(node)
        } catch {
            throw WireError(error.code, "Item \(count + 1) can't be taken. \(error.message)")
        }
    }

    private mutating func addItem(_ node: JSONNode) throws(WireError) {
        let item = try decoder.item(node)
        guard let id = item.id else { throw .invalid("\"id\" is missing: a UUID.") }
        guard count < limits.itemsPerList else {
            throw .tooLarge("A list has at most \(limits.itemsPerList) items.")
        }
        let content = ItemContent(
            title: item.title, isDone: item.isDone, fields: item.fields,
            createdAt: try time(node, "createdAt"),
            createdBy: try node.line("createdBy", scalarsMax: limits.nameScalars),
            updatedAt: try time(node, "updatedAt"),
            updatedBy: try node.line("updatedBy", scalarsMax: limits.nameScalars))
        guard content.byteCount <= limits.itemBytes else {
            throw .tooLarge(
                "Title and fields of item \(id) have \(content.byteCount) bytes; at most \(limits.itemBytes)."
            )
        }
        var part = Part.unsectioned
        if let section: SectionID = try node.optionalID("section") {
            guard sections.contains(section) else {
                throw .invalid("Item \(id) stands in section \(section), which the list does not have.")
            }
            part = .section(section)
        }
        if part != self.part {
            try put(.part(part))
            self.part = part
        }
        try put(.item(id, content))
        count += 1
    }

    private func time(_ node: JSONNode, _ key: StaticString) throws(WireError) -> Timestamp {
        guard let time = try node.optionalInteger(key, minimum: .min) else {
            throw .invalid("\"\(key)\" is missing: milliseconds since 1970.")
        }
        return Timestamp(time)
    }

    private mutating func put(_ record: ListRecord) throws(WireError) {
        do throws(InvalidFact) { try builder.append(record) } catch {
            throw .invalid("\(error.description).")
        }
    }

    public consuming func finish() throws(WireError) -> ImportedList {
        do throws(InvalidFact) {
            return ImportedList(list: list, updatedAt: updatedAt, state: try builder.finish())
        } catch {
            throw .invalid("\(error.description).")
        }
    }
}

/// A whole list from an export.
public struct ImportedList: Sendable {
    public let list: ListID
    public let updatedAt: Timestamp
    public let state: ListState
}

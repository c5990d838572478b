/// The records of a snapshot: each an object with one letter for its kind, as a store holds a million of
/// them.
public enum RecordCodec {
    public static func encode(_ record: ListRecord, into writer: inout JSONWriter) {
        switch record {
        case .section(let section):
            writer.raw("{\"k\":\"s\",\"id\":")
            writer.id(section.id)
            writer.raw(",\"title\":")
            writer.string(section.title.string)
        case .sectionGhost(let id, let departure):
            writer.raw("{\"k\":\"S\",\"id\":")
            writer.id(id)
            encode(departure, into: &writer)
        case .part(let part):
            writer.raw("{\"k\":\"p\"")
            writer.section(of: part)
        case .item(let id, let content):
            writer.raw("{\"k\":\"i\",\"id\":")
            writer.id(id)
            encode(content, into: &writer)
        case .ghost(let id, let departure):
            writer.raw("{\"k\":\"g\",\"id\":")
            writer.id(id)
            encode(departure, into: &writer)
        case .trashed(let id, let content, let part, let departure):
            writer.raw("{\"k\":\"t\",\"id\":")
            writer.id(id)
            encode(content, into: &writer)
            writer.section(of: part)
            encode(departure, into: &writer)
        }
        writer.raw("}")
    }

    public static func decode(_ node: JSONNode) throws(WireError) -> ListRecord {
        guard let kind = node["k"], kind.kind == .string else { throw .invalid("\"k\" is missing.") }
        if kind.matches("i") { return .item(try node.id("id"), try content(node)) }
        if kind.matches("g") { return .ghost(try node.id("id"), try departure(node)) }
        if kind.matches("p") { return .part(try part(node)) }
        if kind.matches("t") {
            return .trashed(try node.id("id"), try content(node), from: try part(node), try departure(node))
        }
        if kind.matches("s") { return .section(try FactCodec.section(node)) }
        if kind.matches("S") { return .sectionGhost(try node.id("id"), try departure(node)) }
        throw .invalid("\"k\" names no record.")
    }

    private static func encode(_ departure: Departure, into writer: inout JSONWriter) {
        writer.raw(",\"r\":")
        writer.integer(departure.revision.value)
        writer.raw(",\"o\":")
        writer.integer(departure.order)
    }

    private static func departure(_ node: JSONNode) throws(WireError) -> Departure {
        guard let revision = node["r"]?.integer, let order = node["o"]?.integer else {
            throw .invalid("\"r\" and \"o\" must say when it left.")
        }
        return Departure(revision: Revision(revision), order: order)
    }

    private static func part(_ node: JSONNode) throws(WireError) -> Part {
        guard let id: SectionID = try node.optionalID("section") else { return .unsectioned }
        return .section(id)
    }

    private static func encode(_ content: ItemContent, into writer: inout JSONWriter) {
        writer.raw(",\"title\":")
        writer.string(content.title.string)
        writer.boolean(key: ",\"isDone\":", content.isDone)
        writer.fields(content.fields)
        writer.times(content)
    }

    static func content(_ node: JSONNode) throws(WireError) -> ItemContent {
        guard let isDone = node["isDone"]?.boolean, let createdAt = node["createdAt"]?.integer,
            let updatedAt = node["updatedAt"]?.integer
        else { throw .invalid("An item's \"isDone\" or times are missing.") }
        return ItemContent(
            title: try FactCodec.text(node, "title"), isDone: isDone, fields: try FactCodec.fields(node),
            createdAt: Timestamp(createdAt), createdBy: try FactCodec.text(node, "createdBy"),
            updatedAt: Timestamp(updatedAt), updatedBy: try FactCodec.text(node, "updatedBy"))
    }
}

extension JSONWriter {
    /// `,"createdAt":…` and the other three of an item.
    mutating func times(_ content: ItemContent) {
        raw(",\"createdAt\":")
        integer(content.createdAt)
        raw(",\"createdBy\":")
        string(content.createdBy.string)
        raw(",\"updatedAt\":")
        integer(content.updatedAt)
        raw(",\"updatedBy\":")
        string(content.updatedBy.string)
    }

    /// A whole item as it stands in a snapshot.
    public mutating func item(_ id: ItemID, part: Part, _ content: ItemContent) {
        raw("{\"id\":")
        self.id(id)
        raw(",\"title\":")
        string(content.title.string)
        boolean(key: ",\"isDone\":", content.isDone)
        section(of: part)
        fields(content.fields)
        times(content)
        raw("}")
    }
}

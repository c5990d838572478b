/// A message of the server, as a client that keeps a copy needs it.
public enum ServerMessage: Sendable {
    case opened(ListID, epoch: Epoch, revision: Revision)
    case snapshot(SnapshotPart)
    case change(Change, isDuplicate: Bool)
    case unchanged(ListID, MutationID)
    case rejected(ListID?, MutationID, Rejection)
    case error(code: String, message: String, list: ListID?)
    case listDeleted(ListID, Epoch)
    /// Of a type that a copy does not depend on: `welcome`, `pong`, `lists`, `closed`, `presence`, `history`,
    /// and what later versions add.
    case other(type: String)
}

/// One part of a snapshot.
public struct SnapshotPart: Sendable {
    public let list: ListID
    public let epoch: Epoch
    public let revision: Revision
    public let title: Text
    /// Only in the first part.
    public let sections: [Section]
    public let items: [Item]
    /// From 1.
    public let part: Int
    public let of: Int
}

/// Bytes of a frame to the messages of the server.
public struct ServerMessageDecoder {
    private let parser = JSONParser()

    public init() {}

    /// - Throws: `WireError` where the frame does not hold what a server of this protocol sends.
    public func decode(_ frame: UnsafeRawBufferPointer) throws(WireError) -> [ServerMessage] {
        try parser.parse(frame) { (root) throws(WireError) in
            guard root.kind == .array else { return [try message(root)] }
            var messages: [ServerMessage] = []
            try root.forEachElement { (element) throws(WireError) in messages.append(try message(element)) }
            return messages
        }
    }

    private func message(_ node: JSONNode) throws(WireError) -> ServerMessage {
        guard let type = node["type"]?.string else { throw .invalid("\"type\" is missing.") }
        switch type {
        case "change":
            return .change(
                try ChangeCodec.decode(node), isDuplicate: try node.optionalBoolean("duplicate") ?? false)
        case "unchanged": return .unchanged(try node.list("list"), try mutationID(node))
        case "rejected":
            let list = node["list"] == nil ? nil : try node.list("list")
            return .rejected(list, try mutationID(node), try rejection(node))
        case "opened":
            return .opened(try node.list("list"), epoch: try epoch(node), revision: try revision(node))
        case "snapshot": return .snapshot(try snapshot(node))
        case "listDeleted": return .listDeleted(try node.list("list"), try epoch(node))
        case "error":
            return .error(
                code: try FactCodec.text(node, "code").string,
                message: try FactCodec.text(node, "message").string,
                list: node["list"] == nil ? nil : try node.list("list"))
        default: return .other(type: type)
        }
    }

    private func mutationID(_ node: JSONNode) throws(WireError) -> MutationID {
        guard let id = node["id"]?.string.flatMap({ MutationID($0) }) else {
            throw .invalid("\"id\" is missing.")
        }
        return id
    }

    private func epoch(_ node: JSONNode) throws(WireError) -> Epoch {
        Epoch(try FactCodec.text(node, "epoch").string)
    }

    private func revision(_ node: JSONNode) throws(WireError) -> Revision {
        guard let revision = try node.optionalInteger("revision", minimum: 0) else {
            throw .invalid("\"revision\" is missing.")
        }
        return Revision(revision)
    }

    private func rejection(_ node: JSONNode) throws(WireError) -> Rejection {
        guard let code = RejectionCode(rawValue: try FactCodec.text(node, "code").string) else {
            throw .invalid("\"code\" is none of this protocol's.")
        }
        return Rejection(
            code, try FactCodec.text(node, "message").string,
            index: try node.optionalInteger("index", minimum: 0))
    }

    private func snapshot(_ node: JSONNode) throws(WireError) -> SnapshotPart {
        var sections: [Section] = []
        try node["sections"]?.forEachElement { (element) throws(WireError) in
            sections.append(try FactCodec.section(element))
        }
        var items: [Item] = []
        try node["items"]?.forEachElement { (element) throws(WireError) in
            let section: SectionID? = try element.optionalID("section")
            items.append(
                Item(
                    id: try element.id("id"), part: section.map { .section($0) } ?? .unsectioned,
                    content: try RecordCodec.content(element)))
        }
        guard let part = node["part"]?.integer, let of = node["of"]?.integer else {
            throw .invalid("\"part\" and \"of\" are missing.")
        }
        return SnapshotPart(
            list: try node.list("list"), epoch: try epoch(node), revision: try revision(node),
            title: try FactCodec.text(node, "title"), sections: sections, items: items, part: part, of: of)
    }
}

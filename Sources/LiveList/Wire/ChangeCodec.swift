/// The message of type `change`: what is sent, and what the journal keeps.
public enum ChangeCodec {
    public static func encode(_ change: Change, into writer: inout JSONWriter) {
        writer.raw("{\"type\":\"change\",\"list\":")
        writer.plain(change.list.text)
        writer.raw(",\"revision\":")
        writer.integer(change.revision.value)
        writer.raw(",\"id\":")
        writer.string(change.id.text)
        writer.author(session: change.session, name: change.name)
        writer.raw(",\"at\":")
        writer.integer(change.at)
        writer.raw(",\"mutations\":[")
        for (index, fact) in change.facts.enumerated() {
            if index > 0 { writer.comma() }
            FactCodec.encode(fact, into: &writer)
        }
        writer.raw("]}")
    }

    /// - Throws: `WireError` naming the key that is not as `encode` writes it.
    public static func decode(_ bytes: UnsafeRawBufferPointer) throws(WireError) -> Change {
        try JSONParser().parse(bytes, decode)
    }

    public static func decode(_ node: JSONNode) throws(WireError) -> Change {
        guard let list = node["list"]?.string.flatMap({ ListID($0) }) else {
            throw .invalid("\"list\" is no list id.")
        }
        guard let id = node["id"]?.string.flatMap({ MutationID($0) }) else {
            throw .invalid("\"id\" is no mutation id.")
        }
        guard let revision = node["revision"]?.integer else { throw .invalid("\"revision\" is no revision.") }
        guard let at = node["at"]?.integer else { throw .invalid("\"at\" is no time.") }
        guard let by = node["by"], let session = by["session"]?.string, let name = by["name"]?.string else {
            throw .invalid("\"by\" must hold \"session\" and \"name\".")
        }
        guard let mutations = node["mutations"], mutations.kind == .array else {
            throw .invalid("\"mutations\" must be an array.")
        }
        var facts: [Fact] = []
        try mutations.forEachElement { (element) throws(WireError) in
            facts.append(try FactCodec.decode(element))
        }
        return Change(
            list: list, revision: Revision(revision), id: id, session: session, name: Text(name),
            at: Timestamp(at), facts: facts)
    }

    /// The closing brace of a message is its last byte, so that keys for one receiver can be put in front of
    /// it: copies `message` with `,"duplicate":true` and, where there is one, `,"ref":…`.
    public static func copy(
        _ message: some Collection<UInt8>, isDuplicate: Bool, ref: Text?, into writer: inout JSONWriter
    ) {
        writer.bytes.append(contentsOf: message.dropLast())
        if isDuplicate { writer.raw(",\"duplicate\":true") }
        writer.ref(ref)
        writer.raw("}")
    }
}

extension JSONWriter {
    /// `,"by":{…}`.
    mutating func author(session: String, name: Text) {
        raw(",\"by\":{\"session\":")
        // Of another server it may be any text.
        string(session)
        raw(",\"name\":")
        string(name.string)
        raw("}")
    }

    /// `,"ref":"…"` where there is one.
    mutating func ref(_ ref: Text?) {
        guard let ref else { return }
        raw(",\"ref\":")
        string(ref.string)
    }
}

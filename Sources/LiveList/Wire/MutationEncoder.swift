/// The messages of a client, as JSON text.
extension JSONWriter {
    public mutating func mutate(_ list: ListID, id: MutationID, _ mutations: [Mutation], epoch: Epoch? = nil)
    {
        raw("{\"type\":\"mutate\",\"list\":")
        plain(list.text)
        raw(",\"id\":")
        string(id.text)
        if let epoch {
            raw(",\"epoch\":")
            string(epoch.text)
        }
        raw(",\"mutations\":[")
        for (index, mutation) in mutations.enumerated() {
            if index > 0 { comma() }
            self.mutation(mutation)
        }
        raw("]}")
    }

    public mutating func hello(name: String, token: String? = nil) {
        raw("{\"type\":\"hello\",\"name\":")
        string(name)
        if let token {
            raw(",\"token\":")
            string(token)
        }
        raw("}")
    }

    /// - Parameter since: the revision and epoch of the copy that is to go on; nil asks for a snapshot.
    public mutating func open(_ list: ListID, creates: Bool, since: (revision: Revision, epoch: Epoch)?) {
        raw("{\"type\":\"open\",\"list\":")
        plain(list.text)
        if let since {
            raw(",\"since\":")
            integer(since.revision.value)
            raw(",\"epoch\":")
            string(since.epoch.text)
        } else if creates {
            raw(",\"create\":true")
        }
        raw("}")
    }

    /// - Precondition: `mutation` is not `.malformed`, which nobody sends on purpose.
    mutating func mutation(_ mutation: Mutation) {
        switch mutation {
        case .insert(let items, let destination):
            raw("{\"op\":\"insert\",\"items\":[")
            for (index, item) in items.enumerated() {
                if index > 0 { comma() }
                newItem(item)
            }
            raw("]")
            self.destination(destination)
        case .edit(let id, let title, let fields): edit(id, title, fields)
        case .toggle(let ids, let isDone):
            raw("{\"op\":\"toggle\",\"ids\":")
            self.ids(ids)
            if let isDone { boolean(key: ",\"isDone\":", isDone) }
        case .delete(let ids):
            raw("{\"op\":\"delete\",\"ids\":")
            self.ids(ids)
        case .restore(let ids):
            raw("{\"op\":\"restore\",\"ids\":")
            self.ids(ids)
        case .reorder(let sources, let destination):
            raw("{\"op\":\"reorder\",\"sources\":")
            ids(sources)
            self.destination(destination)
        case .insertSection, .renameSection, .deleteSection, .reorderSections: sectionMutation(mutation)
        case .setTitle(let title):
            raw("{\"op\":\"setTitle\",\"title\":")
            string(title.string)
        case .malformed: preconditionFailure("a malformed mutation is not sent")
        }
        raw("}")
    }

    private mutating func sectionMutation(_ mutation: Mutation) {
        switch mutation {
        case .insertSection(let id, let title, let before):
            raw("{\"op\":\"insertSection\",\"section\":{\"title\":")
            string(title.string)
            optional(",\"id\":", id)
            raw("}")
            optional(",\"before\":", before)
        case .renameSection(let id, let title):
            raw("{\"op\":\"renameSection\",\"title\":")
            string(title.string)
            optional(",\"id\":", id)
        case .deleteSection(let id, let items):
            raw("{\"op\":\"deleteSection\",\"items\":")
            plain(items == .keep ? "keep" : "delete")
            optional(",\"id\":", id)
        case .reorderSections(let sources, let before):
            raw("{\"op\":\"reorderSections\",\"sources\":")
            ids(sources)
            optional(",\"before\":", before)
        case .insert, .edit, .toggle, .delete, .restore, .reorder, .setTitle, .malformed:
            preconditionFailure("not a mutation of sections")
        }
    }

    private mutating func newItem(_ item: NewItem) {
        raw("{\"title\":")
        string(item.title.string)
        optional(",\"id\":", item.id)
        if item.isDone { raw(",\"isDone\":true") }
        fields(item.fields)
        raw("}")
    }

    private mutating func edit(_ id: ItemID, _ title: Text?, _ edits: [FieldEdit]) {
        raw("{\"op\":\"edit\",\"id\":")
        self.id(id)
        if let title {
            raw(",\"title\":")
            string(title.string)
        }
        guard !edits.isEmpty else { return }
        fieldEdits(edits)
    }

    private mutating func destination(_ destination: Destination) {
        guard destination.part != nil || destination.before != nil else { return }
        raw(",\"destination\":{")
        switch destination.part {
        case .unsectioned: raw("\"section\":\"none\"")
        case .section(let id):
            raw("\"section\":")
            self.id(id)
        case nil: break
        }
        if let before = destination.before {
            if destination.part != nil { comma() }
            raw("\"before\":")
            id(before)
        }
        raw("}")
    }

    private mutating func optional<Kind>(_ key: StaticString, _ id: UUIDIdentifier<Kind>?) {
        guard let id else { return }
        raw(key)
        self.id(id)
    }
}

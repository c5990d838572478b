/// Follows one list and changes it: a copy that is brought up to date by what the server says, and the
/// mutates that it has not answered yet. It has no socket: frames come in and go out through its caller.
///
/// After a lost connection `connected` says where it was and sends again what is unanswered, so that nothing
/// is lost and nothing is done twice.
public struct ListClient {
    public let list: ListID
    /// What the server has confirmed. `revision` tells how far.
    public private(set) var confirmed: ListState
    /// The history that the copy belongs to; nil before the first snapshot is whole: what is not a copy can't
    /// be resumed.
    public private(set) var epoch: Epoch?
    /// Sent, or to be sent, and not answered; oldest first. Each is meant for the epoch that its author saw,
    /// and must not land in a list that was made anew; nil: none was seen yet.
    public private(set) var unanswered: [(id: MutationID, mutations: [Mutation], epoch: Epoch?)] = []
    public private(set) var isOpen = false

    private let name: String
    private let token: String?
    private let idPrefix: String
    private var lastID = 0
    private var parts: [SnapshotPart] = []
    private let decoder = ServerMessageDecoder()
    /// A gap was seen: the list is opened again.
    private var needsReopening = false

    /// What came of a frame.
    public enum Event: Sendable {
        case opened
        /// A snapshot replaced the copy.
        case replaced
        case changed(Change)
        /// One of the client's own mutates was answered, and changed nothing.
        case unchanged(MutationID)
        case rejected(MutationID, Rejection)
        case failed(code: String, message: String)
        case deleted
    }

    /// - Parameters:
    ///   - token: what lets it in, where the server asks for one.
    ///   - idPrefix: new at every start of the program; mutate ids are this and a counter.
    public init(list: ListID, name: String, token: String? = nil, idPrefix: String) {
        self.list = list
        self.name = name
        self.token = token
        self.idPrefix = idPrefix
        confirmed = ListState(title: Text(list.text))
    }

    /// The frame to send on a new connection: hello, open from where the copy is, and what is unanswered.
    public mutating func connected() -> [UInt8] {
        isOpen = false
        parts = []
        var writer = JSONWriter(capacity: 256)
        writer.raw("[")
        writer.hello(name: name, token: token)
        writer.comma()
        writer.open(list, creates: true, since: epoch.map { (confirmed.revision, $0) })
        for (id, mutations, epoch) in unanswered {
            writer.comma()
            writer.mutate(list, id: id, mutations, epoch: epoch)
        }
        writer.raw("]")
        return writer.bytes
    }

    /// The frame that asks for these mutations as one change.
    public mutating func mutate(_ mutations: [Mutation]) -> [UInt8] {
        lastID += 1
        guard let id = MutationID("\(idPrefix)-\(lastID)") else {
            preconditionFailure("\"\(idPrefix)\" can't begin a mutate id")
        }
        unanswered.append((id, mutations, epoch))
        var writer = JSONWriter(capacity: 256)
        writer.mutate(list, id: id, mutations, epoch: epoch)
        return writer.bytes
    }

    /// Takes in a frame of the server.
    ///
    /// - Returns: what came of it, and a frame to send in answer where one is needed.
    /// - Throws: `WireError` where it can't be read or does not follow from what came before; connect anew.
    public mutating func received(
        _ frame: UnsafeRawBufferPointer
    ) throws(WireError) -> (events: [Event], answer: [UInt8]?) {
        var events: [Event] = []
        for message in try decoder.decode(frame) {
            if let event = try take(message) { events.append(event) }
        }
        guard needsReopening else { return (events, nil) }
        needsReopening = false
        var writer = JSONWriter(capacity: 128)
        writer.open(list, creates: false, since: epoch.map { (confirmed.revision, $0) })
        return (events, writer.bytes)
    }

    private mutating func take(_ message: ServerMessage) throws(WireError) -> Event? {
        switch message {
        case .opened(list, _, _):
            isOpen = true
            return .opened
        case .snapshot(let part) where part.list == list: return try take(part)
        case .change(let change, let isDuplicate) where change.list == list:
            return try take(change, isDuplicate: isDuplicate)
        case .unchanged(list, let id):
            settle(id)
            return .unchanged(id)
        case .rejected(_, let id, let rejection):
            settle(id)
            return .rejected(id, rejection)
        case .error(let code, let message, list): return .failed(code: code, message: message)
        case .listDeleted(list, _):
            isOpen = false
            return .deleted
        case .opened, .snapshot, .change, .unchanged, .error, .listDeleted, .other: return nil
        }
    }

    private mutating func take(_ part: SnapshotPart) throws(WireError) -> Event? {
        if part.part == 1 { parts = [] }
        guard part.part == parts.count + 1 else {
            throw .invalid("Part \(part.part) of a snapshot came out of order.")
        }
        parts.append(part)
        guard part.part == part.of else { return nil }
        defer { parts = [] }
        do throws(InvalidFact) {
            confirmed = try build()
        } catch {
            throw .invalid("A snapshot does not hold together: \(error)")
        }
        epoch = part.epoch
        return .replaced
    }

    private func build() throws(InvalidFact) -> ListState {
        let first = parts[0]
        var builder = ListState.Builder(title: first.title, revision: first.revision, limits: .standard)
        for section in first.sections { try builder.append(.section(section)) }
        var current: Part?
        for part in parts {
            for item in part.items {
                if current != item.part { try builder.append(.part(item.part)) }
                current = item.part
                try builder.append(.item(item.id, item.content))
            }
        }
        return try builder.finish()
    }

    private mutating func take(_ change: Change, isDuplicate: Bool) throws(WireError) -> Event? {
        settle(change.id)
        // An own mutate is answered though the list is not open, perhaps in another history than the copy's.
        guard isOpen, epoch != nil, !isDuplicate, change.revision > confirmed.revision, parts.isEmpty else {
            return nil
        }
        guard change.revision == confirmed.revision.next else {
            needsReopening = true
            return nil
        }
        do throws(InvalidFact) {
            try confirmed.apply(change.facts.map(\.withoutGhost), at: change.at, by: change.name)
        } catch {
            // A part of it was applied: what is left is no copy, and nothing goes on from it.
            confirmed = ListState(title: confirmed.title)
            epoch = nil
            throw .invalid("Revision \(change.revision) does not fit the copy: \(error)")
        }
        return .changed(change)
    }

    private mutating func settle(_ id: MutationID) {
        unanswered.removeAll { $0.id == id }
    }
}

extension Fact {
    /// The fact as a client reads it: a copy made from a snapshot knows no ghosts.
    var withoutGhost: Fact {
        switch self {
        case .insert(let items, let place):
            .insert(
                items: items, destination: FactDestination(part: place.part, before: place.before, ghost: nil)
            )
        case .reorder(let sources, let place):
            .reorder(
                sources: sources,
                destination: FactDestination(part: place.part, before: place.before, ghost: nil))
        case .insertSection(let section, let place):
            .insertSection(section, place: FactSectionPlace(before: place.before, ghost: nil))
        case .reorderSections(let sources, let place):
            .reorderSections(sources: sources, place: FactSectionPlace(before: place.before, ghost: nil))
        case .edit, .toggle, .delete, .renameSection, .deleteSection, .setTitle: self
        }
    }
}

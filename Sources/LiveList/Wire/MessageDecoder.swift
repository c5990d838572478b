/// Bytes of a frame to messages: one object, or an array of objects to be read in order.
public struct MessageDecoder {
    private let parser = JSONParser()
    private let mutationDecoder: MutationDecoder
    private let limits: Limits
    private static let refScalarsMax = 64

    public init(limits: Limits) {
        self.limits = limits
        mutationDecoder = MutationDecoder(limits: limits)
    }

    /// Calls `body` with each message of the frame and its `ref`. What can't be read comes as `.unreadable`.
    public func decode(_ frame: UnsafeRawBufferPointer, _ body: (ClientMessage, Text?) -> Void) {
        do throws(WireError) {
            try parser.parse(frame) { (root) throws(WireError) in
                guard root.kind == .array else { return message(root, body) }
                try root.forEachElement { (element) throws(WireError) in message(element, body) }
            }
        } catch {
            body(.unreadable(error, list: nil), nil)
        }
    }

    private func message(_ node: JSONNode, _ body: (ClientMessage, Text?) -> Void) {
        guard node.kind == .object else {
            let problem = WireError.invalid(
                "A message must be an object with a \"type\"; an array may hold only such.")
            return body(.unreadable(problem, list: nil), nil)
        }
        var ref: Text?
        var refProblem: WireError?
        do throws(WireError) { ref = try self.ref(node) } catch { refProblem = error }
        if node["type"]?.matches("mutate") == true, let id = node["id"]?.string.flatMap({ MutationID($0) }) {
            return body(.mutate(mutate(node, id: id, refProblem: refProblem)), ref)
        }
        do throws(WireError) {
            if let refProblem { throw refProblem }
            if parser.sawHalfCharacter, node.halfCharacterCount > 0 { throw Self.halfCharacter }
            body(try plainMessage(node), ref)
        } catch {
            body(.unreadable(error, list: node["list"]?.string.flatMap { ListID($0) }), ref)
        }
    }

    private func ref(_ node: JSONNode) throws(WireError) -> Text? {
        guard let string = try node.optionalString("ref") else { return nil }
        guard string.utf8.count <= Self.refScalarsMax || string.unicodeScalars.count <= Self.refScalarsMax
        else {
            throw .tooLarge("\"ref\" must be text of at most \(Self.refScalarsMax) characters.")
        }
        return Text(string)
    }

    private func plainMessage(_ node: JSONNode) throws(WireError) -> ClientMessage {
        guard let type = node["type"], type.kind == .string else {
            throw .invalid("\"type\" is missing: the name of a message, such as \"open\".")
        }
        if type.matches("ping") { return .ping }
        if type.matches("presence") { return .presence(try presence(node)) }
        if type.matches("open") { return .open(try open(node)) }
        if type.matches("close") { return .close(try node.list("list")) }
        if type.matches("lists") { return .lists }
        if type.matches("history") { return .history(try history(node)) }
        if type.matches("hello") { return .hello(try hello(node)) }
        if type.matches("deleteList") { return try deleteList(node) }
        if type.matches("makeLink") { return .makeLink(try LinkRequest(node, limits: limits)) }
        if type.matches("links") { return .links }
        if type.matches("revokeLink") { return .revokeLink(try linkID(node)) }
        if type.matches("mutate") { throw Self.mutationIDProblem(node["id"]?.string) }
        throw .invalid(
            "\"type\" names no message: use hello, lists, open, close, mutate, presence, history, deleteList, "
                + "makeLink, links, revokeLink or ping.")
    }

    private func hello(_ node: JSONNode) throws(WireError) -> Hello {
        var tokens: [String] = []
        if let token = try node.optionalString("token") { tokens.append(token) }
        if let more = node["tokens"] {
            guard more.kind == .array else { throw .invalid("\"tokens\" must be an array of texts.") }
            try more.forEachElement { (element) throws(WireError) in
                guard let token = element.string else { throw .invalid("\"tokens\" must hold texts only.") }
                tokens.append(token)
            }
        }
        guard tokens.count <= Hello.tokensMax else {
            throw .tooLarge("\"tokens\" may hold at most \(Hello.tokensMax).")
        }
        return Hello(
            name: try node.optionalLine("name", scalarsMax: limits.nameScalars),
            client: try node.optionalLine("client", scalarsMax: limits.nameScalars), tokens: tokens)
    }

    private func linkID(_ node: JSONNode) throws(WireError) -> String {
        guard let id = try node.optionalString("id"), (1...64).contains(id.utf8.count) else {
            throw .invalid("\"id\" is missing: a link's id, as \"links\" says it.")
        }
        return id
    }

    private func open(_ node: JSONNode) throws(WireError) -> Open {
        Open(
            list: try node.list("list"), creates: try node.optionalBoolean("create") ?? false,
            title: try node.optionalLine("title", scalarsMax: limits.titleScalars),
            since: try node.optionalInteger("since", minimum: 0).map { Revision($0) }, epoch: try epoch(node))
    }

    /// The epoch guards what can't be undone from here.
    private func deleteList(_ node: JSONNode) throws(WireError) -> ClientMessage {
        let list = try node.list("list")
        guard let epoch = try epoch(node) else {
            throw .invalid("\"epoch\" is missing: the list's, as \"opened\" says it.")
        }
        return .deleteList(list, epoch)
    }

    private func epoch(_ node: JSONNode) throws(WireError) -> Epoch? {
        try node.optionalString("epoch").map { Epoch($0) }
    }

    private func presence(_ node: JSONNode) throws(WireError) -> PresenceUpdate {
        let moving: [ItemID] = node["moving"] == nil ? [] : try node.ids("moving")
        return PresenceUpdate(
            list: try node.list("list"), editing: try node.optionalID("editing"), moving: moving)
    }

    private func history(_ node: JSONNode) throws(WireError) -> HistoryRequest {
        let limit = try node.optionalInteger("limit", minimum: 1) ?? HistoryRequest.changesDefault
        return HistoryRequest(
            list: try node.list("list"),
            before: try node.optionalInteger("before", minimum: 0).map { Revision($0) },
            limit: min(limit, HistoryRequest.changesMax))
    }

    private func mutate(_ node: JSONNode, id: MutationID, refProblem: WireError?) -> Mutate {
        var list: ListID?
        var listProblem = refProblem
        do throws(WireError) { list = try node.list("list") } catch { listProblem = error }
        var epoch: Epoch?
        var ifRevision: Revision?
        var preconditionProblem: WireError?
        do throws(WireError) {
            epoch = try self.epoch(node)
            ifRevision = try node.optionalInteger("ifRevision", minimum: 0).map { Revision($0) }
            if parser.sawHalfCharacter,
                node.halfCharacterCount > node["mutations"]?.halfCharacterCount ?? 0
            {
                throw Self.halfCharacter
            }
        } catch {
            preconditionProblem = error
        }
        var mutations: [Mutation] = []
        var mutationsProblem: WireError?
        do throws(WireError) { mutations = try self.mutations(node) } catch { mutationsProblem = error }
        return Mutate(
            list: list, listProblem: listProblem, id: id, epoch: epoch, ifRevision: ifRevision,
            preconditionProblem: preconditionProblem, mutationsProblem: mutationsProblem,
            mutations: mutations, byteCount: node.text.count)
    }

    private static func mutationIDProblem(_ id: String?) -> WireError {
        let form = "1 to \(MutationID.bytesMax) printable ASCII characters without space"
        let isTooLong = id.map { $0.unicodeScalars.count > MutationID.bytesMax } ?? false
        return WireError(isTooLong ? .tooLarge : .invalid, "\"id\" of a mutate must be \(form).")
    }

    /// Which key holds it is told where the key is one that is read.
    private func mutation(_ node: JSONNode) -> Mutation {
        let mutation = mutationDecoder.decode(node)
        if case .malformed = mutation { return mutation }
        guard parser.sawHalfCharacter, node.halfCharacterCount > 0 else { return mutation }
        return .malformed(Self.halfCharacter.code, Self.halfCharacter.message)
    }

    private static let halfCharacter = WireError.invalid(
        "A text or a key holds half a character (an escaped lone surrogate); send whole characters.")

    private func mutations(_ node: JSONNode) throws(WireError) -> [Mutation] {
        guard let list = node["mutations"], list.kind == .array else {
            throw .invalid("\"mutations\" must be an array of mutations.")
        }
        let count = list.count
        guard count > 0 else { throw .invalid("\"mutations\" must not be empty.") }
        guard count <= limits.mutationsPerMutate else {
            throw .tooLarge(
                "\"mutations\" has \(count) elements; at most \(limits.mutationsPerMutate) are allowed in one mutate."
            )
        }
        var mutations: [Mutation] = []
        mutations.reserveCapacity(count)
        try list.forEachElement { (element) throws(WireError) in
            mutations.append(mutation(element))
        }
        return mutations
    }
}

/// A token that was made, as it is recorded: all but the token itself.
public struct Link: Sendable, Equatable {
    /// 12 letters and digits; no secret.
    public let id: String
    public let role: Role
    public let lists: [ListPattern]
    /// Whom others see; nil: those who use it name themselves.
    public let name: Text?
    public let madeAt: Timestamp
    public let expiresAt: Timestamp
    /// The id of the token with which it was made; nil: the operator made it.
    public var madeBy: String?
    public var revokedAt: Timestamp?

    /// Bounds of what a link may say.
    public static let listsMax = 32
    public static let daysMax = 3_650
    public static let daysDefault = 365
}

/// What is asked for with `makeLink`.
public struct LinkRequest: Sendable {
    public let role: Role
    public let lists: [ListPattern]
    public let name: Text?
    public let days: Int

    public init(role: Role, lists: [ListPattern], name: Text?, days: Int) {
        self.role = role
        self.lists = lists
        self.name = name
        self.days = days
    }

    /// A name as it may stand in a link.
    public static func name(_ text: String) throws(WireError) -> Text {
        try TextRules.line(text, key: "name", scalarsMax: Limits.standard.nameScalars)
    }
}

extension LinkRequest {
    init(_ node: JSONNode, limits: Limits) throws(WireError) {
        role = try node.role()
        lists = try node.listPatterns()
        name = try node.optionalLine("name", scalarsMax: limits.nameScalars)
        days = try node.optionalInteger("days", minimum: 1) ?? Link.daysDefault
        guard days <= Link.daysMax else { throw .tooLarge("\"days\" must be at most \(Link.daysMax).") }
    }
}

extension Link {
    init(_ node: JSONNode) throws(WireError) {
        guard let id = try node.optionalString("id"), !id.isEmpty, id.utf8.count <= 64 else {
            throw .invalid("\"id\" is missing: a link's id.")
        }
        self.id = id
        role = try node.role()
        lists = try node.listPatterns()
        name = try node.optionalString("name").map { Text($0) }
        madeAt = try Self.time(node, "madeAt")
        expiresAt = try Self.time(node, "expiresAt")
        madeBy = try node.optionalString("madeBy")
        revokedAt = try node.optionalInteger("revokedAt", minimum: 0).map { Timestamp($0) }
    }

    private static func time(_ node: JSONNode, _ key: StaticString) throws(WireError) -> Timestamp {
        guard let time = try node.optionalInteger(key, minimum: 0) else {
            throw .invalid("\"\(key)\" is missing: milliseconds since 1970.")
        }
        return Timestamp(time)
    }
}

extension JSONNode {
    fileprivate func role() throws(WireError) -> Role {
        guard let role = self["role"]?.string.flatMap({ Role(rawValue: $0) }) else {
            throw .invalid("\"role\" must be viewer, editor or owner.")
        }
        return role
    }

    fileprivate func listPatterns() throws(WireError) -> [ListPattern] {
        guard let node = self["lists"], node.kind == .array, node.count > 0 else {
            throw .invalid(
                "\"lists\" must be an array of list ids, of beginnings such as \"team-*\", or \"*\".")
        }
        guard node.count <= Link.listsMax else {
            throw .tooLarge("\"lists\" may name at most \(Link.listsMax).")
        }
        var patterns: [ListPattern] = []
        try node.forEachElement { (element) throws(WireError) in
            guard let pattern = element.string.flatMap({ ListPattern($0) }) else {
                throw .invalid("\"lists\" must hold list ids, beginnings such as \"team-*\", or \"*\".")
            }
            patterns.append(pattern)
        }
        return patterns
    }
}

extension JSONWriter {
    /// An object.
    ///
    /// - Parameter isComplete: with who made it and when it was revoked: for the record, not for the wire.
    mutating func link(_ link: Link, isComplete: Bool = false, isOwn: Bool = false) {
        raw("{")
        linkKeys(link)
        if isOwn { raw(",\"isOwn\":true") }
        if isComplete, let maker = link.madeBy {
            raw(",\"madeBy\":")
            string(maker)
        }
        if isComplete, let time = link.revokedAt {
            raw(",\"revokedAt\":")
            integer(time)
        }
        raw("}")
    }

    private mutating func linkKeys(_ link: Link) {
        raw("\"id\":")
        string(link.id)
        grant(link.role, on: link.lists, name: link.name)
        raw(",\"madeAt\":")
        integer(link.madeAt)
        raw(",\"expiresAt\":")
        integer(link.expiresAt)
    }

    /// The message that asks for a link, but its end: a `ref` may follow.
    public mutating func makeLink(_ request: LinkRequest) {
        raw("{\"type\":\"makeLink\"")
        grant(request.role, on: request.lists, name: request.name)
        raw(",\"days\":")
        integer(request.days)
    }

    /// What somebody is given, behind another key.
    mutating func grant(_ role: Role, on lists: [ListPattern], name: Text?) {
        raw(",\"role\":")
        plain(role.rawValue)
        raw(",\"lists\":")
        patterns(lists)
        guard let name else { return }
        raw(",\"name\":")
        string(name.string)
    }

    mutating func patterns(_ patterns: [ListPattern]) {
        raw("[")
        for (index, pattern) in patterns.enumerated() {
            if index > 0 { comma() }
            plain(pattern.text)
        }
        raw("]")
    }

    mutating func linkMade(_ link: Link, token: String, ref: Text?) {
        raw("{\"type\":\"linkMade\",")
        linkKeys(link)
        raw(",\"token\":")
        plain(token)
        end(ref)
    }

    /// - Parameter own: ids of those that the asker uses.
    mutating func links(_ links: some Collection<Link>, own: Set<String>, hasMore: Bool, ref: Text?) {
        raw("{\"type\":\"links\",\"links\":[")
        for (index, link) in links.enumerated() {
            if index > 0 { comma() }
            self.link(link, isOwn: own.contains(link.id))
        }
        raw("]")
        if hasMore { raw(",\"more\":true") }
        end(ref)
    }

    mutating func linkRevoked(_ id: String, ref: Text?) {
        raw("{\"type\":\"linkRevoked\",\"id\":")
        string(id)
        end(ref)
    }

    mutating func keysRotated(ref: Text?) {
        raw("{\"type\":\"keysRotated\"")
        end(ref)
    }
}

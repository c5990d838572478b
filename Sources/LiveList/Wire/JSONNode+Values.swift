/// Typed access to the keys of a message. Every failure names the key and says what it should be.
extension JSONNode {
    func optionalString(_ key: StaticString) throws(WireError) -> String? {
        guard let node = self[key] else { return nil }
        guard let string = node.string else {
            guard node.kind == .string else { throw .invalid("\"\(key)\" must be text.") }
            throw .invalid("\"\(key)\" holds half a character (a lone surrogate).")
        }
        return string
    }

    func optionalInteger(_ key: StaticString, minimum: Int) throws(WireError) -> Int? {
        guard let node = self[key] else { return nil }
        guard let integer = node.integer, integer >= minimum else {
            throw .invalid("\"\(key)\" must be a whole number of at least \(minimum).")
        }
        return integer
    }

    func optionalBoolean(_ key: StaticString) throws(WireError) -> Bool? {
        guard let node = self[key] else { return nil }
        guard let boolean = node.boolean else { throw .invalid("\"\(key)\" must be true or false.") }
        return boolean
    }

    func line(_ key: StaticString, scalarsMax: Int) throws(WireError) -> Text {
        guard let line = try optionalLine(key, scalarsMax: scalarsMax) else {
            throw .invalid("\"\(key)\" is missing: text of 1 to \(scalarsMax) characters.")
        }
        return line
    }

    func optionalLine(_ key: StaticString, scalarsMax: Int) throws(WireError) -> Text? {
        guard let string = try optionalString(key) else { return nil }
        return try TextRules.line(string, key: key.description, scalarsMax: scalarsMax)
    }

    func optionalID<Kind>(_ key: StaticString) throws(WireError) -> UUIDIdentifier<Kind>? {
        guard let node = self[key] else { return nil }
        guard let id: UUIDIdentifier<Kind> = node.identifier() else {
            throw .invalid("\"\(key)\" must be a UUID.")
        }
        return id
    }

    func id<Kind>(_ key: StaticString) throws(WireError) -> UUIDIdentifier<Kind> {
        guard let id: UUIDIdentifier<Kind> = try optionalID(key) else {
            throw .invalid("\"\(key)\" is missing: a UUID.")
        }
        return id
    }

    func ids<Kind>(_ key: StaticString) throws(WireError) -> [UUIDIdentifier<Kind>] {
        guard let node = self[key], node.kind == .array else {
            throw .invalid("\"\(key)\" must be an array of UUIDs.")
        }
        var ids: [UUIDIdentifier<Kind>] = []
        try node.forEachElement { (element) throws(WireError) in
            guard let id: UUIDIdentifier<Kind> = element.identifier() else {
                throw .invalid("\"\(key)\" must hold UUIDs only.")
            }
            ids.append(id)
        }
        return ids
    }

    func list(_ key: StaticString) throws(WireError) -> ListID {
        guard let string = self[key]?.string else {
            throw .invalid(
                "\"\(key)\" is missing: a list id, 1 to \(ListID.bytesMax) characters of a-z, 0-9 and -.")
        }
        guard let list = ListID(string) else {
            if string.unicodeScalars.count > ListID.bytesMax {
                throw .tooLarge("\"\(key)\" must be a list id of at most \(ListID.bytesMax) characters.")
            }
            throw .invalid(
                "\"\(key)\" must be 1 to \(ListID.bytesMax) characters of a-z, 0-9 and -, not - first.")
        }
        return list
    }

    private func identifier<Kind>() -> UUIDIdentifier<Kind>? {
        switch token.pointee.kind {
        case .string: UUIDIdentifier(text)
        case .escapedString: string.flatMap { UUIDIdentifier($0) }
        default: nil
        }
    }
}

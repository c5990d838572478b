/// What comes through the control socket beside the messages that every client may send.
public enum OperatorMessage {
    case restoreList(ListID, Epoch, ref: Text?)
    /// A list that is set aside is to be tried again.
    case retryList(ListID, ref: Text?)
    /// Asks which lists are set aside, and why.
    case setAside(ref: Text?)
    /// Asks how long the turns of the loop took since the last time.
    case turns(ref: Text?)
    /// A list follows: `importItems`, as often as it takes, then `importEnd`.
    case `import`(ListImport, replaces: Bool)
    /// Was added to the list that `import` began.
    case importItems
    case importEnd(ref: Text?)
    /// Sign tokens with a new key; those made before count for so many days more.
    case rotateKeys(days: Int, ref: Text?)
    /// At which addresses the server is reached.
    case addresses(ref: Text?)

    /// - Parameters:
    ///   - line: one message.
    ///   - builder: the list being imported; `importItems` puts its items there.
    /// - Returns: nil where it is no message of an operator: the engine judges it.
    static func read(
        _ line: UnsafeRawBufferPointer, limits: Limits, into builder: inout ListImport?
    ) -> Result<OperatorMessage, Refusal>? {
        var ref: Text?
        do throws(WireError) {
            return try JSONParser().parse(line) { (node) throws(WireError) in
                guard let type = node["type"] else { return nil }
                ref = node["ref"]?.string.map { Text($0) }
                do throws(WireError) {
                    return try message(node, type, ref, limits, into: &builder).map { .success($0) }
                } catch {
                    let isPart = type.matches("import") || type.matches("importItems")
                    return .failure(Refusal(error: error, ref: ref, isPartOfImport: isPart))
                }
            }
        } catch {
            return nil
        }
    }

    struct Refusal: Error {
        let error: WireError
        let ref: Text?
        let isPartOfImport: Bool
    }

    private static func message(
        _ node: JSONNode, _ type: JSONNode, _ ref: Text?, _ limits: Limits, into builder: inout ListImport?
    ) throws(WireError) -> OperatorMessage? {
        if type.matches("restoreList") {
            guard let epoch = try node.optionalString("epoch") else {
                throw .invalid("\"epoch\" is missing.")
            }
            return .restoreList(try node.list("list"), Epoch(epoch), ref: ref)
        }
        if type.matches("retryList") { return .retryList(try node.list("list"), ref: ref) }
        if type.matches("import") {
            let list = try ListImport(head: node, name: node.list("list"), limits: limits)
            return .import(list, replaces: try node.optionalBoolean("replace") ?? false)
        }
        if type.matches("importItems") {
            guard builder != nil else { throw .invalid("\"importItems\" must come after an \"import\".") }
            try node["items"]?.forEachElement { (item) throws(WireError) in try builder?.add(item) }
            return .importItems
        }
        if type.matches("rotateKeys") {
            let days = try node.optionalInteger("keepDays", minimum: 0) ?? 0
            guard days <= Link.daysMax else {
                throw .tooLarge("\"keepDays\" must be at most \(Link.daysMax).")
            }
            return .rotateKeys(days: days, ref: ref)
        }
        if type.matches("addresses") { return .addresses(ref: ref) }
        if type.matches("setAside") { return .setAside(ref: ref) }
        if type.matches("turns") { return .turns(ref: ref) }
        return type.matches("importEnd") ? .importEnd(ref: ref) : nil
    }
}

extension JSONWriter {
    mutating func addresses(_ urls: [String], ref: Text?) {
        raw("{\"type\":\"addresses\",\"urls\":[")
        for (index, url) in urls.enumerated() {
            if index > 0 { comma() }
            string(url)
        }
        raw("]")
        end(ref)
    }

    mutating func setAside(_ lists: [(list: ListID, reason: String)], ref: Text?) {
        raw("{\"type\":\"setAside\",\"lists\":[")
        for (index, entry) in lists.enumerated() {
            if index > 0 { comma() }
            raw("{\"list\":")
            plain(entry.list.text)
            raw(",\"reason\":")
            string(entry.reason)
            raw("}")
        }
        raw("]")
        end(ref)
    }

    /// Times in nanoseconds; in the message they are microseconds.
    mutating func turns(_ count: Int, longest: UInt64, longestWork: UInt64, ref: Text?) {
        raw("{\"type\":\"turns\",\"count\":")
        integer(count)
        raw(",\"longest\":")
        integer(Int(longest / 1_000))
        raw(",\"longestWork\":")
        integer(Int(longestWork / 1_000))
        end(ref)
    }

    mutating func listRestored(_ list: ListID, epoch: Epoch, ref: Text?) {
        raw("{\"type\":\"listRestored\",\"list\":")
        plain(list.text)
        raw(",\"epoch\":")
        string(epoch.text)
        end(ref)
    }

    mutating func imported(
        _ list: ListID, epoch: Epoch, revision: Revision, items: Int, ref: Text?
    ) {
        listStands("imported", list, epoch: epoch, revision: revision, items: items, ref: ref)
    }

    mutating func listServed(
        _ list: ListID, epoch: Epoch, revision: Revision, items: Int, ref: Text?
    ) {
        listStands("listServed", list, epoch: epoch, revision: revision, items: items, ref: ref)
    }

    private mutating func listStands(
        _ type: String, _ list: ListID, epoch: Epoch, revision: Revision, items: Int, ref: Text?
    ) {
        raw("{\"type\":")
        plain(type)
        raw(",\"list\":")
        plain(list.text)
        raw(",\"epoch\":")
        string(epoch.text)
        raw(",\"revision\":")
        integer(revision.value)
        raw(",\"items\":")
        integer(items)
        end(ref)
    }
}

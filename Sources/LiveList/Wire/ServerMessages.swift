/// The messages of the server other than `change`, as JSON text.
extension JSONWriter {
    /// - Parameter access: writes what tokens grant, where the server asks for any.
    mutating func welcome(
        session: String, server: String, messageBytes: Int, limits: Limits,
        access: ((inout JSONWriter) -> Void)? = nil, ref: Text?
    ) {
        raw("{\"type\":\"welcome\",\"session\":")
        plain(session)
        raw(",\"server\":")
        string(server)
        raw(",\"protocol\":1,\"limits\":{\"messageBytes\":")
        integer(messageBytes)
        raw(",\"itemsPerMutate\":")
        integer(limits.itemsPerMutate)
        raw(",\"mutationsPerMutate\":")
        integer(limits.mutationsPerMutate)
        raw(",\"itemsPerList\":")
        integer(limits.itemsPerList)
        raw(",\"titleScalars\":")
        integer(limits.titleScalars)
        raw(",\"fieldScalars\":")
        integer(limits.fieldScalars)
        raw(",\"fieldsPerItem\":")
        integer(limits.fieldsPerItem)
        raw("}")
        access?(&self)
        end(ref)
    }

    mutating func pong(at: Timestamp, ref: Text?) {
        raw("{\"type\":\"pong\",\"at\":")
        integer(at)
        end(ref)
    }

    mutating func lists(_ lists: some Collection<ListSummaryOnWire>, hasMore: Bool, ref: Text?) {
        raw("{\"type\":\"lists\",\"lists\":[")
        var isFirst = true
        for list in lists {
            if !isFirst { comma() }
            isFirst = false
            summary(list)
        }
        raw("]")
        if hasMore { raw(",\"more\":true") }
        end(ref)
    }

    private mutating func summary(_ list: ListSummaryOnWire) {
        raw("{\"id\":")
        plain(list.id.text)
        raw(",\"title\":")
        string(list.title.string)
        raw(",\"revision\":")
        integer(list.revision.value)
        raw(",\"items\":")
        integer(list.items)
        raw(",\"done\":")
        integer(list.done)
        raw(",\"updatedAt\":")
        integer(list.updatedAt)
        raw("}")
    }

    /// `people`: as `people(_:)` writes them, for many are told of the same.
    mutating func opened(
        _ list: ListID, epoch: Epoch, revision: Revision, title: Text, role: String, people: [UInt8],
        count: Int,
        ref: Text?
    ) {
        raw("{\"type\":\"opened\",\"list\":")
        plain(list.text)
        raw(",\"epoch\":")
        string(epoch.text)
        raw(",\"revision\":")
        integer(revision.value)
        raw(",\"title\":")
        string(title.string)
        raw(",\"role\":")
        plain(role)
        raw(",\"people\":")
        bytes += people
        raw(",\"count\":")
        integer(count)
        end(ref)
    }

    mutating func closed(_ list: ListID, ref: Text?) {
        raw("{\"type\":\"closed\",\"list\":")
        plain(list.text)
        end(ref)
    }

    mutating func presence(_ list: ListID, people: [Person], left: [String], count: Int, isAll: Bool) {
        raw("{\"type\":\"presence\",\"list\":")
        plain(list.text)
        if isAll { raw(",\"all\":true") }
        raw(",\"people\":")
        self.people(people)
        raw(",\"left\":[")
        for (index, session) in left.enumerated() {
            if index > 0 { comma() }
            plain(session)
        }
        raw("],\"count\":")
        integer(count)
        raw("}")
    }

    mutating func people(_ people: [Person]) {
        raw("[")
        for (index, person) in people.enumerated() {
            if index > 0 { comma() }
            raw("{\"session\":")
            plain(person.session)
            raw(",\"name\":")
            string(person.name.string)
            if let editing = person.editing {
                raw(",\"editing\":")
                id(editing)
            }
            if !person.moving.isEmpty {
                raw(",\"moving\":")
                ids(person.moving)
            }
            raw("}")
        }
        raw("]")
    }

    /// `changes`: messages of type `change`, newest first.
    mutating func history(_ list: ListID, changes: [[UInt8]], hasMore: Bool, ref: Text?) {
        raw("{\"type\":\"history\",\"list\":")
        plain(list.text)
        raw(",\"changes\":[")
        for (index, change) in changes.enumerated() {
            if index > 0 { comma() }
            bytes.append(contentsOf: change)
        }
        raw("],\"more\":")
        boolean(hasMore)
        end(ref)
    }

    /// `session`, `name`: the author, as in a change.
    mutating func listDeleted(_ list: ListID, epoch: Epoch, session: String, name: Text, ref: Text?) {
        raw("{\"type\":\"listDeleted\",\"list\":")
        plain(list.text)
        raw(",\"epoch\":")
        string(epoch.text)
        author(session: session, name: name)
        end(ref)
    }

    mutating func unchanged(_ list: ListID, id: MutationID, revision: Revision, ref: Text?) {
        raw("{\"type\":\"unchanged\",\"list\":")
        plain(list.text)
        raw(",\"id\":")
        string(id.text)
        raw(",\"revision\":")
        integer(revision.value)
        end(ref)
    }

    /// - Parameter revision: the present one, where a precondition on it failed.
    mutating func rejected(
        _ list: ListID?, id: MutationID, _ rejection: Rejection, revision: Revision? = nil,
        retryAfter: Int64? = nil, ref: Text?
    ) {
        raw("{\"type\":\"rejected\"")
        if let list {
            raw(",\"list\":")
            plain(list.text)
        }
        raw(",\"id\":")
        string(id.text)
        raw(",\"code\":")
        plain(rejection.code.rawValue)
        raw(",\"message\":")
        string(rejection.message)
        if let index = rejection.index {
            raw(",\"index\":")
            integer(index)
        }
        optional(",\"revision\":", revision.map { Int64($0.value) })
        optional(",\"retryAfter\":", retryAfter)
        end(ref)
    }

    /// - Parameter reason: tells apart why it is forbidden, where the connection ends for it.
    mutating func error(
        _ code: RejectionCode, _ message: String, list: ListID?, reason: String? = nil,
        retryAfter: Int64? = nil, ref: Text?
    ) {
        raw("{\"type\":\"error\",\"code\":")
        plain(code.rawValue)
        raw(",\"message\":")
        string(message)
        if let list {
            raw(",\"list\":")
            plain(list.text)
        }
        if let reason {
            raw(",\"reason\":")
            plain(reason)
        }
        optional(",\"retryAfter\":", retryAfter)
        end(ref)
    }

    private mutating func optional(_ key: StaticString, _ value: Int64?) {
        guard let value else { return }
        raw(key)
        integer(value)
    }

    mutating func end(_ ref: Text?) {
        self.ref(ref)
        raw("}")
    }
}

/// One row of `lists`.
struct ListSummaryOnWire {
    let id: ListID
    let title: Text
    let revision: Revision
    let items: Int
    let done: Int
    let updatedAt: Timestamp
}

/// One session that has a list open, as others see it.
struct Person: Equatable {
    let session: String
    let name: Text
    var editing: ItemID?
    var moving: [ItemID]
}

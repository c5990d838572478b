/// One message of a client, its shape checked, with no look at any list.
///
/// What is large lies behind a pointer: tens of thousands of small messages may wait for one client.
public enum ClientMessage: Sendable {
    indirect case hello(Hello)
    case lists
    indirect case open(Open)
    case close(ListID)
    indirect case mutate(Mutate)
    indirect case presence(PresenceUpdate)
    indirect case history(HistoryRequest)
    case deleteList(ListID, Epoch)
    indirect case makeLink(LinkRequest)
    case links
    indirect case revokeLink(String)
    case ping
    /// Can't be read; the answer is an `error`.
    indirect case unreadable(WireError, list: ListID?)
}

public struct Hello: Sendable {
    public let name: Text?
    public let client: Text?
    /// As they came; at most `tokensMax`.
    public let tokens: [String]

    public static let tokensMax = 16
}

public struct Open: Sendable {
    public let list: ListID
    public let creates: Bool
    public let title: Text?
    /// Where to resume; only with `epoch`.
    public let since: Revision?
    public let epoch: Epoch?
}

/// A `mutate` whose id could be read: it is always answered by a change, `unchanged` or `rejected`.
public struct Mutate: Sendable {
    /// nil where it is missing or has another form; then `listProblem` says so.
    public let list: ListID?
    public let listProblem: WireError?
    public let id: MutationID
    public let epoch: Epoch?
    public let ifRevision: Revision?
    /// Not nil where `epoch` or `ifRevision` has the wrong shape.
    public let preconditionProblem: WireError?
    /// Not nil where `mutations` is no array of as many as are allowed.
    public let mutationsProblem: WireError?
    public let mutations: [Mutation]
    /// Size of its text, in bytes: what counts for back pressure.
    public let byteCount: Int
}

public struct PresenceUpdate: Sendable {
    public let list: ListID
    public let editing: ItemID?
    public let moving: [ItemID]
}

public struct HistoryRequest: Sendable {
    public static let changesMax = 200
    public static let changesDefault = 50

    public let list: ListID
    public let before: Revision?
    public let limit: Int
}

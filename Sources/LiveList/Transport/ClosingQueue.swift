/// Connections whose close frame waits for an answer, in the order of their deadlines. All wait equally
/// long, so a queue does for what would be a sorted list of timers.
struct ClosingQueue {
    private struct Entry {
        // Weak: most are gone, answered, before their time is over.
        weak var connection: WebSocketConnection?
        let deadline: Int64
    }

    private var entries: [Entry] = []
    private var first = 0

    mutating func append(_ connection: WebSocketConnection, deadline: Int64) {
        entries.append(Entry(connection: connection, deadline: deadline))
    }

    var nextDeadline: Int64? { first < entries.count ? entries[first].deadline : nil }

    /// Drops those that are gone, and gives up those whose time is over. O(1) a connection.
    mutating func expire(now: Int64) {
        while first < entries.count {
            if let connection = entries[first].connection {
                guard entries[first].deadline <= now else { break }
                connection.giveUp()
            }
            first += 1
        }
        if first > 64, first * 2 > entries.count {
            entries.removeFirst(first)
            first = 0
        }
    }

    /// True where no connection is waited for: those that are gone behind one that is not do count.
    var isEmpty: Bool { first >= entries.count }
}

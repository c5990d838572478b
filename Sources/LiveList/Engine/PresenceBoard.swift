/// Who has one list open, and what changed about that since it was last told.
///
/// At most `listedMax` people are told of by name, those who came first; the count tells of all.
struct PresenceBoard {
    private var people: [String: Person] = [:]
    /// Those who are told of, in the order in which they came.
    private var listedSessions: [String] = []
    /// Those who came after them, oldest first; those who left meanwhile are skipped when their turn comes.
    private var unlisted: [Arrival] = []
    private var unlistedHead = 0
    /// The newest arrival of each who waits: one who left and came again has an older one in line, too.
    private var waiting: [String: Int] = [:]
    private var arrivals = 0
    /// As of the last news.
    private var told: [String: Person] = [:]
    private var toldCount = 0
    /// Whom a newcomer was shown otherwise than `told` says: news to everyone, also where it changes back.
    private var shownOtherwise: Set<String> = []
    private let listedMax: Int
    private(set) var isChanged = false
    var lastSentAt: Int64 = .min / 2

    private struct Arrival {
        let session: String
        let number: Int
    }

    init(listedMax: Int) { self.listedMax = listedMax }

    var count: Int { people.count }
    /// Entries kept for those who may be listed later.
    var lineCount: Int { unlisted.count }
    /// Those who are told of, and how that is written; nil where it changed since. A thousand who come at
    /// once are all shown the same.
    private var listedNow: [Person]?
    private var shown: (people: [Person], json: [UInt8])?

    private mutating func listed() -> [Person] {
        if let listedNow { return listedNow }
        let found = listedSessions.map { people[$0]! }
        listedNow = found
        return found
    }

    /// Everyone who is told of, as of now, for one who is told the whole; also as JSON.
    mutating func show() -> (people: [Person], json: [UInt8], count: Int) {
        // Whoever comes and leaves again before the next news changes what newcomers were told alone.
        if isChanged, count != toldCount { toldCount = -1 }
        if let shown { return (shown.people, shown.json, count) }
        let people = listed()
        if isChanged {
            for person in people where told[person.session] != person {
                shownOtherwise.insert(person.session)
            }
        }
        var writer = JSONWriter(capacity: 80 * people.count + 2)
        writer.people(people)
        shown = (people, writer.bytes)
        return (people, writer.bytes, count)
    }

    private mutating func listChanged() {
        listedNow = nil
        shown = nil
    }

    /// O(1) for those who are not listed.
    mutating func set(_ person: Person) {
        let session = person.session
        if people[session] == nil {
            if listedSessions.count < listedMax {
                listedSessions.append(session)
                listChanged()
            } else {
                arrivals += 1
                waiting[session] = arrivals
                unlisted.append(Arrival(session: session, number: arrivals))
            }
        }
        guard people.updateValue(person, forKey: session) != person else { return }
        if waiting[session] == nil { listChanged() }
        isChanged = true
    }

    /// O(1), amortised, for those who are not listed.
    mutating func remove(_ session: String) {
        guard people.removeValue(forKey: session) != nil else { return }
        isChanged = true
        if waiting.removeValue(forKey: session) == nil, let place = listedSessions.firstIndex(of: session) {
            listedSessions.remove(at: place)
            listChanged()
        }
        while listedSessions.count < listedMax, !waiting.isEmpty {
            let next = unlisted[unlistedHead]
            unlistedHead += 1
            guard waiting[next.session] == next.number else { continue }
            waiting[next.session] = nil
            listedSessions.append(next.session)
            listChanged()
        }
        shortenLine()
    }

    /// Those who left may come and go for ever while nobody's turn comes: what is in line stays in proportion
    /// to those who wait.
    private mutating func shortenLine() {
        guard unlisted.count > 2 * waiting.count + 64 else { return }
        unlisted = unlisted[unlistedHead...].filter { waiting[$0.session] == $0.number }
        unlistedHead = 0
    }

    /// What those who were told before do not know yet; nil where there is nothing new.
    mutating func takeNews() -> (people: [Person], left: [String], count: Int)? {
        guard isChanged else { return nil }
        isChanged = false
        let now = listed()
        let news = now.filter { told[$0.session] != $0 || shownOtherwise.contains($0.session) }
        var next: [String: Person] = [:]
        for person in now { next[person.session] = person }
        let left = shownOtherwise.union(told.keys).filter { next[$0] == nil }.sorted()
        told = next
        shownOtherwise.removeAll()
        defer { toldCount = count }
        guard !news.isEmpty || !left.isEmpty || toldCount != count else { return nil }
        return (news, left, count)
    }
}

/// Who has one list open, and what changed about that since it was last told.
///
/// At most `listedMax` people are told of by name, those who came first; the count tells of all.
struct PresenceBoard {
    private var people: [String: Person] = [:]
    /// Those who are told of, in the order in which they came.
    private var listedSessions: [String] = []
    /// Those who came after them, oldest first; those who left meanwhile are skipped when their turn comes.
    private var unlisted: [String] = []
    private var unlistedHead = 0
    private var told: [String: Person] = [:]
    private var toldCount = 0
    private let listedMax: Int
    private(set) var isChanged = false
    var lastSentAt: Int64 = .min / 2

    init(listedMax: Int) { self.listedMax = listedMax }

    var count: Int { people.count }
    var listed: [Person] { listedSessions.map { people[$0]! } }

    /// O(1) for those who are not listed.
    mutating func set(_ person: Person) {
        if people[person.session] == nil {
            if listedSessions.count < listedMax {
                listedSessions.append(person.session)
            } else {
                unlisted.append(person.session)
            }
        }
        guard people.updateValue(person, forKey: person.session) != person else { return }
        isChanged = true
    }

    /// O(1), amortised, for those who are not listed.
    mutating func remove(_ session: String) {
        guard people.removeValue(forKey: session) != nil else { return }
        isChanged = true
        guard let place = listedSessions.firstIndex(of: session) else { return }
        listedSessions.remove(at: place)
        while unlistedHead < unlisted.count, listedSessions.count < listedMax {
            let next = unlisted[unlistedHead]
            unlistedHead += 1
            if people[next] != nil { listedSessions.append(next) }
        }
        if unlistedHead * 2 > unlisted.count {
            unlisted.removeFirst(unlistedHead)
            unlistedHead = 0
        }
    }

    subscript(session: String) -> Person? { people[session] }

    /// What those who were told before do not know yet; nil where there is nothing new.
    mutating func takeNews() -> (people: [Person], left: [String], count: Int)? {
        guard isChanged else { return nil }
        isChanged = false
        let now = listed
        let news = now.filter { told[$0.session] != $0 }
        var next: [String: Person] = [:]
        for person in now { next[person.session] = person }
        let left = told.keys.filter { next[$0] == nil }.sorted()
        told = next
        defer { toldCount = count }
        guard !news.isEmpty || !left.isEmpty || toldCount != count else { return nil }
        return (news, left, count)
    }
}

@testable import LiveList

/// A list and the changes that made it, as an engine would hand them to a journal.
struct TestLog {
    let list: ListID
    let epoch: Epoch
    let firstTitle: Text
    private(set) var states: [ListState]
    private(set) var changes: [StoredChange] = []
    private var seed: UInt64

    init(_ list: String, epoch: String = "e1", title: Text = "Groceries", seed: UInt64 = 1) {
        self.list = ListID(list)!
        self.epoch = Epoch(epoch)
        self.seed = seed
        firstTitle = title
        states = [ListState(title: title)]
    }

    var state: ListState { states[states.count - 1] }
    var revision: Int { changes.count }

    /// Milliseconds between two changes.
    var pace: Timestamp = 1_000
    private var clock: Timestamp = 1_700_000_000_000

    /// Appends changes that insert one item each; `size` is about how many bytes a title has.
    mutating func addItems(_ count: Int, size: Int = 20) {
        for _ in 0..<count {
            var generator = SplitMix64(seed: seed)
            let id = ItemID.random(using: &generator)
            seed = generator.next()
            let title = Text("item \(changes.count + 1) " + String(repeating: "x", count: size))
            let item = InsertedItem(id: id, title: title, isDone: false, fields: Fields())
            add([
                .insert(
                    items: [item], destination: FactDestination(part: .unsectioned, before: nil, ghost: nil))
            ])
        }
    }

    mutating func add(_ facts: [Fact]) {
        let revision = Revision(changes.count + 1)
        clock += pace
        let id = MutationID("mutation-\(list)-\(revision)")!
        let change = Change(
            list: list, revision: revision, id: id, session: "s1", name: "Ana", at: clock, facts: facts)
        var writer = JSONWriter()
        ChangeCodec.encode(change, into: &writer)
        changes.append(StoredChange(revision: revision, id: id, at: clock, bytes: writer.bytes))
        var next = state
        do { try next.apply(facts, at: clock, by: "Ana") } catch { fatalError("a fact of a test: \(error)") }
        states.append(next)
    }

    func summary(at revision: Int) -> ListSummary {
        ListSummary(
            list: list, epoch: epoch, title: states[revision].title, revision: Revision(revision),
            items: revision, done: 0, updatedAt: revision == 0 ? 1_700_000_000_000 : changes[revision - 1].at)
    }

    /// The changes with `after` < revision ≤ `through`, in one batch.
    func batch(after: Int, through: Int? = nil) -> Batch {
        let through = through ?? revision
        var bytes: [UInt8] = []
        var entries: [Batch.Entry] = []
        for change in changes[after..<through] {
            bytes += change.bytes
            entries.append(Batch.Entry(id: change.id, at: change.at, end: bytes.count))
        }
        return Batch(
            summary: summary(at: through), expecting: Revision(after), bytes: bytes, changes: entries)
    }
}

/// Everything a list is, as text, to compare two of them.
func dump(_ state: ListState) -> String {
    var writer = JSONWriter()
    writer.integer(state.revision.value)
    writer.string(state.title.string)
    state.forEachRecord { record in
        writer.raw("\n")
        RecordCodec.encode(record, into: &writer)
    }
    return String(decoding: writer.bytes, as: UTF8.self)
}

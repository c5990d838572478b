import Glibc
import LiveList

/// Prints what changes to lists of the given sizes cost, in processor time of this thread.
///
/// A line a size; all times are microseconds but `longest`. Each operation is measured on random items: first
/// many in a row for the mean, then each by itself for the longest.
///
/// - Parameter sizes: numbers of items, ascending, up to what a list may hold.
func benchModel(sizes: [Int]) {
    print("Mean microseconds of one change of one item, judged and applied, on a list of so many items.")
    print(row(ModelBench.columns))
    for size in sizes {
        var bench = ModelBench(size: size)
        print(row(bench.measure()))
        fflush(nil)
    }
}

private func row(_ cells: [String]) -> String {
    cells.map { String(repeating: " ", count: max(0, 10 - $0.utf8.count)) + $0 }.joined(separator: " ")
}

/// One list and what is done to it.
private struct ModelBench {
    enum Operation {
        case insert, delete, move, edit, toggle, find
    }

    /// `first`: the first write after a copy. `batched`: a toggle anywhere, with a copy before every 300th.
    /// `longest`: the longest single change while the list grew and of all that followed.
    static let columns = [
        "items", "insert", "delete", "move", "edit", "toggle", "find", "first", "batched", "longest ms",
        "bytes/item",
    ]

    private static let batchCount = 300
    private static let steps = 20_000

    private var list: ListState
    private var ids: [ItemID] = []
    private var random = XorShift()
    private var longest = 0.0
    private let size: Int
    private var bytesPerItem = 0

    init(size: Int) {
        self.size = size
        var limits = Limits.standard
        limits.itemsPerList = 2 * size + Self.steps
        list = ListState(title: "bench", limits: limits)
        ids.reserveCapacity(size + 4 * Self.steps)
        for _ in 0..<size { ids.append(ItemID.random(using: &random)) }
        let before = residentBytes()
        var then = microseconds()
        for id in ids {
            change(.insert(items: [NewItem(id: id, title: title())], destination: Destination()))
            noteStep(&then)
        }
        bytesPerItem = (residentBytes() - before) / size
    }

    mutating func measure() -> [String] {
        var means = measureInsertAndDelete()
        for operation in [Operation.move, .edit, .toggle, .find] {
            means.append(measure(operation, Self.steps) / Double(Self.steps))
        }
        means += [measureFirstWrite(), measureBatches(), longest / 1_000]
        return [String(size)] + means.map { text($0) } + [size >= 10_000 ? String(bytesPerItem) : "-"]
    }

    /// In turns, so that the list keeps about its size.
    private mutating func measureInsertAndDelete() -> [Double] {
        let count = min(Self.steps, size / 10 + 1)
        let rounds = Self.steps / count
        var sums = [0.0, 0.0]
        for _ in 0..<rounds {
            sums[0] += measure(.insert, count)
            sums[1] += measure(.delete, count)
        }
        return sums.map { $0 / Double(rounds * count) }
    }

    /// - Returns: microseconds of `count` changes in a row. As many more are timed singly for the longest.
    private mutating func measure(_ operation: Operation, _ count: Int) -> Double {
        let start = microseconds()
        for _ in 0..<count { run(operation) }
        let sum = microseconds() - start
        var then = microseconds()
        for _ in 0..<count {
            run(operation)
            noteStep(&then)
        }
        return sum
    }

    private mutating func run(_ operation: Operation) {
        switch operation {
        case .insert:
            let id = ItemID.random(using: &random)
            change(
                .insert(items: [NewItem(id: id, title: title())], destination: Destination(before: anyID())))
            ids.append(id)
        case .move: change(.reorder(sources: [anyID()], destination: Destination(before: anyID())))
        case .delete:
            let place = random.below(ids.count)
            change(.delete(ids: [ids[place]]))
            ids.swapAt(place, ids.count - 1)
            ids.removeLast()
        case .edit: change(.edit(id: anyID(), title: title(), fields: []))
        case .toggle: change(.toggle(ids: [anyID()], isDone: nil))
        case .find: precondition(list.item(anyID()) != nil, "an item got lost")
        }
    }

    /// The mean over writes that each follow a copy.
    private mutating func measureFirstWrite() -> Double {
        let start = microseconds()
        let count = 2_000
        for _ in 0..<count {
            let copy = list
            run(.toggle)
            precondition(copy.revision < list.revision, "the copy is as it was")
        }
        return (microseconds() - start) / Double(count)
    }

    private mutating func measureBatches() -> Double {
        let start = microseconds()
        let batches = 100
        for _ in 0..<batches {
            let durable = list
            for _ in 0..<Self.batchCount { run(.toggle) }
            precondition(durable.revision < list.revision, "the copy is as it was")
        }
        return (microseconds() - start) / Double(batches * Self.batchCount)
    }

    private mutating func change(_ mutation: Mutation) {
        if case .rejected(let rejection) = list.evaluate([mutation], at: 1, by: "bench", using: &random) {
            preconditionFailure("a change was refused: \(rejection.message)")
        }
    }

    private mutating func noteStep(_ then: inout Double) {
        let now = microseconds()
        longest = max(longest, now - then)
        then = now
    }

    private mutating func anyID() -> ItemID { ids[random.below(ids.count)] }

    /// 40 characters.
    private mutating func title() -> Text {
        Text("a title of forty characters, \(10_000_000_000 + random.below(1 << 32))")
    }

    private func text(_ value: Double) -> String {
        let hundredths = Int(value * 100 + 0.5)
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }
}

/// Processor time of this thread: what others do on the machine does not count.
private func microseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1_000_000 + Double(time.tv_nsec) / 1_000
}

/// Memory of this process that is in RAM, from `/proc/self/statm` (proc(5)): its second number, in pages.
private func residentBytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var total = 0
    var resident = 0
    withUnsafeMutablePointer(to: &total) { total in
        withUnsafeMutablePointer(to: &resident) { resident in
            withVaList([total, resident]) { _ = vfscanf(file, "%ld %ld", $0) }
        }
    }
    return resident * sysconf(Int32(_SC_PAGESIZE))
}

/// Marsaglia's xorshift64: quick, and the same in every run.
private struct XorShift: RandomNumberGenerator {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }

    mutating func below(_ bound: Int) -> Int { Int(next() >> 1) % bound }
}

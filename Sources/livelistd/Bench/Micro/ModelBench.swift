import LiveList

extension Bench {
    /// What changes cost by size of list, in processor time of this thread: each on random items, many in a row for the
    /// mean, then each by itself for the longest.
    func modelFigures() throws -> [MicroFigure] {
        let sizes = options.isQuick ? [1_000] : [100, 10_000, 1_000_000]
        return try sizes.flatMap { size in
            progress.say("model, \(size) items")
            var bench = ModelBench(size: size)
            var runs: [[(name: String, unit: String, value: Double)]] = []
            for _ in 0..<(options.isQuick ? 3 : 5) {
                try Interrupt.check()
                runs.append(bench.measure())
            }
            return MicroFigure.gather(runs) + bench.memoryFigures()
        }
    }
}

/// One list and what is done to it.
private struct ModelBench {
    enum Operation {
        case insert, delete, move, edit, toggle, find
    }

    private static let batchCount = 300
    private static let steps = 5_000

    private var list: ListState
    private var ids: [ItemID] = []
    private var random = XorShift()
    private var longest = 0.0
    private var longestWhileGrowing = 0.0
    private let size: Int
    private var bytesPerItem = 0

    init(size: Int) {
        self.size = size
        var limits = Limits.standard
        limits.itemsPerList = 2 * size + 20 * Self.steps
        list = ListState(title: "bench", limits: limits)
        ids.reserveCapacity(size + 20 * Self.steps)
        for _ in 0..<size { ids.append(ItemID.random(using: &random)) }
        let before = ObservedProcess.residentBytes()
        var then = microseconds()
        for id in ids {
            change(.insert(items: [NewItem(id: id, title: title())], destination: Destination()))
            noteStep(&then)
        }
        bytesPerItem = (ObservedProcess.residentBytes() - before) / size
        longestWhileGrowing = longest
    }

    /// Microseconds of one change. `firstAfterCopy`: the first write after a copy. `batched`: a toggle anywhere, with a
    /// copy before every 300th. `longest`: the longest single change of this run.
    mutating func measure() -> [(name: String, unit: String, value: Double)] {
        longest = 0
        let names = [
            "insert", "delete", "move", "edit", "toggle", "find", "firstAfterCopy", "batched", "longest",
        ]
        var means = measureInsertAndDelete()
        for operation in [Operation.move, .edit, .toggle, .find] {
            means.append(measure(operation, Self.steps) / Double(Self.steps))
        }
        means += [measureFirstWrite(), measureBatches(), longest]
        return zip(names, means).map { ("model.\($0).\(size)", "us", $1) }
    }

    /// Of small lists it can't be told from the noise.
    func memoryFigures() -> [MicroFigure] {
        guard size >= 10_000 else { return [] }
        return [
            MicroFigure("model.memory.\(size)", "bytes/item", [Double(bytesPerItem)]),
            MicroFigure("model.longestWhileGrowing.\(size)", "us", [longestWhileGrowing]),
        ]
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
}

private func microseconds() -> Double { Double(Clock.ownThread()) / 1_000 }

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

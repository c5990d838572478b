/// Values under numbers, in the order of the numbers: a radix tree of 64 branches a node.
///
/// Made for numbers that are handed out in ascending order and given back in any: only those in use take
/// memory, and the lowest is always at hand. Nodes are values that hold arrays: a copy costs nothing, a write
/// copies the few nodes on its way. All operations are O(log of the highest number).
struct OrderTree<Value: Sendable>: Sendable {
    private var root = OrderTreeNode<Value>()
    /// Levels below the root. The tree holds numbers below 64 to the power of `height + 1`.
    private var height = 0
    private(set) var count = 0

    /// The lowest number and its value.
    var first: (number: Int, value: Value)? {
        count == 0 ? nil : root.first(level: height, prefix: 0)
    }

    subscript(number: Int) -> Value? {
        guard number >> (height * OrderTreeNode<Value>.bits) < OrderTreeNode<Value>.branching else {
            return nil
        }
        return root.value(at: number, level: height)
    }

    /// - Returns: false where the number is taken; then nothing is changed.
    mutating func insert(_ value: Value, at number: Int) -> Bool {
        precondition(number >= 0, "numbers in an order tree are not negative")
        while number >> (height * OrderTreeNode<Value>.bits) >= OrderTreeNode<Value>.branching {
            if count > 0 { root = OrderTreeNode(only: root) }
            height += 1
        }
        guard root.insert(value, at: number, level: height) else { return false }
        count += 1
        return true
    }

    @discardableResult
    mutating func remove(_ number: Int) -> Value? {
        guard number >> (height * OrderTreeNode<Value>.bits) < OrderTreeNode<Value>.branching else {
            return nil
        }
        let former = root.remove(number, level: height)
        if former != nil { count -= 1 }
        return former
    }

    /// In ascending order.
    func walk<Failure>(_ body: (Int, Value) throws(Failure) -> Void) throws(Failure) {
        try root.walk(level: height, prefix: 0, body)
    }

    /// Traps unless no node is empty and the count is right. O(count).
    func checkInvariants() {
        precondition(
            root.checkInvariants(level: height, isRoot: true) == count, "an order tree has lost count")
    }
}

/// Keeps only what is there: the bit of `present` says which of the 64, its rank where in the array.
private struct OrderTreeNode<Value: Sendable>: Sendable {
    static var bits: Int { 6 }
    static var branching: Int { 1 << bits }

    var present: UInt64 = 0
    var children: [OrderTreeNode] = []
    var values: [Value] = []

    init() {}

    /// A node one level higher whose lowest child is `child`.
    init(only child: OrderTreeNode) {
        present = 1
        children = [child]
    }

    private static func digit(_ number: Int, _ level: Int) -> Int {
        number >> (level * bits) & (branching - 1)
    }

    private func rank(_ digit: Int) -> Int { (present & (1 << UInt64(digit) - 1)).nonzeroBitCount }

    private func contains(_ digit: Int) -> Bool { present >> UInt64(digit) & 1 == 1 }

    func first(level: Int, prefix: Int) -> (number: Int, value: Value) {
        let number = prefix << Self.bits | present.trailingZeroBitCount
        return level == 0 ? (number, values[0]) : children[0].first(level: level - 1, prefix: number)
    }

    func value(at number: Int, level: Int) -> Value? {
        let digit = Self.digit(number, level)
        guard contains(digit) else { return nil }
        return level == 0 ? values[rank(digit)] : children[rank(digit)].value(at: number, level: level - 1)
    }

    mutating func insert(_ value: Value, at number: Int, level: Int) -> Bool {
        let digit = Self.digit(number, level)
        let rank = rank(digit)
        if level == 0 {
            guard !contains(digit) else { return false }
            values.insert(value, at: rank)
        } else {
            if !contains(digit) { children.insert(OrderTreeNode(), at: rank) }
            guard children[rank].insert(value, at: number, level: level - 1) else { return false }
        }
        present |= 1 << UInt64(digit)
        return true
    }

    mutating func remove(_ number: Int, level: Int) -> Value? {
        let digit = Self.digit(number, level)
        guard contains(digit) else { return nil }
        let rank = rank(digit)
        if level == 0 {
            present &= ~(1 << UInt64(digit))
            return values.remove(at: rank)
        }
        let former = children[rank].remove(number, level: level - 1)
        if children[rank].present == 0 {
            present &= ~(1 << UInt64(digit))
            children.remove(at: rank)
        }
        return former
    }

    func walk<Failure>(
        level: Int, prefix: Int, _ body: (Int, Value) throws(Failure) -> Void
    ) throws(Failure) {
        var rest = present
        var rank = 0
        while rest != 0 {
            let number = prefix << Self.bits | rest.trailingZeroBitCount
            if level == 0 {
                try body(number, values[rank])
            } else {
                try children[rank].walk(level: level - 1, prefix: number, body)
            }
            rest &= rest - 1
            rank += 1
        }
    }

    func checkInvariants(level: Int, isRoot: Bool) -> Int {
        precondition(isRoot || present != 0, "an order tree keeps an empty node")
        precondition(
            values.count == (level == 0 ? present.nonzeroBitCount : 0), "an order tree's leaf is torn")
        precondition(
            children.count == (level == 0 ? 0 : present.nonzeroBitCount), "an order tree's node is torn")
        return children.reduce(values.count) { $0 + $1.checkInvariants(level: level - 1, isRoot: false) }
    }
}

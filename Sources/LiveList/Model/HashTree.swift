/// A dictionary that is a tree: no step copies or moves more than a few nodes, however many keys there are.
///
/// A branch has eight children, chosen by three bits of the key's hash at each level; a leaf holds up to
/// `leafCapacity` entries in no order. Nodes are values that hold arrays, so a copy of the tree costs nothing
/// and a write copies only the nodes on its way that another copy still shares. `Hasher` is seeded anew in
/// every process, so those who choose the keys can't choose where they fall.
///
/// Finding, setting and removing are O(log count).
struct HashTree<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private var root = HashTreeNode<Key, Value>()
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    subscript(key: Key) -> Value? {
        withUnsafePointer(to: root) { HashTreeNode.value(of: key, under: $0) }
    }

    /// - Returns: the value that was there before.
    @discardableResult
    mutating func set(_ key: Key, to value: Value) -> Value? {
        let former = root.set(key, to: value, hash: UInt(bitPattern: key.hashValue), level: 0)
        if former == nil { count += 1 }
        return former
    }

    /// - Returns: the value that was there.
    @discardableResult
    mutating func remove(_ key: Key) -> Value? {
        let former = root.remove(key, hash: UInt(bitPattern: key.hashValue))
        if former != nil { count -= 1 }
        return former
    }

    /// In no order.
    func walk(_ body: (Key, Value) -> Void) {
        root.walk(body)
    }

    /// Traps unless every key lies where its hash says and the count is right. O(count).
    func checkInvariants() {
        precondition(root.checkInvariants(level: 0, path: 0) == count, "a hash tree has lost count")
    }
}

/// A branch has eight children and no entries; a leaf has no children.
private struct HashTreeNode<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    struct Entry: Sendable {
        let key: Key
        var value: Value
    }

    static var bits: Int { 3 }
    static var branching: Int { 1 << bits }
    /// Eight times fewer entries, as a split leaves them, still fill a leaf's allocation fairly.
    static var leafCapacity: Int { 48 }
    /// Below as many entries in all, the children of a branch become one leaf again.
    static var mergeCount: Int { 16 }
    /// Here all bits of the hash are used up: a leaf grows instead of splitting.
    static var deepestLevel: Int { UInt.bitWidth / bits }

    var children: [HashTreeNode] = []
    var entries: [Entry] = []

    private static func child(_ hash: UInt) -> Int { Int(truncatingIfNeeded: hash) & (branching - 1) }

    private func place(of key: Key) -> Int? {
        for place in entries.indices where entries[place].key == key { return place }
        return nil
    }

    /// Goes down by address, as a node held as a value costs two reference counts a level. Every array on the
    /// way is held by the root, which is only read meanwhile, so the addresses stay good.
    static func value(of key: Key, under root: UnsafePointer<HashTreeNode>) -> Value? {
        var node = root
        var hash = UInt(bitPattern: key.hashValue)
        while let children = node.pointee.children.withUnsafeBufferPointer({ $0.baseAddress }),
            !node.pointee.children.isEmpty
        {
            node = children + child(hash)
            hash >>= bits
        }
        return node.pointee.entries.withUnsafeBufferPointer { entries in
            for place in entries.indices where entries[place].key == key { return entries[place].value }
            return nil
        }
    }

    mutating func set(_ key: Key, to value: Value, hash: UInt, level: Int) -> Value? {
        if !children.isEmpty {
            return children[Self.child(hash)].set(key, to: value, hash: hash >> Self.bits, level: level + 1)
        }
        if let place = place(of: key) {
            let former = entries[place].value
            entries[place].value = value
            return former
        }
        if entries.count == Self.leafCapacity && level < Self.deepestLevel {
            split(level: level)
            return set(key, to: value, hash: hash, level: level)
        }
        entries.append(Entry(key: key, value: value))
        return nil
    }

    private mutating func split(level: Int) {
        children = Array(repeating: HashTreeNode(), count: Self.branching)
        for entry in entries {
            let hash = UInt(bitPattern: entry.key.hashValue) >> (level * Self.bits)
            children[Self.child(hash)].entries.append(entry)
        }
        entries = []
    }

    mutating func remove(_ key: Key, hash: UInt) -> Value? {
        if !children.isEmpty {
            let child = Self.child(hash)
            let former = children[child].remove(key, hash: hash >> Self.bits)
            if former != nil && children[child].entries.count <= Self.mergeCount / Self.branching { merge() }
            return former
        }
        guard let place = place(of: key) else { return nil }
        let former = entries[place].value
        entries.swapAt(place, entries.count - 1)
        entries.removeLast()
        return former
    }

    private mutating func merge() {
        var total = 0
        for child in children {
            guard child.children.isEmpty else { return }
            total += child.entries.count
        }
        guard total <= Self.mergeCount else { return }
        entries.reserveCapacity(total)
        for child in children { entries.append(contentsOf: child.entries) }
        children = []
    }

    func walk(_ body: (Key, Value) -> Void) {
        for entry in entries { body(entry.key, entry.value) }
        for child in children { child.walk(body) }
    }

    func checkInvariants(level: Int, path: UInt) -> Int {
        precondition(children.isEmpty || entries.isEmpty, "a branch of a hash tree holds entries")
        precondition(
            children.isEmpty || children.count == Self.branching, "a branch of a hash tree lacks children")
        precondition(entries.count <= Self.leafCapacity || level >= Self.deepestLevel, "a leaf is too full")
        let used: UInt = (1 << (level * Self.bits)) - 1
        for entry in entries {
            let hash = UInt(bitPattern: entry.key.hashValue)
            precondition(hash & used == path & used, "a key lies in the wrong leaf of a hash tree")
        }
        var total = entries.count
        for (number, child) in children.enumerated() {
            let below = path | UInt(number) << (level * Self.bits)
            total += child.checkInvariants(level: level + 1, path: below)
        }
        return total
    }
}

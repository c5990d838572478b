import Testing

@testable import LiveList

@Suite struct HashTreeTests {
    /// Few different hashes, so that leaves fill up to the deepest level.
    struct CrowdedKey: Hashable {
        let number: Int

        func hash(into hasher: inout Hasher) { hasher.combine(number % 3) }
    }

    @Test(arguments: [40, 400, 4_000])
    func holdsWhatADictionaryHolds(_ range: Int) {
        compare(seed: 7, range: range) { $0 }
    }

    @Test func holdsKeysWhoseHashesCollide() {
        compare(seed: 8, range: 250) { CrowdedKey(number: $0) }
    }

    private func compare<Key: Hashable & Sendable>(seed: UInt64, range: Int, _ key: (Int) -> Key) {
        var generator = SplitMix64(seed: seed)
        var tree = HashTree<Key, Int>()
        var dictionary: [Key: Int] = [:]
        var copies: [(HashTree<Key, Int>, [Key: Int])] = []
        // It grows first and shrinks to nothing in the end.
        for step in 0..<3 * range {
            let key = key(generator.below(range))
            if generator.below(3 * range) > step {
                let former = tree.set(key, to: step)
                let expected = dictionary.updateValue(step, forKey: key)
                #expect(former == expected, "seed \(seed)")
            } else {
                let former = tree.remove(key)
                let expected = dictionary.removeValue(forKey: key)
                #expect(former == expected, "seed \(seed)")
            }
            if step % (range / 4) == 0 {
                copies.append((tree, dictionary))
                tree.checkInvariants()
            }
        }
        for key in dictionary.keys { tree.remove(key) }
        #expect(tree.isEmpty)
        tree.checkInvariants()
        for (copy, expected) in copies {
            var found: [Key: Int] = [:]
            copy.walk { found[$0] = $1 }
            #expect(
                found == expected && copy.count == expected.count, "a copy followed the tree, seed \(seed)")
            #expect(expected.allSatisfy { copy[$0.key] == $0.value })
        }
    }
}

@Suite struct OrderTreeTests {
    @Test(arguments: [1, 3, 64, 65, 5_000])
    func keepsTheOrderOfNumbers(_ step: Int) {
        var tree = OrderTree<Int>()
        for number in 0..<200 { _ = tree.insert(number, at: number * step) }
        let isTakenTwice = tree.insert(0, at: 5 * step)
        #expect(!isTakenTwice, "a number is taken once")
        #expect(tree[7 * step] == 7)
        #expect(tree[7 * step + 200 * step] == nil)
        tree.checkInvariants()
        let copy = tree
        for number in 0..<200 {
            #expect(tree.first?.number == number * step)
            let former = tree.remove(number * step)
            #expect(former == number)
            let again = tree.remove(number * step)
            #expect(again == nil)
        }
        #expect(tree.first == nil)
        tree.checkInvariants()
        var seen: [Int] = []
        copy.walk { number, _ in seen.append(number) }
        #expect(seen == (0..<200).map { $0 * step })
    }

    @Test func holdsWhatASortedArrayHolds() {
        var generator = SplitMix64(seed: 3)
        var tree = OrderTree<Int>()
        var numbers: Set<Int> = []
        for step in 0..<4_000 {
            let number = generator.below(1 << (generator.below(20) + 1))
            if generator.below(4_000) > step {
                let isNew = tree.insert(number, at: number)
                let isExpected = numbers.insert(number).inserted
                #expect(isNew == isExpected)
            } else {
                let former = tree.remove(number)
                let expected = numbers.remove(number)
                #expect(former == expected)
            }
            #expect(tree.count == numbers.count)
            if step % 100 == 0 {
                tree.checkInvariants()
                #expect(tree.first?.number == numbers.min())
            }
        }
    }
}

@Suite struct PagedTableTests {
    @Test func copiesAreIndependent() {
        var table = PagedTable<Int>()
        for number in 0..<5_000 { _ = table.append(number) }
        let copy = table
        for number in stride(from: 0, to: 5_000, by: 7) { table[number] = -number }
        #expect((0..<5_000).allSatisfy { copy[$0] == $0 })
        #expect((0..<5_000).allSatisfy { table[$0] == ($0 % 7 == 0 ? -$0 : $0) })
    }
}

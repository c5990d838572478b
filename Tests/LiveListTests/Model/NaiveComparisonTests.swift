import Testing

@testable import LiveList

/// Random histories, judged by the list and by the naive one: every answer and everything kept must agree.
@Suite struct NaiveComparisonTests {
    struct Profile: CustomStringConvertible {
        let name: String
        let items: Int
        let sections: Int
        let block: Int
        let changes: Int
        var limits = Limits.standard

        var description: String { name }

        init(
            _ name: String, items: Int, sections: Int, block: Int, changes: Int, _ set: (inout Limits) -> Void
        ) {
            self.name = name
            self.items = items
            self.sections = sections
            self.block = block
            self.changes = changes
            set(&limits)
        }
    }

    static let profiles = [
        Profile("few items, nothing forgotten", items: 24, sections: 5, block: 5, changes: 150) { _ in },
        Profile("few items, soon forgotten", items: 24, sections: 5, block: 5, changes: 150) {
            $0.revisionsRemembered = 5
        },
        Profile("few items, little remembered", items: 30, sections: 6, block: 6, changes: 150) {
            $0.ghostsRemembered = 4
            $0.trashRemembered = 3
            $0.deletedSectionsRemembered = 2
        },
        Profile("nothing remembered", items: 20, sections: 4, block: 5, changes: 100) {
            $0.revisionsRemembered = 1
            $0.ghostsRemembered = 0
            $0.trashRemembered = 0
            $0.deletedSectionsRemembered = 0
        },
        Profile("tight limits", items: 24, sections: 5, block: 7, changes: 150) {
            $0.itemsPerMutate = 8
            $0.factBytesPerMutate = 40
            $0.itemBytes = 20
            $0.fieldsPerItem = 2
            $0.itemsPerList = 9
            $0.sectionsPerList = 3
            $0.mutationsPerMutate = 4
            $0.revisionsRemembered = 12
        },
        Profile("many items in chunks", items: 2_000, sections: 3, block: 90, changes: 120) {
            $0.revisionsRemembered = 40
            $0.ghostsRemembered = 250
        },
    ]

    @Test(arguments: profiles, 0..<6)
    func agree(_ profile: Profile, _ seed: Int) throws {
        var mutations = RandomMutations(
            generator: SplitMix64(seed: UInt64(seed)), itemPool: profile.items, sectionPool: profile.sections,
            blockMax: profile.block)
        var list = ListState(title: "list", limits: profile.limits)
        var naive = NaiveList(title: "list", limits: profile.limits)
        var replayed = list
        for step in 0..<profile.changes {
            let change = mutations.change(of: naive)
            let by: Text = step % 3 == 0 ? "Ana" : "A name that is longer than fifteen bytes"
            let at = Timestamp(step / 2)
            let before = list
            let recordsBefore = list.records
            var generators = (SplitMix64(seed: UInt64(step)), SplitMix64(seed: UInt64(step)))
            let answer = list.evaluate(change, at: at, by: by, using: &generators.0)
            let expected = naive.evaluate(change, at: at, by: by, using: &generators.1)
            let context: Comment = "seed \(seed), step \(step): \(change)"
            try #require(answer.vector(list.revision) == expected.vector(naive.revision), context)
            try #require(list.records == naive.records, context)
            #expect(before.records == recordsBefore, "a copy follows the list, \(context)")
            if case .accepted(let facts) = answer { try replayed.apply(facts, at: at, by: by) }
            if step % 10 == 9 {
                try #require(replayed.records == list.records, "replayed, \(context)")
                replayed = try list.rebuilt()
                try #require(replayed.records == list.records, "rebuilt, \(context)")
            }
        }
    }
}

import Testing

@testable import LiveList

/// What the vectors do not show: limits, messages, copies, runs, records that are wrong.
@Suite struct ListStateTests {
    final class Mark {}

    func id(_ number: Int) -> ItemID { ItemID(high: 1, low: UInt64(number)) }
    func sectionID(_ number: Int) -> SectionID { SectionID(high: 2, low: UInt64(number)) }

    func inserting(_ numbers: Range<Int>, title: Text = "Milk", _ destination: Destination = Destination())
        -> Mutation
    {
        .insert(items: numbers.map { NewItem(id: id($0), title: title) }, destination: destination)
    }

    @discardableResult
    func change(_ list: inout ListState, _ mutations: [Mutation]) -> Evaluation {
        var generator = SplitMix64(seed: 1)
        return list.evaluate(mutations, at: 1, by: "Ana", using: &generator)
    }

    func rejection(_ list: inout ListState, _ mutations: [Mutation]) -> Rejection? {
        if case .rejected(let rejection) = change(&list, mutations) { rejection } else { nil }
    }

    func small(_ set: (inout Limits) -> Void) -> ListState {
        var limits = Limits.standard
        set(&limits)
        return ListState(title: "list", limits: limits)
    }

    @Test func aFullListTakesNoMore() {
        var list = small { $0.itemsPerList = 3 }
        change(&list, [inserting(0..<3)])
        #expect(rejection(&list, [inserting(3..<4)])?.code == .tooLarge)
        change(&list, [.delete(ids: [id(0)])])
        change(&list, [inserting(3..<4)])
        #expect(rejection(&list, [.restore(ids: [id(0)])])?.code == .tooLarge)
        #expect(list.itemCount == 3)
    }

    @Test func aChangeNamesOnlySoManyItems() {
        var list = small { $0.itemsPerMutate = 10 }
        change(&list, [inserting(0..<10)])
        change(&list, [inserting(10..<15)])
        let ids = (0..<6).map { id($0) }
        let rejected = rejection(
            &list, [.toggle(ids: ids, isDone: true), .toggle(ids: ids, isDone: true), .delete(ids: ids)])
        #expect(rejected?.code == .tooLarge && rejected?.index == 2, "what is unchanged names nothing")
        #expect(list.doneCount == 0)
    }

    @Test func deletingASectionAndRestoringCountWhatTheirFactsName() {
        var list = small { $0.itemsPerMutate = 4 }
        change(&list, [.insertSection(id: sectionID(1), title: "Dairy", before: nil)])
        let there = Destination(part: .section(sectionID(1)))
        change(&list, [inserting(0..<4, there)])
        change(&list, [inserting(4..<5, there)])
        for fate in [DeletedSectionItems.keep, .delete] {
            #expect(rejection(&list, [.deleteSection(id: sectionID(1), items: fate)])?.code == .tooLarge)
        }
        change(&list, [.delete(ids: (0..<3).map { id($0) })])
        change(&list, [.delete(ids: (3..<5).map { id($0) })])
        #expect(rejection(&list, [.restore(ids: (0..<5).map { id($0) })])?.code == .tooLarge)
        #expect(list.itemCount == 0)
    }

    @Test func aChangeCarriesOnlySoManyBytes() {
        var list = small { $0.factBytesPerMutate = 10 }
        #expect(rejection(&list, [inserting(0..<3)])?.code == .tooLarge)
        change(&list, [inserting(0..<2)])
        let edit = Mutation.edit(
            id: id(0), title: "123456", fields: [FieldEdit(key: "note", value: .text("7"))])
        #expect(rejection(&list, [.toggle(ids: [id(0)], isDone: nil), edit])?.index == 1)
        change(&list, [.delete(ids: [id(0), id(1)])])
        change(&list, [inserting(2..<3)])
        change(&list, [.delete(ids: [id(2)])])
        #expect(rejection(&list, [.restore(ids: [id(0), id(1), id(2)])])?.code == .tooLarge)
    }

    @Test func anItemHoldsOnlySoMuch() {
        var list = small {
            $0.itemBytes = 12
            $0.fieldsPerItem = 2
        }
        change(&list, [inserting(0..<1)])
        let edits = ["a", "b", "c"].map { FieldEdit(key: Text($0), value: .boolean(true)) }
        change(&list, [.edit(id: id(0), title: nil, fields: Array(edits[..<2]))])
        #expect(rejection(&list, [.edit(id: id(0), title: nil, fields: [edits[2]])])?.code == .tooLarge)
        let swap = [FieldEdit(key: "a", value: nil), edits[2]]
        guard case .accepted = change(&list, [.edit(id: id(0), title: nil, fields: swap)]) else {
            Issue.record("one field for another fits")
            return
        }
        #expect(rejection(&list, [.edit(id: id(0), title: "Oat milk, much", fields: [])])?.code == .tooLarge)
        #expect(rejection(&list, [inserting(1..<2, title: "Oat milk, much")])?.code == .tooLarge)
    }

    @Test func sectionsAreCounted() {
        var list = small { $0.sectionsPerList = 1 }
        change(&list, [.insertSection(id: nil, title: "Dairy", before: nil)])
        #expect(rejection(&list, [.insertSection(id: nil, title: "Fruit", before: nil)])?.code == .tooLarge)
    }

    @Test func messagesNameWhatIsMeant() {
        var list = ListState(title: "list")
        #expect(rejection(&list, [.delete(ids: [])])?.message.contains("`ids`") == true)
        #expect(
            rejection(&list, [.toggle(ids: [id(5)], isDone: nil)])?.message.contains(id(5).description)
                == true)
        #expect(rejection(&list, [])?.index == nil)
        #expect(rejection(&list, [])?.code == .invalid)
        let malformed = Mutation.malformed(.tooLarge, "Shorten it.")
        let rejected = rejection(&list, [.setTitle("other"), malformed])
        #expect(rejected?.code == .tooLarge && rejected?.message == "Shorten it." && rejected?.index == 1)
        #expect(list.title == "list" && list.revision == .zero)
    }

    @Test func runsCoverTheListAndForgetTheirMemoWhenChanged() {
        var list = ListState(title: "list")
        change(&list, [.insertSection(id: sectionID(1), title: "Dairy", before: nil), inserting(0..<100)])
        change(&list, [inserting(100..<200, Destination(part: .section(sectionID(1))))])
        var ids: [ItemID] = []
        var bytes = 0
        list.forEachRun { run in
            var count = 0
            run.forEachItem { id, _ in
                ids.append(id)
                count += 1
            }
            #expect(run.count == count)
            bytes += run.byteCount
            run.memo = Mark()
        }
        var expected: [ItemID] = []
        list.forEachItem { expected.append($0.id) }
        #expect(ids == expected && ids == (0..<200).map { id($0) })
        #expect(bytes == 200 * 4)
        let copy = list
        change(&list, [.toggle(ids: [id(150)], isDone: true)])
        #expect(withoutMemo(copy).isEmpty, "the copy stays as it was")
        #expect(withoutMemo(list).count == 1 && withoutMemo(list)[0].contains(id(150)))
    }

    func withoutMemo(_ list: ListState) -> [[ItemID]] {
        var runs: [[ItemID]] = []
        list.forEachRun { run in
            if run.memo != nil { return }
            runs.append([])
            run.forEachItem { id, _ in runs[runs.count - 1].append(id) }
        }
        return runs
    }

    @Test func aRunThatIsWrittenInPlaceForgetsItsMemo() {
        var list = ListState(title: "list")
        change(&list, [inserting(0..<100)])
        list.forEachRun { $0.memo = Mark() }
        change(&list, [.toggle(ids: [id(20)], isDone: true)])
        #expect(withoutMemo(list).count == 1 && withoutMemo(list)[0].contains(id(20)))
    }

    @Test func aCopyIsReadElsewhereWhileTheListGoesOn() async {
        var list = ListState(title: "list")
        change(&list, [.insertSection(id: sectionID(1), title: "Dairy", before: nil), inserting(0..<2_000)])
        let copy = list
        let before = copy.records
        let reader = Task.detached { copy.records }
        list.forEachRun { $0.memo = Mark() }
        for number in 0..<2_000 {
            change(&list, [.delete(ids: [id(number)])])
            change(&list, [inserting(number + 2_000..<number + 2_001, Destination(before: id(number)))])
        }
        #expect(await reader.value == before)
        list.checkInvariants()
    }

    @Test func recordsAndFactsThatContradictAreRefused() {
        let content = ItemContent(
            title: "Milk", isDone: false, fields: Fields(), createdAt: 1, createdBy: "Ana", updatedAt: 1,
            updatedBy: "Ana")
        let left = Departure(revision: Revision(1), order: 0)
        let wrong: [[ListRecord]] = [
            [.item(id(1), content), .item(id(1), content)],
            [.item(id(1), content), .ghost(id(1), left)],
            [.item(id(1), content), .trashed(id(1), content, from: .unsectioned, left)],
            [.ghost(id(1), left), .ghost(id(2), left)],
            [.part(.section(sectionID(1)))],
            [.ghost(id(1), Departure(revision: Revision(9), order: 0))],
        ]
        for records in wrong {
            #expect(throws: InvalidFact.self) {
                var builder = ListState.Builder(title: "list", revision: Revision(3))
                for record in records { try builder.append(record) }
                _ = try builder.finish()
            }
        }
        let nowhere = FactDestination(part: .unsectioned, before: id(9), ghost: nil)
        let facts: [Fact] = [
            .toggle(ids: [id(9)], isDone: true), .delete(ids: [id(9)]), .deleteSection(id: sectionID(9)),
            .reorder(sources: [id(1)], destination: nowhere),
        ]
        for fact in facts {
            var list = ListState(title: "list")
            change(&list, [inserting(1..<2)])
            #expect(throws: InvalidFact.self) { try list.apply([fact], at: 1, by: "Ana") }
        }
    }

    @Test func idsAreMintedWhereTheyAreAbsent() {
        var list = ListState(title: "list")
        let item = NewItem(id: nil, title: "Milk")
        change(&list, [.insert(items: [item, item], destination: Destination())])
        let items = list.items(in: .unsectioned)
        #expect(items.count == 2 && items[0].id != items[1].id)
        #expect(items.allSatisfy { list.item($0.id) == $0 })
        #expect(list.item(id(1)) == nil)
    }

    @Test func tighterLimitsHoldForWhatWasStoredBefore() throws {
        var list = ListState(title: "list")
        change(&list, [inserting(0..<50)])
        for number in 0..<30 { change(&list, [.delete(ids: [id(number)])]) }
        var limits = Limits.standard
        limits.itemsPerList = 5
        limits.ghostsRemembered = 4
        limits.trashRemembered = 3
        limits.revisionsRemembered = 10
        var builder = ListState.Builder(title: "list", revision: list.revision, limits: limits)
        try list.forEachRecord { try builder.append($0) }
        let rebuilt = try builder.finish()
        rebuilt.checkInvariants()
        #expect(rebuilt.items.ghostCount == 4 && rebuilt.trash.count == 3 && rebuilt.itemCount == 20)
    }

    /// One deletion of many is forgotten in one go, and the list is as small as before.
    @Test func whatIsForgottenTakesNoRoom() {
        var list = small { $0.revisionsRemembered = 2 }
        change(&list, [inserting(0..<3_000)])
        change(&list, [.delete(ids: (0..<3_000).map { id($0) })])
        #expect(list.items.ghostCount == 3_000 && list.trash.count == 3_000)
        change(&list, [.setTitle("a")])
        change(&list, [.setTitle("b")])
        list.checkInvariants()
        #expect(list.items.ghostCount == 0 && list.trash.count == 0)
        #expect(list.items.rows[0].first == noChunk)
    }
}

import Testing

@testable import LiveList

@Suite struct CatalogueTests {
    /// Against a sort of everything, over random changes, removals and questions.
    @Test(arguments: 1...20)
    func itsOrderIsThatOfASort(seed: Int) {
        var generator = SplitMix64(seed: UInt64(seed))
        let lists = (0..<40).map { ListID("l\($0)")! }
        var naive: [ListID: ListSummary] = [:]
        var catalogue = Catalogue([])
        for step in 0..<500 {
            let list = lists.randomElement(using: &generator)!
            if Int.random(in: 0..<5, using: &generator) == 0 {
                naive[list] = nil
                catalogue[list] = nil
            } else {
                let at = Timestamp.random(in: 0..<100, using: &generator)
                let summary = ListSummary(
                    list: list, epoch: Epoch("e"), title: Text("t\(step)"), updatedAt: at)
                naive[list] = summary
                catalogue[list] = summary
            }
            #expect(catalogue[list]?.title == naive[list]?.title)
            guard Int.random(in: 0..<10, using: &generator) == 0 else { continue }
            let sorted = naive.values.sorted {
                ($0.updatedAt, $1.list.text) > ($1.updatedAt, $0.list.text)
            }
            var shown: [ListSummary] = []
            catalogue.forEachNewestFirst {
                shown.append($0)
                return true
            }
            #expect(shown.map(\.title) == sorted.map(\.title), "seed \(seed), step \(step)")
            #expect(catalogue.count == naive.count)
        }
    }

    @Test func aQuestionEndsWhereItHasEnough() {
        var catalogue = Catalogue([])
        for number in 0..<10 {
            let list = ListID("l\(number)")!
            catalogue[list] = ListSummary(
                list: list, epoch: Epoch("e"), title: Text("t"), updatedAt: Timestamp(number))
        }
        var shown: [String] = []
        catalogue.forEachNewestFirst {
            shown.append($0.list.text)
            return shown.count < 3
        }
        #expect(shown == ["l9", "l8", "l7"])
    }
}

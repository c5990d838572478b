import Testing

@testable import LiveList

@Suite struct IdentifierTests {
    @Test func readsEitherCaseAndWritesLowerCase() {
        let id = ItemID("0123ABCD-0000-4000-8000-00000000000f")
        #expect(id?.description == "0123abcd-0000-4000-8000-00000000000f")
    }
}

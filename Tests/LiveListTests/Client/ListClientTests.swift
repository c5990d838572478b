import Testing

@testable import LiveList

@Suite struct ListClientTests {
    private let list = ListID("a")!

    private func told(_ client: inout ListClient, _ text: String) throws {
        let frame = Array(text.utf8)
        let (_, answer) = try frame.withUnsafeBytes { bytes throws(WireError) in
            try client.received(bytes)
        }
        #expect(answer == nil)
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private func snapshot(_ epoch: String) -> String {
        #"{"type":"snapshot","list":"a","epoch":"\#(epoch)","revision":3,"title":"Groceries","sections":[],"#
            + #""items":[],"part":1,"of":1}"#
    }

    /// Before the first snapshot the copy is nothing that changes could be applied to: not even its title is
    /// right.
    @Test func doesNotResumeWhatIsNoCopyYet() throws {
        var client = ListClient(list: list, name: "Ana", idPrefix: "p")
        _ = client.connected()
        try told(&client, #"{"type":"opened","list":"a","epoch":"e1","revision":3}"#)
        #expect(!text(client.connected()).contains("since"))
        try told(&client, snapshot("e1"))
        #expect(text(client.connected()).contains(#""since":3,"epoch":"e1""#))
        #expect(client.confirmed.title == Text("Groceries"))
    }

    @Test func whatWasMeantForAListDoesNotLandInTheOneMadeAnew() throws {
        var client = ListClient(list: list, name: "Ana", idPrefix: "p")
        _ = client.connected()
        try told(&client, snapshot("e1"))
        _ = client.mutate([.setTitle(Text("x"))])
        _ = client.connected()
        try told(&client, snapshot("e2"))
        let again = text(client.connected())
        #expect(again.contains(#""id":"p-1","epoch":"e1""#))
        #expect(again.contains(#""since":3,"epoch":"e2""#))
    }

    /// Of a change that does not fit, its first facts were applied: what is left is no copy.
    @Test func doesNotGoOnFromACopyThatAChangeDidNotFit() throws {
        var client = ListClient(list: list, name: "Ana", idPrefix: "p")
        _ = client.connected()
        try told(&client, #"{"type":"opened","list":"a","epoch":"e1","revision":3}"#)
        try told(&client, snapshot("e1"))
        let change =
            #"{"type":"change","list":"a","revision":4,"id":"m","by":{"session":"s","name":"Bo"},"at":1,"#
            + #""mutations":[{"op":"setTitle","title":"Half"},"#
            + #"{"op":"delete","ids":["00000000-0000-4000-8000-000000000001"]}]}"#
        #expect(throws: WireError.self) { try told(&client, change) }
        #expect(!text(client.connected()).contains("since"))
        try told(&client, snapshot("e1"))
        #expect(client.confirmed.title == Text("Groceries"))
    }
}

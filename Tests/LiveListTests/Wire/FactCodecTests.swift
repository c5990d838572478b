import Foundation
import Testing

@testable import LiveList

/// The facts of every vector, read and written again: nothing may be lost or added.
@Suite struct FactCodecTests {
    @Test(arguments: ["conflict-rules", "forgetting", "histories"])
    func everyFactOfTheVectorsComesBack(_ name: String) throws {
        let url = try #require(
            Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Vectors"))
        let cases = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [[String: Any]])
        var facts = 0
        for vector in cases {
            for step in vector["steps"] as? [[String: Any]] ?? [] {
                let expected = step["expect"] as? [String: Any] ?? [:]
                for fact in expected["mutations"] as? [[String: Any]] ?? [] {
                    #expect(try written(read(fact)) == fact as NSDictionary, "\(vector["name"] ?? "")")
                    facts += 1
                }
            }
        }
        #expect(facts > 50)
    }

    private func read(_ fact: [String: Any]) throws -> Fact {
        let bytes = try [UInt8](JSONSerialization.data(withJSONObject: fact))
        let result: Result<Fact, WireError> = bytes.withUnsafeBytes { buffer in
            do throws(WireError) {
                return .success(
                    try JSONParser().parse(buffer) { (node) throws(WireError) in try FactCodec.decode(node) })
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func written(_ fact: Fact) throws -> NSDictionary {
        var writer = JSONWriter()
        FactCodec.encode(fact, into: &writer)
        return try #require(try JSONSerialization.jsonObject(with: Data(writer.bytes)) as? NSDictionary)
    }
}

import Testing

@testable import LiveList

@Suite struct TokenTests {
    private let key = TokenKey(id: "k", secret: Array(0..<32))
    private let link = Link(
        id: "abc", role: .editor, lists: [ListPattern("groceries")!, ListPattern("team-*")!],
        name: "Ana \"é\" 🍎",
        madeAt: 1_700_000_000_000, expiresAt: 1_800_000_000_000, madeBy: nil, revokedAt: nil)

    @Test func comesBackAsItWasMade() {
        let token = Token.read(Token.sign(link, with: key), keys: [key])
        #expect(
            token
                == Token(
                    id: "abc", key: "k", role: .editor, lists: link.lists, name: link.name,
                    expiresAt: 1_800_000_000_000))
    }

    @Test func stillReadsWhatWasSignedBefore() {
        let text =
            "eyJ2IjoxLCJrIjoiayIsImkiOiJhYmMiLCJyIjoidmlld2VyIiwibCI6WyIqIl0sImEiOjEsIngiOjJ9"
            + ".tV395EH7VCFBft84dvml6budoBSxPKwUe-YBaz69jR4"
        let made = Link(
            id: "abc", role: .viewer, lists: [ListPattern("*")!], name: nil, madeAt: 1, expiresAt: 2,
            madeBy: nil,
            revokedAt: nil)
        #expect(Token.sign(made, with: key) == text)
        #expect(Token.read(text, keys: [key])?.expiresAt == 2)
    }

    @Test func countsOnlyExactlyAsItWasSigned() {
        let text = Array(Token.sign(link, with: key).utf8)
        func read(_ bytes: some Sequence<UInt8>) -> Token? {
            Token.read(String(decoding: Array(bytes), as: UTF8.self), keys: [key])
        }
        #expect(read(text) != nil)
        for place in text.indices {
            #expect(read(text[..<place]) == nil, "cut before \(place)")
            for bit in 0..<8 {
                var changed = text
                changed[place] ^= 1 << UInt8(bit)
                #expect(read(changed) == nil, "bit \(bit) of byte \(place)")
            }
        }
        for more in ["=", "A", ".", " ", "\n"] { #expect(read(text + more.utf8) == nil) }
        #expect(read([]) == nil)
        #expect(read(text.dropFirst()) == nil)
        #expect(read(Array(repeating: UInt8(ascii: "A"), count: Token.textBytesMax) + text) == nil)
    }

    @Test func countsOnlyWithItsKey() {
        let text = Token.sign(link, with: key)
        let other = TokenKey.random()
        #expect(Token.read(text, keys: []) == nil)
        #expect(Token.read(text, keys: [other]) == nil)
        #expect(Token.read(text, keys: [other, key])?.key == "k")
        #expect(other.secret != TokenKey.random().secret)
    }

    @Test func theLargestOneFits() {
        let pattern = ListPattern(String(repeating: "x", count: ListID.bytesMax) + "*")!
        let largest = Link(
            id: "abcdefghijkl", role: .viewer, lists: Array(repeating: pattern, count: Link.listsMax),
            name: Text(String(repeating: "🍎", count: 64)), madeAt: .max >> 10, expiresAt: .max >> 10,
            madeBy: nil,
            revokedAt: nil)
        #expect(Token.read(Token.sign(largest, with: key), keys: [key]) != nil)
    }

    @Test(arguments: 0..<40) func base64ComesBackInOneFormOnly(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
        let text = Base64URL.encode(bytes)
        #expect(text.count == (count * 4 + 2) / 3)
        #expect(Base64URL.decode(text) == bytes)
        for place in text.indices {
            for byte in UInt8.min...(.max) where byte != text[place] {
                var changed = text
                changed[place] = byte
                #expect(Base64URL.decode(changed) != bytes)
            }
        }
    }
}

@Suite struct ListPatternTests {
    @Test(arguments: ["*", "a", "a*", "a-*", "0", String(repeating: "x", count: 64) + "*"])
    func forms(_ text: String) { #expect(ListPattern(text)?.text == text) }

    @Test(arguments: [
        "", "**", "*a", "a**", "a*b", "-", "-*", "A", "a b", "é", String(repeating: "x", count: 65),
    ])
    func otherForms(_ text: String) { #expect(ListPattern(text) == nil) }

    @Test func whatItNames() {
        func names(_ pattern: String, _ list: String) -> Bool { ListPattern(pattern)!.matches(ListID(list)!) }
        #expect(names("*", "a") && names("a*", "a") && names("a*", "ab") && names("a", "a"))
        #expect(!names("a", "ab") && !names("ab", "a") && !names("a-*", "a") && !names("b*", "ab"))
    }

    /// One covers another exactly where it names every list that the other does, as far as short ids tell.
    @Test func coveringIsNamingAllOfIt() {
        let letters = ["a", "b"]
        var stems = letters
        for _ in 0..<2 { stems += stems.flatMap { stem in letters.map { stem + $0 } } }
        let patterns = (stems.filter { $0.utf8.count <= 2 }.flatMap { [$0, $0 + "*"] } + ["*"]).map {
            ListPattern($0)!
        }
        let lists = Set(stems).map { ListID($0)! }
        for one in patterns {
            for other in patterns {
                let isCovered = lists.filter(other.matches).allSatisfy(one.matches)
                // A prefix names infinitely many lists, and a single id can't cover those.
                let expected = isCovered && !(one.list != nil && other.list == nil)
                #expect(one.covers(other) == expected, "\(one) covers \(other)")
            }
        }
    }
}

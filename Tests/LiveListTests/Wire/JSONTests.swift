import Testing

@testable import LiveList

@Suite struct JSONTests {
    private func parse<T>(_ text: String, _ body: (JSONNode) throws(WireError) -> T) throws(WireError) -> T {
        let bytes = Array(text.utf8)
        let result: Result<T, WireError> = bytes.withUnsafeBytes { buffer in
            do throws(WireError) { return .success(try JSONParser().parse(buffer, body)) } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    @Test(arguments: [
        "", " ", "{", "}", "[", "[1,]", "{\"a\":}", "{\"a\":1,}", "{a:1}", "01", "-", "1.", ".5", "1e", "+1",
        "tru", "nul",
        "\"", "\"\\x\"", "\"\\u12g4\"", "\"\t\"", "1 2", "[1 2]", "{\"a\" 1}", "'a'",

        "NaN", "\u{FEFF}1",
    ])
    func refusesWhatIsNotJSON(_ text: String) {
        #expect(throws: WireError.self) { try parse(text) { _ in } }
    }

    /// It is JSON by its grammar, so its neighbours are read; but it is no text.
    @Test(arguments: [#""\ud800""#, #""\udc00x""#, #""\ud800\u0041""#, #""\ud83d""#])
    func halfACharacterIsNoText(_ text: String) throws {
        #expect(try parse("[\(text),1]") { $0.count } == 2)
        #expect(try parse(text) { $0.string } == nil)
        #expect(try parse(text) { $0.kind } == .string)
    }

    @Test func resolvesEscapes() throws {
        let string = try parse(#""a\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#) { $0.string }
        #expect(string == "a\"\\/\u{8}\u{c}\n\r\té😀")
    }

    @Test(arguments: [
        ("0", 0), ("-0", 0), ("5", 5), ("5.0", 5), ("5e0", 5), ("50E-1", 5), ("-12", -12),
        ("9007199254740992", 9_007_199_254_740_992),
    ])
    func readsWholeNumbersHoweverWritten(_ text: String, _ value: Int) throws {
        #expect(try parse(text) { $0.integer } == value)
    }

    @Test(arguments: ["5.5", "1e400", "9007199254740994", "1e300"])
    func hasNoIntegerForOthers(_ text: String) throws {
        #expect(try parse(text) { $0.integer } == nil)
    }

    @Test func aNumberOutOfRangeIsNone() throws {
        #expect(try parse("1e400") { $0.number } == nil)
        #expect(try parse("1e308") { $0.number } == 1e308)
    }

    @Test func theLastOfTwoEqualKeysCounts() throws {
        #expect(try parse(#"{"a":1,"\u0061":2}"#) { $0["a"]?.integer } == 2)
    }

    @Test func nullIsAsAbsent() throws {
        #expect(try parse(#"{"a":null}"#) { $0["a"] == nil && $0.member("a")?.isNull == true })
    }

    @Test func depthIsBounded() throws {
        let deepest =
            String(repeating: "[", count: JSONParser.depthMax)
            + String(repeating: "]", count: JSONParser.depthMax)
        try parse(deepest) { _ in }
        #expect(throws: WireError.self) { try parse("[" + deepest + "]") { _ in } }
    }

    @Test(arguments: [
        0, 1, -1, 0.5, 1e21, 9_007_199_254_740_992, -9_007_199_254_740_992, 2.2250738585072014e-308, 0.1,
        1e300,
    ])
    func numbersComeBack(_ number: Double) throws {
        var writer = JSONWriter()
        writer.number(number)
        let text = String(decoding: writer.bytes, as: UTF8.self)
        #expect(try parse(text) { $0.number } == number, "\(text)")
    }

    @Test func everyScalarBelow256ComesBack() throws {
        for scalar in (0..<256).map({ Unicode.Scalar($0)! }) {
            var writer = JSONWriter()
            writer.string("a\(scalar)b")
            let text = String(decoding: writer.bytes, as: UTF8.self)
            #expect(try parse(text) { $0.string } == "a\(scalar)b", "U+\(String(scalar.value, radix: 16))")
        }
    }

    @Test func everyTruncationOfAMessageIsAnError() {
        let text = Array(#"{"type":"mutate","n":-1.5e3,"a":[true,false,null,"\u00e9"],"o":{"k":"v"}}"#.utf8)
        for count in 0..<text.count {
            #expect(throws: WireError.self, "\(count) bytes") {
                try parse(String(decoding: text[..<count], as: UTF8.self)) { _ in }
            }
        }
    }
}

import Testing

@testable import LiveList

@Suite struct MessageDecoderTests {
    private func decode(_ frame: String) -> [(message: ClientMessage, ref: Text?)] {
        var messages: [(ClientMessage, Text?)] = []
        var copy = frame
        copy.withUTF8 { bytes in
            MessageDecoder(limits: .standard).decode(UnsafeRawBufferPointer(bytes)) {
                messages.append(($0, $1))
            }
        }
        return messages
    }

    /// A frame, the code of its error, and the word that the message must name.
    @Test(arguments: [
        (#""#, "invalid", "JSON"), (#"{"#, "invalid", "JSON"), (#"5"#, "invalid", "object"),
        (#"{}"#, "invalid", "type"), (#"{"type":5}"#, "invalid", "type"),
        (#"{"type":"x"}"#, "invalid", "type"),
        (#"{"type":"open"}"#, "invalid", "list"), (#"{"type":"open","list":"A"}"#, "invalid", "list"),
        (#"{"type":"open","list":"-a"}"#, "invalid", "list"),
        (#"{"type":"open","list":""}"#, "invalid", "list"),
        (#"{"type":"open","list":"a","create":1}"#, "invalid", "create"),
        (#"{"type":"open","list":"a","since":-1}"#, "invalid", "since"),
        (#"{"type":"open","list":"a","since":1.5}"#, "invalid", "since"),
        (#"{"type":"open","list":"a","title":""}"#, "invalid", "title"),
        (#"{"type":"mutate","list":"a","mutations":[]}"#, "invalid", "id"),
        (#"{"type":"mutate","list":"a","id":"a b","mutations":[]}"#, "invalid", "id"),
        (#"{"type":"presence","list":"a","editing":"x"}"#, "invalid", "editing"),
        (#"{"type":"presence","list":"a","moving":"x"}"#, "invalid", "moving"),
        (#"{"type":"history","list":"a","limit":0}"#, "invalid", "limit"),
        (#"{"type":"hello","name":" "}"#, "invalid", "name"),
        (#"{"type":"hello","name":"a\nb"}"#, "invalid", "name"),
        (#"{"type":"ping","ref":5}"#, "invalid", "ref"),
    ])
    func saysWhatIsWrong(_ frame: String, _ code: String, _ word: String) throws {
        let messages = decode(frame)
        try #require(messages.count == 1)
        guard case .unreadable(let problem, _) = messages[0].message else {
            Issue.record("\(frame) was read")
            return
        }
        #expect(problem.code.rawValue == code)
        #expect(problem.message.contains(word), "\(problem.message)")
    }

    @Test func longNamesRefsAndIDsAreTooLarge() {
        let long = String(repeating: "x", count: 65)
        for frame in [
            #"{"type":"hello","name":"\#(long)"}"#, #"{"type":"ping","ref":"\#(long)"}"#,
            #"{"type":"open","list":"\#(long)"}"#,
            #"{"type":"mutate","list":"a","id":"\#(long)","mutations":[]}"#,
        ] {
            guard case .unreadable(let problem, _) = decode(frame)[0].message else {
                Issue.record("\(frame) was read")
                continue
            }
            #expect(problem.code == .tooLarge)
        }
    }

    @Test func eachElementOfAnArrayIsJudgedByItself() {
        let messages = decode(#"[{"type":"ping","ref":"1"},[{"type":"ping"}],7,{"type":"ping","ref":"2"}]"#)
        #expect(messages.count == 4)
        #expect(messages.map { $0.ref?.string } == ["1", nil, nil, "2"])
        guard case .ping = messages[3].message, case .unreadable = messages[1].message else {
            Issue.record("not judged by itself")
            return
        }
    }

    @Test func anEmptyArrayIsNothing() { #expect(decode("[]").isEmpty) }

    @Test func aMutateWithAnIDIsAlwaysOne() throws {
        for frame in [
            #"{"type":"mutate","id":"m"}"#, #"{"type":"mutate","id":"m","list":5,"mutations":7}"#,
            #"{"type":"mutate","id":"m","list":"a","mutations":[],"ifRevision":"x"}"#,
            #"{"type":"mutate","id":"m","list":"a","mutations":[{"op":"fly"}],"ref":9}"#,
        ] {
            guard case .mutate(let mutate) = decode(frame)[0].message else {
                Issue.record("\(frame) is no mutate")
                continue
            }
            #expect(mutate.id.text == "m")
        }
    }

    /// A mutation, the code, and the key that the message must name.
    @Test(arguments: [
        (#"5"#, "invalid", "mutations"), (#"{}"#, "invalid", "op"), (#"{"op":"fly"}"#, "invalid", "op"),
        (#"{"op":"insert"}"#, "invalid", "items"), (#"{"op":"insert","items":[5]}"#, "invalid", "items"),
        (#"{"op":"insert","items":[{}]}"#, "invalid", "title"),
        (#"{"op":"insert","items":[{"title":"\u2003 "}]}"#, "invalid", "title"),
        (#"{"op":"insert","items":[{"title":"a\tb"}]}"#, "invalid", "title"),
        (#"{"op":"insert","items":[{"title":"a","id":"x"}]}"#, "invalid", "id"),
        (#"{"op":"insert","items":[{"title":"a","isDone":"x"}]}"#, "invalid", "isDone"),
        (#"{"op":"insert","items":[{"title":"a","fields":[]}]}"#, "invalid", "fields"),
        (#"{"op":"insert","items":[{"title":"a","fields":{"k":[]}}]}"#, "invalid", "k"),
        (#"{"op":"insert","items":[{"title":"a","fields":{"k":1e999}}]}"#, "invalid", "k"),
        (#"{"op":"insert","items":[{"title":"a","fields":{"k":"\u0001"}}]}"#, "invalid", "k"),
        (#"{"op":"insert","items":[{"title":"a","fields":{"":1}}]}"#, "invalid", "fields"),
        (#"{"op":"insert","items":[{"title":"a"}],"destination":5}"#, "invalid", "destination"),
        (#"{"op":"insert","items":[{"title":"a"}],"destination":{"section":"x"}}"#, "invalid", "section"),
        (#"{"op":"insert","items":[{"title":"a"}],"destination":{"before":"x"}}"#, "invalid", "before"),
        (#"{"op":"edit","id":"6f1c1e6e-0000-4000-8000-000000000000"}"#, "invalid", "title"),
        (#"{"op":"toggle"}"#, "invalid", "ids"), (#"{"op":"toggle","ids":["x"]}"#, "invalid", "ids"),
        (#"{"op":"delete","ids":5}"#, "invalid", "ids"), (#"{"op":"reorder"}"#, "invalid", "sources"),
        (#"{"op":"insertSection"}"#, "invalid", "section"), (#"{"op":"setTitle"}"#, "invalid", "title"),
        (
            #"{"op":"deleteSection","id":"6f1c1e6e-0000-4000-8000-000000000000","items":"x"}"#, "invalid",
            "items"
        ),
    ])
    func aMalformedMutationSaysWhy(_ mutation: String, _ code: String, _ word: String) {
        let frame = #"{"type":"mutate","id":"m","list":"a","mutations":[\#(mutation)]}"#
        guard case .mutate(let mutate) = decode(frame)[0].message,
            case .malformed(let found, let message)? = mutate.mutations.first
        else {
            Issue.record("\(mutation) was read")
            return
        }
        #expect(found.rawValue == code)
        #expect(message.contains(word), "\(message)")
    }

    @Test func titlesAreTrimmedOfAllWhiteSpaceButNotOfTheByteOrderMark() {
        let spaces =
            "\u{9}\u{A}\u{B}\u{C}\u{D}\u{20}\u{85}\u{A0}\u{1680}\u{2000}\u{200A}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}"
        #expect(String(TextRules.trimmed(spaces + "a b" + spaces)) == "a b")
        #expect(String(TextRules.trimmed("\u{FEFF}a")).unicodeScalars.count == 2)
    }
}

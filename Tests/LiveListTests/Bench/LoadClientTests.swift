import Testing

@testable import livelistd

struct LoadClientTests {
    private func head(_ bytes: [UInt8]) -> FrameHead? { bytes.withUnsafeBytes { FrameHead($0) } }

    @Test func headsOfAllLengthsAreRead() {
        let short = head([0x81, 5])
        #expect(short?.headBytes == 2 && short?.payloadBytes == 5 && short?.isFinal == true)
        #expect(short?.opcode == FrameHead.text && short?.isCompressed == false)
        let middle = head([0xC1, 126, 1, 2])
        #expect(middle?.frameBytes == 4 + 258 && middle?.isCompressed == true)
        let long = head([0x01, 127, 0, 0, 0, 0, 0, 1, 0, 0])
        #expect(long?.frameBytes == 10 + 65_536 && long?.isFinal == false)
        for part in [[], [0x81], [0x81, 126], [0x81, 126, 1], [0x81, 127, 0, 0, 0, 0, 0, 0, 1]] as [[UInt8]] {
            #expect(head(part) == nil)
        }
    }

    @Test(arguments: [0, 1, 7, 8, 9, 125, 126, 65_535, 65_536])
    func writtenFramesAreMaskedAsTheyShould(_ count: Int) throws {
        let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        var bytes: [UInt8] = [0xAA]
        FrameWriter.append(payload, to: &bytes)
        bytes.removeFirst()
        #expect(bytes[1] & 0x80 != 0)
        bytes[1] &= 0x7F
        let head = try #require(self.head(bytes))
        #expect(head.payloadBytes == count)
        let mask = Array(bytes[head.headBytes..<(head.headBytes + 4)])
        #expect(mask != [0, 0, 0, 0])
        let body = bytes[(head.headBytes + 4)...].enumerated().map { $1 ^ mask[$0 & 3] }
        #expect(body == payload)
    }

    private func messages(_ text: String) -> [String] {
        var found: [String] = []
        Array(text.utf8).withUnsafeBytes { bytes in
            MessageScanner.forEachMessage(bytes) { found.append(String(decoding: $0, as: UTF8.self)) }
        }
        return found
    }

    @Test func messagesAreFoundInFrames() {
        #expect(messages(#"{"a":1}"#) == [#"{"a":1}"#])
        let odd = #"{"a":"}]\"{","b":{"c":[1]}}"#
        #expect(messages("[\(odd),{},\(odd)]") == [odd, "{}", odd])
        #expect(messages("[]") == [])
    }

    private func change(_ revision: Int, id: String = "r-0-0") -> [UInt8] {
        Array(#"{"type":"change","list":"l","revision":\#(revision),"id":"\#(id)","mutations":[]}"#.utf8)
    }

    @Test func aStreamTakesWhatFollowsAndTellsTheRest() {
        let stream = ChangeStream(revision: 4)
        change(5).withUnsafeBytes { #expect(stream.take($0, after: 4)) }
        change(6).withUnsafeBytes { #expect(stream.take($0, after: 5)) }
        let both = change(5) + [UInt8(ascii: ",")] + change(6)
        both.withUnsafeBytes { #expect(stream.match($0, after: 4) == 6) }
        change(6).withUnsafeBytes { #expect(stream.match($0, after: 5) == 6) }
        change(5).withUnsafeBytes { #expect(stream.match($0, after: 5) == nil) }
        #expect(stream.faults.isEmpty)
        // Twice, with one missing, and not what others got.
        change(6).withUnsafeBytes { #expect(!stream.take($0, after: 6)) }
        change(8).withUnsafeBytes { #expect(!stream.take($0, after: 6)) }
        change(5, id: "r-0-9").withUnsafeBytes { #expect(!stream.take($0, after: 4)) }
        #expect(stream.faults.count == 3)
        #expect(stream.revision == 6)
    }

    @Test func theAuthorStandsInTheIdOfAMutation() throws {
        func read(_ text: String) -> [Int]? {
            Array(text.utf8).withUnsafeBytes { Author.read($0) }.map { [$0.author, $0.number] }
        }
        #expect(read("4f2a-fill-3-17") == [3, 17])
        #expect(read("x-0-0") == [0, 0])
        for text in ["", "x", "x-", "x-1", "3-17", "x-3-", "x--17"] { #expect(read(text) == nil, "\(text)") }
    }
}

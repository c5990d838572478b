import Testing

@testable import LiveList

/// RFC 6455 section 7.4: which codes may stand on the wire.
struct CloseFrameTests {
    private func answer(to payload: [UInt8]) -> [UInt8] {
        payload.withUnsafeBytes { CloseFrame(answering: $0).bytes }
    }

    private func payload(_ code: UInt16, _ reason: [UInt8] = []) -> [UInt8] {
        [UInt8(code >> 8), UInt8(code & 0xFF)] + reason
    }

    @Test func anAllowedCodeIsEchoedWithoutItsReason() {
        for code: UInt16 in [1000, 1001, 1003, 1007, 1011, 1014, 3000, 4408, 4999] {
            #expect(answer(to: payload(code, Array("bye".utf8))) == [0x88, 2] + payload(code))
        }
        #expect(answer(to: []) == [0x88, 0])
    }

    @Test func whatMayNotStandThereIsNamedAsAnError() {
        for code: UInt16 in [0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65535] {
            #expect(answer(to: payload(code)) == [0x88, 2] + payload(1002), "\(code)")
        }
        #expect(answer(to: [3]) == [0x88, 2] + payload(1002))
        #expect(answer(to: payload(1000, [0xFF])) == [0x88, 2] + payload(1007))
    }

    @Test func aReasonIsCutAtAScalar() {
        let frame = CloseFrame(code: 1008, reason: String(repeating: "é", count: 70))
        #expect(frame.bytes.count == 2 + 2 + 122)
        #expect(frame.bytes[1] == 124)
        #expect(
            CloseFrame(code: 4429, reason: "slow down").bytes == [0x88, 11]
                + payload(4429, Array("slow down".utf8)))
    }
}

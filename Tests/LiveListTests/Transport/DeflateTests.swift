import Testing

@testable import LiveList

@Suite struct DeflateTests {
    @Test func offersOfRealClientsAreTakenUp() {
        let both = "; server_no_context_takeover; client_no_context_takeover"
        for offer in [
            "permessage-deflate", "permessage-deflate; client_max_window_bits",
            "permessage-deflate;client_max_window_bits=15", "x-other, permessage-deflate",
            "permessage-deflate; server_no_context_takeover; client_no_context_takeover",
            "permessage-deflate; client_max_window_bits, permessage-deflate",
        ] {
            #expect(DeflateOffer(header: offer)?.parameters == both, "\(offer)")
        }
        for bits in ["12", "15", "\"13\""] {
            let offer = "permessage-deflate; server_max_window_bits=\(bits); client_max_window_bits=12"
            #expect(DeflateOffer(header: offer)?.parameters == both + "; server_max_window_bits=12")
        }
    }

    @Test func otherOffersAreLeft() {
        #expect(DeflateOffer(header: nil) == nil)
        for offer in [
            "", "x-webkit-deflate-frame", "permessage-deflate2",
            "permessage-deflate; server_max_window_bits=11",
            "permessage-deflate; server_max_window_bits", "permessage-deflate; client_max_window_bits=7",
            "permessage-deflate; client_max_window_bits=016", "permessage-deflate; unknown",
            "permessage-deflate; server_no_context_takeover=1",
            "permessage-deflate; client_max_window_bits; client_max_window_bits",
            "permessage-deflate, permessage-deflate; client_max_window_bits",
        ] {
            #expect(DeflateOffer(header: offer) == nil, "\(offer)")
        }
    }

    /// Compressed pieces, in any order, and stored ones between them come to one message.
    @Test(arguments: 1...10)
    func piecesStandInAnyMessage(seed: Int) throws {
        var generator = SplitMix64(seed: UInt64(seed))
        let deflater = Deflater()
        let inflater = Inflater()
        let texts = (0..<20).map { number in
            (0..<Int.random(in: 0..<400, using: &generator)).map { "item \($0 * number), " }.joined()
        }
        let deflated = texts.map { Array($0.utf8).withUnsafeBytes(deflater.deflate) }
        for _ in 0..<20 {
            let chosen = (0..<5).map { _ in Int.random(in: 0..<20, using: &generator) }
            var message: [UInt8] = []
            for place in chosen {
                message += DeflateBlocks.stored([UInt8(ascii: ",")])
                message += deflated[place]
            }
            message.append(DeflateBlocks.end)
            let inflated = try message.withUnsafeBytes { try inflater.inflate($0, bytesMax: 1 << 20) }
            #expect(String(decoding: inflated, as: UTF8.self) == chosen.map { "," + texts[$0] }.joined())
        }
    }

    @Test func whatGrowsTooMuchIsRefusedAndTheNextIsReadWell() throws {
        let deflater = Deflater()
        let inflater = Inflater()
        let zeros = [UInt8](repeating: 0, count: 10 << 20).withUnsafeBytes(deflater.deflate)
        #expect(zeros.count < 60_000)
        let all = try zeros.withUnsafeBytes { try inflater.inflate($0, bytesMax: 10 << 20) }
        #expect(all.count == 10 << 20, "how much it grows does not matter, what it comes to does")
        for bytesMax in [1 << 20, (10 << 20) - 1] {
            #expect(throws: Inflater.Failure.tooLarge) {
                try zeros.withUnsafeBytes { bytes throws(Inflater.Failure) in
                    try inflater.inflate(bytes, bytesMax: bytesMax)
                }
            }
        }
        let small = Array("fine".utf8).withUnsafeBytes(deflater.deflate)
        #expect(try small.withUnsafeBytes { try inflater.inflate($0, bytesMax: 100) } == Array("fine".utf8))
    }

    /// Whatever comes, it ends, within its bound.
    @Test func bytesThatAreNoneAreRefusedOrRead() {
        var generator = SplitMix64(seed: 7)
        let inflater = Inflater()
        for _ in 0..<3_000 {
            let bytes = (0..<Int.random(in: 0..<200, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            let inflated = try? bytes.withUnsafeBytes { try inflater.inflate($0, bytesMax: 5_000) }
            #expect((inflated?.count ?? 0) <= 5_000)
        }
    }
}

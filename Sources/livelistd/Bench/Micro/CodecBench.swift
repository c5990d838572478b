import LiveList

extension Bench {
    /// Messages as the server reads and writes them, in processor time of this thread.
    func codecFigures() throws -> [MicroFigure] {
        let count = options.isQuick ? 2_000 : 20_000
        var runs: [[(name: String, unit: String, value: Double)]] = []
        for number in 1...(options.isQuick ? 3 : 7) {
            progress.say("codec, run \(number)")
            try Interrupt.check()
            runs.append(CodecBench().measure(count))
        }
        return MicroFigure.gather(runs)
    }
}

/// Frames and changes of usual size.
private struct CodecBench {
    private let decoder = MessageDecoder(limits: .standard)
    private let toggle: [UInt8]
    private let insert: [UInt8]
    private let frame: [UInt8]
    private let change: Change
    private let encoded: [UInt8]

    init() {
        func mutate(_ mutation: (inout [UInt8]) -> Void) -> [UInt8] {
            var bytes = Array(
                "{\"type\":\"mutate\",\"list\":\"groceries\",\"id\":\"4f2a-17\",\"mutations\":[".utf8)
            mutation(&bytes)
            return bytes + Array("]}".utf8)
        }
        toggle = mutate { Writing.toggle(itemCount: 1_000)(7, &$0) }
        insert = mutate { Writing.insert(7, &$0) }
        var frame = [UInt8(ascii: "[")]
        for number in 0..<50 {
            if number > 0 { frame.append(UInt8(ascii: ",")) }
            frame += mutate { Writing.toggle(itemCount: 1_000)(number, &$0) }
        }
        self.frame = frame + [UInt8(ascii: "]")]
        var generator = SystemRandomNumberGenerator()
        let item = InsertedItem(
            id: .random(using: &generator), title: Text("a title of forty characters, 00000000007"),
            isDone: false,
            fields: Fields())
        let end = FactDestination(part: .unsectioned, before: nil, ghost: nil)
        change = Change(
            list: ListID("groceries")!, revision: Revision(4_711), id: MutationID("4f2a-17")!, session: "s1",
            name: Text("Ana"), at: 1_700_000_000_000, facts: [.insert(items: [item], destination: end)])
        var writer = JSONWriter()
        ChangeCodec.encode(change, into: &writer)
        encoded = writer.bytes
    }

    /// Microseconds each.
    func measure(_ count: Int) -> [(name: String, unit: String, value: Double)] {
        var messages = 0
        var bytes = 0
        func time(_ name: String, per: Int = 1, _ body: () -> Void) -> (
            name: String, unit: String, value: Double
        ) {
            body()
            let start = Clock.ownThread()
            for _ in 0..<(count / per) { body() }
            let each = Double(Clock.ownThread() - start) / 1e3 / Double(count / per * per)
            return ("codec.\(name)", "us", each)
        }
        func decode(_ frame: [UInt8]) {
            frame.withUnsafeBytes { bytes in decoder.decode(bytes) { _, _ in messages += 1 } }
        }
        let result = [
            time("decode.toggle") { decode(toggle) },
            time("decode.insert") { decode(insert) },
            time("decode.toggleOf50", per: 50) { decode(frame) },
            time("encode.change") {
                var writer = JSONWriter(capacity: 512)
                ChangeCodec.encode(change, into: &writer)
                bytes += writer.bytes.count
            },
            time("decode.change") {
                do { bytes += try encoded.withUnsafeBytes { try ChangeCodec.decode($0).facts.count } } catch {
                    preconditionFailure("what was encoded can't be read: \(error)")
                }
            },
        ]
        precondition(messages > 0 && bytes > 0, "the work was done")
        return result
    }
}

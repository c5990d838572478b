/// Somebody who sends mutates and waits for their answers.
final class Author {
    let number: Int
    let connection: LoadConnection
    /// Mutates sent, and those answered with their change.
    private(set) var sent = 0
    private(set) var answered = 0
    /// From sending to the answer.
    var latencies = Histogram()
    /// Write a mutate's `"mutations"`: what stands between the brackets, for the author's mutate of that number.
    private let mutations: (Int, inout [UInt8]) -> Void
    /// The beginnings of mutates, one for each list; they take turns.
    private let heads: [[UInt8]]
    /// The next number whose answer is due, for each list: on one list answers come in order.
    private var expected: [Int]
    private var times = [UInt64](repeating: 0, count: 8_192)
    private var buffer: [UInt8] = []
    private unowned let loop: LoadLoop

    /// As many as the protocol lets one connection have unanswered.
    static let unansweredMax = 1_000

    init(
        _ number: Int, lists: [String], run: String, connection: LoadConnection, loop: LoadLoop,
        mutations: @escaping (Int, inout [UInt8]) -> Void
    ) {
        self.number = number
        self.connection = connection
        self.loop = loop
        self.mutations = mutations
        heads = lists.map { Array("{\"type\":\"mutate\",\"list\":\"\($0)\",\"id\":\"\(run)-\(number)-".utf8) }
        expected = Array(lists.indices)
    }

    var unanswered: Int { sent - answered }

    /// When the mutate of that number was sent.
    func sentAt(_ number: Int) -> UInt64 { times[number % times.count] }

    /// Sends as many mutates in one frame.
    ///
    /// - Parameter due: when they should have been sent, from which latencies count; nil: now.
    func send(_ count: Int = 1, due: UInt64? = nil) {
        let count = min(count, Self.unansweredMax - unanswered)
        guard count > 0 else { return }
        buffer.removeAll(keepingCapacity: true)
        if count > 1 { buffer.append(UInt8(ascii: "[")) }
        let time = due ?? Clock.now()
        for index in 0..<count {
            if index > 0 { buffer.append(UInt8(ascii: ",")) }
            times[sent % times.count] = time
            buffer.append(contentsOf: heads[sent % heads.count])
            buffer.append(contentsOf: String(sent).utf8)
            buffer.append(contentsOf: "\",\"mutations\":[".utf8)
            mutations(sent, &buffer)
            buffer.append(contentsOf: "]}".utf8)
            sent += 1
        }
        if count > 1 { buffer.append(UInt8(ascii: "]")) }
        connection.send(buffer)
    }

    /// The change of the mutate of that number has come.
    ///
    /// - Returns: whether it was the next one's turn.
    func answer(_ number: Int) -> Bool {
        let place = number % expected.count
        guard number == expected[place] else { return false }
        expected[place] += expected.count
        latencies.add(loop.now - min(loop.now, sentAt(number)))
        answered += 1
        return true
    }

    /// Takes a frame that came to somebody who has no list open: answers, nothing else.
    ///
    /// - Returns: what came instead, or came out of order.
    func takeAnswers(_ frame: UnsafeRawBufferPointer) -> String? {
        var surprise: String?
        MessageScanner.forEachMessage(frame) { message in
            if MessageScanner.isType("change", message), let id = MessageScanner.text("\"id\":", in: message),
                let (author, number) = Self.read(id), author == self.number, answer(number)
            {
                return
            }
            if MessageScanner.isType("welcome", message) { return }
            surprise = String(decoding: message.prefix(300), as: UTF8.self)
        }
        return surprise
    }

    /// Author and number from a mutation's id as `send` writes it.
    static func read(_ id: UnsafeRawBufferPointer) -> (author: Int, number: Int)? {
        var numbers = [0, 0]
        var place = id.count
        for part in [1, 0] {
            var scale = 1
            let end = place
            while place > 0, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(id[place - 1]) {
                place -= 1
                numbers[part] += Int(id[place] - UInt8(ascii: "0")) * scale
                scale *= 10
            }
            guard place < end, place > 0, id[place - 1] == UInt8(ascii: "-") else { return nil }
            place -= 1
        }
        return (numbers[0], numbers[1])
    }
}

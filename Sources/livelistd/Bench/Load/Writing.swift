/// The mutations that are sent, as bytes.
enum Writing {
    /// A title of forty characters.
    static func insert(_ number: Int, _ bytes: inout [UInt8]) {
        bytes.append(contentsOf: "{\"op\":\"insert\",\"items\":[{\"title\":\"".utf8)
        appendTitle(number, &bytes)
        bytes.append(contentsOf: "\"}]}".utf8)
    }

    /// Flips one item of a list that `fill` filled, as good as at random.
    static func toggle(itemCount: Int) -> (Int, inout [UInt8]) -> Void {
        { number, bytes in
            bytes.append(contentsOf: "{\"op\":\"toggle\",\"ids\":[\"".utf8)
            // Knuth's multiplier scatters consecutive numbers.
            appendID(Int(UInt32(truncatingIfNeeded: number) &* 2_654_435_761) % itemCount, &bytes)
            bytes.append(contentsOf: "\"]}".utf8)
        }
    }

    /// An item that carries so many bytes in its fields, in texts of up to 4,000.
    static func insert(fieldBytes: Int) -> (Int, inout [UInt8]) -> Void {
        { number, bytes in
            bytes.append(contentsOf: "{\"op\":\"insert\",\"items\":[{\"title\":\"".utf8)
            appendTitle(number, &bytes)
            bytes.append(contentsOf: "\",\"fields\":{".utf8)
            var left = fieldBytes
            while left > 0 {
                if left < fieldBytes { bytes.append(UInt8(ascii: ",")) }
                bytes.append(contentsOf: "\"text\(left)\":\"".utf8)
                bytes.append(contentsOf: repeatElement(UInt8(ascii: "x"), count: min(left, 4_000)))
                bytes.append(UInt8(ascii: "\""))
                left -= 4_000
            }
            bytes.append(contentsOf: "}}]}".utf8)
        }
    }

    static let itemsPerMutate = 1_000

    /// A thousand items with ids of their own: the share of `itemCount` that mutate `number` brings.
    static func fill(itemCount: Int) -> (Int, inout [UInt8]) -> Void {
        { number, bytes in
            bytes.append(contentsOf: "{\"op\":\"insert\",\"items\":[".utf8)
            let first = number * itemsPerMutate
            for index in first..<min(first + itemsPerMutate, itemCount) {
                if index > first { bytes.append(UInt8(ascii: ",")) }
                bytes.append(contentsOf: "{\"id\":\"".utf8)
                appendID(index, &bytes)
                bytes.append(contentsOf: "\",\"title\":\"".utf8)
                appendTitle(index, &bytes)
                bytes.append(contentsOf: "\"}".utf8)
            }
            bytes.append(contentsOf: "]}".utf8)
        }
    }

    /// The id of an item that was filled in: a UUID that looks like a random one, so that no table profits from order.
    static func appendID(_ index: Int, _ bytes: inout [UInt8]) {
        var high = UInt64(index + 1) &* 0x9E37_79B9_7F4A_7C15
        var low = (UInt64(index + 1) ^ 0xD1B5_4A32_D192_ED03) &* 0xBF58_476D_1CE4_E5B9
        high ^= high >> 29
        low ^= low >> 31
        high = high & ~0xF000 | 0x4000
        low = low & ~(3 << 62) | 2 << 62
        for position in 0..<32 {
            if [8, 12, 16, 20].contains(position) { bytes.append(UInt8(ascii: "-")) }
            let word = position < 16 ? high : low
            let digit = UInt8(word >> UInt64(60 - position % 16 * 4) & 15)
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
        }
    }

    private static func appendTitle(_ number: Int, _ bytes: inout [UInt8]) {
        bytes.append(contentsOf: "a title of forty characters, ".utf8)
        let digits = String(number).utf8
        bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: max(0, 11 - digits.count)))
        bytes.append(contentsOf: digits)
    }
}

extension Bench {
    /// Makes a list of so many items, with the ids of `Writing.appendID`.
    ///
    /// - Returns: the revision and the epoch in which it is whole.
    @discardableResult
    func fill(_ site: Site, _ list: String, items: Int) throws -> (revision: Int, epoch: String) {
        let mutates = (items + Writing.itemsPerMutate - 1) / Writing.itemsPerMutate
        var epoch = ""
        var surprise: String?
        let connection = try site.loop.open(1)[0]
        let author = Author(
            0, lists: [list], run: "\(run)-fill", connection: connection, loop: site.loop,
            mutations: Writing.fill(itemCount: items))
        connection.receive = { frame in
            MessageScanner.forEachMessage(frame) { message in
                if MessageScanner.isType("opened", message) {
                    let text = MessageScanner.text("\"epoch\":", in: message)
                    epoch = text.map { String(decoding: $0, as: UTF8.self) } ?? ""
                } else if MessageScanner.isType("change", message)
                    || MessageScanner.isType("rejected", message)
                {
                    surprise = author.takeAnswers(message) ?? surprise
                } else if MessageScanner.isType("error", message) {
                    surprise = String(decoding: message.prefix(300), as: UTF8.self)
                }
            }
        }
        func failIfRefused() throws {
            if let surprise {
                throw CommandFailure(message: "the list can't be made: the server said \(surprise)")
            }
        }
        connection.send("{\"type\":\"open\",\"list\":\"\(list)\",\"create\":true}")
        try site.loop.await("a new list") {
            try failIfRefused()
            return !epoch.isEmpty
        }
        connection.send("{\"type\":\"close\",\"list\":\"\(list)\"}")
        try site.loop.await("a list of \(items) items", seconds: 300) {
            try failIfRefused()
            while author.sent < mutates, author.unanswered < 8 { author.send() }
            return author.answered == mutates
        }
        connection.close()
        return (mutates, epoch)
    }
}

/// Somebody who has a list open and checks everything that comes.
final class Follower {
    let connection: LoadConnection
    /// The revision up to which everything has come; nil: the snapshot is not whole.
    private(set) var revision: Int?
    /// Items in the snapshot, and its parts so far.
    private(set) var parts = 0
    /// Snapshots that came because the server no longer held what was missing.
    private(set) var laterSnapshots = 0
    /// Changes that came.
    private(set) var received = 0
    var latencies: Histogram?
    /// The same person sends, too.
    var author: Author?
    /// Made by the first who opens the list, and shared by all.
    private let shared: SharedStream
    private var resumed: Int?
    private var openedRevision = 0
    private unowned let loop: LoadLoop
    private let list: String

    /// The stream of one list, which begins with the first snapshot that comes.
    final class SharedStream {
        var stream: ChangeStream?
        /// Refusals and other surprises, at most a few.
        var faults: [String] = []

        func fault(_ sentence: String) {
            if faults.count < 5 { faults.append(sentence) }
        }
    }

    init(_ connection: LoadConnection, list: String, shared: SharedStream, loop: LoadLoop) {
        self.connection = connection
        self.shared = shared
        self.loop = loop
        self.list = list
        connection.receive = { self.take($0) }
    }

    /// - Parameter known: a revision and its epoch, as of one who has the list already; nil: the list is sent whole.
    func open(knowing known: (revision: Int, epoch: String)? = nil) {
        resumed = known?.revision
        let since = known.map { ",\"since\":\($0.revision),\"epoch\":\"\($0.epoch)\"" } ?? ",\"create\":true"
        connection.send("{\"type\":\"open\",\"list\":\"\(list)\"\(since)}")
    }

    /// It has everything up to the revision that the list had when it was opened: a snapshot may be older.
    var isReady: Bool { (revision ?? -1) >= openedRevision }

    private func take(_ frame: UnsafeRawBufferPointer) {
        if let revision, let stream = shared.stream {
            let isArray = frame.first == UInt8(ascii: "[") && frame.count > 2
            let payload = isArray ? UnsafeRawBufferPointer(rebasing: frame[1..<(frame.count - 1)]) : frame
            if let last = stream.match(payload, after: revision) { return advance(to: last, stream) }
        }
        MessageScanner.forEachMessage(frame) { takeMessage($0) }
    }

    private func takeMessage(_ message: UnsafeRawBufferPointer) {
        if MessageScanner.isType("change", message) {
            guard let revision, let stream = shared.stream else {
                return shared.fault("a change came before the snapshot was whole")
            }
            if stream.take(message, after: revision) { advance(to: revision + 1, stream) }
        } else if MessageScanner.isType("snapshot", message) {
            takePart(message)
        } else if MessageScanner.isType("opened", message) {
            openedRevision = MessageScanner.integer("\"revision\":", in: message) ?? 0
            if let resumed { begin(at: resumed) }
        } else if !["presence", "welcome"].contains(where: { MessageScanner.isType($0, message) }) {
            shared.fault(String(decoding: message.prefix(300), as: UTF8.self))
        }
    }

    /// Part and number of parts stand at the end of the message.
    private func takePart(_ message: UnsafeRawBufferPointer) {
        let tail = UnsafeRawBufferPointer(rebasing: message.suffix(40))
        guard let part = MessageScanner.integer("\"part\":", in: tail),
            let count = MessageScanner.integer("\"of\":", in: tail),
            let snapshotRevision = MessageScanner.integer("\"revision\":", in: message)
        else { return shared.fault("a snapshot that can't be read") }
        if part == 1 {
            if revision != nil { laterSnapshots += 1 }
            revision = nil
            parts = 0
        }
        parts += 1
        guard part == parts else { return shared.fault("part \(part) of a snapshot came as number \(parts)") }
        if part == count { begin(at: snapshotRevision) }
    }

    private func begin(at revision: Int) {
        self.revision = revision
        if shared.stream == nil { shared.stream = ChangeStream(revision: revision) }
    }

    private func advance(to last: Int, _ stream: ChangeStream) {
        let before = revision ?? last
        revision = last
        received += last - before
        guard latencies != nil || author != nil else { return }
        for number in (before + 1)...last {
            guard let entry = stream[number] else { continue }
            if entry.sentAt > 0 { latencies?.add(loop.now - min(loop.now, entry.sentAt)) }
            if let author, Int(entry.author) == author.number, !author.answer(Int(entry.number)) {
                stream.fault("author \(author.number) was answered out of order")
            }
        }
    }
}

import Glibc
import LiveList

extension Bench {
    /// The store in a folder of its own, which is removed at the end: rows by size of batch, and how long a list takes to
    /// be stored and loaded. On the clock where the disk decides, and in processor time of all its threads.
    func journalFigures() throws -> [MicroFigure] {
        var runs: [[(name: String, unit: String, value: Double)]] = []
        let items = options.isQuick ? 1_000 : 100_000
        for number in 1...(options.isQuick ? 3 : 5) {
            var run: [(name: String, unit: String, value: Double)] = []
            for (rows, lists) in options.isQuick ? [(10, 1)] : [(1, 1), (1, 50), (100, 1), (100, 50)] {
                progress.say("journal, run \(number): \(rows) rows to each of \(lists) lists")
                try Interrupt.check()
                run += try BenchedJournal.measure(in: options.folder) {
                    $0.append(batchRows: rows, lists: lists)
                }
            }
            progress.say("journal, run \(number): a list of \(items) items")
            try Interrupt.check()
            run += try BenchedJournal.measure(in: options.folder) { $0.storeAndLoad(items: items) }
            runs.append(run)
        }
        return MicroFigure.gather(runs)
    }
}

/// A journal that is asked and waited for.
private final class BenchedJournal {
    private let journal: SQLiteJournal
    private let folder: String
    private let bell: (read: Int32, write: Int32)
    private var ticket: Ticket = 0

    typealias Figures = [(name: String, unit: String, value: Double)]

    static func measure(in parent: String, _ body: (BenchedJournal) -> Figures) throws -> Figures {
        let journal = try BenchedJournal(in: parent)
        defer { journal.end() }
        return body(journal)
    }

    private init(in parent: String) throws {
        var template = Array("\(parent)/livelist-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw CommandFailure(message: "no folder can be made in \(parent); name another with --in")
        }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        bell = (ends[0], ends[1])
        journal = SQLiteJournal(SQLiteJournal.Settings(folder: folder))
        let writeEnd = bell.write
        _ = try journal.start {
            var byte: UInt8 = 1
            _ = write(writeEnd, &byte, 1)
        }
    }

    private func end() {
        journal.close()
        BenchServer.remove(folder)
        close(bell.read)
        close(bell.write)
    }

    private func submit(_ work: JournalRequest.Work) {
        ticket += 1
        journal.submit(JournalRequest(ticket: ticket, work: work))
    }

    /// Waits for that many replies.
    ///
    /// - Returns: the last one.
    @discardableResult
    private func wait(for count: Int = 1) -> JournalReply.Result {
        var left = count
        var last = JournalReply.Result.done
        while left > 0 {
            var byte: UInt8 = 0
            _ = read(bell.read, &byte, 1)
            for reply in journal.takeReplies() {
                left -= 1
                last = reply.result
                if case .failed(let error) = last { fatalError("\(error)") }
            }
        }
        return last
    }

    /// Appends batches, one to each list at a time.
    func append(batchRows: Int, lists: Int) -> Figures {
        let rounds = max(20, min(1_000, 20_000 / batchRows) / lists)
        var logs = (0..<lists).map { BenchedList("list-\($0)") }
        for log in logs { submit(.create(log.summary)) }
        wait(for: lists)
        let batches = (0..<rounds).map { _ in logs.indices.map { logs[$0].nextBatch(batchRows) } }
        var latencies = Histogram()
        let startCPU = Clock.ownProcessor()
        for round in batches {
            let before = Clock.now()
            for batch in round { submit(.append(batch)) }
            wait(for: lists)
            latencies.add(Clock.now() - before)
        }
        let rows = Double(rounds * lists * batchRows)
        let name = "journal.append.\(batchRows)x\(lists)"
        return [
            ("\(name).cpu", "us/row", Double(Clock.ownProcessor() - startCPU) / rows / 1e3),
            ("\(name).commit", "ms", latencies.milliseconds(0.5)),
        ]
    }

    func storeAndLoad(items: Int) -> Figures {
        var log = BenchedList("list")
        submit(.create(log.summary))
        wait()
        while log.state.itemCount < items {
            submit(.append(log.nextBatch(1, itemsEach: min(1_000, items - log.state.itemCount))))
            wait()
        }
        let (fromChanges, _) = time { submit(.load(log.summary.list)) }
        let (snapshot, snapshotCPU) = time {
            submit(.snapshot(log.summary.list, log.summary.epoch, log.state))
        }
        for _ in 0..<100 {
            submit(.append(log.nextBatch(10)))
            wait()
        }
        let (load, loadCPU) = time { submit(.load(log.summary.list)) }
        return [
            ("journal.loadFromChanges.\(items)", "ms", fromChanges),
            ("journal.snapshot.\(items)", "ms", snapshot),
            ("journal.snapshot.\(items).cpu", "ms", snapshotCPU),
            ("journal.loadFromSnapshot.\(items)", "ms", load),
            ("journal.loadFromSnapshot.\(items).cpu", "ms", loadCPU),
        ]
    }

    /// Milliseconds until the reply: on the clock, and of the processor.
    private func time(_ body: () -> Void) -> (Double, Double) {
        let startCPU = Clock.ownProcessor()
        let start = Clock.now()
        body()
        wait()
        return (Double(Clock.now() - start) / 1e6, Double(Clock.ownProcessor() - startCPU) / 1e6)
    }
}

/// A list that grows by inserts, as an engine would hand them over.
private struct BenchedList {
    private(set) var summary: ListSummary
    private(set) var state: ListState
    private var generator = SystemRandomNumberGenerator()

    init(_ name: String) {
        state = ListState(title: "Measured")
        summary = ListSummary(
            list: ListID(name)!, epoch: Epoch("0123456789abcdef"), title: "Measured",
            updatedAt: 1_700_000_000_000)
    }

    mutating func nextBatch(_ rows: Int, itemsEach: Int = 1) -> Batch {
        let before = summary.revision
        var writer = JSONWriter()
        var entries: [Batch.Entry] = []
        for _ in 0..<rows {
            let items = (0..<itemsEach).map { number in
                InsertedItem(
                    id: .random(using: &generator), title: Text("An item of usual length, number \(number)"),
                    isDone: false, fields: Fields())
            }
            let end = FactDestination(part: .unsectioned, before: nil, ghost: nil)
            let facts = [Fact.insert(items: items, destination: end)]
            summary.updatedAt += 1
            do {
                try state.apply(facts, at: summary.updatedAt, by: "Ana")
            } catch {
                fatalError("\(error)")
            }
            let id = MutationID(ItemID.random(using: &generator).description)!
            ChangeCodec.encode(
                Change(
                    list: summary.list, revision: state.revision, id: id, session: "s1", name: "Ana",
                    at: summary.updatedAt, facts: facts), into: &writer)
            entries.append(Batch.Entry(id: id, at: summary.updatedAt, end: writer.bytes.count))
        }
        summary.revision = state.revision
        summary.items = state.itemCount
        return Batch(summary: summary, expecting: before, bytes: writer.bytes, changes: entries)
    }
}

import Glibc
import LiveList

/// Measures the SQLite journal in a folder of its own under the working folder, which is removed at the end:
/// rows and processor time by size of batch, and how long lists take to be stored and loaded by their size.
///
/// - Parameter itemsMax: the largest list that is measured.
func benchJournal(itemsMax: Int = 1_000_000) {
    for batchRows in [1, 10, 100, 1_000] {
        for lists in [1, 50] { BenchedJournal { $0.append(batchRows: batchRows, lists: lists) } }
    }
    var items = 100
    while items <= itemsMax {
        BenchedJournal { $0.storeAndLoad(items: items) }
        items *= 10
    }
}

/// A journal that is asked and waited for.
private final class BenchedJournal {
    private let journal: SQLiteJournal
    private let folder: String
    private let bell: (read: Int32, write: Int32)
    private var ticket: Ticket = 0

    @discardableResult
    init(_ measure: (BenchedJournal) -> Void) {
        var template = Array("livelist-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { fatalError("no folder could be made here") }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        bell = (ends[0], ends[1])
        journal = SQLiteJournal(SQLiteJournal.Settings(folder: folder))
        let writeEnd = bell.write
        do throws(JournalError) {
            _ = try journal.start {
                var byte: UInt8 = 1
                _ = write(writeEnd, &byte, 1)
            }
        } catch {
            fatalError("the journal can't be opened: \(error)")
        }
        measure(self)
        journal.close()
        for name in [
            "livelist.sqlite", "livelist.sqlite-wal", "livelist.sqlite-shm", "livelist.mark",
            "livelist.loading",
        ] {
            unlink(folder + "/" + name)
        }
        rmdir(folder)
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
    func append(batchRows: Int, lists: Int) {
        let rounds = max(20, min(2_000, 100_000 / batchRows) / lists)
        var logs = (0..<lists).map { BenchedList("list-\($0)") }
        for log in logs { submit(.create(log.summary)) }
        wait(for: lists)
        let batches = (0..<rounds).map { _ in logs.indices.map { logs[$0].nextBatch(batchRows) } }
        var latencies: [Double] = []
        let startCPU = processorSeconds()
        let start = seconds()
        for round in batches {
            let before = seconds()
            for batch in round { submit(.append(batch)) }
            wait(for: lists)
            latencies.append(seconds() - before)
        }
        let rows = Double(rounds * lists * batchRows)
        let perRow = (processorSeconds() - startCPU) / rows * 1e6
        let rate = rows / (seconds() - start)
        latencies.sort()
        let median = latencies[latencies.count / 2] * 1e3
        let slow = latencies[latencies.count * 99 / 100] * 1e3
        print(
            "append \(batchRows) rows to each of \(lists) lists: \(Int(rate)) rows/s, "
                + "\(fixed(perRow)) us CPU a row, commit p50 \(fixed(median)) ms, p99 \(fixed(slow)) ms")
    }

    func storeAndLoad(items: Int) {
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
        for _ in 0..<1_000 {
            submit(.append(log.nextBatch(1)))
            wait()
        }
        let (load, loadCPU) = time { submit(.load(log.summary.list)) }
        print(
            "list of \(items) items: load from changes \(fixed(fromChanges)) ms; "
                + "snapshot \(fixed(snapshot)) ms (\(fixed(snapshotCPU)) CPU); "
                + "load from snapshot and 1000 changes \(fixed(load)) ms (\(fixed(loadCPU)) CPU)")
    }

    /// Milliseconds until the reply: on the clock, and of the processor.
    private func time(_ body: () -> Void) -> (Double, Double) {
        let startCPU = processorSeconds()
        let start = seconds()
        body()
        wait()
        return ((seconds() - start) * 1e3, (processorSeconds() - startCPU) * 1e3)
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

private func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

private func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// Two decimals, without Foundation.
private func fixed(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let cents = hundredths % 100
    return "\(hundredths / 100).\(cents < 10 ? "0" : "")\(cents)"
}

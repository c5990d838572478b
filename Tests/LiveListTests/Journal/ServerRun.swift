@testable import LiveList

/// A run of the whole server, but for its sockets, on a recorded disk: the real engine over the real store,
/// clients that write into several lists at once, delete them and make them anew, an operator who brings them
/// back, snapshots, trims and checkpoints in between.
final class ServerRun {
    let disk = RecordingDisk()
    private let folder: TemporaryFolder
    private let journal: WatchedJournal
    private let engine: Engine
    private let bell = Inbox<Bool>()
    private var generator: SplitMix64
    private var clients: [(line: SimulatedLine, session: Session)] = []
    private var uptime: Int64 = 1_000
    private var items: [ListID: [ItemID]] = [:]
    private var mutates = 0
    private let lists = (0..<4).map { ListID("list-\($0)")! }

    /// Every history, by its epoch.
    private(set) var histories: [Epoch: History] = [:]
    /// What had been told at each note on the disk.
    private(set) var told: [[Epoch: Told]] = [[:]]
    /// Contents of the mark, each with the number of operations after which it was there.
    private var marks: [(operations: Int, bytes: [UInt8])] = []

    struct History {
        let list: ListID
        var states: [ListState]
        var changes: [[UInt8]] = []
        /// Numbers of operations before which nobody had asked for it.
        var removesAsked: [Int] = []
        var restoresAsked: [Int] = []
    }

    struct Told {
        var revision = 0
        var isThere = true
    }

    static let retention: Retention = {
        var retention = Retention()
        retention.changes = 12
        retention.ids = 0
        return retention
    }()

    init(seed: UInt64) throws {
        generator = SplitMix64(seed: seed)
        folder = try TemporaryFolder()
        var store = SQLiteJournal.Settings(folder: folder.path)
        store.system = disk.name
        store.retention = Self.retention
        store.logPagesMax = 60
        store.idleLogPages = 20
        store.busyLogPages = 20
        journal = WatchedJournal(SQLiteJournal(store))
        let catalogue = try journal.start { [bell] in bell.put(true) }
        var settings = EngineSettings()
        settings.retention = Self.retention
        settings.snapshotBytes = 2_500
        settings.idleMilliseconds = 300
        engine = Engine(journal: journal, catalogue: catalogue, settings: settings, seed: seed)
        journal.onSubmit = { [unowned self] in submitted($0) }
        journal.onDone = { [unowned self] in done($0) }
        for _ in 0..<3 {
            let line = SimulatedLine()
            clients.append((line, engine.connected(line, now: now)))
        }
    }

    private var now: Moment { Moment(wall: 1_700_000_000_000 + uptime, uptime: uptime) }

    func carryOut(rounds: Int) {
        for _ in 0..<rounds {
            for _ in 0..<Int.random(in: 1...4, using: &generator) { act() }
            // Several commits may be under way when the next round comes.
            if Int.random(in: 0..<3, using: &generator) == 0 { turn() } else { settle() }
            uptime += Int64.random(in: 1...60, using: &generator)
        }
        settle()
        journal.close()
    }

    private func turn() {
        _ = engine.endTurn(now: now)
        for client in clients { _ = client.line.take() }
    }

    private func settle() {
        for _ in 0..<10_000 {
            turn()
            if journal.isQuiet { return }
            _ = bell.take(waiting: 10_000)
        }
        preconditionFailure("the server does not come to rest")
    }

    private func act() {
        let list = lists.randomElement(using: &generator)!
        let live = histories.first { $0.value.list == list && told.last?[$0.key]?.isThere == true }?.key
        switch Int.random(in: 0..<20, using: &generator) {
        case 0:
            guard let live else { return }
            say(#"{"type":"deleteList","list":"\#(list)","epoch":"\#(live.text)"}"#)
        case 1, 2:
            let gone = histories.keys.filter { told.last?[$0]?.isThere == false }
            guard let epoch = gone.sorted(by: { $0.text < $1.text }).randomElement(using: &generator),
                let list = histories[epoch]?.list
            else { return }
            engine.restoreList(list, epoch, ref: nil, for: clients[0].session, now: now)
        default:
            if live == nil { say(#"{"type":"open","list":"\#(list)","create":true}"#) }
            mutate(list)
        }
    }

    private func mutate(_ list: ListID) {
        mutates += 1
        let known = items[list] ?? []
        var mutation: String
        switch Int.random(in: 0..<6, using: &generator) {
        case 0 where !known.isEmpty:
            mutation = #"{"op":"toggle","ids":["\#(known.randomElement(using: &generator)!)"]}"#
        case 1 where !known.isEmpty:
            mutation = #"{"op":"delete","ids":["\#(known.randomElement(using: &generator)!)"]}"#
        default:
            let id = ItemID.random(using: &generator)
            items[list, default: []].append(id)
            let size = Int.random(in: 0..<8, using: &generator) == 0 ? 1_900 : 40
            let title = "item \(mutates) " + String(repeating: "x", count: size)
            mutation = #"{"op":"insert","items":[{"id":"\#(id)","title":"\#(title)"}]}"#
        }
        say(#"{"type":"mutate","list":"\#(list)","id":"m\#(mutates)","mutations":[\#(mutation)]}"#)
    }

    private func say(_ text: String) {
        let client = clients.randomElement(using: &generator)!
        Array(text.utf8).withUnsafeBytes { engine.received($0, from: client.session, now: now) }
    }

    private func submitted(_ work: JournalRequest.Work) {
        switch work {
        case .create(let summary):
            histories[summary.epoch] = History(list: summary.list, states: [ListState(title: summary.title)])
        case .append(let batch):
            var start = 0
            for entry in batch.changes {
                histories[batch.summary.epoch]?.add(Array(batch.bytes[start..<entry.end]))
                start = entry.end
            }
        case .remove(_, let epoch, at: _, by: _): histories[epoch]?.removesAsked.append(disk.operations.count)
        case .restore(_, let epoch, at: _): histories[epoch]?.restoresAsked.append(disk.operations.count)
        case .adopt, .load, .retry, .changes, .history, .snapshot: break
        }
    }

    private func done(_ work: JournalRequest.Work) {
        var now = told[told.count - 1]
        switch work {
        case .create(let summary): now[summary.epoch] = Told()
        case .append(let batch): now[batch.summary.epoch]?.revision = batch.summary.revision.value
        case .remove(_, let epoch, at: _, by: _): now[epoch]?.isThere = false
        case .restore(_, let epoch, at: _): now[epoch]?.isThere = true
        case .adopt, .load, .retry, .changes, .history, .snapshot: return
        }
        told.append(now)
        // The mark first: it must not be ahead of what it is said to belong to.
        let mark = try? folder.read("livelist.mark")
        disk.note(told.count - 1)
        if let mark { marks.append((disk.operations.count, mark)) }
    }

    /// The mark as it may be at most after so many operations.
    func mark(after operations: Int) -> [UInt8]? { marks.last { $0.operations <= operations }?.bytes }
}

extension ServerRun.History {
    mutating func add(_ bytes: [UInt8]) {
        changes.append(bytes)
        do {
            let change = try bytes.withUnsafeBytes { (bytes) throws(WireError) in
                try ChangeCodec.decode(bytes)
            }
            var next = states[states.count - 1]
            try next.apply(change.facts, at: change.at, by: change.name)
            states.append(next)
        } catch {
            preconditionFailure("a change that can't be read: \(error)")
        }
    }
}

/// Passes everything on to a journal, and tells what was asked for and what was done.
final class WatchedJournal: Journal {
    private let journal: SQLiteJournal
    private var underWay: [Ticket: JournalRequest.Work] = [:]
    var onSubmit: ((JournalRequest.Work) -> Void)?
    var onDone: ((JournalRequest.Work) -> Void)?

    init(_ journal: SQLiteJournal) { self.journal = journal }

    var isQuiet: Bool { underWay.isEmpty }

    func start(wake: @escaping @Sendable () -> Void) throws(JournalError) -> [ListSummary] {
        try journal.start(wake: wake)
    }

    func submit(_ request: JournalRequest) {
        underWay[request.ticket] = request.work
        onSubmit?(request.work)
        journal.submit(request)
    }

    func takeReplies() -> [JournalReply] {
        let replies = journal.takeReplies()
        for reply in replies {
            guard let work = underWay.removeValue(forKey: reply.ticket), reply.isDone else { continue }
            onDone?(work)
        }
        return replies
    }

    var trouble: String? { journal.trouble }
    func close() { journal.close() }
}

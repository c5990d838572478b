@testable import LiveList

/// The real engine over a store that crashes, several clients over lines that break, one seeded generator.
///
/// What it holds the server to: every client ends with the list that a newcomer gets; every revision was made
/// once; no mutate took effect twice, nor in another history than it was meant for; what was acknowledged is
/// never lost, whatever crashed; what was deleted stays so, and can be brought back as it was.
struct Simulation {
    let seed: UInt64
    var generator: SplitMix64
    private var store: SimulatedStore
    private(set) var engine: Engine
    var clients: [SimulatedClient] = []
    private var uptime: Int64 = 0
    let list = ListID("simulated")!
    var ledger = Ledger()
    var restoring: [Restoring] = []
    /// In half of the runs the list is never deleted, so that it grows.
    private let deletes: Bool
    /// Items that were ever asked for, there or not.
    private var known: [ItemID] = []

    init(seed: UInt64, clients count: Int, flaw: Flaw? = nil) throws {
        self.seed = seed
        generator = SplitMix64(seed: seed)
        store = SimulatedStore()
        store.flaw = flaw
        deletes = Bool.random(using: &generator)
        Self.tighten(&store.settings, using: &generator)
        engine = try store.start(seed: seed)
        for index in 0..<count { clients.append(SimulatedClient(list: list, name: "client\(index)")) }
    }

    /// Small bounds, other ones for each seed, so that every bound is met.
    private static func tighten(_ settings: inout EngineSettings, using generator: inout SplitMix64) {
        func one(of values: [Int]) -> Int { values.randomElement(using: &generator)! }
        settings.framesPerTurn = one(of: [2, 5, 512])
        settings.mutatesPerTurn = one(of: [1, 3, 2_000])
        settings.frameBytesMax = one(of: [300, 2_000, 16_000])
        settings.logBytesMax = one(of: [500, 4_000, 4 << 20])
        settings.resumeBytes = one(of: [300, 2_000, 256 << 10])
        settings.partItemsMax = one(of: [1, 4, 500])
        settings.unansweredMax = one(of: [2, 8, 1_000])
        settings.snapshotBytes = one(of: [600, 5_000, 4 << 20])
        settings.idleMilliseconds = Int64(one(of: [20, 500, 60_000]))
        settings.retention.changes = one(of: [1_000, 10_000])
    }

    var now: Moment { Moment(wall: 1_700_000_000_000 + uptime, uptime: uptime) }

    mutating func run(steps: Int) throws {
        // A list that is deleted begins anew, and is to become something again.
        for _ in 0..<(deletes ? 2 * steps : steps) {
            try step()
            hearOperator()
            if Int.random(in: 0..<3, using: &generator) > 0 { _ = engine.endTurn(now: now) }
        }
        try heal()
        try verify()
    }

    private mutating func step() throws {
        let index = Int.random(in: 0..<clients.count, using: &generator)
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<40: mutate(index)
        case 40..<60: try hear(index, frames: Int.random(in: 1...4, using: &generator))
        case 60..<75: store.step(using: &generator)
        case 75..<82: connect(index)
        case 82..<86: cut(index)
        case 86..<90: toggleWritable(index)
        case 90..<92: store.failNext()
        case 92: store.loseTrackOfNext(isStored: Bool.random(using: &generator))
        case 93: try crash()
        case 94...96 where deletes: deleteList()
        case 97 where deletes: restoreAny()
        default: uptime += Int64.random(in: 0...40, using: &generator)
        }
    }

    private mutating func mutate(_ index: Int) {
        let count = Bool.random(using: &generator) ? 1 : Int.random(in: 1...3, using: &generator)
        let confirmed = clients[index].client.confirmed
        let mutations = (0..<count).map { _ in
            RandomMutation.make(for: confirmed, known: known, using: &generator)
        }
        for case .insert(let items, _) in mutations { known += items.compactMap(\.id) }
        let frame = clients[index].client.mutate(mutations)
        if let id = clients[index].client.unanswered.last?.id {
            ledger.asked(id, mutations, epoch: clients[index].client.epoch, sentAt: confirmed.revision)
        }
        send(frame, from: index)
    }

    func send(_ frame: [UInt8], from index: Int) {
        guard let session = clients[index].session, clients[index].line?.isReading == true else { return }
        frame.withUnsafeBytes { engine.received($0, from: session, now: now) }
    }

    private mutating func connect(_ index: Int) {
        guard clients[index].session == nil else { return }
        let line = SimulatedLine()
        clients[index].line = line
        clients[index].session = engine.connected(line, now: now)
        send(clients[index].client.connected(), from: index)
    }

    mutating func cut(_ index: Int) {
        if let session = clients[index].session { engine.disconnected(session, now: now) }
        clients[index].session = nil
        clients[index].line = nil
    }

    private mutating func toggleWritable(_ index: Int) {
        guard let line = clients[index].line, let session = clients[index].session else { return }
        line.isWritable.toggle()
        if line.isWritable { engine.writable(session, now: now) }
    }

    private mutating func hear(_ index: Int, frames: Int) throws {
        guard let line = clients[index].line else { return }
        for frame in line.take(frames) {
            let (events, answer) = try frame.withUnsafeBytes { bytes throws(WireError) in
                try clients[index].client.received(bytes)
            }
            ledger.saw(clients[index].client.epoch)
            var isOver = false
            for event in events { try note(event, of: index, &isOver) }
            if isOver { return forget(index) }
            if let answer { send(answer, from: index) }
        }
        if line.closed != nil { cut(index) }
    }

    /// - Parameter isOver: the list that the client follows is gone, or was before this frame.
    private mutating func note(_ event: ListClient.Event, of index: Int, _ isOver: inout Bool) throws {
        switch event {
        case .changed(let change):
            guard !isOver, let epoch = clients[index].client.epoch else {
                throw SimulationFailure(seed: seed, what: "\(change.id) was told of a list that is deleted")
            }
            guard ledger.told(change.id, is: change.revision, in: epoch) else {
                throw SimulationFailure(seed: seed, what: "\(change.id) became two revisions")
            }
        case .unchanged(let id): ledger.refused(id, nil)
        case .rejected(let id, let rejection): ledger.refused(id, rejection.code)
        case .deleted:
            isOver = true
            guard let epoch = clients[index].client.epoch else { break }
            ledger.deleteTold(epoch)
            // The operator is quick to bring it back, before somebody makes another.
            if Bool.random(using: &generator) { restoreList(epoch) }
        // It was deleted while the client was away, and is not to be made anew from what that remembers.
        case .failed(let code, _): isOver = isOver || code == RejectionCode.unknownList.rawValue
        case .opened, .replaced: break
        }
    }

    /// The process dies: what was not stored is gone, and so are all lines.
    private mutating func crash() throws {
        for index in clients.indices {
            clients[index].session = nil
            clients[index].line = nil
        }
        restoring = []
        engine = try store.restart(seed: generator.next())
    }

    /// Everything works again, for as long as it takes until nobody waits for anything.
    private mutating func heal() throws {
        store.heal()
        for round in 0..<8_000 {
            for index in clients.indices {
                if let line = clients[index].line, !line.isWritable { toggleWritable(index) }
                if clients[index].line?.isReading == false { _ = engine.endTurn(now: now) }
                connect(index)
                try hear(index, frames: .max)
                let client = clients[index].client
                if round % 400 == 399, !client.unanswered.isEmpty || !client.isOpen { cut(index) }
            }
            uptime += 10
            _ = engine.endTurn(now: now)
            store.step(using: &generator)
            if isSettled { return }
        }
        let states = clients.map { client in
            "\(client.name): revision \(client.client.confirmed.revision), open \(client.client.isOpen), "
                + "\(client.client.unanswered.count) unanswered, line \(client.line?.toClient.count ?? -1)"
        }
        throw SimulationFailure(seed: seed, what: "it never came to rest: " + states.joined(separator: "; "))
    }

    private var isSettled: Bool {
        let revisions = Set(clients.map(\.client.confirmed.revision))
        let epochs = Set(clients.map(\.client.epoch))
        return revisions.count == 1 && epochs.count == 1
            && clients.allSatisfy { $0.client.unanswered.isEmpty && $0.client.isOpen }
            && clients.allSatisfy { $0.line?.toClient.isEmpty == true }
    }

    private mutating func verify() throws {
        var newcomer = SimulatedClient(list: list, name: "newcomer")
        clients.append(newcomer)
        try heal()
        newcomer = clients.removeLast()
        let truth = newcomer.client.confirmed.shown
        for client in clients where client.client.confirmed.shown != truth {
            throw SimulationFailure(seed: seed, what: "\(client.name) has another list than a newcomer")
        }
        guard let live = newcomer.client.epoch else { return }
        let histories = store.histories(of: list, live: live, others: ledger.epochs)
        if let wrong = ledger.verdict(list: list, live: live, histories: histories) {
            throw SimulationFailure(seed: seed, what: wrong)
        }
    }
}

struct SimulatedClient {
    let name: String
    var client: ListClient
    var line: SimulatedLine?
    var session: Session?
    /// How often it has begun anew.
    var lives = 0

    init(list: ListID, name: String) {
        self.name = name
        client = ListClient(list: list, name: name, idPrefix: name)
    }
}

struct SimulationFailure: Error, CustomStringConvertible {
    let seed: UInt64
    let what: String
    var description: String { "seed \(seed): \(what)" }
}

extension ListState {
    /// What a client can see of a list, to compare two copies.
    var shown: [String] {
        var lines = [title.string, "\(revision)"] + sections.map { "\($0.id) \($0.title)" }
        forEachRun { run in
            run.forEachItem { id, content in
                var writer = JSONWriter()
                writer.item(id, part: run.part, content)
                lines.append(String(decoding: writer.bytes, as: UTF8.self))
            }
        }
        return lines
    }
}

import Glibc

/// Those who have one list open, and those who change it.
final class Audience {
    let loop: LoadLoop
    let list: String
    let followers: [Follower]
    let authors: [Author]
    private let shared = Follower.SharedStream()

    /// No author runs further ahead of the slowest follower, in changes: a queue that grows would be measured instead.
    static let lagMax = 2_048

    /// - Parameters:
    ///   - followers: besides the authors, who have the list open, too.
    ///   - known: a revision that all have already; nil: they get the list sent.
    init(
        _ bench: Bench, _ loop: LoadLoop, list: String, followers: Int, authors: Int,
        knowing known: (revision: Int, epoch: String)? = nil,
        mutations: @escaping (Int, inout [UInt8]) -> Void
    ) throws {
        self.loop = loop
        self.list = list
        let shared = shared
        var all: [Follower] = []
        // One first: it makes the list.
        for count in [1, followers + authors - 1] where count > 0 {
            try loop.open(count) { connection, _ in
                let follower = Follower(connection, list: list, shared: shared, loop: loop)
                follower.open(knowing: known)
                all.append(follower)
            }
            try loop.await("the list") { all.allSatisfy(\.isReady) || !shared.faults.isEmpty }
        }
        self.followers = all
        self.authors = all.suffix(authors).enumerated().map { number, follower in
            let author = Author(
                number, lists: [list], run: bench.run, connection: follower.connection, loop: loop,
                mutations: mutations)
            follower.author = author
            return author
        }
        shared.stream?.authors = self.authors
    }

    var stream: ChangeStream? { shared.stream }

    /// Deliveries so far, over all connections.
    var received: Int { followers.reduce(0) { $0 + $1.received } }
    var payloadBytes: Int { followers.reduce(0) { $0 + $1.connection.payloadBytes } }
    var frames: Int { followers.reduce(0) { $0 + $1.connection.messages } }
    var lowest: Int { followers.reduce(Int.max) { min($0, $1.revision ?? 0) } }

    /// From now on latencies are counted.
    func beginLatencies() {
        for follower in followers { follower.latencies = Histogram() }
        for author in authors { author.latencies = Histogram() }
    }

    func latencies() -> Histogram {
        followers.reduce(into: Histogram()) { if let each = $1.latencies { $0.merge(each) } }
    }

    func answers() -> Histogram { authors.reduce(into: Histogram()) { $0.merge($1.latencies) } }

    /// Each author keeps so many mutates unanswered, one a frame.
    func publish(window: Int, seconds: Double) throws {
        let end = Clock.now() + UInt64(seconds * 1e9)
        var lookAt: UInt64 = 0
        var mayRun = true
        while loop.now < end {
            if loop.now >= lookAt {
                let lowest = lowest
                mayRun = (stream?.revision ?? 0) - lowest < Self.lagMax
                stream?.forget(through: lowest)
                lookAt = loop.now + 1_000_000
            }
            if mayRun {
                for author in authors { while author.unanswered < window { author.send() } }
            }
            try loop.turn(until: min(end, lookAt))
        }
    }

    /// Sends so many changes a second, whether answers come or not.
    func publish(rate: Double, seconds: Double) throws {
        let start = Clock.now()
        let count = Int(rate * seconds)
        var sent = 0
        while sent < count {
            let due = start + UInt64(Double(sent) / rate * 1e9)
            if Clock.now() >= due {
                authors[sent % authors.count].send(due: due)
                sent += 1
            } else {
                try loop.turn(until: due)
            }
        }
    }

    /// Waits until everything has come, and tells what is wrong.
    func verify(_ report: inout Report) throws -> Bool {
        let isComplete = try loop.run(until: Clock.now() + 60_000_000_000) {
            let last = stream?.revision ?? 0
            return authors.allSatisfy { $0.unanswered == 0 } && followers.allSatisfy { $0.revision == last }
        }
        var faults = (stream?.faults ?? []) + shared.faults + loop.losses
        if !isComplete, faults.isEmpty { faults = ["something did not come within 60 s"] }
        let known = authors.reduce(0) { $0 + $1.answered }
        if isComplete, let stream, stream.revision - stream.begin != known {
            faults.append("\(known) changes were sent, and \(stream.revision - stream.begin) came")
        }
        for fault in faults { report.fault(fault) }
        if followers.contains(where: { $0.laterSnapshots > 0 }) {
            report.note("Some fell so far behind that they were sent the list anew.")
        }
        return faults.isEmpty
    }
}

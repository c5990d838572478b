import Glibc

/// Those who change lists without having them open: programs, imports, sensors.
final class Bots {
    let authors: [Author]
    private let loop: LoadLoop
    private var surprises: [String] = []

    /// - Parameter lists: take turns, for each of the bots.
    init(
        _ bench: Bench, _ loop: LoadLoop, count: Int, lists: [String],
        mutations: @escaping (Int, inout [UInt8]) -> Void
    ) throws {
        self.loop = loop
        authors = try loop.open(count).enumerated().map { number, connection in
            Author(
                number, lists: lists, run: bench.run, connection: connection, loop: loop, mutations: mutations
            )
        }
        for author in authors {
            author.connection.receive = { [self] frame in
                if let surprise = author.takeAnswers(frame), surprises.count < 5 {
                    surprises.append(surprise)
                }
            }
        }
    }

    var answered: Int { authors.reduce(0) { $0 + $1.answered } }
    var latencies: Histogram { authors.reduce(into: Histogram()) { $0.merge($1.latencies) } }

    /// From now on latencies are counted.
    func beginLatencies() {
        for author in authors { author.latencies = Histogram() }
    }

    /// Sends frames of so many mutates, several of them unanswered.
    func press(perFrame: Int, frames: Int, seconds: Double) throws {
        try loop.run(until: Clock.now() + UInt64(seconds * 1e9)) {
            for author in authors {
                while author.unanswered <= (frames - 1) * perFrame { author.send(perFrame) }
            }
            return false
        }
    }

    /// Sends so many changes a second.
    func publish(rate: Double, seconds: Double) throws {
        let start = Clock.now()
        var sent = 0
        let count = Int(rate * seconds)
        while sent < count {
            let elapsed = Double(Clock.now() - start) / 1e9
            // What has become due meanwhile: at high rates several at once, each in a frame of its own.
            while sent < count, Double(sent) <= elapsed * rate {
                authors[sent % authors.count].send(due: start + UInt64(Double(sent) / rate * 1e9))
                sent += 1
            }
            try loop.turn(until: start + UInt64(Double(sent) / rate * 1e9))
        }
    }

    func verify(_ report: inout Report) throws -> Bool {
        let isComplete = try loop.run(until: Clock.now() + 60_000_000_000) {
            authors.allSatisfy { $0.unanswered == 0 } || !surprises.isEmpty
        }
        var faults = surprises + loop.losses
        if !isComplete, faults.isEmpty { faults = ["some answers did not come within 60 s"] }
        for fault in faults { report.fault(fault) }
        return faults.isEmpty
    }
}

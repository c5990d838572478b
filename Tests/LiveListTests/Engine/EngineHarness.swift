import Foundation

@testable import LiveList

/// An engine over a store in memory, spoken to as over a line, with a clock that stands until it is moved.
final class EngineHarness {
    let store = SimulatedStore()
    private(set) var engine: Engine
    private(set) var uptime: Int64 = 1_000_000

    init(_ adjust: (inout EngineSettings) -> Void = { _ in }) throws {
        adjust(&store.settings)
        engine = try store.start(seed: 1)
    }

    var now: Moment { Moment(wall: 1_700_000_000_000 + uptime, uptime: uptime) }

    /// Lets the store and the engine do all that they have to do now.
    func settle() {
        for _ in 0..<50 {
            _ = engine.endTurn(now: now)
            store.stepAll()
        }
    }

    /// Moves the clock, then settles.
    func pass(milliseconds: Int64) {
        uptime += milliseconds
        settle()
    }

    /// Moves the clock, and does nothing.
    func advance(milliseconds: Int64) { uptime += milliseconds }

    func turn() { _ = engine.endTurn(now: now) }

    func connect() -> Client { Client(self) }

    /// The process dies and starts again on what was stored.
    func restart() throws { engine = try store.restart(seed: 2) }

    final class Client {
        private let harness: EngineHarness
        let line = SimulatedLine()
        let session: Session

        init(_ harness: EngineHarness) {
            self.harness = harness
            session = harness.engine.connected(line, now: harness.now)
        }

        func send(_ text: String) {
            var copy = text
            copy.withUTF8 {
                harness.engine.received(UnsafeRawBufferPointer($0), from: session, now: harness.now)
            }
        }

        /// Sends, lets everything settle, and returns what came but presence.
        @discardableResult
        func say(_ text: String) -> [[String: Any]] {
            send(text)
            harness.settle()
            return hear()
        }

        /// The same, presence included.
        func sayAll(_ text: String) -> [[String: Any]] {
            send(text)
            harness.settle()
            return hearAll()
        }

        /// Messages that came, without those of presence.
        func hear() -> [[String: Any]] { hearAll().filter { $0["type"] as? String != "presence" } }

        func hearAll() -> [[String: Any]] {
            line.take().flatMap { frame -> [[String: Any]] in
                let json = try! JSONSerialization.jsonObject(with: Data(frame))
                return json as? [[String: Any]] ?? [json as! [String: Any]]
            }
        }

        func setWritable(_ isWritable: Bool) {
            line.isWritable = isWritable
            if isWritable { harness.engine.writable(session, now: harness.now) }
        }

        func leave() { harness.engine.disconnected(session, now: harness.now) }
    }
}

extension [[String: Any]] {
    var types: [String] { map { $0["type"] as? String ?? "?" } }
    func strings(_ key: String) -> [String] { map { $0[key] as? String ?? "" } }
    var revisions: [Int] { map { $0["revision"] as? Int ?? -1 } }
}

/// `mutate` messages for tests.
func mutate(_ id: String, _ mutations: String, list: String = "a", more: String = "") -> String {
    #"{"type":"mutate","list":"\#(list)","id":"\#(id)","mutations":[\#(mutations)]\#(more)}"#
}

func insert(_ title: String, id: String? = nil) -> String {
    let id = id.map { #","id":"\#($0)""# } ?? ""
    return #"{"op":"insert","items":[{"title":"\#(title)"\#(id)}]}"#
}

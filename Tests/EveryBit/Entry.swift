// Built by scripts/every-bit.sh together with the rooms and the store that is damaged, as one module.

import Glibc
import Synchronization

/// Damages a small store at every place, one after the other, and counts what each start comes to; or, where
/// pages' bytes, a damage and numbers are named, only there.
@main
struct EveryBit {
    private static let next = Atomic(0)
    private static let counts = Mutex<[RottenStore.Outcome: Int]>([:])
    private static let untruths = Mutex<[String]>([])
    private static let untruthsMax = 100

    static func main() throws {
        let stride = Int(getenv("LIVELIST_STRIDE").map { String(cString: $0) } ?? "") ?? 1
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.count > 2 { return try replay(Array(arguments)) }
        let workers = Int(arguments.first ?? "") ?? 2
        for pageBytes in [512, 4_096] {
            for damage in RottenStore.Damage.allCases {
                try run(damage, pageBytes: pageBytes, stride: stride, workers: workers)
            }
        }
        let found = untruths.withLock(\.self)
        for untruth in found { print("ERROR: \(untruth)") }
        print(found.isEmpty ? "Done: nothing untrue was served" : "ERROR: untruths were served")
        exit(found.isEmpty ? 0 : 1)
    }

    private static func replay(_ arguments: [String]) throws {
        let damages = RottenStore.Damage.allCases
        guard let pageBytes = Int(arguments[0]),
            let damage = damages.first(where: { $0.rawValue == arguments[1] })
        else {
            print("\(arguments[1]) is none of \(damages)")
            exit(64)
        }
        let store = try RottenStore(pageBytes: pageBytes)
        let (name, files) = store.damaged(by: damage)
        let place = try TemporaryFolder()
        for number in arguments[2...].compactMap({ Int($0) }) {
            let outcome = Result {
                try store.outcome(of: damage.make(number, of: name, in: files), in: place)
            }
            print("pages of \(pageBytes), \(damage) \(number) of \(name): \(outcome)")
        }
    }

    /// - Parameter stride: one place in so many is damaged.
    private static func run(_ damage: RottenStore.Damage, pageBytes: Int, stride: Int, workers: Int) throws {
        let store = Shared(store: try RottenStore(pageBytes: pageBytes))
        let (name, files) = store.store.damaged(by: damage)
        let size = files[name]?.count ?? 0
        let places = damage.places(in: size)
        next.store(0, ordering: .relaxed)
        counts.withLock { $0 = [:] }
        let threads = (0..<max(1, workers)).map { _ in
            Thread { work(damage, store, "pages of \(pageBytes)", places: places, stride: stride) }
        }
        for thread in threads { thread.join() }
        let counted = counts.withLock(\.self)
        let outcomes = RottenStore.Outcome.allCases.map { "\($0) \(counted[$0] ?? 0)" }
        print(
            "pages of \(pageBytes), \(damage) in \(size) bytes of \(name), \(places) places: "
                + outcomes.joined(separator: ", "))
        fflush(nil)
    }

    private static func work(
        _ damage: RottenStore.Damage, _ shared: Shared, _ what: String, places: Int, stride: Int
    ) {
        let store = shared.store
        let (name, files) = store.damaged(by: damage)
        var counted: [RottenStore.Outcome: Int] = [:]
        do {
            let place = try TemporaryFolder()
            while true {
                let number = next.add(stride, ordering: .relaxed).oldValue
                guard number < places, untruths.withLock({ $0.count }) < untruthsMax else { break }
                do {
                    let damaged = damage.make(number, of: name, in: files)
                    counted[try store.outcome(of: damaged, in: place), default: 0] += 1
                } catch {
                    untruths.withLock { $0.append("\(what), \(damage) \(number) of \(name): \(error)") }
                }
            }
        } catch {
            untruths.withLock { $0.append("no folder: \(error)") }
        }
        counts.withLock { $0.merge(counted, uniquingKeysWith: +) }
    }

    /// The store is only read once it is made.
    private struct Shared: @unchecked Sendable {
        let store: RottenStore
    }
}

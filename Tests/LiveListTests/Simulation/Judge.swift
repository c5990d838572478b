@testable import LiveList

/// Goes through a list's stored history with what was asked for, and says where it is not what the rules make of it.
struct Judge {
    /// The list as of each revision, from 0.
    private var states: [ListState]
    private let requests: [MutationID: [Mutation]]
    private var generator = SplitMix64(seed: 0)

    init(list: ListID, requests: [MutationID: [Mutation]]) {
        states = [ListState(title: Text(list.text))]
        self.requests = requests
    }

    /// - Returns: what is wrong; nil where every change is what its request comes to.
    mutating func check(_ history: [StoredChange]) -> String? {
        for stored in history {
            let decoded = try? stored.bytes.withUnsafeBytes { bytes throws(WireError) in
                try ChangeCodec.decode(bytes)
            }
            guard let change = decoded, let mutations = requests[change.id], var list = states.last else {
                return "revision \(stored.revision) can't be read, or nobody asked for it"
            }
            let result = list.evaluate(mutations, at: change.at, by: change.name, using: &generator)
            guard case .accepted(let facts) = result, encoded(facts) == encoded(change.facts) else {
                return "revision \(stored.revision) holds other facts than the rules make"
            }
            states.append(list)
        }
        return nil
    }

    /// Whether a mutate that was refused could have been, at some revision from `sentAt` on.
    mutating func isFair(_ code: RejectionCode?, _ id: MutationID, sentAt: Revision) -> Bool {
        // Not judged by the rules of lists: the store, or no such list yet.
        guard code != .unavailable, code != .unknownList, let mutations = requests[id] else { return true }
        for revision in states.indices where revision >= sentAt.value {
            var list = states[revision]
            switch list.evaluate(mutations, at: 0, by: "judge", using: &generator) {
            case .rejected(let rejection) where rejection.code == code: return true
            case .unchanged where code == nil: return true
            case .rejected, .unchanged, .accepted: continue
            }
        }
        return false
    }

    private func encoded(_ facts: [Fact]) -> [UInt8] {
        var writer = JSONWriter()
        for fact in facts { FactCodec.encode(fact, into: &writer) }
        return writer.bytes
    }
}

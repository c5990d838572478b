import Synchronization

/// A mutate that names many items, on its way to being judged where nobody waits: 10,000 items take tens of
/// milliseconds, in which the loop serves other lists.
///
/// What it comes to follows from what is in here alone. Its list is held meanwhile: nothing else is judged
/// there, so the outcome is the next revision of what went in.
public final class LargeMutate: Sendable {
    struct Question: Sendable {
        let list: ListID
        var state: ListState
        let id: MutationID
        let mutations: [Mutation]
        let at: Timestamp
        /// Name and session of its author.
        let by: Text
        let session: String
        /// For the ids of what comes without one.
        let seed: UInt64
        /// Bytes of the message that it may become.
        let bytesMax: Int
    }

    enum Outcome: Sendable {
        /// The list after it, and the change as it is stored and sent.
        case accepted(ListState, [UInt8])
        case unchanged
        case rejected(Rejection)
    }

    private enum State: Sendable {
        case asked(Question)
        case underWay
        case judged(Outcome)
    }

    private let state: Mutex<State>

    init(_ question: Question) { state = Mutex(.asked(question)) }

    /// Judges it, on whichever thread this is called. Once.
    public func judge() {
        let question: Question? = state.withLock { state in
            guard case .asked(let question) = state else { return nil }
            state = .underWay
            return question
        }
        guard let question else { preconditionFailure("a mutate is judged twice") }
        let outcome = Self.judge(question)
        state.withLock { $0 = .judged(outcome) }
    }

    /// nil where it has not been judged yet.
    var outcome: Outcome? {
        state.withLock { state in
            if case .judged(let outcome) = state { return outcome }
            return nil
        }
    }

    private static func judge(_ question: consuming Question) -> Outcome {
        var generator = SplitMix64(seed: question.seed)
        let evaluation = question.state.evaluate(
            question.mutations, at: question.at, by: question.by, using: &generator)
        switch evaluation {
        case .accepted(let facts):
            let change = Change(
                list: question.list, revision: question.state.revision, id: question.id,
                session: question.session, name: question.by, at: question.at, facts: facts)
            var writer = JSONWriter()
            ChangeCodec.encode(change, into: &writer)
            guard writer.bytes.count <= question.bytesMax else { return .rejected(.changeTooLarge) }
            return .accepted(question.state, writer.bytes)
        case .unchanged: return .unchanged
        case .rejected(let rejection): return .rejected(rejection)
        }
    }
}

extension Rejection {
    static var changeTooLarge: Rejection {
        Rejection(.tooLarge, "The change would be a message of over 1 MiB; ask for less at once.")
    }
}

/// Judges large mutates on a thread of its own, one after the other.
public final class LargeMutateThread: Sendable {
    private let inbox: Inbox<LargeMutate>
    private let thread: Thread

    /// - Parameter wake: called on that thread whenever one has been judged.
    public init(wake: @escaping @Sendable () -> Void) {
        let inbox = Inbox<LargeMutate>()
        self.inbox = inbox
        thread = Thread {
            while let mutates = inbox.take() {
                for mutate in mutates {
                    mutate.judge()
                    wake()
                }
            }
        }
    }

    public func take(_ mutate: LargeMutate) { inbox.put(mutate) }

    /// Waits until all have been judged. Once.
    public func close() {
        inbox.close()
        thread.join()
    }
}

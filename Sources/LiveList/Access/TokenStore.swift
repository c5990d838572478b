/// Where the engine's book is kept. All methods are called on the loop thread, and none waits for a disk.
public protocol TokenStore: AnyObject {
    /// Stores the book as it is now. What was submitted before and waits still may be passed over: this is
    /// newer.
    func submit(_ book: TokenBook, ticket: Int)

    /// What became of what was submitted, in order; nil: it is durable.
    func takeReplies() -> [(ticket: Int, failure: String?)]
}

/// Writes the file in a thread of its own.
public final class TokenWriter: TokenStore {
    private struct Work: Sendable {
        let book: TokenBook
        let ticket: Int
    }

    private struct Reply: Sendable {
        let ticket: Int
        let failure: String?
    }

    private let works = Inbox<Work>()
    private let replies = Inbox<Reply>()
    private let thread: Thread

    /// - Parameter wake: called from the thread when there is a reply.
    public init(_ file: TokenFile, wake: @escaping @Sendable () -> Void) {
        let (works, replies) = (works, replies)
        thread = Thread {
            while let waiting = works.take() {
                guard let newest = waiting.last else { continue }
                var failure: String?
                do throws(TokenFileError) { try file.write(newest.book) } catch { failure = error.message }
                for work in waiting { replies.put(Reply(ticket: work.ticket, failure: failure)) }
                wake()
            }
        }
    }

    public func submit(_ book: TokenBook, ticket: Int) {
        works.put(Work(book: book, ticket: ticket))
    }

    public func takeReplies() -> [(ticket: Int, failure: String?)] {
        (replies.take(waiting: 0) ?? []).map { ($0.ticket, $0.failure) }
    }

    /// Writes what waits, and ends the thread.
    public func close() {
        works.close()
        thread.join()
    }
}

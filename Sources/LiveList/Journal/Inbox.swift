import Glibc
import Synchronization

/// A queue into one thread, which sleeps on a pipe while there is nothing to take.
///
/// A condition variable would need memory that is not Sendable; a file descriptor is just a number, so the
/// compiler can check all of this.
final class Inbox<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        var isClosed = false
        /// The taker sleeps, or is about to: whoever changes something wakes it, once.
        var isWaiting = false

        mutating func endWait() -> Bool {
            defer { isWaiting = false }
            return isWaiting
        }
    }

    private let state = Mutex(State())
    private let readEnd: Int32
    private let writeEnd: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        let result = pipe(&ends)
        precondition(result == 0, "no pipe for a thread's inbox: \(String(cString: strerror(errno)))")
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        _ = Glibc.close(readEnd)
        _ = Glibc.close(writeEnd)
    }

    /// - Returns: false where the inbox is closed: nobody will take it.
    @discardableResult
    func put(_ element: Element) -> Bool {
        let (isTaken, mustWake) = state.withLock { state in
            if state.isClosed { return (false, false) }
            state.elements.append(element)
            return (true, state.endWait())
        }
        if mustWake { ring() }
        return isTaken
    }

    /// From now on `take` returns nil once everything has been taken.
    func close() {
        let mustWake = state.withLock { state in
            state.isClosed = true
            return state.endWait()
        }
        if mustWake { ring() }
    }

    /// Everything put in since the last call, in order.
    ///
    /// - Parameter milliseconds: how long to wait for something; nil: without end.
    /// - Returns: nothing after that time, and now and then before it; nil once the inbox is closed and
    ///   empty.
    func take(waiting milliseconds: Int32? = nil) -> [Element]? {
        let mayWait = milliseconds != 0
        let first: [Element]?? = state.withLock { state in
            if !state.elements.isEmpty { return state.elements.moved() }
            if state.isClosed { return .some(nil) }
            state.isWaiting = mayWait
            return nil
        }
        if let first { return first }
        guard mayWait else { return [] }
        var poller = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
        if poll(&poller, 1, milliseconds ?? -1) > 0 {
            var bell: UInt8 = 0
            _ = read(readEnd, &bell, 1)
        }
        return state.withLock { state in
            state.isWaiting = false
            return state.elements.isEmpty && state.isClosed ? nil : state.elements.moved()
        }
    }

    private func ring() {
        var bell: UInt8 = 1
        _ = write(writeEnd, &bell, 1)
    }
}

extension Array {
    /// The elements; what stays behind is empty.
    mutating func moved() -> [Element] {
        var taken: [Element] = []
        swap(&taken, &self)
        return taken
    }
}

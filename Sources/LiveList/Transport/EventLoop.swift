import CWebSockets
import Glibc
import Synchronization

/// The libuv loop, which its owner turns by hand: work of its own belongs after each turn, not in a
/// callback.
///
/// Everything here is for the loop thread but `door`. A program has one for its whole life, so that it is
/// never closed.
public final class EventLoop {
    let uv: UnsafeMutablePointer<uv_loop_t>
    public let door: LoopDoor
    private let timer: UnsafeMutablePointer<uv_timer_t>
    /// nil: the timer is not running.
    private var armedFor: Int64?

    public init() throws(TransportError) {
        uv = .allocate(capacity: 1)
        let code = uv_loop_init(uv)
        guard code == 0 else { throw .loop(String(cString: uv_strerror(code))) }
        ll_measure_idle(uv)
        timer = .allocate(capacity: 1)
        uv_timer_init(uv, timer)
        door = LoopDoor(uv)
        // Unretained: callbacks come in turns, which the loop's owner makes.
        timer.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    }

    /// Waits for events and handles them: once round the loop.
    ///
    /// - Parameter deadline: returns no later than this, in milliseconds of `Moment.uptime`.
    func turn(until deadline: Int64?) {
        arm(deadline)
        uv_run(uv, UV_RUN_ONCE)
    }

    /// Ends the turn under way without waiting for events. Whoever leaves work for the turn's end calls it:
    /// timers and what libwebsockets does while idle come in a turn before libuv waits, and it would wait
    /// all the same.
    func demandTurnEnd() { uv_stop(uv) }

    private func arm(_ deadline: Int64?) {
        guard deadline != armedFor else { return }
        armedFor = deadline
        guard let deadline else {
            uv_timer_stop(timer)
            return
        }
        uv_update_time(uv)
        uv_timer_start(
            timer, { Unmanaged<EventLoop>.fromOpaque($0!.pointee.data).takeUnretainedValue().expire() },
            UInt64(max(0, deadline - Moment.now().uptime)), 0)
    }

    /// libuv's clock may run a little ahead of ours: the same deadline can come again, and is armed again.
    private func expire() {
        armedFor = nil
        demandTurnEnd()
    }
}

/// The one way from another thread into the loop: it makes the loop take a turn, and carries nothing.
public final class LoopDoor: Sendable {
    // Written once, before the object is shared; uv_async_send is the one libuv call that any thread may
    // make.
    nonisolated(unsafe) private let handle: UnsafeMutablePointer<uv_async_t>
    // Saves the system call while a wake-up is under way.
    private let isOpen = Atomic<Bool>(false)

    fileprivate init(_ loop: UnsafeMutablePointer<uv_loop_t>) {
        handle = .allocate(capacity: 1)
        uv_async_init(loop, handle) { handle in
            // Before the turn's end takes what was left at the door: who comes later knocks again.
            Unmanaged<LoopDoor>.fromOpaque(handle!.pointee.data).takeUnretainedValue()
                .isOpen.store(false, ordering: .sequentiallyConsistent)
        }
        // Unretained: the loop owns the door and is never closed.
        handle.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    }

    /// Makes the loop take a turn soon. From any thread, as often as one likes.
    public func open() {
        if isOpen.exchange(true, ordering: .sequentiallyConsistent) { return }
        uv_async_send(handle)
    }
}

extension Moment {
    static func now() -> Moment {
        var wall = timespec()
        var uptime = timespec()
        clock_gettime(CLOCK_REALTIME, &wall)
        clock_gettime(CLOCK_MONOTONIC, &uptime)
        return Moment(
            wall: Timestamp(wall.tv_sec * 1000 + wall.tv_nsec / 1_000_000),
            uptime: Int64(uptime.tv_sec * 1000 + uptime.tv_nsec / 1_000_000))
    }
}

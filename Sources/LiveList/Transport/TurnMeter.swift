import CWebSockets
import Glibc

/// How long the turns of the loop take: while one lasts, nobody else is served.
///
/// Costs two readings of a clock and one of the thread's CPU time a turn, about 0.3 µs.
public struct TurnMeter: Sendable {
    public private(set) var turns = 0
    /// The longest turn in nanoseconds, without the time in which it waited for events. Whatever else the
    /// machine did counts.
    public private(set) var longest: UInt64 = 0
    /// The most CPU time that one turn took, in nanoseconds.
    public private(set) var longestWork: UInt64 = 0

    private var began: UInt64 = 0
    private var idleBefore: UInt64 = 0
    private var workBefore: UInt64 = 0

    /// Turns longer than this are worth a line for who looks for them, in nanoseconds.
    private static let noticed: UInt64 = 10_000_000

    mutating func begin(_ loop: EventLoop) {
        began = uv_hrtime()
        idleBefore = uv_metrics_idle_time(loop.uv)
        workBefore = Self.threadTime()
    }

    mutating func end(_ loop: EventLoop) {
        let idle = uv_metrics_idle_time(loop.uv) - idleBefore
        let busy = uv_hrtime() - began
        let turn = busy > idle ? busy - idle : 0
        let work = Self.threadTime() - workBefore
        turns += 1
        longest = max(longest, turn)
        longestWork = max(longestWork, work)
        if turn > Self.noticed {
            Log.debug("a turn took \(turn / 1_000) µs, of which \(work / 1_000) µs were work")
        }
    }

    /// What was measured since the last call.
    mutating func take() -> TurnMeter {
        defer { (turns, longest, longestWork) = (0, 0, 0) }
        return self
    }

    private static func threadTime() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

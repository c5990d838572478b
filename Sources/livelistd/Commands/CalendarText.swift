import Glibc
import LiveList

/// Times as the operator reads them.
enum CalendarText {
    /// `2026-11-30 08:05:09Z`
    static func utc(_ time: Timestamp) -> String {
        var seconds = time_t(time / 1_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
        let day = "\(Int(parts.tm_year) + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
        return day + " \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
    }

    static func now() -> Timestamp {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Timestamp(now.tv_sec) * 1_000 + Timestamp(now.tv_nsec) / 1_000_000
    }
}

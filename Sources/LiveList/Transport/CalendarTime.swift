import Glibc

/// A second of the calendar, in UTC, and the two forms in which it is written here.
struct CalendarTime {
    private let parts: tm

    init(secondsSince1970: Int) {
        var seconds = time_t(secondsSince1970)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        self.parts = parts
    }

    static func now() -> CalendarTime { CalendarTime(secondsSince1970: time(nil)) }

    /// `2026-11-30T08:05:09Z`
    var iso8601: String {
        "\(year)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))T\(clock)Z"
    }

    /// `Mon, 30 Nov 2026 08:05:09 GMT` (RFC 9110 section 5.6.7).
    var httpDate: String {
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let day = days[Int(parts.tm_wday)]
        let month = months[Int(parts.tm_mon)]
        return "\(day), \(two(parts.tm_mday)) \(month) \(year) \(clock) GMT"
    }

    private var year: Int { Int(parts.tm_year) + 1900 }
    private var clock: String { "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))" }

    private func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

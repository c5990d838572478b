/// So many a second in the long run, and so many at once.
public struct Rate: Sendable, Equatable {
    /// 1 to 1,000,000,000.
    public var perSecond: Int
    /// At least 1; at most 100 seconds' worth.
    public var burst: Int

    public init(perSecond: Int, burst: Int) {
        precondition((1...1_000_000_000).contains(perSecond), "a rate of \(perSecond) a second")
        precondition(burst >= 1 && burst <= 100 * perSecond, "a burst of \(burst)")
        self.perSecond = perSecond
        self.burst = burst
    }

    /// - Parameter seconds: how many seconds' worth may come at once.
    public init(perSecond: Int, burstSeconds seconds: Int) {
        self.init(perSecond: perSecond, burst: perSecond * seconds)
    }

    fileprivate var nanosecondsEach: Int64 { 1_000_000_000 / Int64(perSecond) }
}

/// Holds a rate: a bucket of `burst` tokens that fills by `perSecond`, kept as the one moment at which it is full
/// again, so that it costs eight bytes and no timer. The rate is not in it: many buckets share one.
///
/// `now` is in milliseconds of `Moment.uptime`, and never goes back.
struct TokenBucket {
    /// Nanoseconds of the same clock.
    private var fullAt = Int64.min

    /// Takes `count` tokens where as many are there; where more are asked for than it ever holds, all of them must
    /// be there, and it goes into debt.
    ///
    /// - Returns: 0 where they were taken, else after how many milliseconds they will be there.
    mutating func take(_ count: Int, at rate: Rate, now: Int64) -> Int64 {
        let wait = wait(for: count, at: rate, now: now)
        if wait == 0 { charge(count, at: rate, now: now) }
        return wait
    }

    /// As `take`, and takes nothing.
    func wait(for count: Int, at rate: Rate, now: Int64) -> Int64 {
        let missing = max(fullAt, now * 1_000_000) - now * 1_000_000
        let needed = Int64(min(count, rate.burst))
        let excess = missing - (Int64(rate.burst) - needed) * rate.nanosecondsEach
        return excess <= 0 ? 0 : (excess + 999_999) / 1_000_000
    }

    /// Takes `count` tokens whether or not they are there: what they stand for has happened.
    ///
    /// - Returns: 0, or after how many milliseconds its debt is paid.
    @discardableResult
    mutating func charge(_ count: Int, at rate: Rate, now: Int64) -> Int64 {
        fullAt = max(fullAt, now * 1_000_000) + Int64(count) * rate.nanosecondsEach
        let debt = fullAt - now * 1_000_000 - Int64(rate.burst) * rate.nanosecondsEach
        return debt <= 0 ? 0 : (debt + 999_999) / 1_000_000
    }

    /// True where it holds all that it can: as good as a new one.
    func isFull(now: Int64) -> Bool { fullAt <= now * 1_000_000 }
}

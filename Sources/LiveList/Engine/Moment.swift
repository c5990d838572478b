/// Now, in two clocks.
public struct Moment: Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z: for people. May jump.
    public let wall: Timestamp
    /// Milliseconds of a clock that never jumps: for deadlines.
    public let uptime: Int64

    public init(wall: Timestamp, uptime: Int64) {
        self.wall = wall
        self.uptime = uptime
    }
}

@testable import LiveList

/// A line of the simulated network: frames on their way to a client, lost when the line is cut.
final class SimulatedLine: Connection {
    private(set) var toClient: [[UInt8]] = []
    private(set) var closed: CloseCode?
    private(set) var isReading = true
    private(set) var pings = 0
    var isWritable = true

    func send(_ payload: UnsafeMutableRawBufferPointer) {
        precondition(isWritable, "a frame was sent to a line that takes none")
        toClient.append(Array(payload))
        // What a line does with its head room must harm nothing.
        let head = payload.baseAddress! - frameHeadroom
        for offset in 0..<frameHeadroom { head.storeBytes(of: 0xEE, toByteOffset: offset, as: UInt8.self) }
    }

    func ping() { pings += 1 }
    func close(_ code: CloseCode, reason: String) { closed = code }
    func setReading(_ isReading: Bool) { self.isReading = isReading }

    /// The oldest frames, at most `count`.
    func take(_ count: Int = .max) -> [[UInt8]] {
        let taken = Array(toClient.prefix(count))
        toClient.removeFirst(taken.count)
        return taken
    }
}

/// Follows the checksums of a write-ahead log, each of which covers all before it, as SQLite does after a crash:
/// https://sqlite.org/walformat.html, section 4.
struct FrameChain {
    static let headerBytes = 32
    static let frameHeaderBytes = 24

    /// Bytes of a frame: its header and one page.
    let frameBytes: Int
    let firstSalt: UInt32
    private let salts: [UInt8]
    private let isBigEndian: Bool
    private var sums: (UInt32, UInt32) = (0, 0)

    /// - Parameter header: the first 32 bytes of a log. nil where they are no header that counts.
    init?(header: [UInt8]) {
        let magic = Self.word(header, at: 0)
        guard magic & ~1 == 0x377F_0682 else { return nil }
        isBigEndian = magic & 1 == 1
        firstSalt = Self.word(header, at: 16)
        salts = Array(header[16..<24])
        frameBytes = Self.frameHeaderBytes + Int(Self.word(header, at: 8))
        add(header[0..<24])
        guard sums == (Self.word(header, at: 24), Self.word(header, at: 28)) else { return nil }
    }

    /// Goes on with the frame behind one that counts.
    mutating func goOn(behind frameHeader: [UInt8]) {
        sums = (Self.word(frameHeader, at: 16), Self.word(frameHeader, at: 20))
    }

    enum Frame {
        case isPart
        case endsCommit
        /// It does not belong to what is before it.
        case isStrange
    }

    mutating func take(_ frame: [UInt8]) -> Frame {
        guard frame[8..<16].elementsEqual(salts), Self.word(frame, at: 0) != 0 else { return .isStrange }
        add(frame[0..<8])
        add(frame[Self.frameHeaderBytes...])
        guard sums == (Self.word(frame, at: 16), Self.word(frame, at: 20)) else { return .isStrange }
        // The size of the database after the commit; 0 in all its frames but the last.
        return Self.word(frame, at: 4) == 0 ? .isPart : .endsCommit
    }

    private mutating func add(_ bytes: ArraySlice<UInt8>) {
        for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 8) {
            let words = (Self.word(bytes, at: start), Self.word(bytes, at: start + 4))
            sums.0 &+= (isBigEndian ? words.0 : words.0.byteSwapped) &+ sums.1
            sums.1 &+= (isBigEndian ? words.1 : words.1.byteSwapped) &+ sums.0
        }
    }

    /// A word as it lies in the log: the most significant byte first.
    private static func word(_ bytes: [UInt8], at index: Int) -> UInt32 { word(bytes[...], at: index) }

    private static func word(_ bytes: ArraySlice<UInt8>, at index: Int) -> UInt32 {
        bytes[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}

import Glibc

/// A small file beside the store that remembers how far it had grown.
///
/// SQLite drops the tail of a write-ahead log that fails its checksums and says nothing, acknowledged rows or
/// not. The mark is written after each commit, into two slots in turn, so that a torn write leaves the other
/// one; it is synced at most once a second. So it is never ahead of the store, and lags behind it only after
/// a power loss: a store that is behind its mark has lost something.
final class HighWaterMark {
    struct Content: Equatable {
        /// The last key in `changes`.
        var changes: Int64
        /// The last key in `entries`.
        var entries: Int64
    }

    enum Reading: Equatable {
        case absent
        /// The file is there, but neither slot holds.
        case unreadable
        case read(Content)
    }

    private static let magic: UInt64 = 0x4C4C_6D61_726B_3031
    /// Slots lie in different blocks of the disk.
    private static let slotDistance = 4_096
    private static let words = 5
    static let syncMilliseconds: Int64 = 1_000

    let path: String
    private let file: Int32
    private var sequence: UInt64
    private var lastWritten: Content?
    private var syncedAt: Int64 = 0
    private(set) var isSyncDue = false
    /// What the file said when it was opened.
    let found: Reading

    /// Opens the file, or makes it.
    init(path: String) throws(JournalError) {
        self.path = path
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw .unusable(
                "\(path) can't be opened: \(String(cString: strerror(errno))). Look at its permissions")
        }
        self.file = file
        let slots = (0..<2).map { Self.readSlot($0, of: file) }
        let newest = slots.compactMap(\.self).max { $0.sequence < $1.sequence }
        sequence = newest?.sequence ?? 0
        if let newest {
            found = .read(newest.content)
        } else {
            found = lseek(file, 0, SEEK_END) > 0 ? .unreadable : .absent
        }
        lastWritten = newest?.content
    }

    deinit { _ = Glibc.close(file) }

    /// Whether it says that something was stored.
    var isOfUsedStore: Bool {
        if case .read(let content) = found { content.entries > 0 } else { false }
    }

    /// Puts the content into the older slot, unless it is there already.
    ///
    /// - Returns: false where the file can't be written. The store is well then, only its tripwire is not.
    func write(_ content: Content) -> Bool {
        guard content != lastWritten else { return true }
        sequence += 1
        var words: [UInt64] = [
            Self.magic, sequence, UInt64(bitPattern: content.changes), UInt64(bitPattern: content.entries),
        ]
        words.append(Self.checksum(words[...]))
        words = words.map(\.littleEndian)
        let offset = Int(sequence % 2) * Self.slotDistance
        let isWritten = words.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, offset) == $0.count }
        lastWritten = isWritten ? content : nil
        isSyncDue = true
        return isWritten
    }

    /// Syncs the file where it was written and the last sync is a second ago, or at once.
    ///
    /// - Parameter now: milliseconds of a clock that never jumps; nil: at once.
    func sync(now: Int64?) {
        guard isSyncDue else { return }
        if let now {
            guard now - syncedAt >= Self.syncMilliseconds else { return }
            syncedAt = now
        }
        isSyncDue = fdatasync(file) != 0
    }

    /// What the mark of a store says; nil where it is absent or unreadable. Changes nothing.
    static func content(of path: String) -> Content? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { _ = Glibc.close(file) }
        return (0..<2).compactMap { readSlot($0, of: file) }.max { $0.sequence < $1.sequence }?.content
    }

    private static func readSlot(_ index: Int, of file: Int32) -> (sequence: UInt64, content: Content)? {
        var words = [UInt64](repeating: 0, count: Self.words)
        let count = words.withUnsafeMutableBytes {
            pread(file, $0.baseAddress, $0.count, index * slotDistance)
        }
        guard count == Self.words * 8 else { return nil }
        words = words.map { UInt64(littleEndian: $0) }
        guard words[0] == magic, words[4] == checksum(words[..<4]) else { return nil }
        let content = Content(changes: Int64(bitPattern: words[2]), entries: Int64(bitPattern: words[3]))
        return (words[1], content)
    }

    private static func checksum(_ words: ArraySlice<UInt64>) -> UInt64 {
        var sum = Checksum()
        for word in words { sum.add(Int64(bitPattern: word)) }
        return sum.value
    }
}

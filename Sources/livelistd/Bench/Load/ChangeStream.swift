import Glibc

/// What a list's followers are to receive: the changes that the first of them received, byte for byte.
///
/// The first to receive a change reads it, with revision and author; for all others a comparison of bytes says that
/// they got the same, in the same order, none missing and none twice.
final class ChangeStream {
    /// One change as it came first.
    struct Entry {
        /// Where its bytes end in `bytes`; a comma follows.
        var end: Int
        /// When its author sent it; 0: not known.
        var sentAt: UInt64
        /// Which author, and which of their mutates; -1: not one of ours.
        var author: Int32
        var number: Int32
    }

    /// The revision of the newest change.
    private(set) var revision: Int
    /// The revision with which it began.
    let begin: Int
    /// Of the changes from `first` on.
    private var entries: [Entry] = []
    private var first: Int
    private var bytes: [UInt8] = []
    /// Those who send; asked when a change comes that is theirs.
    var authors: [Author] = []
    /// What came and should not have come, at most a few.
    private(set) var faults: [String] = []

    init(revision: Int) {
        self.revision = revision
        begin = revision
        first = revision + 1
    }

    func fault(_ sentence: String) {
        if faults.count < 5 { faults.append(sentence) }
    }

    subscript(revision: Int) -> Entry? {
        let place = revision - first
        return entries.indices.contains(place) ? entries[place] : nil
    }

    var heldBytes: Int { bytes.count }

    /// Compares what came with what is to follow `cursor`.
    ///
    /// - Parameter payload: changes with commas between them.
    /// - Returns: the revision of the last change where all of them are known and the same; nil otherwise.
    @inline(__always)
    func match(_ payload: UnsafeRawBufferPointer, after cursor: Int) -> Int? {
        let next = cursor + 1 - first
        guard next >= 0, next < entries.count else { return nil }
        let start = next == 0 ? 0 : entries[next - 1].end + 1
        let end = start + payload.count
        guard end < bytes.count,
            bytes.withUnsafeBytes({ memcmp($0.baseAddress! + start, payload.baseAddress!, payload.count) })
                == 0
        else { return nil }
        var place = next
        while entries[place].end < end { place += 1 }
        return entries[place].end == end ? first + place : nil
    }

    /// Takes one change that came to someone who had everything up to `cursor`.
    ///
    /// - Returns: whether it is the one that has to follow.
    func take(_ change: UnsafeRawBufferPointer, after cursor: Int) -> Bool {
        guard let revision = MessageScanner.integer("\"revision\":", in: change) else {
            fault("a change without a revision")
            return false
        }
        guard revision == cursor + 1 else {
            fault("revision \(revision) came after \(cursor)")
            return false
        }
        guard revision == self.revision + 1 else {
            guard match(change, after: cursor) == revision else {
                fault("two received different changes as revision \(revision)")
                return false
            }
            return true
        }
        append(change)
        return true
    }

    private func append(_ change: UnsafeRawBufferPointer) {
        revision += 1
        bytes.append(contentsOf: change)
        var entry = Entry(end: bytes.count, sentAt: 0, author: -1, number: 0)
        bytes.append(UInt8(ascii: ","))
        if let id = MessageScanner.text("\"id\":", in: change), let (author, number) = Author.read(id),
            author < authors.count
        {
            entry.author = Int32(author)
            entry.number = Int32(number)
            entry.sentAt = authors[author].sentAt(number)
        }
        entries.append(entry)
    }

    /// Forgets what everybody has: what lies up to this revision.
    func forget(through revision: Int) {
        let count = min(revision - first + 1, entries.count - 1)
        guard count > 0, bytes.count > 16 << 20 else { return }
        let cut = entries[count - 1].end + 1
        bytes.removeFirst(cut)
        entries.removeFirst(count)
        for place in entries.indices { entries[place].end -= cut }
        first += count
    }
}

import Glibc

/// A small file that says which list is being loaded right now. One that is still there on start names the
/// list on whose loading the program died.
///
/// It is never synced: it is to outlive the program, not the machine.
final class LoadMarker: Sendable {
    private let file: Int32
    /// The key of the list that the file named when it was opened.
    let found: Int64?

    init(path: String) throws(JournalError) {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw .unusable(
                "\(path) can't be opened: \(String(cString: strerror(errno))). Look at its permissions")
        }
        self.file = file
        var words: [Int64] = [0, 0]
        let count = words.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
        found = count == 16 && words[0] != 0 && words[1] == ~words[0] ? words[0] : nil
    }

    deinit { _ = Glibc.close(file) }

    func set(_ key: Int64) { put([key, ~key]) }

    func clear() { put([0, 0]) }

    /// A mark that can't be written (the disk is full) is missed only if this very load ends the program.
    private func put(_ words: [Int64]) {
        words.withUnsafeBytes { _ = pwrite(file, $0.baseAddress, $0.count, 0) }
    }
}

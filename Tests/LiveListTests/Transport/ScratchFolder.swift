import Glibc

@testable import LiveList

/// A folder that is gone with all folders in it when the test ends.
final class ScratchFolder {
    let path: String

    init() {
        var template = Array("/tmp/livelist-test-XXXXXX".utf8CString)
        precondition(mkdtemp(&template) != nil)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { Self.remove(path) }

    @discardableResult
    func write(_ text: String, to name: String) -> String {
        let file = path + "/" + name
        try! File.write(Array(text.utf8), to: file, mode: 0o600)
        return file
    }

    /// Names in a folder, without `.` and `..`, and whether each is a folder itself. Links are not followed.
    static func entries(of folder: String) -> [(name: String, isFolder: Bool)] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var found: [(name: String, isFolder: Bool)] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { found.append((name, Int(entry.pointee.d_type) == Int(DT_DIR))) }
        }
        return found
    }

    private static func remove(_ folder: String) {
        for (name, isFolder) in entries(of: folder) {
            if isFolder { remove(folder + "/" + name) } else { unlink(folder + "/" + name) }
        }
        rmdir(folder)
    }
}

import Glibc

/// A folder that is removed with everything in it when it is let go of.
final class TemporaryFolder {
    let path: String

    init() throws {
        // In memory where possible: what a real disk would do is imagined by `RecordingDisk`.
        let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var template = Array("\(parent)/livelist-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw HarnessError.unexpected("mkdtemp \(errno)") }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// A copy of the files as they are right now, as a sudden end would leave them.
    func copy() throws -> TemporaryFolder {
        let other = try TemporaryFolder()
        for name in names {
            try Self.write(try Self.read(path + "/" + name), to: other.path + "/" + name)
        }
        return other
    }

    var names: [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    func read(_ name: String) throws -> [UInt8] { try Self.read(path + "/" + name) }

    func write(_ bytes: [UInt8], to name: String) throws { try Self.write(bytes, to: path + "/" + name) }

    func remove(_ name: String) { unlink(path + "/" + name) }

    func removeFolder(_ name: String) { rmdir(path + "/" + name) }

    private static func read(_ path: String) throws -> [UInt8] {
        guard let file = fopen(path, "rb") else { throw HarnessError.unexpected("no file \(path)") }
        defer { fclose(file) }
        fseek(file, 0, SEEK_END)
        var bytes = [UInt8](repeating: 0, count: ftell(file))
        rewind(file)
        let count = fread(&bytes, 1, bytes.count, file)
        guard count == bytes.count else { throw HarnessError.unexpected("\(path) could not be read") }
        return bytes
    }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        guard let file = fopen(path, "wb") else { throw HarnessError.unexpected("no file \(path)") }
        defer { fclose(file) }
        let count = fwrite(bytes, 1, bytes.count, file)
        guard count == bytes.count else { throw HarnessError.unexpected("\(path) could not be written") }
    }

    deinit {
        for name in names { unlink(path + "/" + name) }
        rmdir(path)
    }
}

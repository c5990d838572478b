import CPage
import CWebSockets
import Glibc

/// One file as it is served.
struct PageFile {
    enum Bytes {
        /// Compiled in: lives as long as the program.
        case constant(UnsafeRawBufferPointer)
        case owned([UInt8])
    }

    let type: String
    let bytes: Bytes
    /// A hash of the content, in quotes: the `ETag`.
    let tag: String
    /// The same in brotli.
    let compressed: UnsafeRawBufferPointer?

    init(
        type: String, constant: UnsafeRawBufferPointer, compressed: UnsafeRawBufferPointer? = nil,
        tag: String? = nil
    ) {
        self.type = type
        self.compressed = compressed
        bytes = .constant(constant)
        self.tag = tag ?? Self.tag(of: constant)
    }

    init(type: String, bytes: [UInt8]) {
        self.type = type
        self.bytes = .owned(bytes)
        compressed = nil
        tag = bytes.withUnsafeBytes { Self.tag(of: $0) }
    }

    var count: Int {
        switch bytes {
        case .constant(let buffer): buffer.count
        case .owned(let array): array.count
        }
    }

    /// What is sent to those who read brotli, under a tag of its own; nil where there is no such copy.
    var packed: PageFile? {
        compressed.map { PageFile(type: type, constant: $0, tag: "\(tag.dropLast())-br\"") }
    }

    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        switch bytes {
        case .constant(let buffer): body(buffer)
        case .owned(let array): array.withUnsafeBytes(body)
        }
    }

    private static func tag(of bytes: UnsafeRawBufferPointer) -> String {
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        SHA256(bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, &digest)
        return "\"" + digest.prefix(12).map { hexadecimal($0) }.joined() + "\""
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}

/// The files of the page: those compiled in, or those of a folder while someone works on them.
struct PageFiles {
    static let index = "/index.html"
    /// Bytes of one file of a folder.
    static let fileBytesMax = 8 << 20

    private let compiled: [String: PageFile]
    private let folder: String?
    /// Names the content of the packed page; nil where the page is served as it lies in its folder.
    let version: String?

    /// - Parameter folder: served instead of what is compiled in; read anew for each request.
    /// - Throws: where the folder has no page.
    init(folder: String?) throws(TransportError) {
        self.folder = folder
        guard folder == nil else {
            compiled = [:]
            version = nil
            if file(at: Self.index) == nil {
                throw .web(folder!)
            }
            return
        }
        let sources = Self.sources()
        if let packed = Self.packed(from: sources) {
            compiled = packed
            version = String(cString: page_version)
        } else {
            compiled = sources
            version = nil
        }
    }

    /// The files of web-client as they were compiled in.
    static func sources() -> [String: PageFile] {
        var files: [String: PageFile] = [:]
        for position in 0..<page_files_count {
            let entry = page_file_at(position).pointee
            let buffer = UnsafeRawBufferPointer(start: entry.bytes, count: entry.count)
            files[String(cString: entry.path)] = PageFile(type: String(cString: entry.type), constant: buffer)
        }
        return files
    }

    /// - Returns: the page as it was packed for the wire; nil where a file came, went or changed since then:
    ///   what is served is what was compiled in.
    private static func packed(from sources: [String: PageFile]) -> [String: PageFile]? {
        guard page_packed_files_count > 0, page_sources_count == sources.count else { return nil }
        for position in 0..<page_sources_count {
            let source = page_source_at(position).pointee
            guard let file = sources[String(cString: source.path)],
                file.tag == "\"\(String(cString: source.hash))\""
            else {
                return nil
            }
        }
        var packed: [String: PageFile] = [:]
        for position in 0..<page_packed_files_count {
            let entry = page_packed_at(position).pointee
            let compressed = UnsafeRawBufferPointer(start: entry.compressed, count: entry.compressed_count)
            packed[String(cString: entry.file.path)] = PageFile(
                type: String(cString: entry.file.type),
                constant: UnsafeRawBufferPointer(start: entry.file.bytes, count: entry.file.count),
                compressed: entry.compressed_count > 0 ? compressed : nil)
        }
        return packed
    }

    /// - Parameter path: as in the URL, decoded.
    func file(at path: String) -> PageFile? {
        guard let folder else { return compiled[path] }
        guard let bytes = Self.read(path, below: folder) else { return nil }
        return PageFile(type: Self.type(of: path), bytes: bytes)
    }

    /// Follows no link and no name but plain ones, so that nothing outside of the folder can be read.
    private static func read(_ path: String, below folder: String) -> [UInt8]? {
        let names = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard !names.isEmpty, names.allSatisfy(isPlain) else { return nil }
        var descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        for (position, name) in names.enumerated() {
            guard descriptor >= 0 else { return nil }
            let kind = position == names.count - 1 ? O_NONBLOCK : O_DIRECTORY
            let next = openat(descriptor, String(name), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | kind)
            Glibc.close(descriptor)
            descriptor = next
        }
        guard descriptor >= 0 else { return nil }
        defer { Glibc.close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size <= fileBytesMax
        else {
            return nil
        }
        return readAll(descriptor, count: Int(status.st_size))
    }

    private static func isPlain(_ name: Substring) -> Bool {
        guard let first = name.utf8.first, first != UInt8(ascii: ".") else { return false }
        return name.utf8.allSatisfy {
            isAlphanumeric($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
                || $0 == UInt8(ascii: "_")
        }
    }

    private static func type(of path: String) -> String {
        let known = [
            "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
            "js": "text/javascript; charset=utf-8", "json": "application/json", "svg": "image/svg+xml",
            "png": "image/png", "webmanifest": "application/manifest+json",
            "txt": "text/plain; charset=utf-8",
        ]
        let ending = path.split(separator: ".").last.map(String.init) ?? ""
        return known[ending] ?? "application/octet-stream"
    }
}

/// Reads a file that is not expected to grow. nil where it can't be read.
func readAll(_ descriptor: Int32, count: Int) -> [UInt8]? {
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        while filled < count {
            let got = Glibc.read(descriptor, buffer.baseAddress! + filled, count - filled)
            if got < 0, errno == EINTR { continue }
            if got < 0 { failed = true }
            if got <= 0 { break }
            filled += got
        }
    }
    return failed ? nil : bytes
}

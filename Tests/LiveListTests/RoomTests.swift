import Foundation
import Testing

/// Each room knows only the rooms it is built on: it type-checks with them alone.
@Suite struct RoomTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test(arguments: [
        ["Model"], ["Model", "Wire"], ["Model", "Wire", "Client"], ["Model", "Wire", "Journal"],
        ["Guard"], ["Model", "Wire", "Journal", "Access"],
        ["Model", "Wire", "Journal", "Access", "Guard", "Engine"],
    ])
    func stands(_ rooms: [String]) throws {
        let files = try rooms.flatMap { room in
            let folder = Self.root.appending(path: "Sources/LiveList/\(room)")
            return try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .filter { $0.hasSuffix(".swift") }.map { folder.appending(path: $0).path }
        }
        let (status, output) = try run(
            [
                "swiftc", "-typecheck", "-swift-version", "6", "-I",
                Self.root.appending(path: "Sources/CSQLite").path, "-I",
                Self.root.appending(path: "Sources/CCrypto").path,
            ] + files)
        #expect(status == 0, "\(rooms.joined(separator: ", ")) needs a room that it may not know:\n\(output)")
    }

    @Test(arguments: [
        "Model": [], "Wire": [], "Client": [], "Engine": [], "Guard": ["Glibc"],
        "Journal": ["CSQLite", "Glibc", "Synchronization"], "Access": ["CCrypto", "Glibc"],
    ])
    func importsNothingElse(_ room: String, _ allowed: [String]) throws {
        let folder = Self.root.appending(path: "Sources/LiveList/\(room)")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
        where name.hasSuffix(".swift") {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            for line in text.split(separator: "\n") where line.hasPrefix("import ") {
                #expect(allowed.contains(String(line.dropFirst(7))), "\(room)/\(name): \(line)")
            }
        }
    }

    private func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}

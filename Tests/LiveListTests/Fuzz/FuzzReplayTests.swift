import Foundation
import Testing

@testable import LiveList

/// What fuzzing found, and what leads it to where it finds something, is tried again.
@Suite struct FuzzReplayTests {
    private static let corpus = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fuzz/corpus")

    @Test(arguments: FuzzTarget.allCases)
    func whatWasKeptDoesNoHarm(target: FuzzTarget) throws {
        let folder = Self.corpus.appending(path: target.rawValue)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.count >= 3)
        for name in names.sorted() {
            let bytes = try Data(contentsOf: folder.appending(path: name))
            bytes.withUnsafeBytes { target.run($0) }
        }
    }

    /// A few thousand changed inputs, the same in every run.
    @Test(arguments: FuzzTarget.allCases)
    func whatIsNearToThemDoesNeither(target: FuzzTarget) throws {
        let folder = Self.corpus.appending(path: target.rawValue)
        var seeds: [[UInt8]] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
            seeds.append(Array(try Data(contentsOf: folder.appending(path: name))))
        }
        var generator = SplitMix64(seed: 7)
        for _ in 0..<(target == .session ? 100 : 1_000) {
            var bytes = seeds.randomElement(using: &generator)!
            for _ in 0..<Int.random(in: 1...8, using: &generator) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: place)
                default: bytes.insert(contentsOf: bytes[place...].prefix(16), at: place)
                }
            }
            bytes.withUnsafeBytes { target.run($0) }
        }
    }
}

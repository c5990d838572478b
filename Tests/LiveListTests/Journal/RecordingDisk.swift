import CSQLite
import Glibc
import Synchronization

@testable import LiveList

/// A disk under SQLite that writes down everything that reaches it, and fails when it is told to.
///
/// It is a `sqlite3_vfs` in front of the real one. Each operation that changes a file gets a number; a plan
/// says which numbers fail, and how.
final class RecordingDisk: Sendable {
    enum Operation: Sendable {
        case write(file: String, offset: Int, bytes: [UInt8])
        case truncate(file: String, size: Int)
        /// `isDone` false: it failed, and the system forgot what was to be written.
        case sync(file: String, isDone: Bool)
        case delete(file: String)
        /// Something the test wants to find again: the number of acknowledged changes, say.
        case note(Int)
    }

    enum Failure: CaseIterable, Sendable {
        /// Writes find no room; half of the bytes went out before.
        case full
        /// Writes find no room for bytes that were there already: nothing is missing, and nobody was told so.
        case fullLate
        /// Writes, syncs and truncations fail without effect.
        case broken
        /// Syncs fail, and everything since the last one is lost though it can still be read.
        case syncs
        /// Writes and syncs report a failure, though they were done.
        case lies
    }

    struct State: Sendable {
        var operations: [Operation] = []
        /// How many operations there were that can fail.
        var count = 0
        var failing: Range<Int> = 0..<0
        var failure = Failure.broken
        /// How many syncs of each file have failed: every other handle of that file is told, too, once.
        var failedSyncs: [String: Int] = [:]
        /// How many operations have failed.
        var failed = 0

        /// Counts one more operation.
        ///
        /// - Returns: how it fails, if it does.
        mutating func next() -> Failure? {
            defer { count += 1 }
            guard failing.contains(count) else { return nil }
            failed += 1
            return failure
        }
    }

    let name: String
    let state = Mutex(State())

    private static let serial = Atomic(0)

    init() {
        let number = Self.serial.add(1, ordering: .relaxed).newValue
        name = "recording-\(number)"
        guard let real = sqlite3_vfs_find(nil) else { fatalError("SQLite has no file system") }
        // Never freed: SQLite keeps a list of them, and the tests make a handful.
        let system = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        system.initialize(to: real.pointee)
        system.pointee.pNext = nil
        system.pointee.zName = UnsafePointer(strdup(name))
        system.pointee.szOsFile = Int32(RecordedFile.headerBytes) + real.pointee.szOsFile
        system.pointee.pAppData = Unmanaged.passRetained(self).toOpaque()
        system.pointee.xOpen = openRecordedFile
        system.pointee.xDelete = deleteRecordedFile
        sqlite3_vfs_register(system, 0)
    }

    /// From now on the operations with these numbers, counted from now, fail.
    func fail(_ failure: Failure, _ range: Range<Int>) {
        state.withLock { state in
            state.failure = failure
            state.failing = state.count + range.lowerBound..<state.count + range.upperBound
            state.failed = 0
        }
    }

    func failFromNowOn(_ failure: Failure) { fail(failure, 0..<1 << 40) }

    func heal() { fail(.broken, 0..<0) }

    func note(_ number: Int) { state.withLock { $0.operations.append(.note(number)) } }

    var operations: [Operation] { state.withLock { $0.operations } }
    var count: Int { state.withLock { $0.count } }
    var failed: Int { state.withLock { $0.failed } }

    func delete(_ file: String) -> Bool {
        state.withLock { state in
            if state.next() != nil { return false }
            state.operations.append(.delete(file: file))
            return true
        }
    }
}

/// The files of a data folder as a power loss would leave them, built operation by operation.
struct DiskImage {
    private struct File {
        /// What is on the disk for certain.
        var synced: [UInt8] = []
        var pending: [RecordingDisk.Operation] = []
    }

    private var files: [String: File] = [:]

    mutating func take(_ operation: RecordingDisk.Operation) {
        switch operation {
        case .write(let file, _, _), .truncate(let file, _):
            files[file, default: File()].pending.append(operation)
        case .sync(let file, let isDone):
            guard var image = files[file] else { return }
            if isDone { for pending in image.pending { Self.apply(pending, to: &image.synced) } }
            image.pending = []
            files[file] = image
        case .delete(let file): files[file] = nil
        case .note: break
        }
    }

    /// What is left: all that was synced, and of the rest what `survives` says, operation by operation.
    func files(survives: () -> Bool) -> [String: [UInt8]] {
        files.mapValues { file in
            var bytes = file.synced
            for pending in file.pending where survives() { Self.apply(pending, to: &bytes) }
            return bytes
        }
    }

    private static func apply(_ operation: RecordingDisk.Operation, to bytes: inout [UInt8]) {
        switch operation {
        case .write(_, let offset, let written):
            if bytes.count < offset + written.count {
                bytes += [UInt8](repeating: 0, count: offset + written.count - bytes.count)
            }
            bytes.replaceSubrange(offset..<offset + written.count, with: written)
        case .truncate(_, let size):
            if bytes.count > size { bytes.removeLast(bytes.count - size) }
        case .sync, .delete, .note: break
        }
    }
}

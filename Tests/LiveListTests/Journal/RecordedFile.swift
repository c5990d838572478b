import CSQLite

@testable import LiveList

/// One open file of a `RecordingDisk`. In memory: SQLite's header, a pointer to this, the real file.
final class RecordedFile {
    static let headerBytes = 16

    let disk: RecordingDisk
    /// The last part of its path; empty for a temporary file.
    let name: String
    /// Failed syncs of the file that this handle knows of.
    private var seenFailures: Int

    init(disk: RecordingDisk, name: String) {
        self.disk = disk
        self.name = name
        seenFailures = disk.state.withLock { $0.failedSyncs[name] ?? 0 }
    }

    /// Journals of temporary tables and the like are of no interest.
    var isRecorded: Bool { !name.isEmpty }

    func write(
        _ real: UnsafeMutablePointer<sqlite3_file>, _ bytes: UnsafeRawBufferPointer, at offset: Int64
    ) -> Int32 {
        disk.state.withLock { state in
            let failure = isRecorded ? state.next() : nil
            var count = bytes.count
            switch failure {
            case .full: count /= 2
            case .broken: count = 0
            case .fullLate, .syncs, .lies, nil: break
            }
            var done = SQLITE_OK
            if count > 0 {
                done = real.pointee.pMethods.pointee.xWrite(real, bytes.baseAddress, Int32(count), offset)
            }
            if isRecorded, count > 0 {
                let written = Array(bytes.prefix(count))
                state.operations.append(.write(file: name, offset: Int(offset), bytes: written))
            }
            switch failure {
            case .full, .fullLate: return SQLITE_FULL
            case .broken, .lies: return sqliteFailedWrite
            case .syncs, nil: return done
            }
        }
    }

    func truncate(_ real: UnsafeMutablePointer<sqlite3_file>, to size: Int64) -> Int32 {
        disk.state.withLock { state in
            switch isRecorded ? state.next() : nil {
            case .broken, .full, .fullLate: return sqliteFailedTruncate
            case .syncs, .lies, nil: break
            }
            if isRecorded { state.operations.append(.truncate(file: name, size: Int(size))) }
            return real.pointee.pMethods.pointee.xTruncate(real, size)
        }
    }

    /// As on Linux since 4.13, a failed sync is told to every handle of the file, once.
    func sync(_ real: UnsafeMutablePointer<sqlite3_file>, _ flags: Int32) -> Int32 {
        disk.state.withLock { state in
            guard isRecorded else { return SQLITE_OK }
            let failures = state.failedSyncs[name] ?? 0
            let failure = state.next()
            let isUntold = failures > seenFailures
            seenFailures = failures
            switch failure {
            case .broken, .syncs:
                state.failedSyncs[name] = failures + 1
                seenFailures = failures + 1
                state.operations.append(.sync(file: name, isDone: false))
                return sqliteFailedSync
            case .lies:
                state.operations.append(.sync(file: name, isDone: true))
                return sqliteFailedSync
            case .full, .fullLate, nil:
                // The disk is imagined: nothing needs to wait for the real one.
                state.operations.append(.sync(file: name, isDone: true))
                return isUntold ? sqliteFailedSync : SQLITE_OK
            }
        }
    }
}

private let sqliteFailedWrite = SQLITE_IOERR | 3 << 8
private let sqliteFailedSync = SQLITE_IOERR | 4 << 8
private let sqliteFailedTruncate = SQLITE_IOERR | 6 << 8

import CSQLite

/// What the writer does to the write-ahead log by its own hand, where SQLite has no call for it. The format is
/// that of https://sqlite.org/walformat.html.
extension StoreWriter {
    /// Makes certain that a commit which found no room is not there after a crash.
    ///
    /// SQLite gives up at the first byte that does not fit, and what it wrote before stays in the log, behind
    /// its end. Where the log was longer once, the bytes that were not written may be those that lie there
    /// already, and then the whole commit does: whoever reads the log after a crash would take it up. So what
    /// looks as if it were complete is made unreadable.
    ///
    /// Outside transactions only.
    ///
    /// - Throws: where it looks complete and can't be overwritten. Nobody knows then what a crash would leave.
    func voidFailedCommit() throws(SQLiteError) {
        guard let log = logFile, let place = try placeOfCompleteCommit(in: log) else { return }
        let zeros = [UInt8](repeating: 0, count: FrameChain.frameHeaderBytes)
        var code = zeros.withUnsafeBytes {
            log.methods.xWrite(log.file, $0.baseAddress, Int32(zeros.count), place)
        }
        if code == SQLITE_OK { code = log.methods.xSync(log.file, SQLITE_SYNC_NORMAL) }
        guard code == SQLITE_OK else {
            throw SQLiteError(code: code, connection: nil, doing: "taking back what was written to the log")
        }
    }

    /// Writes every byte of the write-ahead log again, in place, and syncs it.
    ///
    /// After a failed sync the system may hold pages that it calls clean, though they never came to the disk:
    /// another sync would return at once and mean nothing. What is written anew is synced for certain.
    func rewriteLog() throws(SQLiteError) {
        _ = try connection.integer("SELECT count(*) FROM probe")
        guard let log = logFile else { return }
        var size: sqlite3_int64 = 0
        var code = log.methods.xFileSize(log.file, &size)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var offset: sqlite3_int64 = 0
        while code == SQLITE_OK, offset < size {
            let count = Int32(min(size - offset, 1 << 16))
            code = buffer.withUnsafeMutableBytes { bytes in
                let read = log.methods.xRead(log.file, bytes.baseAddress, count, offset)
                return read == SQLITE_OK
                    ? log.methods.xWrite(log.file, bytes.baseAddress, count, offset) : read
            }
            offset += sqlite3_int64(count)
        }
        if code == SQLITE_OK { code = log.methods.xSync(log.file, SQLITE_SYNC_NORMAL) }
        guard code == SQLITE_OK else {
            throw SQLiteError(code: code, connection: nil, doing: "syncing the write-ahead log")
        }
    }

    private struct OpenFile {
        let file: UnsafeMutablePointer<sqlite3_file>
        let methods: sqlite3_io_methods

        init?(_ file: UnsafeMutablePointer<sqlite3_file>?) {
            guard let file, let methods = file.pointee.pMethods?.pointee else { return nil }
            self.file = file
            self.methods = methods
        }

        func read(_ count: Int, at offset: Int64) throws(SQLiteError) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: count)
            let code = bytes.withUnsafeMutableBytes {
                methods.xRead(file, $0.baseAddress, Int32(count), offset)
            }
            guard code == SQLITE_OK else {
                throw SQLiteError(code: code, connection: nil, doing: "reading the write-ahead log")
            }
            return bytes
        }
    }

    private var logFile: OpenFile? {
        var pointer: UnsafeMutablePointer<sqlite3_file>?
        sqlite3_file_control(connection.handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &pointer)
        return OpenFile(pointer)
    }

    /// Where the frames of a commit begin that is in the log in whole though it does not count.
    private func placeOfCompleteCommit(in log: OpenFile) throws(SQLiteError) -> Int64? {
        guard let index = logIndex else { return nil }
        var size: sqlite3_int64 = 0
        let code = log.methods.xFileSize(log.file, &size)
        guard code == SQLITE_OK, size > FrameChain.headerBytes else { return nil }
        guard var chain = FrameChain(header: try log.read(FrameChain.headerBytes, at: 0)) else { return nil }
        // A log that begins anew counts its first salt up. Where that is not in the file yet neither is anything
        // of the commit, and what is there is all in the database.
        if index.frames == 0, index.firstSalt == chain.firstSalt &+ 1 { return nil }
        let place = Int64(FrameChain.headerBytes + index.frames * chain.frameBytes)
        if index.frames > 0 { chain.goOn(behind: try log.read(24, at: place - Int64(chain.frameBytes))) }
        var offset = place
        while offset + Int64(chain.frameBytes) <= size {
            switch chain.take(try log.read(chain.frameBytes, at: offset)) {
            case .isPart: offset += Int64(chain.frameBytes)
            case .endsCommit: return place
            case .isStrange: return nil
            }
        }
        return nil
    }

    /// What the log's index, in memory that SQLite's connections share, says of the log.
    private var logIndex: (frames: Int, firstSalt: UInt32)? {
        var pointer: UnsafeMutablePointer<sqlite3_file>?
        sqlite3_file_control(connection.handle, "main", SQLITE_FCNTL_FILE_POINTER, &pointer)
        var region: UnsafeMutableRawPointer?
        guard let database = OpenFile(pointer), let map = database.methods.xShmMap,
            map(database.file, 0, 32_768, 0, &region) == SQLITE_OK, let region
        else { return nil }
        return (
            Int(region.load(fromByteOffset: 16, as: UInt32.self)),
            UInt32(bigEndian: region.load(fromByteOffset: 32, as: UInt32.self))
        )
    }
}

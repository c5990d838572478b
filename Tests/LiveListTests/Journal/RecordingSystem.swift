import CSQLite

// The C side of `RecordingDisk`: each function unwraps its pointers and calls one method, or the real file's.

private typealias File = UnsafeMutablePointer<sqlite3_file>

private func real(_ file: File?) -> File {
    (UnsafeMutableRawPointer(file!) + RecordedFile.headerBytes).assumingMemoryBound(to: sqlite3_file.self)
}

private func methods(_ file: File?) -> sqlite3_io_methods { real(file).pointee.pMethods.pointee }

private func recorded(_ file: File?) -> Unmanaged<RecordedFile> {
    let slot = UnsafeMutableRawPointer(file!).load(fromByteOffset: 8, as: UnsafeMutableRawPointer.self)
    return Unmanaged<RecordedFile>.fromOpaque(slot)
}

private func disk(_ system: UnsafeMutablePointer<sqlite3_vfs>?) -> RecordingDisk {
    Unmanaged<RecordingDisk>.fromOpaque(system!.pointee.pAppData).takeUnretainedValue()
}

private func lastPart(_ path: UnsafePointer<CChar>?) -> String {
    guard let path else { return "" }
    return String(cString: path).split(separator: "/").last.map(String.init) ?? ""
}

func openRecordedFile(
    _ system: UnsafeMutablePointer<sqlite3_vfs>?, _ path: UnsafePointer<CChar>?,
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32, _ flagsOut: UnsafeMutablePointer<Int32>?
) -> Int32 {
    let realSystem = sqlite3_vfs_find(nil)!
    file!.pointee.pMethods = nil
    let code = realSystem.pointee.xOpen(realSystem, path, real(file), flags, flagsOut)
    guard code == SQLITE_OK else { return code }
    let info = RecordedFile(disk: disk(system), name: lastPart(path))
    UnsafeMutableRawPointer(file!).storeBytes(
        of: Unmanaged.passRetained(info).toOpaque(), toByteOffset: 8, as: UnsafeMutableRawPointer.self)
    file!.pointee.pMethods = UnsafePointer(recordingMethods)
    return code
}

func deleteRecordedFile(
    _ system: UnsafeMutablePointer<sqlite3_vfs>?, _ path: UnsafePointer<CChar>?, _ syncFolder: Int32
) -> Int32 {
    guard disk(system).delete(lastPart(path)) else { return SQLITE_IOERR | 10 << 8 }
    let realSystem = sqlite3_vfs_find(nil)!
    return realSystem.pointee.xDelete(realSystem, path, syncFolder)
}

private nonisolated(unsafe) let recordingMethods: UnsafeMutablePointer<sqlite3_io_methods> = {
    let table = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    var entries = sqlite3_io_methods()
    entries.iVersion = 2
    entries.xClose = { file in
        recorded(file).release()
        return methods(file).xClose(real(file))
    }
    entries.xRead = { file, bytes, count, offset in methods(file).xRead(real(file), bytes, count, offset) }
    entries.xWrite = { file, bytes, count, offset in
        let written = UnsafeRawBufferPointer(start: bytes, count: Int(count))
        return recorded(file).takeUnretainedValue().write(real(file), written, at: offset)
    }
    entries.xTruncate = { file, size in recorded(file).takeUnretainedValue().truncate(real(file), to: size) }
    entries.xSync = { file, flags in recorded(file).takeUnretainedValue().sync(real(file), flags) }
    entries.xFileSize = { file, size in methods(file).xFileSize(real(file), size) }
    entries.xLock = { file, level in methods(file).xLock(real(file), level) }
    entries.xUnlock = { file, level in methods(file).xUnlock(real(file), level) }
    entries.xCheckReservedLock = { file, result in methods(file).xCheckReservedLock(real(file), result) }
    entries.xFileControl = { file, operation, argument in
        methods(file).xFileControl(real(file), operation, argument)
    }
    entries.xSectorSize = { file in methods(file).xSectorSize(real(file)) }
    entries.xDeviceCharacteristics = { file in methods(file).xDeviceCharacteristics(real(file)) }
    entries.xShmMap = { file, page, size, extend, memory in
        methods(file).xShmMap(real(file), page, size, extend, memory)
    }
    entries.xShmLock = { file, offset, count, flags in
        methods(file).xShmLock(real(file), offset, count, flags)
    }
    entries.xShmBarrier = { file in methods(file).xShmBarrier(real(file)) }
    entries.xShmUnmap = { file, delete in methods(file).xShmUnmap(real(file), delete) }
    table.initialize(to: entries)
    return table
}()

import CSQLite
import Glibc

/// The index of the write-ahead log, which SQLite's connections share: a file that is mapped into memory.
///
/// SQLite makes it longer by one byte in each page of 4,096. Where a file system's blocks are smaller, as they
/// are on small volumes, the rest of the page is a hole, and writing into a hole of a full disk ends the
/// program (SIGBUS). So every part is given its blocks before it is mapped: where there are none left that
/// is an error like any other.
enum SharedMemory {
    /// Sees to it, once, for all connections (sqlite3_vfs, xSetSystemCall). False where SQLite does not let it.
    static let isWithoutHoles: Bool = {
        guard let system = sqlite3_vfs_find("unix"), let replace = system.pointee.xSetSystemCall else {
            return false
        }
        return replace(system, "mmap", unsafeBitCast(map, to: sqlite3_syscall_ptr.self)) == SQLITE_OK
    }()

    private typealias Map =
        @convention(c) (UnsafeMutableRawPointer?, Int, Int32, Int32, Int32, Int) -> UnsafeMutableRawPointer?

    private static let map: Map = { address, count, protection, flags, file, offset in
        if protection & PROT_WRITE != 0 {
            let code = posix_fallocate(file, offset, count)
            // Anything else is a file system that knows nothing of this.
            if code == ENOSPC || code == EDQUOT || code == EFBIG || code == EIO {
                errno = code
                return MAP_FAILED
            }
        }
        return mmap(address, count, protection, flags, file, offset)
    }
}

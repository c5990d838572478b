import Glibc

extension StoreVisitor {
    /// The byte of the shared memory on which every process with an open connection holds a lock:
    /// `UNIX_SHM_DMS` in SQLite's `os_unix.c`.
    private static let holdersByte: off_t = 128

    /// Refuses to go on while another process has the store open.
    ///
    /// To be called when every connection of this process is closed. SQLite reads the log anew only when
    /// nobody has it open; as long as someone has, it would go by what it remembers of a log that the disk may
    /// not have.
    static func expectNone(in settings: SQLiteJournal.Settings) throws(SQLiteError) {
        let memory = Glibc.open(settings.databasePath + "-shm", O_RDWR | O_CLOEXEC)
        guard memory >= 0 else { return }
        defer { _ = Glibc.close(memory) }
        var lock = flock(
            l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: holdersByte, l_len: 1, l_pid: 0)
        guard fcntl(memory, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else { return }
        throw SQLiteError(
            kind: .busy,
            message: "the store has failed, and can't be opened anew while process \(lock.l_pid) has it open")
    }
}

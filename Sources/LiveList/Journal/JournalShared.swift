import Glibc
import Synchronization

/// What the loop and the threads of one SQLite journal hand each other.
final class JournalShared: Sendable {
    enum WriterWork: Sendable {
        case request(JournalRequest)
        case piece(SnapshotPiece)
        case snapshotEnd(SnapshotEnd, Ticket)
        /// The snapshot under way was given up: its pieces are rubbish.
        case snapshotAbandoned
        /// The log was brought into the database file as far as possible, or why not.
        case checkpointed(SQLiteError?)
        /// A list turned out damaged when it was read, to answer this request; which is answered when it is set
        /// aside.
        case withhold(ListID, key: Int64, String, Ticket)
        /// A list was loaded that had been set aside, or on which the program had died before.
        case survived(key: Int64)
    }

    struct ReaderWork: Sendable {
        let ticket: Ticket
        let work: JournalRequest.Work
        let list: ListID
        let key: Int64
        /// It is set aside, or the program died on it before.
        let isSuspect: Bool
    }

    struct SnapshotWork: Sendable {
        let ticket: Ticket
        let list: ListID
        let key: Int64
        let state: ListState
        var adoption: Adoption?
    }

    let writer = Inbox<WriterWork>()
    /// Loads have a thread of their own: that of a huge list takes seconds, and those who resume or look back
    /// in other lists must not wait for it.
    let loader = Inbox<ReaderWork>()
    let reader = Inbox<ReaderWork>()
    /// Loads of suspects, which another process tries first.
    let trials = Inbox<ReaderWork>()
    let snapshots = Inbox<SnapshotWork>()
    /// Each asks for one checkpoint.
    let checkpoints = Inbox<Bool>()
    /// One answer for each piece: whether it was stored.
    let pieceAnswers = Inbox<Bool>()

    /// The journal is being closed: what takes long is given up.
    private let closing = Atomic<Bool>(false)

    private let replies = Mutex<[JournalReply]>([])
    private let troubleNow = Mutex<String?>(nil)
    private let damageOfAll = Mutex<String?>(nil)
    private let troubleLog = Mutex<(isOpen: Bool, quietUntil: Int64)>((false, .min))
    private let notices = Mutex<[String]>([])
    private let wake: @Sendable () -> Void

    init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    func reply(_ ticket: Ticket, _ result: JournalReply.Result) {
        replies.withLock { $0.append(JournalReply(ticket: ticket, result: result)) }
        wake()
    }

    func reply(_ answers: [JournalReply]) {
        guard !answers.isEmpty else { return }
        replies.withLock { $0.append(contentsOf: answers) }
        wake()
    }

    var isClosing: Bool { closing.load(ordering: .relaxed) }

    func beginClosing() { closing.store(true, ordering: .relaxed) }

    func takeReplies() -> [JournalReply] { replies.withLock { $0.moved() } }

    var trouble: String? {
        get { damageOfAll.withLock(\.self) ?? troubleNow.withLock(\.self) }
        set {
            let isNew = troubleNow.withLock { trouble in
                defer { trouble = newValue }
                return trouble != newValue
            }
            log(newValue)
            if isNew { wake() }
        }
    }

    /// Trouble that comes and goes, as on a disk that is just not full, is told once a minute.
    private func log(_ trouble: String?) {
        let now = uptimeMilliseconds()
        let text: String? = troubleLog.withLock { last in
            if let trouble {
                guard !last.isOpen, now >= last.quietUntil else { return nil }
                last = (isOpen: true, quietUntil: now + 60_000)
                return "nothing can be stored, reading goes on: \(trouble)"
            }
            defer { last.isOpen = false }
            return last.isOpen ? "changes are stored again" : nil
        }
        if let text { notice(text) }
    }

    /// What all lists share turned out damaged while the store is open. There is no recovering from that: it is
    /// told until the program ends, and the next start looks for itself.
    func foundDamage(_ why: String) {
        let text =
            "What all lists share is damaged: \(why). Stop, keep a copy of the data folder, look with "
            + "livelistd check, and start from a backup"
        let isNew = damageOfAll.withLock { damage in
            defer { damage = damage ?? text }
            return damage == nil
        }
        if isNew { notice(text) }
    }

    /// Something that an operator should read, once.
    func notice(_ text: String) {
        notices.withLock { $0.append(text) }
        wake()
    }

    func noticeSetAside(_ list: ListID, _ why: String) {
        notice("list \(list) is set aside: \(why); livelistd retry \(list) tries it again")
    }

    func takeNotices() -> [String] { notices.withLock { $0.moved() } }
}

/// Milliseconds since 1970, as the system's clock has it.
@Sendable func wallMilliseconds() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(time.tv_sec) * 1_000 + Timestamp(time.tv_nsec) / 1_000_000
}

/// Milliseconds of a clock that never jumps.
func uptimeMilliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
}

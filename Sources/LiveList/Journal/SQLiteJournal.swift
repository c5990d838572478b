/// The journal in a data folder: `livelist.sqlite` and, beside it, the mark of how far it had grown.
///
/// Six threads: one writes (group commit), one loads lists, one has suspect lists tried, one reads changes, one
/// encodes snapshots, one brings the log into the database. All of them hand back what they did through one queue. That no other
/// program uses the folder is for the caller to see to.
public final class SQLiteJournal: Journal {
    public struct Settings: Sendable {
        /// The data folder, which has to be there.
        public var folder: String
        public var retention = Retention()
        /// Of the lists that are read back.
        public var limits = Limits.standard
        /// A program and its arguments, to which the id of a list is added: loads that list, and ends with 0
        /// if it is well. It goes first with a list on whose loading this program died: where it dies, too,
        /// that list is set aside, and nothing else happens. nil: only the deaths are counted.
        public var trial: [String]?
        /// How often in a row the program may die while it loads a list before that list is set aside, tried
        /// or not.
        public var loadDeathsMax = 3
        /// Start though acknowledged changes have vanished. The damaged files are copied to a folder of their
        /// own first, and every list begins a new epoch, so that clients which are ahead start afresh.
        public var acceptsLoss = false
        /// How long a removed list can be brought back, in milliseconds.
        public var removedMilliseconds: Timestamp = 30 * 86_400_000
        /// Writes in one commit, at most. Anything but all that have gathered is for measurements.
        public var writesPerCommit = Int.max
        /// Whether a commit waits for the disk. Without, what was acknowledged may be lost with the power: for
        /// measurements.
        public var waitsForDisk = true
        /// Between two looks for lists whose time is over. One is purged only where two looks in a row say
        /// so: a clock that was wrong for a moment deletes nothing.
        var purgeMilliseconds: Int64 = 3_600_000
        /// Milliseconds since 1970.
        var wallClock: @Sendable () -> Timestamp = wallMilliseconds
        /// The write-ahead log is cut when it grows over this, in pages of 4,096 bytes.
        var logPagesMax = 16_384
        /// What is worth a checkpoint when there is nothing else to do, in pages.
        var idleLogPages = 1_000
        /// The same while batches come in. The more at once, the fewer pages are copied again and again.
        var busyLogPages = 4_000
        /// What is written to find out whether the disk takes anything. Leaves as many bytes of free pages.
        var probeBytes = 65_536
        /// The name of a registered `sqlite3_vfs`, for tests with disks that fail.
        var system: String?

        public init(folder: String) { self.folder = folder }

        /// Another name where a backup is read.
        var databaseName = "livelist.sqlite"

        var databasePath: String { folder + "/" + databaseName }
        var markPath: String { folder + "/livelist.mark" }
        var markerPath: String { folder + "/livelist.loading" }
    }

    private let settings: Settings
    private var shared: JournalShared?
    private var writer: Thread?
    private var loader: Thread?
    private var trier: Thread?
    private let trials = LoadTrials()
    private var reader: Thread?
    private var taker: Thread?
    private var checkpointer: Thread?

    public init(_ settings: Settings) { self.settings = settings }

    public func start(wake: @escaping @Sendable () -> Void) throws(JournalError) -> [ListSummary] {
        precondition(shared == nil, "a journal is started once")
        let shared = JournalShared(wake: wake)
        let settings = settings
        let gates = (0..<3).map { _ in ReaderGate(settings: settings) }
        let marker = try LoadMarker(path: settings.markerPath)
        let opening = Inbox<Result<[ListSummary], JournalError>>()
        let writer = Thread {
            do throws(JournalError) {
                let opened = try OpenedStore(settings, marker: marker, shared: shared)
                let writer = JournalWriter(opened, settings: settings, shared: shared, gates: gates)
                opening.put(.success(opened.summaries))
                writer.run()
            } catch {
                opening.put(.failure(error))
            }
        }
        var outcome: Result<[ListSummary], JournalError>?
        while outcome == nil { outcome = opening.take()?.first }
        guard case .success(let summaries) = outcome else {
            writer.join()
            if case .failure(let error) = outcome { throw error }
            return []
        }
        self.shared = shared
        self.writer = writer
        loader = Thread {
            JournalReader(shared.loader, settings: settings, shared: shared, gate: gates[0], marker: marker)
                .run()
        }
        reader = Thread {
            JournalReader(shared.reader, settings: settings, shared: shared, gate: gates[1], marker: marker)
                .run()
        }
        trier = Thread { [trials] in trials.run(settings.trial ?? [], shared) }
        checkpointer = Thread { Checkpointer(shared: shared, gate: gates[2]).run() }
        taker = Thread { SnapshotTaker(shared: shared).run() }
        return summaries
    }

    public func submit(_ request: JournalRequest) {
        guard let shared else { preconditionFailure("a journal is started before it is used") }
        if !shared.writer.put(.request(request)) {
            shared.reply(request.ticket, .failed(.unavailable("the journal is closed")))
        }
    }

    public func takeReplies() -> [JournalReply] { shared?.takeReplies() ?? [] }

    public var trouble: String? { shared?.trouble }

    /// What an operator should know: each is one line, given once. Damage, and files that were missing.
    public func takeNotices() -> [String] { shared?.takeNotices() ?? [] }

    /// Snapshots under way are given up, as they only save time on the next start; so are loads, which of a
    /// huge list take longer than a stop may.
    public func close() {
        guard let shared else { return }
        shared.beginClosing()
        shared.snapshots.close()
        shared.pieceAnswers.close()
        taker?.join()
        shared.trials.close()
        trials.giveUp()
        trier?.join()
        shared.checkpoints.close()
        checkpointer?.join()
        shared.writer.close()
        writer?.join()
        shared.loader.close()
        shared.reader.close()
        loader?.join()
        reader?.join()
        (writer, loader, trier, reader, taker, checkpointer) = (nil, nil, nil, nil, nil, nil)
    }

    deinit { close() }
}

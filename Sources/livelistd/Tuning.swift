import LiveList

/// One bound or one optimisation of a server set otherwise, so that a measurement can tell what it brings.
///
/// For measurements only: not every value makes a good server, and without `sync` it may lose what it acknowledged.
struct Tuning: Equatable {
    enum Name: String, CaseIterable {
        /// Milliseconds in which the changes of a busy list gather before they are sent; 0: none.
        case flush
        /// Bytes at which a frame with several messages ends; 1: each message has its own.
        case frame
        /// Mutates that are judged in one turn; 1: each has a commit of its own.
        case turn
        /// Lists of up to so many items keep what they encoded for those who join next; 0: none do.
        case memo
        /// 0: commits do not wait for the disk.
        case sync
        /// Batches of lists in one commit; 1: each list has its own.
        case group
    }

    let name: Name
    let value: Int

    var text: String { "\(name.rawValue)=\(value)" }

    init(_ name: Name, _ value: Int) {
        self.name = name
        self.value = value
    }

    init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let name = Name(rawValue: String(parts[0])), let value = Int(parts[1]),
            value >= 0
        else { return nil }
        self.init(name, value)
    }

    func apply(to settings: inout EngineSettings) {
        switch name {
        case .flush: settings.flushMilliseconds = Int64(value)
        case .frame: settings.frameBytesMax = value
        case .turn: settings.mutatesPerTurn = max(1, value)
        case .memo: settings.memoItemsMax = value
        case .sync, .group: break
        }
    }

    func apply(to settings: inout SQLiteJournal.Settings) {
        switch name {
        case .sync: settings.waitsForDisk = value > 0
        case .group: settings.writesPerCommit = max(1, value)
        case .flush, .frame, .turn, .memo: break
        }
    }
}

import Glibc
import Synchronization

/// Has lists on whose loading the program died, and those that were set aside, loaded by a process of its
/// own before this one loads them: a list that kills its reader then kills nothing else.
final class LoadTrials: Sendable {
    private enum Outcome {
        /// It went well, or found damage, which this process can find as well without harm.
        case harmless
        case died(String)
        /// From outside, or it could not be begun: it tells nothing.
        case interrupted
    }

    private struct State {
        var child: pid_t?
        var isGivenUp = false
    }

    private let state = Mutex(State())

    /// Signals that a process gets from outside, and not by what it reads. SIGKILL is not among them: the
    /// system sends it when memory runs out.
    private static let outsideSignals = [SIGTERM, SIGINT, SIGHUP, SIGQUIT]

    /// Works until the inbox is closed and empty.
    func run(_ program: [String], _ shared: JournalShared) {
        while let works = shared.trials.take() {
            for work in works { tryOut(work, program, shared) }
        }
    }

    /// Ends the trial under way: nobody waits for it any more.
    func giveUp() {
        state.withLock { state in
            state.isGivenUp = true
            if let child = state.child { _ = kill(child, SIGKILL) }
        }
    }

    private func tryOut(_ work: JournalShared.ReaderWork, _ program: [String], _ shared: JournalShared) {
        switch outcome(of: program + [work.list.text]) {
        case .harmless:
            guard !shared.loader.put(work) else { return }
            shared.reply(work.ticket, .failed(.unavailable("the journal is closing")))
        case .died(let how):
            let why = "a process that only loaded it \(how)"
            guard !shared.writer.put(.withhold(work.list, key: work.key, why, work.ticket)) else { return }
            shared.reply(work.ticket, .failed(.damaged(work.list, why)))
        case .interrupted:
            shared.reply(work.ticket, .failed(.unavailable("the list was being tried, and that was ended")))
        }
    }

    private func outcome(of command: [String]) -> Outcome {
        let child: pid_t? = state.withLock { state in
            if !state.isGivenUp { state.child = ChildProcess.start(command) }
            return state.child
        }
        guard let child else { return state.withLock(\.isGivenUp) ? .interrupted : .harmless }
        // Waits without taking it away: as long as it is there its number is nobody else's.
        var info = siginfo_t()
        while waitid(P_PID, id_t(child), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        var status: Int32 = 0
        let isGivenUp = state.withLock { state in
            while waitpid(child, &status, 0) < 0, errno == EINTR {}
            state.child = nil
            return state.isGivenUp
        }
        let signal = status & 0x7F
        if isGivenUp || Self.outsideSignals.contains(signal) { return .interrupted }
        if signal == 0 { return .harmless }
        return .died("died by signal \(signal) (\(String(cString: strsignal(signal))))")
    }
}

/// A program that runs beside this one, with nothing of it but its limits.
enum ChildProcess {
    /// - Returns: nil where it can't be started.
    static func start(_ command: [String]) -> pid_t? {
        guard let program = command.first else { return nil }
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
        defer { posix_spawn_file_actions_destroy(&actions) }
        guard posix_spawnattr_init(&attributes) == 0 else { return nil }
        defer { posix_spawnattr_destroy(&attributes) }
        for number: Int32 in 0...2 {
            posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
        }
        // This program holds some signals back.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let arguments = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        let environment: [UnsafeMutablePointer<CChar>?] = [nil]
        var child: pid_t = 0
        guard posix_spawn(&child, program, &actions, &attributes, arguments, environment) == 0 else {
            return nil
        }
        return child
    }
}

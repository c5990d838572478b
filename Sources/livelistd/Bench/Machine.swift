import CLinux
import Glibc

/// Clocks, in nanoseconds.
enum Clock {
    static func now() -> UInt64 { read(CLOCK_MONOTONIC) }

    /// Processor time that this process has used.
    static func ownProcessor() -> UInt64 { read(CLOCK_PROCESS_CPUTIME_ID) }

    /// Processor time that this thread has used: what others do on the machine does not count.
    static func ownThread() -> UInt64 { read(CLOCK_THREAD_CPUTIME_ID) }

    static func read(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

/// SIGINT and SIGTERM: held back, and looked for where work can be left off in order.
enum Interrupt: Error {
    case signal(Int32)

    static func hold() {
        var set = Self.set
        pthread_sigmask(SIG_BLOCK, &set, nil)
        Glibc.signal(SIGPIPE, SIG_IGN)
    }

    /// Takes the signal: what is to be put in order afterwards is not interrupted by it again.
    static func check() throws {
        var set = Self.set
        var none = timespec()
        let number = sigtimedwait(&set, nil, &none)
        if number > 0 { throw Interrupt.signal(number) }
    }

    static var set: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGINT)
        sigaddset(&set, SIGTERM)
        return set
    }
}

/// What the figures were measured on.
struct Machine {
    let processor: String
    let cores: Int
    let system: String
    /// Those who were running or waited to run, over the last minute.
    let load: Double
    let memoryBytes: Int

    static func look() -> Machine {
        var name = utsname()
        uname(&name)
        let release = withUnsafeBytes(of: name.release) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        var loads = [0.0, 0.0, 0.0]
        getloadavg(&loads, 3)
        return Machine(
            processor: line(of: "/proc/cpuinfo", "model name") ?? "unknown processor",
            cores: sysconf(Int32(_SC_NPROCESSORS_ONLN)), system: "Linux \(release)", load: loads[0],
            memoryBytes: sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE)))
    }

    /// The value behind the colon of the first line that begins with `key`.
    private static func line(of path: String, _ key: String) -> String? {
        SmallFile.read(path)?.split(separator: "\n").first { $0.hasPrefix(key) }?
            .split(separator: ":", maxSplits: 1).last.map { String($0.drop { $0 == " " || $0 == "\t" }) }
    }

    /// Today (UTC), `YYYY-MM-DD`.
    static func today() -> String {
        var seconds = time(nil)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
        return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    }

    /// Whether a folder lies in memory, where a commit waits for no disk.
    static func isInMemory(_ folder: String) -> Bool {
        var found = statfs()
        let tmpfs = 0x0102_1994
        let ramfs = 0x8584_58F6
        return statfs(folder, &found) == 0 && (Int(found.f_type) == tmpfs || Int(found.f_type) == ramfs)
    }
}

/// What another process of this machine has used, by proc(5) and clock_getcpuclockid(3).
struct ObservedProcess {
    let id: pid_t
    private let clock: clockid_t

    init(_ id: pid_t) {
        self.id = id
        var clock = clockid_t()
        clock_getcpuclockid(id, &clock)
        self.clock = clock
    }

    /// Nanoseconds of processor time, of all its threads.
    func processor() -> UInt64 { Clock.read(clock) }

    /// Bytes that are in RAM.
    func residentBytes() -> Int { Self.residentBytes("/proc/\(id)/statm") }

    static func residentBytes(_ path: String = "/proc/self/statm") -> Int {
        let pages = SmallFile.read(path)?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }
}

/// Files that are read in one go.
enum SmallFile {
    static func read(_ path: String, bytesMax: Int = 1 << 20) -> String? {
        bytes(path, bytesMax: bytesMax).map { String(decoding: $0, as: UTF8.self) }
    }

    static func bytes(_ path: String, bytesMax: Int = 1 << 20) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var all: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16 << 10)
        while all.count < bytesMax {
            let count = Glibc.read(file, &piece, piece.count)
            guard count >= 0 else { return nil }
            if count == 0 { break }
            all.append(contentsOf: piece[0..<count])
        }
        return all
    }
}

import CLinux
import Glibc
import LiveList

/// A server of the measurement's own: this very program as another process, on a free port of the loopback and a folder
/// that is removed at the end.
final class BenchServer {
    private(set) var url = ""
    private(set) var process: ObservedProcess?
    private let folder: String
    private var control: ControlClient?
    private let tuning: [Tuning]

    /// - Parameter parent: the folder in which its data folder is made.
    init(in parent: String, tuning: [Tuning] = []) throws {
        self.tuning = tuning
        var template = Array("\(parent)/livelist-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            let reason = String(cString: strerror(errno))
            throw CommandFailure(
                message: "no folder can be made in \(parent): \(reason). Name another with --in")
        }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        do { try start() } catch {
            end()
            throw error
        }
    }

    deinit { end() }

    /// Stops it in order and starts it again on the same folder: nothing is in memory then.
    func restart() throws {
        stop()
        try start()
    }

    /// Processor time of the longest turn of its loop since this was last asked for, in milliseconds: while a turn lasts,
    /// nobody else is served.
    func longestTurn() -> Double? {
        control = control ?? ControlClient(folder: folder)
        guard let control, let answer = try? ServedFolder.ask(control, { $0.raw("{\"type\":\"turns\"") })
        else {
            return nil
        }
        return answer.longestWork.map { Double($0) / 1e3 }
    }

    /// Stops it and removes everything.
    func end() {
        stop()
        Self.remove(folder)
    }

    private func start() throws {
        var pipeEnds: [Int32] = [0, 0]
        guard pipe(&pipeEnds) == 0 else { throw CommandFailure(message: "no pipe can be made") }
        defer { close(pipeEnds[0]) }
        var arguments = [
            "livelistd", "serve", "--listen", "127.0.0.1:0", "--data", folder, "--log", "error",
        ]
        for each in tuning { arguments += ["--tune", each.text] }
        let id = try spawn(arguments, output: pipeEnds[1], closing: pipeEnds[0])
        close(pipeEnds[1])
        process = ObservedProcess(id)
        let line = try readLine(pipeEnds[0])
        guard line.hasPrefix("ready "), let first = line.split(separator: " ").dropFirst().first else {
            throw CommandFailure(message: "the server of its own did not start; what it said stands above")
        }
        url = String(first)
    }

    private func spawn(_ arguments: [String], output: Int32, closing other: Int32) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_addclose(&actions, other)
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A group of its own: Ctrl+C reaches only this process, which ends the other in order.
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP) | Int16(POSIX_SPAWN_SETSIGMASK))
        posix_spawnattr_setpgroup(&attributes, 0)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        // Options of a server in the environment are not meant for this one.
        let variables = Self.environment().filter { !$0.hasPrefix("LIVELIST_") }
        var id: pid_t = 0
        let code = withArguments(arguments) { arguments in
            withArguments(variables) {
                posix_spawn(&id, "/proc/self/exe", &actions, &attributes, arguments, $0)
            }
        }
        guard code == 0 else {
            throw CommandFailure(message: "no server can be started: \(String(cString: strerror(code)))")
        }
        return id
    }

    private func readLine(_ end: Int32) throws -> String {
        var line: [UInt8] = []
        let deadline = Clock.now() + 30_000_000_000
        while line.last != UInt8(ascii: "\n"), Clock.now() < deadline {
            try Interrupt.check()
            var watched = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
            guard poll(&watched, 1, 50) > 0 else { continue }
            var byte: UInt8 = 0
            guard read(end, &byte, 1) == 1 else { break }
            line.append(byte)
        }
        return String(decoding: line.dropLast(), as: UTF8.self)
    }

    private func stop() {
        guard let process else { return }
        self.process = nil
        control = nil
        kill(process.id, SIGTERM)
        var status: Int32 = 0
        for _ in 0..<1_000 {
            let ended = waitpid(process.id, &status, WNOHANG)
            if ended != 0 { return }
            usleep(10_000)
        }
        kill(process.id, SIGKILL)
        waitpid(process.id, &status, 0)
    }

    /// Removes a folder with what is in it.
    static func remove(_ path: String) {
        guard let folder = opendir(path) else { return }
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name != ".", name != ".." else { continue }
            if unlink(path + "/" + name) != 0 { remove(path + "/" + name) }
        }
        closedir(folder)
        rmdir(path)
    }

    private static func environment() -> [String] {
        var all: [String] = []
        var next = environ
        while let text = next.pointee {
            all.append(String(cString: text))
            next += 1
        }
        return all
    }

    private func withArguments<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = texts.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }
}

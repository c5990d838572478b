import Glibc
import LiveList

/// A data folder whose tokens are to be changed: by the server that runs on it, or else by this program,
/// which then holds its lock. There need be no store in it yet: the first token may come before the first
/// start.
enum TokenFolder {
    case served(ControlClient)
    case idle(TokenFile, DataFolder)

    /// - Parameter isMade: the folder is made where it is missing.
    init(_ path: String, isMade: Bool = false) throws {
        if let client = ControlClient(folder: path) {
            self = .served(client)
            return
        }
        if !isMade { try Self.demandTokens(in: path) }
        let folder: DataFolder
        do throws(TransportError) {
            folder = try DataFolder(path)
        } catch {
            guard case .folderInUse = error else { throw error }
            throw CommandFailure(
                message: "a server is just starting or stopping on \(path): try again in a moment")
        }
        self = .idle(TokenFile(folder: folder.path), folder)
    }

    /// Fails where no token was ever made: the folder may be another than the one that is meant.
    static func demandTokens(in path: String) throws {
        guard try !TokenFile(folder: path).read().hasKeys else { return }
        throw CommandFailure(message: "no token was made in \(path) yet; livelistd token --help tells how")
    }

    /// Changes a book; what may not be is told as a command tells it.
    static func change<Result>(
        _ book: inout TokenBook, _ body: (inout TokenBook) throws(WireError) -> Result
    ) throws -> Result {
        do throws(WireError) { return try body(&book) } catch { throw CommandFailure(message: error.message) }
    }

    /// Where a server listens that was told nothing else.
    static var standardAddress: String { ListenAddress.standard.url(isPlain: false) }

    /// A link is for others: an address that only this machine understands gives way to its name.
    static func forOthers(_ url: String) -> String {
        var host = [CChar](repeating: 0, count: 256)
        guard gethostname(&host, host.count - 1) == 0 else { return url }
        let name = String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard !name.isEmpty, url.hasPrefix("https://localhost:") else { return url }
        return "https://\(name)" + url.dropFirst("https://localhost".count)
    }
}

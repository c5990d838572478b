import LiveList

/// A data folder in which something is to be changed: by the server that runs on it, or else by this
/// program, which then holds its lock.
enum ServedFolder {
    case served(ControlClient)
    case idle(JournalCaller, DataFolder)

    init(_ path: String) throws {
        if let client = ControlClient(folder: path) {
            self = .served(client)
            return
        }
        // Only a folder with a store in it: the lock would make one otherwise.
        _ = try StoreVisitor(path)
        let folder: DataFolder
        do throws(TransportError) {
            folder = try DataFolder(path)
        } catch {
            guard case .folderInUse = error else { throw error }
            throw CommandFailure(
                message: "a server is just starting or stopping on \(path): try again in a moment")
        }
        self = .idle(try JournalCaller(.ofThisProgram(path)), folder)
    }

    /// Asks the server, and waits for its answer.
    ///
    /// - Parameter write: writes the message but its last keys and its end.
    @discardableResult
    static func ask(_ client: ControlClient, _ write: (inout JSONWriter) -> Void) throws -> ControlAnswer {
        var message = JSONWriter(capacity: 256)
        write(&message)
        message.raw(",\"ref\":\"command\"}")
        let isSent = client.send(message.bytes)
        guard isSent, let answer = client.answer(to: "command") else {
            throw CommandFailure(
                message: "the server ended before it answered: look with livelistd lists whether it was done")
        }
        guard answer.type != "error" else {
            throw CommandFailure(
                message: "the server refused: \(answer.message ?? answer.code ?? "no reason given")")
        }
        return answer
    }
}

@testable import LiveList

/// What a client gets from a server that need not be one of ours: a frame a line.
enum FuzzAnswers {
    static func run(_ bytes: UnsafeRawBufferPointer) {
        var client = ListClient(list: ListID("a")!, name: "Ana", idPrefix: "p")
        _ = client.connected()
        for line in bytes.split(separator: UInt8(ascii: "\n")).prefix(200) {
            // A socket hands on what is UTF-8.
            let frame = Array(String(decoding: line, as: UTF8.self).utf8)
            guard frame.withUnsafeBytes({ take($0, by: &client) }) else { return }
        }
    }

    /// False where the client gives up.
    private static func take(_ frame: UnsafeRawBufferPointer, by client: inout ListClient) -> Bool {
        let before = client.confirmed.revision
        guard let (events, answer) = try? client.received(frame) else { return false }
        let isReplaced = events.contains { if case .replaced = $0 { true } else { false } }
        precondition(isReplaced || client.confirmed.revision >= before, "a copy went back")
        precondition(client.confirmed.invariantsHold())
        answer?.withUnsafeBytes(checkIsRead)
        return true
    }

    private static func checkIsRead(_ frame: UnsafeRawBufferPointer) {
        MessageDecoder(limits: .standard).decode(frame) { message, _ in
            if case .unreadable(let error, _) = message {
                preconditionFailure("the client sends what the server can't read: \(error)")
            }
        }
    }
}

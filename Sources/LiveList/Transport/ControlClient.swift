// See ListenAddress.swift.
import CWebSockets
import Glibc

/// The other end of the control socket, for the operator's commands: asks and waits.
public final class ControlClient {
    private let descriptor: Int32
    private var received: [UInt8] = []

    /// How long an answer may take before the server counts as stuck.
    private static let answerSeconds = 120

    /// - Returns: nil where no server runs on this folder.
    public convenience init?(folder: String) { self.init(folder: folder, answerSeconds: Self.answerSeconds) }

    /// - Parameter answerSeconds: how long to wait for an answer.
    public init?(folder: String, answerSeconds: Int) {
        let descriptor = ControlSocket.make(0)
        guard descriptor >= 0 else { return nil }
        self.descriptor = descriptor
        guard ControlSocket.withAddress(in: folder, { connect(descriptor, $0, $1) }) == 0 else { return nil }
        var patience = timeval(tv_sec: answerSeconds, tv_usec: 0)
        let length = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, length)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, length)
    }

    deinit { close(descriptor) }

    /// Sends one message.
    ///
    /// - Returns: false where the server has gone.
    public func send(_ message: [UInt8]) -> Bool {
        let bytes = message + [UInt8(ascii: "\n")]
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Waits for the answer with this `ref`.
    ///
    /// - Returns: nil where the server has gone, or says nothing for too long.
    public func answer(to ref: String) -> ControlAnswer? {
        var scanned = 0
        while true {
            while let end = received[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
                let answers = ControlAnswer.read(Array(received[..<end]))
                received.removeFirst(end + 1)
                scanned = 0
                if let answer = answers.first(where: { $0.ref == ref }) { return answer }
            }
            scanned = received.count
            var piece = [UInt8](repeating: 0, count: 1 << 16)
            let count = recv(descriptor, &piece, piece.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            received.append(contentsOf: piece[..<count])
        }
    }
}

/// What a command needs to know of an answer.
public struct ControlAnswer: Sendable {
    public let type: String
    public let ref: String?
    /// Only of an `error`.
    public let code: String?
    public let message: String?
    /// Only of `linkMade`.
    public let link: Link?
    public let token: String?
    /// Only of `turns`: processor time of the longest turn since it was last asked for, in microseconds.
    public let longestWork: Int?
    /// Only of `addresses`.
    public let urls: [String]
    /// Only of `setAside`: lists, and why.
    public let setAside: [(list: String, reason: String)]

    static func read(_ line: [UInt8]) -> [ControlAnswer] {
        var answers: [ControlAnswer] = []
        line.withUnsafeBytes { bytes in
            try? JSONParser().parse(bytes) { (root) throws(WireError) in
                if root.kind == .array {
                    try root.forEachElement { (node) throws(WireError) in answers.append(ControlAnswer(node))
                    }
                } else {
                    answers.append(ControlAnswer(root))
                }
            }
        }
        return answers
    }

    private init(_ node: JSONNode) {
        type = node["type"]?.string ?? ""
        ref = node["ref"]?.string
        code = node["code"]?.string
        message = node["message"]?.string
        link = type == "linkMade" ? try? Link(node) : nil
        token = node["token"]?.string
        longestWork = node["longestWork"]?.integer
        var urls: [String] = []
        try? node["urls"]?.forEachElement { (url) throws(WireError) in
            if let url = url.string { urls.append(url) }
        }
        self.urls = urls
        var setAside: [(list: String, reason: String)] = []
        if type == "setAside" {
            try? node["lists"]?.forEachElement { (entry) throws(WireError) in
                setAside.append((entry["list"]?.string ?? "", entry["reason"]?.string ?? ""))
            }
        }
        self.setAside = setAside
    }
}

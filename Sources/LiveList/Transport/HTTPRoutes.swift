/// Judges requests: a pure function of the request, the files and the server's condition.
struct HTTPRoutes {
    let files: PageFiles
    /// The certificate of the server's own authority, PEM; nil where it has none.
    let authority: [UInt8]?
    /// Why mutations can't be accepted now; nil: they can.
    let trouble: String?
    /// What an operator should know although they can.
    let notices: [String]

    static let webSocketPath = "/ws"
    static let webSocketProtocol = "livelist.v1"

    func answer(_ request: HTTPRequest) -> HTTPAnswer {
        if let refusal = Self.refusalOfAny(request) { return refusal }
        if request.path == Self.webSocketPath {
            return .refusal(
                426, "This is the WebSocket endpoint: connect with subprotocol \(Self.webSocketProtocol).",
                headers: [("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13")])
        }
        switch request.path {
        case "/healthz":
            let headers = [(name: "Cache-Control", value: "no-store")]
            guard let trouble else {
                let body = (["ok"] + notices).joined(separator: "\n") + "\n"
                return HTTPAnswer(status: 200, headers: headers, body: .text(body))
            }
            return HTTPAnswer(status: 503, headers: headers, body: .text(trouble + "\n"))
        case "/ca.crt":
            guard let authority else { return Self.notFound }
            return serve(PageFile(type: "application/x-x509-ca-cert", bytes: authority), to: request)
        default:
            if let path = versionedPath(request.path) {
                guard let file = files.file(at: path) else { return Self.notFound }
                return serve(file, to: request, isImmutable: true)
            }
            guard let file = files.file(at: Self.filePath(for: request.path)) else { return Self.notFound }
            return serve(file, to: request)
        }
    }

    /// What `/v/{version}/…` names, if that is the version that is served: another version's files are not
    /// there, rather than mixed with these.
    private func versionedPath(_ path: String) -> String? {
        guard let version = files.version, path.hasPrefix("/v/\(version)/") else { return nil }
        return String(path.dropFirst(3 + version.count))
    }

    /// - Returns: nil where the WebSocket handshake may go on (RFC 6455 section 4.2.1).
    ///
    /// - Parameter origins: whose pages may connect beside the server's own.
    static func refusalOfUpgrade(_ request: HTTPRequest, origins: [Origin] = []) -> HTTPAnswer? {
        if let refusal = refusalOfAny(request) { return refusal }
        // libwebsockets would turn h2c inside TLS into HTTP/2 and use memory after freeing it on unknown
        // protocols.
        guard HTTPRequest.list(request.upgrade, contains: "websocket"),
            request.upgrade?.contains(",") == false
        else {
            return .refusal(400, "The only upgrade here is websocket.")
        }
        guard request.path == webSocketPath else { return notFound }
        guard request.method == .get else { return methodNotAllowed }
        guard request.version == "HTTP/1.1" else {
            return .refusal(400, "A WebSocket handshake needs HTTP/1.1.")
        }
        guard request.webSocketVersion == "13" else {
            return .refusal(
                426, "The WebSocket version here is 13.",
                headers: [("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13")])
        }
        guard HTTPRequest.list(request.connection, contains: "upgrade") else {
            return .refusal(400, "A WebSocket handshake needs the header Connection: Upgrade.")
        }
        guard let key = request.webSocketKey, isSixteenBytesInBase64(key) else {
            return .refusal(400, "Sec-WebSocket-Key must be 16 bytes in base64.")
        }
        // Who names none is taken to speak the one there is (RFC 6455 section 4.2.2: none is then selected).
        if let protocols = request.webSocketProtocols,
            !HTTPRequest.list(protocols, contains: webSocketProtocol, exactCase: true)
        {
            return .refusal(400, "The only subprotocol here is \(webSocketProtocol).")
        }
        // Programs send no Origin; a browser always does, and another site's page must not use this
        // visitor's access.
        guard let origin = request.origin else { return nil }
        let known = [Origin("https://\(request.host!)")].compactMap { $0 } + origins
        guard let origin = Origin(origin), known.contains(origin) else {
            return .refusal(403, "Pages of another origin may not connect.")
        }
        return nil
    }

    private static func refusalOfAny(_ request: HTTPRequest) -> HTTPAnswer? {
        if request.hasOversizedHeader { return .refusal(431, "A header is too long.") }
        guard request.version == "HTTP/1.1" || request.version == "HTTP/1.0" else {
            return .refusal(505, "Speak HTTP/1.1.")
        }
        guard request.hasValidHost else {
            return .refusal(400, "A request needs exactly one valid Host header.")
        }
        if request.method == .other { return methodNotAllowed }
        if request.hasBody { return .refusal(400, "No request here takes a body.") }
        if !request.isEncrypted {
            let target = request.path.utf8.allSatisfy(isPlainInURL) ? request.path : "/"
            return .refusal(
                301, "This port speaks HTTPS.", headers: [("Location", "https://\(request.host!)\(target)")])
        }
        return nil
    }

    /// The page is one file for the start and for every list.
    private static func filePath(for path: String) -> String {
        if path == "/" { return PageFiles.index }
        if path.hasPrefix("/l/"), ListID(String(path.dropFirst(3))) != nil { return PageFiles.index }
        return path
    }

    private func serve(_ whole: PageFile, to request: HTTPRequest, isImmutable: Bool = false) -> HTTPAnswer {
        let packed = request.accepts(coding: "br") ? whole.packed : nil
        let file = packed ?? whole
        // Without a version in its address a file is asked for again each time, and answered by 304 while it
        // is the same: a new one shows at once.
        let caching = isImmutable ? "public, max-age=31536000, immutable" : "no-cache"
        var headers = [(name: "ETag", value: file.tag), (name: "Cache-Control", value: caching)]
        if whole.compressed != nil { headers.append(("Vary", "Accept-Encoding")) }
        if let known = request.ifNoneMatch, Self.matches(known, file.tag) {
            return HTTPAnswer(status: 304, headers: headers, body: .none)
        }
        if packed != nil { headers.append(("Content-Encoding", "br")) }
        return HTTPAnswer(status: 200, headers: headers, body: .file(file))
    }

    /// The weak comparison of RFC 9110 section 13.1.2.
    private static func matches(_ known: String, _ tag: String) -> Bool {
        if known == "*" { return true }
        return HTTPRequest.list(known, contains: tag, exactCase: true)
            || HTTPRequest.list(known, contains: "W/" + tag, exactCase: true)
    }

    private static func isSixteenBytesInBase64(_ key: String) -> Bool {
        let bytes = Array(key.utf8)
        guard bytes.count == 24, bytes.suffix(2).elementsEqual("==".utf8) else { return false }
        return bytes.prefix(22).allSatisfy {
            isAlphanumeric($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/")
        }
    }

    private static var notFound: HTTPAnswer { .refusal(404, "There is nothing here.") }
    static var methodNotAllowed: HTTPAnswer {
        .refusal(405, "Only GET and HEAD are answered here.", headers: [("Allow", "GET, HEAD")])
    }
}

/// What goes into a Location header as it is.
private func isPlainInURL(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: ".")
        || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "~")
}

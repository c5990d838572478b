/// An answer to one request. Every answer ends its connection: a second request on the same one meets a use
/// after free in libwebsockets 4.1.
struct HTTPAnswer {
    enum Body {
        case none
        case text(String)
        case file(PageFile)

        var count: Int {
            switch self {
            case .none: 0
            case .text(let string): string.utf8.count
            case .file(let file): file.count
            }
        }

        func withBytes<Result>(_ use: (UnsafeRawBufferPointer) -> Result) -> Result {
            switch self {
            case .none: return use(UnsafeRawBufferPointer(start: nil, count: 0))
            case .text(var string): return string.withUTF8 { use(UnsafeRawBufferPointer($0)) }
            case .file(let file): return file.withBytes(use)
            }
        }
    }

    var status: Int
    var headers: [(name: String, value: String)] = []
    var body: Body

    /// A refusal: one sentence.
    static func refusal(_ status: Int, _ sentence: String, headers: [(String, String)] = []) -> HTTPAnswer {
        HTTPAnswer(
            status: status, headers: headers.map { (name: $0.0, value: $0.1) },
            body: .text(sentence + "\n"))
    }

    /// Status line and headers, with the blank line.
    ///
    /// - Parameter isStrict: the host is never again to be spoken to without TLS (RFC 6797).
    func head(date: CalendarTime, isStrict: Bool = false) -> String {
        var text = "HTTP/1.1 \(status) \(Self.reason(status))\r\nDate: \(date.httpDate)\r\n"
        for (name, value) in Self.always + headers { text += "\(name): \(value)\r\n" }
        if isStrict { text += "Strict-Transport-Security: max-age=31536000\r\n" }
        switch body {
        case .none: break
        case .text: text += "Content-Type: text/plain; charset=utf-8\r\n"
        case .file(let file): text += "Content-Type: \(file.type)\r\n"
        }
        // 304 has no body, but would have to tell the length of the one it does without (RFC 9110 section
        // 8.6).
        if status != 304 { text += "Content-Length: \(body.count)\r\n" }
        return text + "\r\n"
    }

    /// The page needs no other origin for code, and images from anywhere over https.
    private static let always: [(name: String, value: String)] = [
        ("Connection", "close"),
        (
            "Content-Security-Policy",
            "default-src 'self'; connect-src 'self' wss:; img-src 'self' https: data:; "
                + "require-trusted-types-for 'script'; base-uri 'none'; frame-ancestors 'none'; "
                + "form-action 'self'; object-src 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
    ]

    private static func reason(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 301: "Moved Permanently"
        case 304: "Not Modified"
        case 400: "Bad Request"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 426: "Upgrade Required"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 503: "Service Unavailable"
        case 505: "HTTP Version Not Supported"
        default: "Status"
        }
    }
}

import Testing

@testable import LiveList

/// PROTOCOL of the port over HTTP: what each path, method and header is answered with.
struct HTTPRoutesTests {
    let files: PageFiles
    let index: PageFile

    init() throws {
        files = try PageFiles(folder: nil)
        index = try #require(files.file(at: PageFiles.index))
    }

    private func answer(
        _ path: String, authority: [UInt8]? = nil, trouble: String? = nil, notice: String? = nil,
        change: (inout HTTPRequest) -> Void = { _ in }
    ) -> HTTPAnswer {
        var request = HTTPRequest()
        request.path = path
        request.host = "localhost:9443"
        change(&request)
        return HTTPRoutes(
            files: files, authority: authority, trouble: trouble, notices: notice.map { [$0] } ?? []
        ).answer(
            request)
    }

    @Test(arguments: ["/", "/l/groceries", "/l/a", "/l/0-9", "/index.html"])
    func thePageIsServed(path: String) {
        let answer = answer(path)
        #expect(answer.status == 200)
        guard case .file(let file) = answer.body else {
            Issue.record("no file")
            return
        }
        #expect(file.tag == index.tag)
        #expect(answer.head(date: .now()).contains("\r\nContent-Type: text/html; charset=utf-8\r\n"))
    }

    @Test(arguments: [
        "/l", "/l/", "/l/-a", "/l/A", "/l/a/b", "/l/a b", "/nothing", "/../etc/passwd", "/index.html/", "",
        "index.html",
        "/..%2findex.html", "/\0", "/l/" + String(repeating: "x", count: 65), "/ws/", "/metrics",
    ])
    func nothingElseIs(path: String) {
        #expect(answer(path).status == 404)
    }

    @Test func aKnownFileIsNotSentAgain() {
        for known in [index.tag, "W/" + index.tag, "\"x\", \(index.tag)", "*"] {
            let answer = answer("/") { $0.ifNoneMatch = known }
            #expect(answer.status == 304, "\(known)")
            #expect(!answer.head(date: .now()).contains("Content-Length"))
        }
        #expect(answer("/") { $0.ifNoneMatch = "\"x\"" }.status == 200)
    }

    private func value(_ name: String, in answer: HTTPAnswer) -> String? {
        answer.headers.first { $0.name == name }?.value
    }

    @Test func filesUnderTheVersionNeverChangeAndOtherVersionsAreNotThere() {
        let unversioned = answer("/js/main.js")
        #expect(unversioned.status == 200)
        #expect(value("Cache-Control", in: unversioned) == "no-cache")
        #expect(value("Cache-Control", in: answer("/")) == "no-cache")
        #expect(answer("/v/0123456789abcdef/js/main.js").status == 404)
        guard let version = files.version else { return }
        let versioned = answer("/v/\(version)/js/main.js")
        #expect(versioned.status == 200)
        #expect(value("Cache-Control", in: versioned) == "public, max-age=31536000, immutable")
        for path in ["/v/\(version)", "/v/\(version)/", "/v/\(version)/no.js", "/v/\(version)x/js/main.js"] {
            #expect(answer(path).status == 404, "\(path)")
        }
    }

    @Test func thoseWhoReadItGetACompressedCopyWithATagOfItsOwn() {
        guard files.version != nil else { return }
        let plain = answer("/js/main.js")
        let packed = answer("/js/main.js") { $0.acceptEncoding = "gzip, deflate, br, zstd" }
        #expect(value("Vary", in: plain) == "Accept-Encoding")
        #expect(value("Vary", in: packed) == "Accept-Encoding")
        #expect(value("Content-Encoding", in: plain) == nil)
        #expect(value("Content-Encoding", in: packed) == "br")
        let tag = value("ETag", in: packed)
        #expect(tag != value("ETag", in: plain))
        #expect(
            answer("/js/main.js") {
                $0.acceptEncoding = "br"
                $0.ifNoneMatch = tag
            }.status == 304)
        #expect(answer("/js/main.js") { $0.ifNoneMatch = tag }.status == 200)
        let picture = answer("/icon-512.png") { $0.acceptEncoding = "br" }
        #expect(value("Content-Encoding", in: picture) == nil)
    }

    @Test(arguments: [
        ("br", true), ("BR;q=0.1", true), ("gzip , br ; q=1", true), ("br;q=0", false),
        ("br; q=0.000", false),
        ("gzip", false), ("brx", false), ("", false), (nil, false), ("*", false),
    ])
    func aCodingIsAcceptedWhereItIsNamed(header: String?, isAccepted: Bool) {
        var request = HTTPRequest()
        request.acceptEncoding = header
        #expect(request.accepts(coding: "br") == isAccepted)
    }

    @Test func everyAnswerEndsTheConnectionAndIsStrict() {
        for answer in [
            answer("/"), answer("/nothing"), answer("/ws"), answer("/healthz"), answer("/") { $0.host = nil },
        ] {
            let head = answer.head(date: CalendarTime(secondsSince1970: 1_796_025_909))
            #expect(head.hasPrefix("HTTP/1.1 \(answer.status) "))
            #expect(head.contains("\r\nDate: Mon, 30 Nov 2026 08:05:09 GMT\r\n"))
            #expect(head.contains("\r\nConnection: close\r\n"))
            #expect(head.contains("\r\nContent-Security-Policy: default-src 'self'; "))
            #expect(head.contains("\r\nX-Content-Type-Options: nosniff\r\n"))
            #expect(head.hasSuffix("\r\n\r\n"))
        }
    }

    @Test func healthTellsTheTrouble() {
        #expect(answer("/healthz").status == 200)
        let noted = answer("/healthz", notice: "one list is set aside")
        #expect(noted.status == 200)
        guard case .text("ok\none list is set aside\n") = noted.body else {
            Issue.record("no notice")
            return
        }
        let ill = answer("/healthz", trouble: "the disk is full")
        #expect(ill.status == 503)
        guard case .text("the disk is full\n") = ill.body else {
            Issue.record("no reason")
            return
        }
    }

    @Test func theAuthorityIsOfferedWhereThereIsOne() {
        #expect(answer("/ca.crt").status == 404)
        #expect(answer("/ca.crt", authority: [1, 2]).status == 200)
    }

    @Test func wrongRequestsAreRefused() {
        #expect(answer("/") { $0.method = .other }.status == 405)
        #expect(
            answer("/") {
                $0.method = .other
                $0.hasBody = true
            }.headers.contains { $0 == ("Allow", "GET, HEAD") })
        #expect(answer("/") { $0.hasBody = true }.status == 400)
        #expect(answer("/") { $0.version = "HTTP/2.0" }.status == 505)
        #expect(answer("/") { $0.version = "HTTP/1.0" }.status == 200)
        #expect(answer("/") { $0.hasOversizedHeader = true }.status == 431)
    }

    @Test func plainHTTPIsSentToHTTPS() {
        let answer = answer("/l/groceries") { $0.isEncrypted = false }
        #expect(answer.status == 301)
        #expect(answer.headers.contains { $0 == ("Location", "https://localhost:9443/l/groceries") })
        let forged = self.answer("/x\r\nSet-Cookie: a=b") { $0.isEncrypted = false }
        #expect(forged.headers.contains { $0 == ("Location", "https://localhost:9443/") })
    }

    @Test(arguments: [
        "localhost", "a.b-c_d", "192.0.2.1:1", "[::1]", "[::ffff:192.0.2.1]:65535",
    ])
    func hostsOfTheRightFormAreTaken(host: String) {
        #expect(answer("/") { $0.host = host }.status == 200)
    }

    @Test(arguments: [
        nil, "", "a b", "a,b", "a/b", "u@h", "h:", "h:x", "h:123456", "[::1", "[]", "[::1]x", ":80", "é",
        String(repeating: "x", count: 256),
    ])
    func hostsOfAnotherFormAreNot(host: String?) {
        #expect(answer("/") { $0.host = host }.status == 400)
    }
}

import Testing

@testable import LiveList

/// RFC 6455 section 4.2.1: each part of the handshake that may be wrong.
struct UpgradeTests {
    private func status(_ change: (inout HTTPRequest) -> Void = { _ in }) -> Int? {
        var request = HTTPRequest()
        request.path = "/ws"
        request.host = "localhost:9443"
        request.upgrade = "websocket"
        request.connection = "keep-alive, Upgrade"
        request.webSocketVersion = "13"
        request.webSocketKey = "dGhlIHNhbXBsZSBub25jZQ=="
        request.webSocketProtocols = "livelist.v1"
        change(&request)
        return HTTPRoutes.refusalOfUpgrade(request)?.status
    }

    @Test func theRightOneMayGoOn() {
        #expect(status() == nil)
        #expect(status { $0.webSocketProtocols = "chat ,livelist.v1" } == nil)
        #expect(status { $0.webSocketProtocols = nil } == nil)
        #expect(status { $0.upgrade = "WebSocket" } == nil)
        #expect(status { $0.origin = "https://LocalHost:9443" } == nil)
    }

    @Test(arguments: [nil, "12", "8", "x", "13, 8"])
    func anotherVersion(version: String?) {
        #expect(status { $0.webSocketVersion = version } == 426)
    }

    @Test(arguments: [nil, "", "short", "dGhlIHNhbXBsZSBub25jZQ==, x", "xxxxxxxxxxxxxxxxxxxxxxxx", "AAAA"])
    func anotherKey(key: String?) {
        #expect(status { $0.webSocketKey = key } == 400)
    }

    @Test(arguments: ["", "chat", "LIVELIST.V1", "livelist.v1x", "livelist.v1;q=1"])
    func anotherSubprotocol(protocols: String) {
        #expect(status { $0.webSocketProtocols = protocols } == 400)
    }

    @Test(arguments: ["https://elsewhere.example", "http://localhost:9443", "null", "https://localhost", ""])
    func anotherOrigin(origin: String) {
        #expect(status { $0.origin = origin } == 403)
    }

    @Test func theRest() {
        #expect(status { $0.upgrade = "h2c" } == 400)
        #expect(status { $0.upgrade = "websocket, h2c" } == 400)
        #expect(status { $0.connection = "close" } == 400)
        #expect(status { $0.connection = nil } == 400)
        #expect(status { $0.version = "HTTP/1.0" } == 400)
        #expect(status { $0.method = .head } == 405)
        #expect(status { $0.method = .other } == 405)
        #expect(status { $0.path = "/" } == 404)
        #expect(status { $0.host = "a,b" } == 400)
        #expect(status { $0.hasBody = true } == 400)
        #expect(status { $0.isEncrypted = false } == 301)
    }
}

import Testing

@testable import LiveList

struct ListenAddressTests {
    @Test func hostAndPortAreRead() {
        #expect(ListenAddress("127.0.0.1:9443") == .standard)
        #expect(ListenAddress("localhost:0") == ListenAddress(host: "localhost", port: 0))
        #expect(ListenAddress("[::1]:80") == ListenAddress(host: "::1", port: 80))
        #expect(ListenAddress("[::1]:80")?.description == "[::1]:80")
        #expect(ListenAddress("0.0.0.0:80")?.url(isPlain: false) == "https://localhost:80/")
        #expect(ListenAddress("[fd00::2]:80")?.url(isPlain: false) == "https://[fd00::2]:80/")
    }

    @Test(arguments: [
        "", ":", ":80", "a", "a:", "a:x", "a:-1", "a:+1", "a:65536", "::1:80", "[a]:80", "[]:80", "a b:80",
    ])
    func otherFormsAreNot(text: String) {
        #expect(ListenAddress(text) == nil)
    }

    @Test func theLoopbackIsKnown() throws {
        for host in ["127.0.0.1", "127.9.9.9", "::1", "localhost"] {
            #expect(try ListenAddress(host: host, port: 1).isLoopback(), "\(host)")
        }
        for host in ["0.0.0.0", "::", "192.0.2.1"] {
            #expect(try !ListenAddress(host: host, port: 1).isLoopback(), "\(host)")
        }
        #expect(throws: TransportError.self) { try ListenAddress(host: "256.1.1.1", port: 1).isLoopback() }
    }
}

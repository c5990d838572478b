import Testing

@testable import LiveList

@Suite struct AddressTests {
    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("2001:DB8::1", "2001:db8::1"), ("::ffff:192.0.2.1", "192.0.2.1"),
        ("::1", "::1"), ("::", "::"), ("0.0.0.0", "0.0.0.0"),
    ])
    func anAddressIsReadAndWritten(text: String, written: String) {
        #expect(PeerAddress(text)?.description == written)
    }

    @Test(arguments: ["", "x", "1.2.3", "1.2.3.4.5", "256.1.1.1", "[::1]", "fe80::1%eth0", "1:2:3", "::1 "])
    func whatIsNoAddressIsNot(text: String) {
        #expect(PeerAddress(text) == nil)
    }

    @Test func inIPv6ANetworkCountsAsOne() {
        #expect(PeerAddress("2001:db8::1")!.subject == PeerAddress("2001:db8::ffff:1")!.subject)
        #expect(PeerAddress("2001:db8::1")!.subject != PeerAddress("2001:db8:0:1::1")!.subject)
        #expect(PeerAddress("192.0.2.1")!.subject != PeerAddress("192.0.2.2")!.subject)
    }

    @Test func rangesHoldWhatBeginsAlike() {
        func contains(_ range: String, _ address: String) -> Bool {
            AddressRange(range)!.contains(PeerAddress(address)!)
        }
        #expect(contains("10.0.0.0/8", "10.255.0.1") && !contains("10.0.0.0/8", "11.0.0.1"))
        #expect(contains("192.0.2.128/25", "192.0.2.200") && !contains("192.0.2.128/25", "192.0.2.1"))
        #expect(contains("192.0.2.1", "192.0.2.1") && !contains("192.0.2.1", "192.0.2.3"))
        #expect(contains("0.0.0.0/0", "8.8.8.8") && !contains("0.0.0.0/0", "::1"))
        #expect(contains("2001:db8::/33", "2001:db8::5") && !contains("2001:db8::/33", "2001:db8:8000::"))
        for wrong in ["", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/x", "/8", "::/129", "10.0.0.0/-1", "::1\0x"] {
            #expect(AddressRange(wrong) == nil, "\(wrong)")
        }
    }
}

@Suite struct ForwardedTests {
    private let proxies = TrustedProxies([AddressRange("10.0.0.0/8")!, AddressRange("::1")!])

    private func client(_ peer: String?, _ forwardedFor: String?, _ forwarded: String? = nil) -> String? {
        proxies.client(
            peer: peer.map { PeerAddress($0)! }, forwardedFor: forwardedFor, forwarded: forwarded)?
            .description
    }

    @Test func whoIsNoTrustedProxySpeaksForItselfAlone() {
        #expect(client("192.0.2.1", "198.51.100.7", "for=198.51.100.7") == "192.0.2.1")
        #expect(client("192.0.2.1", nil) == "192.0.2.1")
    }

    @Test(arguments: [
        ("198.51.100.7", "198.51.100.7"), ("1.1.1.1, 198.51.100.7", "198.51.100.7"),
        ("1.1.1.1,198.51.100.7 , 10.1.2.3", "198.51.100.7"), ("198.51.100.7:4711", "198.51.100.7"),
        ("2001:db8::7", "2001:db8::7"), ("[2001:db8::7]:80", "2001:db8::7"),
    ])
    func theLastThatIsNoProxyIsTheClient(header: String, found: String) {
        #expect(client("10.0.0.1", header) == found)
        #expect(client(nil, header) == found)
    }

    @Test(arguments: [
        "", ",", "unknown", "1.1.1.1, unknown", "1.1.1.1, _hidden", "10.0.0.2", "[::2", "[]", ":",
    ])
    func whatAProxyDoesNotSayIsNotKnown(header: String) {
        #expect(client("10.0.0.1", header) == nil)
    }

    @Test(arguments: [
        ("for=198.51.100.7", "198.51.100.7"), ("For=\"[2001:db8::7]:80\";proto=https", "2001:db8::7"),
        ("for=1.1.1.1, proto=https; for=198.51.100.7;by=10.0.0.1, for=10.0.0.2", "198.51.100.7"),
    ])
    func theStandardHeaderIsReadWhereTheOtherIsAbsent(header: String, found: String) {
        #expect(client("::1", nil, header) == found)
        #expect(client("::1", "192.0.2.9", header) == "192.0.2.9")
    }

    @Test(arguments: ["for=", "by=1.1.1.1", "for=1.1.1.1, by=10.0.0.1", "for=\"", "for=\"_x\"", ""])
    func theStandardHeaderMayNotSayEither(header: String) {
        #expect(client("10.0.0.1", nil, header) == nil)
    }
}

@Suite struct DoorkeeperTests {
    private let ana = PeerAddress("192.0.2.1")!
    private let bo = PeerAddress("192.0.2.2")!

    private func door(_ adjust: (inout DoorLimits) -> Void) -> Doorkeeper {
        var limits = DoorLimits()
        adjust(&limits)
        return Doorkeeper(limits)
    }

    @Test func anAddressHasItsConnectionsAndOthersHaveTheirs() {
        var door = door { $0.connectionsPerAddress = 2 }
        #expect(door.admit(ana, now: 0) == .admitted)
        #expect(door.admit(ana, now: 0) == .admitted)
        #expect(door.admit(ana, now: 0) == .tooMany)
        #expect(door.admit(bo, now: 0) == .admitted)
        door.leave(ana, now: 0)
        #expect(door.admit(ana, now: 0) == .admitted)
        #expect(door.connections == 3)
    }

    @Test func whoComesTooFastIsTurnedAwayAndComesInLater() {
        var door = door { $0.handshakesPerAddress = Rate(perSecond: 10, burst: 5) }
        for _ in 0..<5 {
            #expect(door.admit(ana, now: 0) == .admitted)
            door.leave(ana, now: 0)
        }
        #expect(door.admit(ana, now: 0) == .tooFast(100))
        #expect(door.admit(bo, now: 0) == .admitted)
        #expect(door.admit(ana, now: 100) == .admitted)
    }

    @Test func allTogetherAreBounded() {
        var door = door {
            $0.connections = 2
            $0.handshakes = Rate(perSecond: 10, burst: 1)
        }
        #expect(door.wait(now: 0) == 0)
        #expect(door.admit(ana, now: 0) == .admitted)
        #expect(door.wait(now: 0) == 100)
        #expect(door.admit(nil, now: 0) == .admitted)
        #expect(door.admit(bo, now: 0) == .full)
        door.leave(nil, now: 0)
        #expect(door.admit(bo, now: 0) == .admitted)
    }

    @Test func aProxysConnectionIsCountedForItsClient() {
        var door = door { $0.connectionsPerAddress = 1 }
        #expect(door.admit(nil, now: 0) == .admitted)
        #expect(door.count(ana, now: 0) == .admitted)
        #expect(door.admit(nil, now: 0) == .admitted)
        #expect(door.count(ana, now: 0) == .tooMany)
        door.leave(nil, now: 0)
        door.leave(ana, now: 0)
        #expect(door.connections == 0 && door.addressesKnown == 0)
    }

    @Test func whoIsGoneIsForgotten() {
        var door = door { $0.handshakesPerAddress = Rate(perSecond: 10, burst: 10) }
        for number in 0..<100_000 {
            let address = PeerAddress(bytes: (0..<4).map { UInt8(number >> (8 * $0) & 0xFF) })!
            #expect(door.admit(address, now: Int64(number)) == .admitted)
            door.leave(address, now: Int64(number))
        }
        #expect(door.addressesKnown < 3_000)
    }
}

// See ListenAddress.swift.
import CWebSockets
import Glibc

/// A name that a server's certificate stands for.
public enum CertificateName: Hashable, Sendable {
    case host(String)
    case address(String)

    /// Reads a host name or an address as an operator gives it.
    ///
    /// - Returns: nil where it is neither.
    public init?(_ text: String) {
        if let address = Self.canonicalAddress(text) {
            self = .address(address)
            return
        }
        let name = text.hasSuffix(".") ? text.dropLast() : text[...]
        guard (1...253).contains(name.utf8.count) else { return nil }
        for label in name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
            guard (1...63).contains(label.count), label.first != UInt8(ascii: "-"),
                label.last != UInt8(ascii: "-"),
                label.allSatisfy({ isAlphanumeric($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") })
            else { return nil }
        }
        self = .host(String(decoding: name.utf8.map(CertificateName.lowercase), as: UTF8.self))
    }

    /// As OpenSSL's extension syntax has it. Both forms were checked, so that nothing else can stand in
    /// them.
    var extensionText: String {
        switch self {
        case .host(let name): "DNS:\(name)"
        case .address(let address): "IP:\(address)"
        }
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 { lowercased(byte) }

    private static func canonicalAddress(_ text: String) -> String? {
        // inet_pton reads up to the first byte of value 0.
        guard !text.utf8.contains(0) else { return nil }
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 { return Self.text(of: &four, AF_INET) }
        var six = in6_addr()
        if inet_pton(AF_INET6, text, &six) == 1 { return Self.text(of: &six, AF_INET6) }
        return nil
    }

    fileprivate static func text(of address: UnsafeRawPointer, _ family: Int32) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { buffer in
            inet_ntop(family, address, buffer.baseAddress, socklen_t(buffer.count)).map {
                String(cString: $0)
            }
        }
    }
}

/// What this machine is called, as far as it knows.
enum MachineNames {
    static var hostName: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard gethostname(buffer.baseAddress!, buffer.count - 1) == 0 else { return "localhost" }
            buffer[255] = 0
            return String(cString: buffer.baseAddress!)
        }
    }

    /// The loopback's names, the host's, its addresses, and `extra`. Without doubles, in a stable order.
    static func all(extra: [CertificateName]) -> [CertificateName] {
        var names: [CertificateName] = [.host("localhost"), .address("127.0.0.1"), .address("::1")]
        if let host = CertificateName(hostName) {
            names.append(host)
            if case .host(let name) = host, !name.utf8.contains(UInt8(ascii: ".")) {
                names.append(.host(name + ".local"))
            }
        }
        names += addresses.sorted().map { .address($0) }
        names += extra
        var seen: Set<CertificateName> = []
        return names.filter { seen.insert($0).inserted }
    }

    /// Of the interfaces that are up; without IPv6 addresses of one link only, which no browser takes in a
    /// URL.
    private static var addresses: [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var found: [String] = []
        var next = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard entry.ifa_flags & UInt32(IFF_UP) != 0, let address = entry.ifa_addr else { continue }
            let raw = UnsafeRawPointer(address)
            switch Int32(address.pointee.sa_family) {
            case AF_INET:
                let part = raw + MemoryLayout<sockaddr_in>.offset(of: \.sin_addr)!
                if let text = CertificateName.text(of: part, AF_INET) { found.append(text) }
            case AF_INET6:
                let part = raw + MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr)!
                let isLinkLocal =
                    part.load(as: UInt8.self) == 0xFE
                    && part.load(fromByteOffset: 1, as: UInt8.self) & 0xC0 == 0x80
                if !isLinkLocal, let text = CertificateName.text(of: part, AF_INET6) { found.append(text) }
            default: continue
            }
        }
        return found
    }
}

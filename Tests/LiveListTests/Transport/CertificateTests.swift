import Glibc
import Testing

@testable import LiveList

/// The own authority and its certificates; the operator's files.
struct CertificateTests {
    private let folder = ScratchFolder()
    private let now = time(nil)
    private var day: Int { CertificateMaking.day }

    private func source(names: [String] = []) -> CertificateSource {
        CertificateSource(dataFolder: folder.path, names: names.map { CertificateName($0)! })
    }

    private func mode(_ name: String) -> mode_t {
        var status = stat()
        stat(folder.path + "/tls/" + name, &status)
        return status.st_mode & 0o777
    }

    @Test func aCertificateIsMadeOnceAndServesAllNames() throws {
        let first = source(names: ["list.example", "192.0.2.77"])
        let made = try first.load(now: now)
        #expect(made.covers(MachineNames.all(extra: [.host("list.example"), .address("192.0.2.77")])))
        #expect(made.covers([.host("localhost"), .address("127.0.0.1"), .address("::1")]))
        #expect(!made.covers([.host("elsewhere.example")]))
        #expect(made.expirySeconds - now <= 397 * day)
        #expect(mode("server.key") == 0o600)
        #expect(mode("authority.key") == 0o600)

        let second = source(names: ["list.example", "192.0.2.77"])
        #expect(try second.load(now: now).certificatePEM == made.certificatePEM)
        #expect(second.authority == first.authority)
        let authority = try CertificateBundle(
            certificateFile: folder.path + "/tls/authority.crt", keyFile: folder.path + "/tls/authority.key")
        #expect(made.isSigned(by: authority))
    }

    @Test func aNewNameOrALateDayMeansANewCertificateFromTheSameAuthority() throws {
        let first = source()
        let made = try first.load(now: now)
        let named = source(names: ["new.example"])
        let renamed = try named.load(now: now)
        #expect(renamed.covers([.host("new.example")]))
        #expect(renamed.certificatePEM != made.certificatePEM)
        #expect(named.authority == first.authority)

        #expect(!named.needsRenewal(now: now))
        let late = renamed.expirySeconds - 29 * day
        #expect(named.needsRenewal(now: late))
        let renewed = try named.load(now: late)
        #expect(renewed.expirySeconds > renamed.expirySeconds)
        #expect(named.authority == first.authority)
    }

    @Test func aLeafNeverOutlivesItsAuthority() throws {
        let old = try source().load(now: now - (CertificateMaking.authorityDays - 100) * day)
        #expect(old.expirySeconds < now)
        let made = try source().load(now: now)
        #expect(made.expirySeconds <= now + 100 * day)
    }

    @Test func aBrokenAuthorityIsNotReplaced() throws {
        _ = try source().load(now: now)
        folder.write("nonsense", to: "tls/authority.crt")
        #expect(throws: TransportError.self) { try source().load(now: now) }
    }

    @Test func filesThatDoNotServeAreNamed() throws {
        let first = CertificateMaking.authority(host: "a", now: now)
        let second = CertificateMaking.authority(host: "b", now: now)
        let certificate = folder.write(String(decoding: first.certificatePEM, as: UTF8.self), to: "a.pem")
        let key = folder.write(String(decoding: first.keyPEM, as: UTF8.self), to: "a.key")
        let other = folder.write(String(decoding: second.keyPEM, as: UTF8.self), to: "b.key")
        let empty = folder.write("", to: "empty.pem")
        #expect(throws: Never.self) {
            try CertificateSource(certificateFile: certificate, keyFile: key).load(now: now)
        }
        for (certificate, key, named) in [
            (certificate, other, other), (empty, key, empty), (certificate, empty, empty),
            (folder.path + "/none", key, folder.path + "/none"), (certificate, folder.path, folder.path),
        ] {
            let error = #expect(throws: TransportError.self) {
                try CertificateSource(certificateFile: certificate, keyFile: key).load(now: now)
            }
            #expect(error?.message.contains("cannot use \(named): ") == true, "\(error?.message ?? "")")
        }
    }

    @Test func namesAreReadOrRefused() {
        #expect(CertificateName("List.Example.") == .host("list.example"))
        #expect(CertificateName("0:0::1") == .address("::1"))
        for wrong in [
            "", ".", "a..b", "-a", "a-", "a b", "a,DNS:b", "*.a", "a:1", "é",
            String(repeating: "a", count: 64),
        ] {
            #expect(CertificateName(wrong) == nil, "\(wrong)")
        }
    }
}

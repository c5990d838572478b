import CWebSockets
import Glibc

/// Makes certificates with OpenSSL: an authority of one's own, and servers' certificates signed by it.
enum CertificateMaking {
    static let day = 86_400
    static let authorityDays = 3_650
    /// Browsers take no longer ones (Apple: 398 days).
    static let serverDays = 397

    /// - Parameter host: named in the authority's title, for the list of a phone's trusted authorities.
    static func authority(host: String, now: Int) -> CertificateBundle {
        let key = newKey()
        let certificate = blank(key: key, days: authorityDays, now: now)
        setName("LiveList authority of \(host)", on: certificate)
        X509_set_issuer_name(certificate, X509_get_subject_name(certificate))
        add(
            [
                (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"),
                (NID_key_usage, "critical,keyCertSign,cRLSign"),
                (NID_subject_key_identifier, "hash"),
            ], to: certificate, issuer: certificate)
        X509_sign(certificate, key, EVP_sha256())
        return CertificateBundle(certificate: certificate, key: key)
    }

    /// - Parameter names: host names and addresses, at least one; each of them of a form that
    ///   `MachineNames` checked.
    static func server(names: [CertificateName], authority: CertificateBundle, now: Int) -> CertificateBundle
    {
        let key = newKey()
        // Never longer than the authority: nobody would take it then.
        let days = min(serverDays, max(1, (authority.expirySeconds - now) / day))
        let certificate = blank(key: key, days: days, now: now)
        setName("LiveList", on: certificate)
        X509_set_issuer_name(certificate, X509_get_subject_name(authority.certificate))
        add(
            [
                (NID_basic_constraints, "critical,CA:FALSE"),
                (NID_key_usage, "critical,digitalSignature"),
                (NID_ext_key_usage, "serverAuth"),
                (NID_subject_key_identifier, "hash"),
                (NID_authority_key_identifier, "keyid"),
                (NID_subject_alt_name, names.map(\.extensionText).joined(separator: ",")),
            ], to: certificate, issuer: authority.certificate)
        X509_sign(certificate, authority.key, EVP_sha256())
        return CertificateBundle(certificate: certificate, key: key)
    }

    /// P-256: what every browser and phone takes, and quick to sign with.
    private static func newKey() -> OpaquePointer {
        let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil)
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_group_name(context, "P-256") == 1,
            EVP_PKEY_generate(context, &key) == 1, let key
        else { fatalError("OpenSSL makes no P-256 key") }
        return key
    }

    private static func blank(key: OpaquePointer, days: Int, now: Int) -> OpaquePointer {
        let certificate = X509_new()!
        X509_set_version(certificate, 2)
        var serial = [UInt8](repeating: 0, count: 16)
        precondition(RAND_bytes(&serial, Int32(serial.count)) == 1, "OpenSSL has no random bytes")
        serial[0] = serial[0] & 0x7F | 0x40
        let number = BN_bin2bn(serial, Int32(serial.count), nil)
        BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate))
        BN_free(number)
        // An hour back, for clocks that go slow; the whole span is still `days`.
        ASN1_TIME_set(X509_getm_notBefore(certificate), now - 3_600)
        ASN1_TIME_set(X509_getm_notAfter(certificate), now - 3_600 + days * day)
        X509_set_pubkey(certificate, key)
        return certificate
    }

    private static func setName(_ text: String, on certificate: OpaquePointer) {
        let name = X509_get_subject_name(certificate)
        // 64 is the standard's bound of both.
        for (kind, value) in [(NID_organizationName, "LiveList"), (NID_commonName, text)] {
            let bytes = Array(value.utf8.prefix(64))
            X509_NAME_add_entry_by_NID(name, kind, MBSTRING_UTF8, bytes, Int32(bytes.count), -1, 0)
        }
    }

    private static func add(
        _ extensions: [(Int32, String)], to certificate: OpaquePointer, issuer: OpaquePointer
    ) {
        var context = v3_ext_ctx()
        ll_extension_context(&context, issuer, certificate)
        for (kind, value) in extensions {
            guard let made = X509V3_EXT_nconf_nid(nil, &context, kind, value) else {
                fatalError("OpenSSL takes no certificate extension \(kind) of \(value)")
            }
            X509_add_ext(certificate, made, -1)
            X509_EXTENSION_free(made)
        }
    }
}

extension CertificateBundle {
    var certificatePEM: [UInt8] { Self.pem { PEM_write_bio_X509($0, certificate) } }

    var keyPEM: [UInt8] { Self.pem { PEM_write_bio_PKCS8PrivateKey($0, key, nil, nil, 0, nil, nil) } }

    private static func pem(_ write: (OpaquePointer) -> Int32) -> [UInt8] {
        let memory = BIO_new(BIO_s_mem())!
        defer { BIO_free(memory) }
        precondition(write(memory) == 1, "OpenSSL writes no PEM")
        var data: UnsafeMutablePointer<CChar>?
        let count = ll_memory_data(memory, &data)
        return Array(UnsafeRawBufferPointer(start: data, count: count))
    }

    /// Whether it was signed by this authority.
    func isSigned(by authority: CertificateBundle) -> Bool {
        defer { ERR_clear_error() }
        return X509_verify(certificate, authority.key) == 1
    }

    /// Whether it stands for every one of these names.
    func covers(_ names: [CertificateName]) -> Bool {
        names.allSatisfy { name in
            switch name {
            case .host(let host): X509_check_host(certificate, host, host.utf8.count, 0, nil) == 1
            case .address(let address): X509_check_ip_asc(certificate, address, 0) == 1
            }
        }
    }
}

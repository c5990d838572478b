import CWebSockets
import Glibc

/// A certificate with its key and the certificates that lead to its authority, as OpenSSL has them in
/// memory.
final class CertificateBundle {
    let certificate: OpaquePointer
    let key: OpaquePointer
    private let chain: OpaquePointer

    /// Takes ownership of all three.
    init(certificate: OpaquePointer, key: OpaquePointer, chain: [OpaquePointer] = []) {
        self.certificate = certificate
        self.key = key
        self.chain = ll_certificates_new()
        for one in chain { ll_certificates_push(self.chain, one) }
    }

    deinit {
        X509_free(certificate)
        EVP_PKEY_free(key)
        ll_certificates_free(chain)
    }

    /// Reads PEM files: the certificate first, then those above it; the key without a password.
    ///
    /// - Throws: with the file and what is wrong with it; also where key and certificate do not belong
    ///   together.
    convenience init(certificateFile: String, keyFile: String) throws(TransportError) {
        var certificates = try Self.certificates(in: certificateFile)
        let key: OpaquePointer
        do throws(TransportError) {
            key = try Self.key(in: keyFile)
        } catch {
            certificates.forEach(X509_free)
            throw error
        }
        let first = certificates.removeFirst()
        self.init(certificate: first, key: key, chain: certificates)
        guard X509_check_private_key(first, key) == 1 else {
            ERR_clear_error()
            throw .certificate(
                keyFile,
                reason:
                    "it is not the key of \(certificateFile); give the one that was made with it"
            )
        }
    }

    static func certificates(in path: String) throws(TransportError) -> [OpaquePointer] {
        let memory = try memory(of: path)
        defer { BIO_free(memory) }
        var found: [OpaquePointer] = []
        while let certificate = PEM_read_bio_X509(memory, nil, refusePassword, nil) {
            found.append(certificate)
        }
        ERR_clear_error()
        guard !found.isEmpty else {
            throw .certificate(
                path, reason: "it holds no certificate in PEM form (-----BEGIN CERTIFICATE-----)")
        }
        return found
    }

    static func key(in path: String) throws(TransportError) -> OpaquePointer {
        let memory = try memory(of: path)
        defer { BIO_free(memory) }
        let key = PEM_read_bio_PrivateKey(memory, nil, refusePassword, nil)
        ERR_clear_error()
        guard let key else {
            throw .certificate(
                path,
                reason: "it holds no private key in PEM form, or one with a password; remove the password")
        }
        return key
    }

    private static func memory(of path: String) throws(TransportError) -> OpaquePointer {
        let bytes = try File.read(path)
        let memory = BIO_new(BIO_s_mem())!
        BIO_write(memory, bytes, Int32(bytes.count))
        return memory
    }

    /// Puts all of it into OpenSSL's context in one step: a new connection never sees half of it.
    func use(in context: OpaquePointer) -> Bool {
        defer { ERR_clear_error() }
        return SSL_CTX_use_cert_and_key(context, certificate, key, chain, 1) == 1
    }

    /// The first second at which it is no longer valid.
    var expirySeconds: Int {
        var parts = tm()
        ASN1_TIME_to_tm(X509_get0_notAfter(certificate), &parts)
        return timegm(&parts)
    }

    /// Signed by nobody else.
    var isSelfSigned: Bool {
        X509_NAME_cmp(X509_get_subject_name(certificate), X509_get_issuer_name(certificate)) == 0
    }

    var expiry: String { CalendarTime(secondsSince1970: expirySeconds).iso8601 }
}

/// Without it OpenSSL would ask for a password on the terminal.
private func refusePassword(
    _ buffer: UnsafeMutablePointer<CChar>?, _ count: Int32, _ isWriting: Int32,
    _ user: UnsafeMutableRawPointer?
) -> Int32 { 0 }

import Glibc

/// Where the server's certificate comes from: two files of the operator's, or an authority of its own in
/// the data folder.
public final class CertificateSource {
    private enum Kind {
        case files(certificate: String, key: String)
        case own(folder: String, names: [CertificateName])
    }

    private let kind: Kind
    private var expiry = Int.max
    private var isSelfSigned = true
    private var checkAt: Int64?

    /// The certificate of the own authority, PEM, for `/ca.crt`; nil where the operator gave a certificate.
    private(set) var authority: [UInt8]?

    /// Renewed this long before it expires; with files, warned about.
    static let renewalDays = 30
    static let warningDays = 14
    /// Milliseconds between two looks at the calendar and at the machine's addresses.
    private static let checkMilliseconds: Int64 = 3_600_000

    public init(certificateFile: String, keyFile: String) {
        kind = .files(certificate: certificateFile, key: keyFile)
    }

    /// - Parameters:
    ///   - dataFolder: certificates and keys lie in its folder `tls`.
    ///   - names: names to stand in the certificate beside those that the machine knows of itself.
    public init(dataFolder: String, names: [CertificateName]) {
        kind = .own(folder: dataFolder + "/tls", names: names)
    }

    /// Reads, and where it is its own makes, what is to be used now.
    ///
    /// - Parameter now: seconds since 1970.
    func load(now: Int) throws(TransportError) -> CertificateBundle {
        let bundle: CertificateBundle
        switch kind {
        case .files(let certificate, let key):
            bundle = try CertificateBundle(certificateFile: certificate, keyFile: key)
        case .own(let folder, let names):
            bundle = try loadOwn(folder: folder, names: MachineNames.all(extra: names), now: now)
        }
        expiry = bundle.expirySeconds
        isSelfSigned = bundle.isSelfSigned
        checkAt = Moment.now().uptime + Self.checkMilliseconds
        warn(now: now)
        return bundle
    }

    /// Whether it was given by an authority that is not this server's own: people need not click through a warning, so
    /// browsers may be told to insist on it.
    var isForEverybody: Bool {
        switch kind {
        case .files: !isSelfSigned
        case .own: false
        }
    }

    /// What an operator should know of it, for `/healthz`: nil but in the last days of a certificate that only the
    /// operator can renew.
    func notice(now: Int) -> String? {
        guard case .files = kind, expiry - now < Self.warningDays * CertificateMaking.day else { return nil }
        return expiry <= now
            ? "The certificate expired at \(Self.text(of: expiry)): clients refuse it."
            : "The certificate expires at \(Self.text(of: expiry)): renew it and send SIGHUP."
    }

    private func warn(now: Int) {
        guard case .files(let certificate, _) = kind, let notice = notice(now: now) else { return }
        Log.warning("\(certificate): \(notice)")
    }

    private static func text(of seconds: Int) -> String { CalendarTime(secondsSince1970: seconds).iso8601 }

    /// When `needsRenewal` is to be asked next, in milliseconds of `Moment.uptime`.
    var nextCheck: Int64? { checkAt }

    /// Whether to load again. Warns where only the operator can renew.
    func needsRenewal(now: Int) -> Bool {
        checkAt = Moment.now().uptime + Self.checkMilliseconds
        switch kind {
        case .files:
            warn(now: now)
            return false
        case .own(let folder, let names):
            return (try? currentServer(folder: folder, names: MachineNames.all(extra: names), now: now))
                == nil
        }
    }
}

// MARK: - The own authority

extension CertificateSource {
    private func loadOwn(folder: String, names: [CertificateName], now: Int) throws(TransportError)
        -> CertificateBundle
    {
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw .folder(folder, reason: systemMessage())
        }
        let authority = try loadAuthority(folder: folder, now: now)
        self.authority = authority.certificatePEM
        if let bundle = try? currentServer(folder: folder, names: names, now: now),
            bundle.isSigned(by: authority)
        {
            return bundle
        }
        let bundle = CertificateMaking.server(names: names, authority: authority, now: now)
        // The key first: after a crash between the two they do not belong together, and are made again.
        try File.write(bundle.keyPEM, to: folder + "/server.key", mode: 0o600)
        try File.write(bundle.certificatePEM, to: folder + "/server.crt", mode: 0o644)
        let list = names.map { name in
            switch name {
            case .host(let text), .address(let text): text
            }
        }
        Log.info("made a certificate for \(list.joined(separator: ", ")), valid until \(bundle.expiry)")
        return bundle
    }

    /// The stored certificate, where it still serves.
    private func currentServer(
        folder: String, names: [CertificateName], now: Int
    ) throws(TransportError) -> CertificateBundle {
        let path = folder + "/server.crt"
        let bundle = try CertificateBundle(certificateFile: path, keyFile: folder + "/server.key")
        guard bundle.expirySeconds - now > Self.renewalDays * CertificateMaking.day, bundle.covers(names)
        else {
            throw .certificate(path, reason: "it is to be renewed")
        }
        return bundle
    }

    private func loadAuthority(folder: String, now: Int) throws(TransportError) -> CertificateBundle {
        let certificate = folder + "/authority.crt"
        let key = folder + "/authority.key"
        if File.exists(certificate) {
            let authority = try Self.readAuthority(certificate, key)
            if authority.expirySeconds - now > Self.renewalDays * CertificateMaking.day { return authority }
            Log.warning(
                "the authority in \(certificate) expires; devices must trust the new one from /ca.crt")
        } else if File.exists(folder + "/server.crt") {
            // Written after it: the authority was whole once.
            throw .authority(certificate, reason: "it is missing")
        }
        let authority = CertificateMaking.authority(host: MachineNames.hostName, now: now)
        try File.write(authority.keyPEM, to: key, mode: 0o600)
        try File.write(authority.certificatePEM, to: certificate, mode: 0o644)
        Log.info(
            "made a certificate authority in \(folder); /ca.crt offers it to devices that are to trust it")
        return authority
    }

    /// A broken one is not replaced silently: every phone would have to trust a new one.
    private static func readAuthority(_ certificate: String, _ key: String) throws(TransportError)
        -> CertificateBundle
    {
        do throws(TransportError) {
            return try CertificateBundle(certificateFile: certificate, keyFile: key)
        } catch {
            guard case .certificate(let path, let reason) = error else { throw error }
            throw .authority(path, reason: reason)
        }
    }
}

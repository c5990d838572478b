import CWebSockets

extension Server {
    /// - Parameter bundle: nil: without TLS.
    func createContext(_ bundle: CertificateBundle?) throws(TransportError) {
        lws_set_log_level(
            LLL_ERR | LLL_WARN,
            { level, line in
                guard let line else { return }
                // Peers can cause most of these; they are no news for an operator.
                Log.debug("libwebsockets: \(String(cString: line))")
            })
        var info = lws_context_creation_info()
        ContextDefinition().fill(&info, settings: settings, loop: loop)
        // Unretained: callbacks come in turns of `run` only, which holds the server.
        info.user = Unmanaged.passUnretained(self).toOpaque()
        context = lws_create_context(&info)
        guard let context else {
            throw .loop("libwebsockets made no context; --log debug shows its own words")
        }
        vhost = lws_get_vhost_by_name(context, "default")
        guard vhost != nil else { throw .loop("libwebsockets made no virtual host") }
        guard let bundle else { return }
        guard let tls, bundle.use(in: tls) else {
            throw .loop("OpenSSL refused the settings or the certificate")
        }
    }

    /// OpenSSL's context of the one virtual host. Certificates are put into it here, not by libwebsockets,
    /// which would replace certificate and key one after the other and fix the key exchange to P-256.
    func configure(tls: OpaquePointer) -> Bool {
        self.tls = tls
        guard ll_require_tls12(tls) == 1 else { return false }
        ll_disable_session_cache(tls)
        // Nothing is sent behind the handshake that was not asked for: clients that read in one thread while they
        // write their request in another lose that request over a ticket (Python's before 3.13). And a resumed
        // TLS 1.3 saves little: the key exchange is done all the same.
        return SSL_CTX_set_num_tickets(tls, 0) == 1
    }
}

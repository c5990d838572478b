// What Swift needs of libwebsockets, libuv and OpenSSL and cannot import by itself. No logic.
#pragma once
#include <libwebsockets.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <uv.h>
#include <zlib.h>

// Behaviour that this program relies on was read and measured in version 4; another major
// version may change callbacks and structures without a word from the compiler.
#if LWS_LIBRARY_VERSION_MAJOR != 4
#error "LiveList needs libwebsockets 4: install libwebsockets-dev, or port Sources/LiveList/Transport first"
#endif

// Engine/Connection.swift promises this many bytes in front of every payload (`frameHeadroom`).
_Static_assert(32 >= LWS_PRE, "frameHeadroom in Engine/Connection.swift is smaller than LWS_PRE");

// Macros built with `|` or a cast are not imported, and those made with `1ll <<` come as signed, while
// lws_context_creation_info.options is unsigned.
static const uint64_t ll_option_tls =
    LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT | LWS_SERVER_OPTION_CREATE_VHOST_SSL_CTX;
static const uint64_t ll_option_libuv = LWS_SERVER_OPTION_LIBUV;
static const uint64_t ll_option_plain_http_too =
    LWS_SERVER_OPTION_REDIRECT_HTTP_TO_HTTPS | LWS_SERVER_OPTION_ALLOW_NON_SSL_ON_SSL_PORT;
static const uint64_t ll_option_unknown_methods_raw =
    LWS_SERVER_OPTION_FALLBACK_TO_APPLY_LISTEN_ACCEPT_CONFIG;

// An alias of another enumerator is not imported.
static const enum lws_write_protocol ll_write_raw = LWS_WRITE_RAW;

// An anonymous enumerator behind a macro is not imported.
static const int ll_kill_async = LWS_TO_KILL_ASYNC;

// SSL_CTX_set_min_proto_version is a macro over SSL_CTX_ctrl.
static inline int ll_require_tls12(SSL_CTX *context) {
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
}

// SSL_CTX_set_session_cache_mode is a macro over SSL_CTX_ctrl.
static inline void ll_disable_session_cache(SSL_CTX *context) {
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}

// The sk_X509_* functions are macros.
static inline STACK_OF(X509) *ll_certificates_new(void) { return sk_X509_new_null(); }
static inline int ll_certificates_push(STACK_OF(X509) *stack, X509 *one) { return sk_X509_push(stack, one); }
static inline void ll_certificates_free(STACK_OF(X509) *stack) { sk_X509_pop_free(stack, X509_free); }

// BIO_get_mem_data is a macro over BIO_ctrl.
static inline long ll_memory_data(BIO *memory, char **data) { return BIO_get_mem_data(memory, data); }

// X509V3_set_ctx_nodb is a macro that writes a cast null into the structure.
static inline void ll_extension_context(X509V3_CTX *context, X509 *issuer, X509 *subject) {
    X509V3_set_ctx_nodb(context);
    X509V3_set_ctx(context, issuer, subject, NULL, NULL, 0);
}

// A variadic function is not imported. After this uv_metrics_idle_time counts.
static inline int ll_measure_idle(uv_loop_t *loop) { return uv_loop_configure(loop, UV_METRICS_IDLE_TIME); }

// deflateInit2 and inflateInit2 are macros. Negative bits: raw data, without zlib's own header.
static inline int ll_deflate_init(z_stream *stream, int level, int bits) {
    return deflateInit2(stream, level, Z_DEFLATED, -bits, 8, Z_DEFAULT_STRATEGY);
}
static inline int ll_inflate_init(z_stream *stream) { return inflateInit2(stream, -15); }

// The upcast of a handle to uv_handle_t is a C cast.
static inline void ll_close_poll(uv_poll_t *poll, uv_close_cb done) { uv_close((uv_handle_t *)poll, done); }

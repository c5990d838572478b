"""Section 10 of the protocol: what the port serves over HTTPS, and that it serves nothing else."""

import re
import socket

import pytest

from raw_connection import RawConnection
from server_process import verified


UNSAFE = {"'unsafe-inline'", "'unsafe-eval'", "*", "https:", "data:"}


@pytest.fixture
def ask(server):
    """`ask("GET", "/")`: status, headers, body, each on a connection of its own."""
    def ask(method, path, **headers):
        headers = {"Host": f"localhost:{server.port}", **headers}
        lines = [f"{k.replace('_', '-')}: {v}" for k, v in headers.items()]
        with RawConnection(server) as raw:
            return raw.request("\r\n".join([f"{method} {path} HTTP/1.1", *lines, "", ""]))
    return ask


@pytest.mark.parametrize("path", ["/", "/l/groceries", "/l/a", "/l/" + "x" * 64, "/?q=1",
                                  "/l/groceries?x=y"])
def test_the_page_is_served(ask, path):
    status, headers, body = ask("GET", path)
    assert status == 200
    assert headers["content-type"].replace(" ", "").lower() == "text/html;charset=utf-8"
    assert b"<!doctype html>" in body[:200].lower()
    assert int(headers["content-length"]) == len(body)


@pytest.mark.parametrize("path", ["/", "/l/groceries"])
def test_the_page_has_a_strict_content_security_policy(ask, path):
    headers = ask("GET", path)[1]
    policy = {part.split()[0]: part.split()[1:] for part in headers["content-security-policy"].split(";")
              if part.split()}
    assert policy["default-src"] in (["'none'"], ["'self'"])
    for directive in ("script-src", "style-src", "default-src"):
        assert not UNSAFE & set(policy.get(directive, []))
    assert policy["frame-ancestors"] == ["'none'"]
    assert policy["base-uri"] in (["'none'"], ["'self'"])
    assert headers["x-content-type-options"].lower() == "nosniff"
    assert "referrer-policy" in headers


def test_scripts_and_styles_of_the_page_are_served_with_their_types(ask):
    body = ask("GET", "/")[2].decode()
    paths = re.findall(r'(?:src|href)="(/[^"/][^"]*\.(?:js|css))"', body)
    assert {path.rsplit(".", 1)[1] for path in paths} == {"js", "css"}, body[:2_000]
    for path in paths:
        status, headers, content = ask("GET", path)
        assert status == 200 and len(content) == int(headers["content-length"]) > 0, path
        kind = headers["content-type"].split(";")[0]
        assert kind == ("text/css" if path.endswith(".css") else "text/javascript"), path
        assert headers["x-content-type-options"].lower() == "nosniff"


@pytest.mark.parametrize("path", ["/", "/l/groceries"])
def test_an_etag_saves_the_body(ask, path):
    status, headers, body = ask("GET", path)
    etag = headers["etag"]
    assert etag.startswith(('"', 'W/"')) and "cache-control" in headers
    for sent in (etag, f'"other", {etag}', "*"):
        status, again, body = ask("GET", path, If_None_Match=sent)
        assert (status, body) == (304, b""), sent
        assert again["etag"] == etag
    assert ask("GET", path, If_None_Match='"other"')[0] == 200


@pytest.mark.parametrize("path", ["/", "/l/groceries", "/healthz", "/ca.crt"])
def test_head_is_get_without_the_body(server, ask, path):
    status, headers, body = ask("GET", path)
    with RawConnection(server) as raw:
        head = raw.request(f"HEAD {path} HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n")
        assert head[0] == status == 200 and raw.has_ended(), "no body, and the connection ends"
    for key in ("content-type", "content-length", "etag", "content-security-policy"):
        assert head[1].get(key) == headers.get(key), key


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"])
@pytest.mark.parametrize("path", ["/", "/healthz"])
def test_other_methods_are_405_and_say_what_is_allowed(ask, method, path):
    status, headers, _ = ask(method, path)
    assert status == 405
    assert {m.strip() for m in headers["allow"].split(",")} >= {"GET", "HEAD"}


@pytest.mark.parametrize("method", ["POST", "PUT"])
def test_a_request_with_a_body_is_refused(server, method):
    with RawConnection(server) as raw:
        status, _, _ = raw.request(f"{method} / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nbody")
        assert status in (400, 405)


@pytest.mark.parametrize("head", [
    "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nbody",
    "GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
], ids=["a body", "a chunked body", "no Host", "two Hosts"])
def test_wrong_requests_are_400(server, head):
    with RawConnection(server) as raw:
        status, _, _ = raw.request(head)
        assert status == 400


@pytest.mark.parametrize("path", [
    "/nothing", "/index.html/", "/l", "/l/", "/l/Not-A-List", "/l/a/b", "/l/" + "x" * 65, "/l/-a", "/l/%41",
    "/ws/", "/.git/config",
    "/metrics", "/api/lists", "/api/lists/a", "/favicon.png.bak", "/livelist.db", "/ca.key", "/healthz/x",
])
def test_unknown_paths_are_404(ask, path):
    assert ask("GET", path)[0] == 404


TRAVERSAL = ["/../etc/passwd", "/../../../../etc/passwd", "/l/../../etc/passwd", "/%2e%2e/etc/passwd",
             "/..%2fetc/passwd",
             "/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "/..%5c..%5cetc%5cpasswd", "/....//....//etc/passwd",
             "//etc/passwd",
             "/%252e%252e/etc/passwd", "/./../etc/passwd", "/.%00./etc/passwd", "/etc/passwd%00.html",
             "/%c0%ae%c0%ae/etc/passwd",
             "/..;/etc/passwd", "/\\..\\etc\\passwd", "/~root/.profile", "/proc/self/environ"]


@pytest.mark.parametrize("path", TRAVERSAL)
def test_nothing_outside_the_page_can_be_read(ask, path):
    status, _, body = ask("GET", path)
    assert status in (400, 404) or (status is None and "%00" in path), status
    assert b"root:" not in body and b"PATH=" not in body


def test_a_query_can_not_name_a_file(ask):
    assert b"root:" not in ask("GET", "/?/../../etc/passwd")[2]


@pytest.mark.parametrize("head", ["GET /" + "x" * 100_000 + " HTTP/1.1\r\nHost: localhost\r\n\r\n",
                                  "GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: " + "x" * 200_000
                                  + "\r\n\r\n",
                                  "\r\n" * 1_000, "\x00\x01\x02\x03\r\n\r\n", "GET\r\n\r\n", "x" * 50_000],
                         ids=["long path", "long header", "line breaks", "bytes", "no path", "no line"])
def test_what_is_no_request_does_no_harm(server, client, head):
    with RawConnection(server) as raw:
        raw.socket.settimeout(3)
        try:
            raw.socket.sendall(head.encode("latin-1"))
            raw.socket.shutdown(socket.SHUT_WR)
            raw.response()
        except (OSError, AssertionError, ValueError, IndexError):
            pass
    assert client.ask({"type": "ping"})["type"] == "pong"


def test_healthz_says_ok(ask):
    status, headers, body = ask("GET", "/healthz")
    assert (status, body.strip()) == (200, b"ok")
    assert headers["content-type"].startswith("text/plain")


def test_ca_crt_is_the_authority_that_the_server_is_trusted_by(server, ask, tmp_path):
    status, headers, body = ask("GET", "/ca.crt")
    assert status == 200 and body.startswith(b"-----BEGIN CERTIFICATE-----") and b"PRIVATE" not in body
    assert headers["content-type"] in ("application/x-x509-ca-cert", "application/pkix-cert",
                                       "application/x-pem-file", "application/pem-certificate-chain")
    file = tmp_path / "ca.crt"
    file.write_bytes(body)
    with RawConnection(server, context=verified(file)) as raw:
        assert raw.request("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")[0] == 200


def test_plain_http_is_sent_to_https(server):
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as plain:
        plain.sendall(f"GET /l/groceries HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n".encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            more = plain.recv(4096)
            assert more, f"closed after {answer!r}"
            answer += more
    lines = answer.decode().split("\r\n")
    assert int(lines[0].split()[1]) in (301, 302, 307, 308)
    location = next(line for line in lines if line.lower().startswith("location:")).split(":", 1)[1].strip()
    assert location.startswith(f"https://localhost:{server.port}/")


def test_strict_transport_security_is_not_promised_for_own_authorities(ask):
    """With a certificate of one's own, HSTS would lock people out of a host that they clicked through to."""
    assert "strict-transport-security" not in ask("GET", "/")[1]


def test_the_page_is_compressed_in_advance_for_those_who_read_it(ask):
    paths = re.findall(r'href="(/v/[0-9a-f]{16}/[^"]+)"', ask("GET", "/")[2].decode())
    if not paths:
        pytest.skip("built without brotli")
    for path in ["/", paths[0], paths[-1]]:
        _, plain, whole = ask("GET", path)
        status, packed, body = ask("GET", path, Accept_Encoding="gzip, br;q=0.5")
        assert status == 200 and packed["content-encoding"] == "br" and len(body) < len(whole) / 2
        assert packed["vary"].lower() == plain["vary"].lower() == "accept-encoding"
        assert "content-encoding" not in plain and packed["etag"] != plain["etag"]
        assert ask("GET", path, Accept_Encoding="br", If_None_Match=packed["etag"])[0] == 304
        assert ask("GET", path, Accept_Encoding="br;q=0", If_None_Match=packed["etag"])[2] == whole
    assert "immutable" in ask("GET", paths[0])[1]["cache-control"]
    assert ask("GET", "/")[1]["cache-control"] == "no-cache"
    other = paths[0].replace(paths[0][3:19], "0" * 16)
    assert ask("GET", other)[0] == 404

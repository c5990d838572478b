"""Requests made to be read in two ways, or not at all: each gets what RFC 9112 says, or its connection ends, and no
second request is ever found behind the first."""

import pytest

from raw_connection import RawConnection

HOST = "Host: localhost\r\n"
SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture(scope="module")
def ask(server):
    """Sends bytes; the status of the answer (None: ended without one), when nothing but the end follows it."""
    def ask(text):
        with RawConnection(server) as raw:
            raw.socket.settimeout(30)
            try:
                raw.socket.sendall(text.encode("latin-1"))
                status = raw.response()[0]
                assert not raw.unread and raw.socket.recv(1) == b"", "an answer to a second request"
            except OSError:
                return None
            return status
    yield ask
    assert ask(f"GET /healthz HTTP/1.1\r\n{HOST}\r\n") == 200


@pytest.mark.parametrize("headers", [
    "Content-Length: 6\r\nTransfer-Encoding: chunked\r\n", "Content-Length: 0\r\nContent-Length: 45\r\n",
    "Content-Length: 0\r\n", "Content-Length: +0\r\n", "Content-Length: -1\r\n", "Content-Length: 0x2d\r\n",
    "Content-Length: 0, 45\r\n", "Content-Length: 99999999999999999999\r\n", "Transfer-Encoding: chunked\r\n",
    "Transfer-Encoding:\tchunked\r\n", "Transfer-Encoding: xchunked\r\n", "transfer-encoding: identity\r\n",
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n"])
def test_requests_with_a_body_are_refused_however_it_is_announced(ask, headers):
    for body in ("0\r\n\r\n" + SMUGGLED, SMUGGLED):
        assert ask(f"GET / HTTP/1.1\r\n{HOST}{headers}\r\n{body}") == 400
    assert ask(f"POST / HTTP/1.1\r\n{HOST}{headers}\r\n{SMUGGLED}") == 405


@pytest.mark.parametrize("headers", [
    "Transfer-Encoding : chunked\r\n", "Transfer-Encoding:\r\n chunked\r\n", "Transfer-Encoding:\r\n",
    "X-A: b\r\n c\r\n", "X-A: b\r\n\tContent-Length: 45\r\n", "Content-Length\t: 45\r\n"])
def test_what_is_not_taken_for_a_header_hides_no_request(ask, headers):
    assert ask(f"GET /healthz HTTP/1.1\r\n{HOST}{headers}\r\n{SMUGGLED}") in (200, 400, None)


@pytest.mark.parametrize("text", [
    f"GET /healthz HTTP/1.1\n{HOST}\n{SMUGGLED}", f"GET /healthz HTTP/1.1\rHost: localhost\r\r{SMUGGLED}",
    f"GET  /healthz HTTP/1.1\r\n{HOST}\r\n", f"\r\n\r\nGET /healthz HTTP/1.1\r\n{HOST}\r\n",
    f"GET /healthz\0 HTTP/1.1\r\n{HOST}\r\n", f"GET /healthz HTTP/1.1\r\n{HOST}\x01\x02: x\r\n\r\n",
    f"GET https://localhost/healthz HTTP/1.1\r\n{HOST}\r\n", f"OPTIONS * HTTP/1.1\r\n{HOST}\r\n",
    f"GET * HTTP/1.1\r\n{HOST}\r\n", f"GET /healthz#x HTTP/1.1\r\n{HOST}\r\n"])
def test_lines_of_a_strange_form_are_read_as_one_request_or_none(ask, text):
    assert ask(text) in (200, 400, 403, 404, 405, None)


@pytest.mark.parametrize("version", ["HTTP/0.9", "HTTP/1.2", "HTTP/2.0", "HTTP/3", "HTTPS/1.1", "http/1.1", ""])
def test_other_versions_are_505(ask, version):
    assert ask(f"GET /healthz {version}\r\n{HOST}\r\n".replace(" \r", "\r")) == 505


@pytest.mark.parametrize("host", ["", "a b", "a@b", "a/b", "a,b", "[", "[]", "[x]", "a:", "a:x", "a:123456", "a\tb",
                                  "x" * 300])
def test_a_host_that_is_none_is_400(ask, host):
    assert ask(f"GET /healthz HTTP/1.1\r\nHost: {host}\r\n\r\n") == 400


def test_no_or_two_hosts_are_400(ask):
    assert ask("GET /healthz HTTP/1.1\r\n\r\n") == 400
    assert ask("GET /healthz HTTP/1.0\r\n\r\n") == 400
    assert ask(f"GET /healthz HTTP/1.1\r\n{HOST}{HOST}\r\n") == 400
    assert ask("GET /healthz HTTP/1.1\r\nHost : localhost\r\n\r\n") == 400


@pytest.mark.parametrize("method", ["CONNECT", "PRI", "TRACE", "PROPFIND", "X" * 5_000, "GETT", "\x01"])
def test_methods_that_are_none_of_ours_are_405(ask, method):
    assert ask(f"{method} localhost:443 HTTP/1.1\r\n{HOST}\r\n{SMUGGLED}") in (405, None)


@pytest.mark.parametrize("count, size, expected", [
    (100, 10, 200), (600, 10, 200), (1, 15_000, 200), (3, 5_000, 200), (1, 17_000, None),
    (5_000, 10, None), (400, 60, None)])
def test_many_and_long_headers_are_read_up_to_the_limit(ask, count, size, expected):
    name = "Cookie" if count == 1 else "Foo-{:04d}"
    headers = "".join(f"{name.format(n)}: {'x' * (size - 4 if size < 1_000 else size)}\r\n" for n in range(count))
    status = ask(f"GET /healthz HTTP/1.1\r\n{HOST}{headers}\r\n")
    assert status == expected or (expected is None and status in (400, 431))


UPGRADE = "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"


@pytest.mark.parametrize("headers", [
    "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n", "Upgrade: h2c, websocket\r\n",
    "Upgrade: websocket, h2c\r\n", "Upgrade: websocket\r\nUpgrade: h2c\r\n", "Upgrade: TLS/1.3\r\n",
    "Upgrade: websocket\r\nContent-Length: 5\r\n", "Upgrade: websocket\r\nTransfer-Encoding: chunked\r\n",
    "Upgrade: websocket\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n",
    "Upgrade: websocket\r\nSec-WebSocket-Version: 8\r\n"])
def test_upgrades_with_a_trick_in_them_are_refused(ask, headers):
    assert ask(f"GET /ws HTTP/1.1\r\n{HOST}{UPGRADE}{headers}\r\n{SMUGGLED}") in (400, 403, 426, None)


TRAVERSALS = ["/%2e%2e%2f%2e%2e%2fetc/passwd", "/%2E%2E/%2E%2E/etc/passwd", "/..%c0%af..%c0%afetc/passwd",
              "/..%e0%80%af..%e0%80%afetc/passwd", "/%uff0e%uff0e/etc/passwd", "/..%255c..%255cetc/passwd",
              "/..%5c..%5cetc/passwd", "/%2e/%2e%2e/etc/passwd", "/v/../../etc/passwd", "/v/%2e%2e/etc/passwd",
              "/l/%2e%2e%2fetc%2fpasswd", "/.%2e/.%2e/etc/passwd", "/%2f%2e%2e%2fetc%2fpasswd", "/%%2e%2e/etc/passwd",
              "/%2/etc/passwd", "/%zz", "/..;/..;/etc/passwd", "//..//..//etc/passwd", "/\\..\\..\\etc\\passwd",
              "/..\\..\\etc\\passwd", "/%00/../../etc/passwd", "/etc/passwd%00", "/....%2f%2f....%2f%2fetc/passwd"]


@pytest.mark.parametrize("folder", [False, True], ids=["compiled in", "from a folder"])
def test_no_path_leads_out_of_the_page(tmp_path, folder):
    """Also where the page comes from a folder, beside which a secret lies."""
    from server_process import Server
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "index.html").write_text("<!doctype html>")
    (tmp_path / "secret").write_text("root:")
    (tmp_path / "web" / "link").symlink_to(tmp_path / "secret")
    server = Server(tmp_path / "data", *(["--web", tmp_path / "web"] if folder else [])).start()
    paths = TRAVERSALS + [path.replace("etc/passwd", "secret") for path in TRAVERSALS] + ["/../secret", "/..%2fsecret"]
    for path in paths:
        with RawConnection(server) as raw:
            raw.socket.sendall(f"GET {path} HTTP/1.1\r\n{HOST}\r\n".encode())
            try:
                status, _, body = raw.response()
            except OSError:
                continue
            assert status in (400, 403, 404, None) and b"root:" not in body, path
    server.stop()

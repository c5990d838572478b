"""The opening handshake: TLS, and the upgrade; what is wrong with it is refused with a proper status."""

import base64
import hashlib
import socket
import ssl

import pytest

from raw_connection import TEXT, RawConnection, frame
from server_process import unverified, verified


@pytest.fixture
def raw(server):
    with RawConnection(server) as connection:
        yield connection


def test_the_right_handshake_is_accepted(raw):
    head = raw.handshake_head()
    key = next(line.split(": ")[1] for line in head.split("\r\n") if line.startswith("Sec-WebSocket-Key"))
    status, headers, _ = raw.request(head)
    digest = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
    assert status == 101
    assert headers["sec-websocket-accept"] == base64.b64encode(digest).decode()
    assert headers["sec-websocket-protocol"] == "livelist.v1"
    assert headers["upgrade"].lower() == "websocket" and headers["connection"].lower() == "upgrade"
    raw.send_message({"type": "ping", "ref": "r"})
    assert raw.next_messages()[0]["ref"] == "r"


@pytest.mark.parametrize("offer", ["livelist.v1, chat", "chat, livelist.v1", "chat,livelist.v1,x"])
def test_the_subprotocol_is_chosen_among_several(raw, offer):
    status, headers, _ = raw.request(raw.handshake_head(Sec_WebSocket_Protocol=offer))
    assert (status, headers["sec-websocket-protocol"]) == (101, "livelist.v1")


@pytest.mark.parametrize("offer", ["chat", "livelist.v2", "livelist", "LIVELIST.V1", "livelist.v1x",
                                   "livelist.v1;q=1"])
def test_another_subprotocol_is_refused(raw, offer):
    assert raw.request(raw.handshake_head(Sec_WebSocket_Protocol=offer))[0] in (400, 403)


def test_who_offers_no_subprotocol_is_served_and_told_none(raw):
    status, headers, _ = raw.request(raw.handshake_head(leave_out=["Sec-WebSocket-Protocol"]))
    assert status == 101 and "sec-websocket-protocol" not in headers
    raw.send_message({"type": "ping", "ref": "r"})
    assert raw.next_messages()[0]["ref"] == "r"


@pytest.mark.parametrize("version", ["12", "14", "0", "8", "x"])
def test_another_version_is_refused_with_426(raw, version):
    status, headers, _ = raw.request(raw.handshake_head(Sec_WebSocket_Version=version))
    assert (status, headers.get("sec-websocket-version")) == (426, "13")


@pytest.mark.parametrize("missing", ["Sec-WebSocket-Key", "Sec-WebSocket-Version", "Connection", "Upgrade",
                                     "Host"])
def test_a_missing_header_is_refused(raw, missing):
    status, _, _ = raw.request(raw.handshake_head(leave_out=[missing]))
    assert status in (400, 426), status


@pytest.mark.parametrize("key", ["", "short", "x" * 24, "AAAA", base64.b64encode(b"x" * 15).decode(),
                                 base64.b64encode(b"x" * 17).decode()])
def test_a_wrong_key_is_refused(raw, key):
    assert raw.request(raw.handshake_head(Sec_WebSocket_Key=key))[0] == 400


@pytest.mark.parametrize("upgrade", ["h2c", "chat", "websocketx"])
def test_another_upgrade_is_refused(raw, client, upgrade):
    status, _, _ = raw.request(raw.handshake_head(Upgrade=upgrade))
    assert status in (400, 403, 404, 426)
    assert client.ask({"type": "ping"})["type"] == "pong"


@pytest.mark.parametrize("path", ["/", "/wss", "/ws/", "/ws/x", "/l/a", "/WS"])
def test_an_upgrade_elsewhere_is_refused(raw, path):
    assert raw.request(raw.handshake_head(path))[0] in (400, 404)


def test_a_query_does_no_harm(raw):
    assert raw.request(raw.handshake_head("/ws?x=1"))[0] in (101, 400, 404)


def test_plain_get_of_the_endpoint_asks_for_an_upgrade(raw):
    assert raw.request("GET /ws HTTP/1.1\r\nHost: localhost\r\n\r\n")[0] in (400, 404, 426)


@pytest.mark.parametrize("method", ["POST", "PUT", "HEAD", "DELETE"])
def test_an_upgrade_by_another_method_is_refused(raw, method):
    assert raw.request(raw.handshake_head().replace("GET", method, 1))[0] in (400, 405)


def test_an_upgrade_by_http_1_0_is_refused(raw):
    assert raw.request(raw.handshake_head().replace("HTTP/1.1", "HTTP/1.0", 1))[0] in (400, 426, 505)


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost",
                                    "https://localhost.evil.example"])
def test_a_page_from_elsewhere_is_refused(server, raw, origin):
    status, _, _ = raw.request(raw.handshake_head(Origin=origin))
    if status == 101:
        assert raw.close_code() == 1008
    else:
        assert status == 403


def test_the_own_page_is_accepted(server, raw):
    assert raw.request(raw.handshake_head(Origin=f"https://localhost:{server.port}"))[0] == 101


@pytest.mark.parametrize("second", ["websocket", "chat", "h2c"])
def test_a_second_request_on_a_connection_does_no_harm(server, raw, client, second):
    """libwebsockets 4.1.6 may use freed memory here: each answer ends its connection."""
    get = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n"
    raw.socket.sendall((get + raw.handshake_head(Upgrade=second)).encode())
    assert raw.response()[0] == 200
    assert raw.has_ended()
    assert client.ask({"type": "ping"})["type"] == "pong"


def test_frames_right_behind_the_handshake_are_read(raw):
    raw.socket.sendall(raw.handshake_head().encode() + frame(TEXT, b'{"type":"ping","ref":"early"}'))
    assert raw.response()[0] == 101
    assert raw.next_messages()[0]["ref"] == "early"


def test_a_handshake_in_single_bytes_is_read(raw):
    for byte in raw.handshake_head().encode():
        raw.socket.sendall(bytes([byte]))
    assert raw.response()[0] == 101


# TLS

def test_the_certificate_is_trusted_by_the_authority_in_the_data_folder(server):
    authorities = [path for path in server.data.rglob("*.crt") if b"BEGIN CERTIFICATE" in path.read_bytes()]
    assert authorities, f"no authority in {sorted(server.data.rglob('*'))}"
    for host in ("localhost", "127.0.0.1", "::1", socket.gethostname()):
        assert any(accepts(server, verified(path), host) for path in authorities), host
    assert not any(accepts(server, verified(path), "elsewhere.example") for path in authorities)


def accepts(server, context, host):
    try:
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as plain:
            with context.wrap_socket(plain, server_hostname=host):
                return True
    except ssl.SSLError:
        return False


def test_private_keys_are_readable_by_their_owner_alone(server):
    keys = [path for path in server.data.rglob("*") if path.is_file()
            and b"PRIVATE KEY" in path.read_bytes()]
    assert keys
    assert {oct(path.stat().st_mode & 0o077) for path in keys} == {oct(0)}
    assert server.data.stat().st_mode & 0o007 == 0, "others have no business in the data folder"


@pytest.mark.filterwarnings("ignore:ssl.TLSVersion")
@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1], ids=["1.0", "1.1"])
def test_tls_below_1_2_is_refused(server, version):
    context = unverified()
    context.set_ciphers("ALL:@SECLEVEL=0")
    context.minimum_version = context.maximum_version = version
    assert not accepts(server, context, "localhost")


def test_the_lists_are_readable_by_their_owner_alone(server, client, list_id):
    client.open(list_id, create=True)
    files = [path for path in server.data.rglob("*") if path.is_file() and path.suffix != ".crt"]
    assert files
    assert [path for path in files if path.stat().st_mode & 0o077] == []


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3], ids=["1.2", "1.3"])
def test_tls_1_2_and_1_3_are_accepted(server, version):
    context = unverified()
    context.minimum_version = context.maximum_version = version
    with RawConnection(server, context=context) as raw:
        raw.upgrade()


@pytest.mark.parametrize("cipher", ["AES128-SHA", "AES256-SHA256", "ECDHE-ECDSA-AES128-SHA", "NULL-SHA256"])
def test_weak_ciphers_of_tls_1_2_are_refused(server, cipher):
    context = unverified()
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    context.set_ciphers(f"{cipher}:@SECLEVEL=0")
    assert not accepts(server, context, "localhost")


def test_alpn_is_http_1_1(server):
    context = unverified()
    context.set_alpn_protocols(["h2", "http/1.1"])
    with RawConnection(server, context=context) as raw:
        assert raw.socket.selected_alpn_protocol() == "http/1.1"


def test_connections_that_say_nothing_do_not_keep_others_out(server, connect):
    silent = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(100)]
    try:
        assert connect("Ana").ask({"type": "ping"})["type"] == "pong"
    finally:
        for one in silent:
            one.close()

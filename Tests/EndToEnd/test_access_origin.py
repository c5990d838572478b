"""Which pages may connect, and that floods of refusals leave the log small."""

import pytest

from access_tools import Guest, make_token
from raw_connection import RawConnection
from server_process import Server
from wire_client import Client


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("origin") / "data", "--origin", "https://Lists.example:443",
                    "--origin=http://localhost:5173").start()
    yield server
    server.stop()


def status(server, origin, host="localhost:1"):
    with RawConnection(server) as raw:
        return raw.request(raw.handshake_head(Host=host, Origin=origin))[0]


@pytest.mark.parametrize("origin, host", [
    ("https://localhost:1", "localhost:1"), ("https://LOCALHOST:1", "localhost:1"),
    ("https://a.example", "a.example:443"), ("https://a.example:443", "a.example"), ("https://[::1]:1", "[::1]:1"),
    ("https://lists.example", "localhost:1"), ("https://lists.example:443", "localhost:1"),
    ("http://localhost:5173", "localhost:1")])
def test_pages_of_the_server_and_of_named_origins_may_connect(server, origin, host):
    assert status(server, origin, host) == 101


@pytest.mark.parametrize("origin", [
    "https://evil.example", "null", "", "https://localhost:2", "http://localhost:1", "https://localhost:1.evil.example",
    "https://localhost:1/", "https://localhost:1@evil.example", "https://evil.example/https://localhost:1",
    "https://lists.example.evil.example", "http://lists.example", "https://lists.example:444", "lists.example",
    "https://localhost:1, https://evil.example", "https://", "file://", "https://user@localhost:1"])
def test_pages_of_other_origins_are_refused_before_the_upgrade(server, origin):
    # A header without a value is not told apart from one that is not there.
    assert status(server, origin) == (101 if origin == "" else 403)


def test_programs_send_no_origin_and_are_let_in(server):
    with RawConnection(server) as raw:
        assert raw.request(raw.handshake_head())[0] == 101


def test_a_flood_of_refusals_fills_no_log(tmp_path):
    server = Server(tmp_path / "data")
    owner = make_token(server.data, "*", "owner")
    server.start()
    try:
        for _ in range(60):
            assert status(server, "https://evil.example") == 403
            with Client(server) as client:
                client.ask({"type": "hello", "token": "x"})
        assert Guest(server, owner.token).welcome["type"] == "welcome"
        server.stop()
        for begins in ("refused a token", "refused a page of another origin"):
            lines = [line for line in server.errors if begins in line]
            assert 20 <= len(lines) < 60, len(lines)
            assert "127.0.0.1" in lines[0]
    finally:
        server.kill()

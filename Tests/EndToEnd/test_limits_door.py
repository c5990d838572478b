"""How many may come, how often, how slowly: at a limit others do not notice."""

import socket
import time

import pytest

from builders import insert
from many_connections import ClientFrom, answers, plain_from, raw_from
from raw_connection import RawConnection
from server_process import Server

ANA, BO, MALLORY = "127.0.0.2", "127.0.0.3", "127.0.0.66"


@pytest.fixture
def door(tmp_path):
    """Starts a server with these options."""
    servers = []

    def start(*options):
        servers.append(Server(tmp_path / f"data-{len(servers)}", *options).start())
        return servers[-1]

    yield start
    for server in servers:
        assert server.is_running(), server.output()
        server.stop()


def test_connections_of_one_address_are_bounded(door):
    server = door("--limit", "connections-per-address=3")
    held = [raw_from(MALLORY, server).upgrade() for _ in range(3)]
    assert raw_from(MALLORY, server) is None
    assert answers(raw_from(ANA, server))[0] == 200
    held.pop().socket.close()
    eventually(lambda: raw_from(MALLORY, server))
    assert any(MALLORY in line and "connections-per-address" in line for line in server.errors)


def eventually(make):
    end = time.monotonic() + 30
    while not (made := make()):
        assert time.monotonic() < end
    return made


def test_connections_in_all_are_bounded(door):
    server = door("--limit", "connections=3")
    held = [raw_from(address, server).upgrade() for address in (ANA, BO, MALLORY)]
    assert raw_from("127.0.0.9", server) is None
    held.pop().socket.close()
    eventually(lambda: raw_from("127.0.0.9", server))


def test_who_knocks_too_often_is_refused_for_a_while(door):
    server = door("--limit", "handshakes-per-address=1")
    refused = 0
    for _ in range(100):
        connection = raw_from(MALLORY, server)
        refused += connection is None
        if connection:
            connection.socket.close()
    assert refused > 30
    assert answers(raw_from(ANA, server))[0] == 200
    eventually(lambda: raw_from(MALLORY, server))
    assert 0 < sum("handshakes-per-address" in line for line in server.errors) < refused, "the log does not fill"


def test_all_together_wait_and_are_served(door):
    server = door("--limit", "handshakes=20")
    assert all(answers(raw_from(f"127.0.1.{n}", server))[0] == 200 for n in range(1, 131))


def test_behind_a_trusted_proxy_its_clients_are_counted(door):
    server = door("--trusted-proxy", "127.0.0.1", "--limit", "connections-per-address=2",
                  "--limit", "handshakes-per-address=off")

    def upgrade(client):
        raw = RawConnection(server)
        return raw, raw.request(raw.handshake_head(X_Forwarded_For=client))

    held = [upgrade("198.51.100.7") for _ in range(2)]
    assert [status for _, (status, _, _) in held] == [101, 101]
    third = upgrade("1.1.1.1, 198.51.100.7")
    assert third[1][0] == 429 and int(third[1][1]["retry-after"]) > 0
    assert upgrade("198.51.100.8")[1][0] == 101
    with RawConnection(server) as raw:
        assert answers(raw, Forwarded="for=198.51.100.7")[0] == 429
    held[0][0].socket.close()
    eventually(lambda: upgrade("198.51.100.7")[1][0] == 101)


def test_what_others_than_trusted_proxies_forward_is_not_believed(door):
    server = door("--trusted-proxy", "127.0.0.1", "--limit", "connections-per-address=2",
                  "--limit", "handshakes-per-address=off")
    held = [raw_from(MALLORY, server) for _ in range(2)]
    for number, raw in enumerate(held):
        assert raw.request(raw.handshake_head(X_Forwarded_For=f"198.51.100.{number}"))[0] == 101
    assert raw_from(MALLORY, server) is None


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: loc"], ids=["nothing", "half a header"])
def test_slow_headers_are_given_up(door, sent):
    server = door("--limit", "header-seconds=1")
    with RawConnection(server) as raw:
        raw.socket.settimeout(30)
        raw.socket.sendall(sent)
        assert raw.socket.recv(1) == b""


def test_a_header_byte_now_and_then_does_not_put_it_off(door):
    """Slowloris: what counts is the time for all headers."""
    server = door("--limit", "header-seconds=2")
    with RawConnection(server) as raw:
        raw.socket.settimeout(0.2)
        end = time.monotonic() + 30
        try:
            raw.socket.sendall(b"GET / HTTP/1.1\r\n")
            while time.monotonic() < end:
                raw.socket.sendall(b"X-Slow: x\r\n")
                try:
                    if raw.socket.recv(1) == b"":
                        return
                except TimeoutError:
                    continue
        except OSError:
            return
        raise AssertionError("still read after 30 s")


def test_slow_handshakes_of_one_address_do_not_keep_others_out(door):
    server = door("--limit", "connections-per-address=200", "--limit", "handshakes-per-address=off")
    slow = []
    for _ in range(150):
        slow.append(plain_from(MALLORY, server.port))
        slow[-1].sendall(b"\x16")
    with ClientFrom(ANA, server, "Ana") as ana:
        ana.make_list("a", insert("Tea"))
    for each in slow:
        each.close()


@pytest.mark.parametrize("limit", ["header-bytes=2048"])
def test_headers_are_bounded(door, limit):
    server = door("--limit", limit)
    with RawConnection(server) as raw:
        assert answers(raw, X_Small="x" * 100)[0] == 200
    with RawConnection(server) as raw:
        try:
            status = answers(raw, Cookie="x" * 4_000)[0]
        except (OSError, socket.timeout):
            status = None
        assert status in (None, 400, 431)
    with ClientFrom(ANA, server) as ana:
        assert ana.ask({"type": "ping"})["type"] == "pong"

"""`--plain`: HTTP for a proxy on the same machine, and nothing for anybody else."""

import os
import pwd
import select
import shutil
import signal
import socket
import subprocess
import tempfile
from pathlib import Path

import pytest

from many_connections import answers
from plain_http import PlainConnection, PlainServer
from raw_connection import RawConnection
from server_process import TOP, run
from wire_client import Client


@pytest.fixture
def folder():
    """With a short path: a Unix socket's has at most 107 bytes."""
    with tempfile.TemporaryDirectory(prefix="ll-") as path:
        yield Path(path)


@pytest.fixture
def unix(folder):
    """A server on a Unix socket, and the path of that."""
    path = folder / "s"
    server = PlainServer(folder / "data", "--listen", f"unix:{path}", listen=None).start()
    yield server, path
    if server.is_running():
        server.stop()


def test_plain_http_on_the_loopback(tmp_path):
    server = PlainServer(tmp_path / "data").start()
    with PlainConnection(server.port) as connection:
        status, headers, body = answers(connection)
        assert (status, body) == (200, b"ok\n") and "strict-transport-security" not in headers
    with PlainConnection(server.port) as connection:
        connection.upgrade().send_message({"type": "ping", "ref": "r"})
        assert connection.next_messages()[0]["ref"] == "r"
    assert not (server.data / "tls").exists(), "no certificate is made"
    assert any("no token was made" in line for line in server.errors)
    server.stop()


def test_a_unix_socket(unix):
    server, path = unix
    assert server.ready_line() == f"ready unix:{path}"
    assert path.stat().st_mode & 0o777 == 0o660
    with PlainConnection(path) as connection:
        assert answers(connection, X_Forwarded_For="198.51.100.7")[0] == 200
    with PlainConnection(path) as connection:
        connection.upgrade().send_message({"type": "ping", "ref": "r"})
        assert connection.next_messages()[0]["ref"] == "r"
    server.stop()
    assert not path.exists()


def test_a_socket_that_a_killed_server_left_is_taken_over(unix):
    server, path = unix
    server.kill()
    assert path.exists()
    server.start()
    with PlainConnection(path) as connection:
        assert answers(connection)[0] == 200
    second = run("--plain", "--listen", f"unix:{path}", "--data", server.data.parent / "other")
    assert second.returncode == 1 and str(path) in second.stderr, "one that is in use is not"


def test_behind_a_unix_socket_clients_are_counted_by_what_the_proxy_says(folder):
    path = folder / "s"
    server = PlainServer(folder / "data", "--listen", f"unix:{path}",
                         "--limit", "connections-per-address=1", listen=None).start()
    first, second, other = (PlainConnection(path) for _ in range(3))
    assert first.request(first.handshake_head(X_Forwarded_For="198.51.100.7"))[0] == 101
    assert second.request(second.handshake_head(X_Forwarded_For="198.51.100.7"))[0] == 429
    assert other.request(other.handshake_head(X_Forwarded_For="198.51.100.8"))[0] == 101
    server.stop()


@pytest.mark.parametrize("options", [
    ("--plain", "--listen", "0.0.0.0:0", "--open"), ("--listen", "unix:/tmp/livelist-never"),
    ("--plain", "--listen", "unix:/nowhere/s"), ("--plain", "--listen", "unix:" + "x" * 108),
    ("--plain", "--listen", "unix:"), ("--plain", "--cert", "a", "--key", "b"),
])
def test_what_would_be_open_or_can_not_be_is_refused(tmp_path, options):
    done = run(*options, "--data", tmp_path / "data")
    assert done.returncode in (1, 64) and done.stderr.strip().count("\n") == 0, done.stderr


@pytest.mark.skipif(not shutil.which("nginx"), reason="nginx is not installed")
def test_behind_nginx_as_deploy_sets_it(folder, certificates):
    """The file that is documented, with only names, ports and folders put in."""
    path = folder / "s"
    server = PlainServer(folder / "data", "--listen", f"unix:{path}",
                         "--limit", "connections-per-address=2", listen=None).start()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    text = (TOP / "deploy" / "nginx.conf").read_text()
    for said, here in [
            ("/run/livelist/livelist.socket", str(path)), ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
            ("listen [::]:443 ssl;", ""), ("listen 80;", ""), ("listen [::]:80;", ""),
            ("/etc/letsencrypt/live/lists.example.com/fullchain.pem", str(certificates / "a.pem")),
            ("/etc/letsencrypt/live/lists.example.com/privkey.pem", str(certificates / "a.key"))]:
        assert said in text, said
        text = text.replace(said, here)
    # Without the block that only sends plain HTTP on: its port is the whole machine's.
    before, rest = text.split("# plain HTTP", 1)
    text = before + rest.split("# end of plain HTTP", 1)[1]
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log; user {user_name()};\n"
        f"events {{}}\nhttp {{ access_log off; client_body_temp_path {folder}/b; proxy_temp_path {folder}/p;\n"
        f"fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/c;\n{text}\n}}\n")
    nginx = subprocess.Popen(["nginx", "-p", folder, "-c", folder / "nginx.conf"], stderr=subprocess.PIPE)
    try:
        server.port = port
        wait_for_port(port, nginx)
        with RawConnection(server) as raw:
            status, headers, _ = raw.request(
                "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert status == 200 and "strict-transport-security" in headers
        with RawConnection(server) as raw:
            origin = raw.handshake_head(Origin=f"https://localhost:{port}")
            assert raw.request(origin)[0] == 101, "the page's own origin"
        with Client(server, "Ana") as ana:
            ana.make_list("a", {"op": "insert", "items": [{"title": "Tea"}]})
            ana.send_text('{"type":"ping"}' + " " * 900_000)
            assert ana.next()["type"] == "pong"
            with RawConnection(server) as raw:
                # What a client claims of itself counts for nothing.
                assert raw.request(raw.handshake_head(X_Forwarded_For="198.51.100.9"))[0] == 101
                with RawConnection(server) as third:
                    assert third.request(third.handshake_head(X_Forwarded_For="198.51.100.9"))[0] == 429
    finally:
        nginx.send_signal(signal.SIGTERM)
        nginx.wait(10)
        nginx.stderr.close()
        server.stop()


def user_name():
    return pwd.getpwuid(os.getuid()).pw_name


def wait_for_port(port, process):
    for _ in range(3_000):
        assert process.poll() is None, process.stderr.read()
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            # Nothing tells of it: looked for again, a hundred times a second.
            select.select([], [], [], 0.01)
    raise AssertionError("nginx does not listen")

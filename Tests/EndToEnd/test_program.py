"""The program: options, environment, the ready line, failures at the start, exit codes."""

import os
import re
import socket
import ssl
import subprocess

import pytest

from raw_connection import RawConnection
from server_process import Server, binary, environment, run
from wire_client import Client


def one_line(text):
    """The one line of an error; more than one is too many."""
    lines = text.strip().splitlines()
    assert len(lines) == 1, text
    return lines[0]


@pytest.mark.parametrize("argument", ["--help", "-h"])
def test_help_tells_a_newcomer_the_options(argument, tmp_path):
    done = subprocess.run([binary(), argument], capture_output=True, text=True, timeout=20, cwd=tmp_path,
                          env=environment())
    assert done.returncode == 0 and done.stderr == ""
    for word in ("--listen", "--data", "--web", "--cert", "--key", "--name", "127.0.0.1:9443",
                 "LIVELIST_DATA"):
        assert word in done.stdout, word
    assert all(len(line) <= 100 for line in done.stdout.splitlines())
    assert list(tmp_path.iterdir()) == [], "help leaves nothing behind"


def test_version(tmp_path):
    done = run("--version")
    assert done.returncode == 0
    assert re.search(r"\d+\.\d+\.\d+", done.stdout)


@pytest.mark.parametrize("arguments", [
    ["--nonsense"], ["nonsense"], ["--listen"], ["--data"], ["--listen", "nowhere"],
    ["--listen", "127.0.0.1:99999"],
    ["--listen", "127.0.0.1:x"], ["--listen", ":"], ["--cert", "a.pem"], ["--key", "a.pem"],
    ["--listen", ""],
    ["serve", "extra"], ["--data", ""], ["-x"], ["--Listen", "127.0.0.1:0"],
], ids=lambda a: " ".join(a))
def test_wrong_usage_is_one_line_and_exit_64(arguments, tmp_path):
    done = subprocess.run([binary(), *arguments], capture_output=True, text=True, timeout=20, cwd=tmp_path,
                          env=environment())
    assert done.returncode == 64, done
    line = one_line(done.stderr)
    assert done.stdout == "" and "livelistd" in line
    assert any(argument and argument in line for argument in arguments), line
    assert list(tmp_path.iterdir()) == [], "wrong usage leaves nothing behind"


def failed_start(*arguments, env=None):
    done = run("--listen", "127.0.0.1:0", *arguments, env=env)
    assert done.returncode == 1, done
    assert done.stdout == "", "never ready"
    return one_line(done.stderr)


def test_the_ready_line_holds_the_url(own_server):
    assert own_server.lines == [own_server.ready_line()]
    assert re.search(r"https://127\.0\.0\.1:\d+/", own_server.ready_line())


def test_serve_may_be_said(tmp_path):
    server = Server(tmp_path / "data", "serve").start()
    server.stop()


def test_a_port_in_use_is_exit_1(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run("--listen", f"127.0.0.1:{port}", "--data", tmp_path / "data")
    assert done.returncode == 1 and done.stdout == ""
    assert str(port) in one_line(done.stderr)


def test_an_address_that_is_not_here_is_exit_1(tmp_path):
    done = run("--listen", "192.0.2.1:0", "--data", tmp_path / "data")
    assert done.returncode == 1 and "192.0.2.1" in one_line(done.stderr)


def test_a_data_folder_in_use_is_exit_1_and_the_first_serves_on(own_server, connect_to):
    line = failed_start("--data", own_server.data)
    assert str(own_server.data) in line
    assert connect_to(own_server, "Ana").ask({"type": "ping"})["type"] == "pong"


def test_a_data_folder_below_a_file_is_exit_1(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    for path in (tmp_path / "file" / "data", tmp_path / "file"):
        assert str(path) in failed_start("--data", path)
    assert (tmp_path / "file").read_text() == "not a folder"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_data_folder_that_is_not_writable_is_exit_1(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir(mode=0o500)
    assert str(folder) in failed_start("--data", folder)


def test_a_certificate_of_ones_own_is_used(certificates, tmp_path):
    server = Server(tmp_path / "data", "--cert", str(certificates / "a.pem"), "--key",
                    str(certificates / "a.key")).start()
    try:
        context = ssl.create_default_context(cafile=str(certificates / "a.pem"))
        with RawConnection(server, context=context) as raw:
            assert raw.request("GET /ca.crt HTTP/1.1\r\nHost: localhost\r\n\r\n")[0] == 404
    finally:
        server.stop()


@pytest.mark.parametrize("cert,key,named", [
    ("a.pem", "b.key", "a.pem"), ("missing.pem", "a.key", "missing.pem"),
    ("a.pem", "missing.key", "missing.key"),
    ("junk.pem", "a.key", "junk.pem"), ("empty.pem", "a.key", "empty.pem"),
    ("a.pem", "empty.pem", "empty.pem"),
], ids=["not matching", "no certificate", "no key", "junk", "empty", "empty key"])
def test_a_certificate_that_can_not_be_used_is_exit_1(certificates, tmp_path, cert, key, named):
    line = failed_start("--data", tmp_path / "data", "--cert", certificates / cert, "--key",
                        certificates / key)
    assert named in line


def test_options_from_the_environment(tmp_path):
    server = Server(None, listen=None, env={"LIVELIST_DATA": str(tmp_path / "from-env"),
                                            "LIVELIST_LISTEN": "127.0.0.1:0"}).start()
    assert (tmp_path / "from-env").is_dir()
    server.stop()


def test_an_option_beats_the_environment(tmp_path):
    server = Server(tmp_path / "option", env={"LIVELIST_DATA": str(tmp_path / "from-env"),
                                              "LIVELIST_LISTEN": "192.0.2.1:1"}).start()
    server.stop()
    assert (tmp_path / "option").is_dir() and not (tmp_path / "from-env").exists()


def test_wrong_values_in_the_environment_are_exit_64(tmp_path):
    done = run("--data", tmp_path / "data", env={"LIVELIST_LISTEN": "nowhere"})
    assert done.returncode == 64 and "LIVELIST_LISTEN" in one_line(done.stderr)


def test_without_tokens_only_the_loopback_is_listened_on(tmp_path):
    done = run("--listen", "0.0.0.0:0", "--data", tmp_path / "data")
    assert done.returncode in (1, 64) and done.stdout == ""
    assert "0.0.0.0" in one_line(done.stderr)


def test_two_addresses_at_once(tmp_path):
    server = Server(tmp_path / "data", "--listen", "[::1]:0").start()
    try:
        assert "https://" in server.ready_line()
        with Client(server, "Ana") as ana:
            assert ana.ask({"type": "ping"})["type"] == "pong"
    finally:
        server.stop()


def test_a_page_from_another_folder(tmp_path):
    web = tmp_path / "web"
    web.mkdir()
    (web / "index.html").write_text("<!doctype html><title>Mine</title>")
    (tmp_path / "secret.txt").write_text("secret")
    server = Server(tmp_path / "data", "--web", str(web)).start()
    try:
        for path, status in (("/", 200), ("/../secret.txt", 404), ("/%2e%2e/secret.txt", 404)):
            with RawConnection(server) as raw:
                got, _, body = raw.request(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n")
                assert b"secret" not in body and (got == status or (status == 404 and got == 400)), path
        (tmp_path / "web" / "link").symlink_to(tmp_path / "secret.txt")
        with RawConnection(server) as raw:
            assert b"secret" not in raw.request("GET /link HTTP/1.1\r\nHost: localhost\r\n\r\n")[2]
    finally:
        server.stop()


def test_a_page_from_a_folder_that_is_not_there_is_exit_1_or_64(tmp_path):
    done = run("--listen", "127.0.0.1:0", "--data", tmp_path / "data", "--web", tmp_path / "nowhere")
    assert done.returncode in (1, 64) and str(tmp_path / "nowhere") in one_line(done.stderr)

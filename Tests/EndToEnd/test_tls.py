"""Certificates: strict where everybody may trust them, told of before they expire, changed without a break."""

import signal
import subprocess

import pytest

from builders import insert
from many_connections import answers
from raw_connection import RawConnection
from server_process import Server
from wire_client import Client


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    """Makes certificates of an authority: `authority(days)` gives certificate and key."""
    folder = tmp_path_factory.mktemp("authority")

    def openssl(*arguments):
        subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True, cwd=folder)

    def request(name, *more):
        openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", f"{name}.key",
                "-subj", f"/CN={name}", *more)

    request("ca", "-x509", "-days", "3650", "-out", "ca.pem")

    def make(days):
        request(f"d{days}", "-out", f"d{days}.csr")
        openssl("x509", "-req", "-in", f"d{days}.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial",
                "-days", days, "-out", f"d{days}.pem")
        return folder / f"d{days}.pem", folder / f"d{days}.key"

    return make


def start(tmp_path, pair):
    return Server(tmp_path / "data", "--cert", pair[0], "--key", pair[1]).start()


def health(server):
    with RawConnection(server) as raw:
        return answers(raw)


def test_with_an_authoritys_certificate_browsers_are_told_to_insist_on_it(tmp_path, authority):
    server = start(tmp_path, authority(60))
    status, headers, body = health(server)
    assert (status, body) == (200, b"ok\n")
    assert int(headers["strict-transport-security"].removeprefix("max-age=")) >= 31_536_000
    with RawConnection(server) as raw:
        assert raw.request(raw.handshake_head(Sec_WebSocket_Version="7"))[1]["strict-transport-security"]
    server.stop()


def test_with_a_self_signed_one_they_are_not(tmp_path, certificates):
    server = start(tmp_path, (certificates / "a.pem", certificates / "a.key"))
    assert "strict-transport-security" not in health(server)[1]
    server.stop()


def test_nothing_is_sent_behind_a_handshake_that_was_not_asked_for(tmp_path, certificates):
    """A ticket would meet the request of a client that reads and writes in two threads."""
    server = start(tmp_path, (certificates / "a.pem", certificates / "a.key"))
    with RawConnection(server) as raw:
        assert raw.socket.version() == "TLSv1.3"
        assert answers(raw)[0] == 200
        assert not raw.socket.session.has_ticket
    server.stop()


def test_its_end_is_told_of_two_weeks_ahead_and_a_new_one_is_taken_without_a_break(tmp_path, authority):
    files = tmp_path / "pair.pem", tmp_path / "pair.key"
    for path, made in zip(files, authority(13)):
        path.write_bytes(made.read_bytes())
    server = start(tmp_path, files)
    status, _, body = health(server)
    assert status == 200 and body.startswith(b"ok\n") and b"expires at" in body
    assert any("expires at" in line for line in server.errors)
    with Client(server, "Ana") as ana:
        ana.make_list("a", insert("Tea"))
        for path, made in zip(files, authority(90)):
            path.write_bytes(made.read_bytes())
        server.process.send_signal(signal.SIGHUP)
        while health(server)[2] != b"ok\n":
            assert server.is_running()
        assert ana.mutate("a", insert("Milk"))["type"] == "change", "nobody was dropped"
    server.stop()

"""Shutdown and reload: SIGTERM and SIGINT end it with nothing lost, SIGHUP does not."""

import signal
import ssl
import threading
import time

import pytest
from websockets.exceptions import ConnectionClosed

from builders import insert, new_id
from raw_connection import RawConnection
from server_process import Server
from wire_client import Client


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_clients_are_closed_with_1001_and_the_exit_code_is_0(own_server, connect_to, name):
    clients = [connect_to(own_server, f"Person {n}") for n in range(20)]
    clients[0].open("a", create=True)
    own_server.stop(getattr(signal, name))
    assert [client.close_code() for client in clients] == [1001] * 20


def test_an_orderly_end_leaves_no_complaint(own_server):
    own_server.stop()
    assert not any(word in line for line in own_server.errors
                   for word in (" error ", " warning ", "livelistd:"))


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_nothing_accepted_is_lost_when_it_is_stopped_under_load(own_server, list_id, name):
    with Client(own_server, "Maker") as maker:
        maker.open(list_id, create=True)
    writers = [Load(own_server, list_id, f"w{n}") for n in range(4)]
    for writer in writers:
        writer.start()
    writers[0].enough.wait(30)
    own_server.stop(getattr(signal, name))
    for writer in writers:
        writer.join(20)
        assert writer.code == 1001
    own_server.start()
    with Client(own_server, "Judge") as judge:
        titles = {item["title"] for item in judge.fresh(list_id).items}
        accepted = [change for writer in writers for change in writer.changes]
        assert len(accepted) >= 200
        for change in accepted:
            assert change["id"] in titles
        for refused in [refused for writer in writers for refused in writer.refused]:
            assert refused["code"] == "unavailable" and refused["id"] not in titles, refused
        for writer in writers:
            for id, mutations in writer.sent.items():
                judge.mutate(list_id, *mutations, id=id)
        items = [item["title"] for item in judge.fresh(list_id).items]
        sent = [m[0]["items"][0]["title"] for writer in writers for m in writer.sent.values()]
        assert sorted(items) == sorted(sent), "sent again, each is there once"


class Load(threading.Thread):
    """Sends one insert after another, ten under way, until the connection is closed."""

    def __init__(self, server, list_id, name):
        super().__init__(name=name)
        self.client = Client(server, name)
        self.list = list_id
        self.sent = {}
        self.changes = []
        self.refused = []
        self.code = None
        self.enough = threading.Event()

    def run(self):
        try:
            while True:
                while len(self.sent) < len(self.changes) + 10 and not self.refused:
                    id = f"{self.name}-{len(self.sent)}"
                    self.sent[id] = [insert(id, ids=[new_id()])]
                    self.client.send({"type": "mutate", "list": self.list, "id": id,
                                      "mutations": self.sent[id]})
                message = self.client.next(20)
                if message["type"] == "rejected":
                    self.refused.append(message)
                else:
                    self.changes.append(message)
                if len(self.changes) == 200:
                    self.enough.set()
        except ConnectionClosed as closed:
            self.code = closed.rcvd.code if closed.rcvd else None


def test_sighup_keeps_serving(own_server, connect_to, list_id):
    ana = connect_to(own_server, "Ana")
    ana.open(list_id, create=True)
    for _ in range(5):
        own_server.process.send_signal(signal.SIGHUP)
        assert ana.mutate(list_id, insert("Milk"))["type"] == "change"
        assert connect_to(own_server, "Bo").ask({"type": "ping"})["type"] == "pong"
    assert own_server.is_running()


def certificate_of(server):
    """The certificate that a new connection is shown."""
    with RawConnection(server) as raw:
        return ssl.DER_cert_to_PEM_cert(raw.socket.getpeercert(binary_form=True)).strip()


def wait_for_line(server, words):
    """Until the server has logged a line with all these words."""
    end = time.monotonic() + 10
    while not any(all(word in line for word in words) for line in server.errors):
        assert time.monotonic() < end, f"no line with {words}\n{server.output()}"


def test_sighup_reads_the_certificate_again_and_keeps_the_old_one_if_the_new_one_is_wrong(
        certificates, tmp_path, list_id):
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    cert.write_text((certificates / "a.pem").read_text())
    key.write_text((certificates / "a.key").read_text())
    server = Server(tmp_path / "data", "--cert", str(cert), "--key", str(key)).start()
    with Client(server, "Ana") as ana:
        ana.open(list_id, create=True)
        cert.write_text((certificates / "b.pem").read_text())
        server.process.send_signal(signal.SIGHUP)
        wait_for_line(server, [str(cert)])
        assert certificate_of(server) == (certificates / "a.pem").read_text().strip(), "the key is still that of a"
        key.write_text((certificates / "b.key").read_text())
        server.process.send_signal(signal.SIGHUP)
        end = time.monotonic() + 10
        while certificate_of(server) != (certificates / "b.pem").read_text().strip():
            assert time.monotonic() < end, server.output()
        assert ana.mutate(list_id, insert("Milk"))["type"] == "change", "who was connected stays so"
    server.stop()


def test_connections_half_open_do_not_delay_the_end(own_server):
    with RawConnection(own_server) as silent, RawConnection(own_server).upgrade() as mute:
        own_server.stop()
        assert mute.close_code() == 1001
        assert silent.has_ended()


def test_who_reads_nothing_does_not_delay_the_end(own_server, connect_to, list_id):
    raw = RawConnection(own_server, receive_buffer=16 * 1024).upgrade()
    raw.send_message({"type": "open", "list": list_id, "create": True})
    ana = connect_to(own_server, "Ana")
    for n in range(200):
        ana.mutate(list_id, insert(*["x" * 1_000] * 20))
    own_server.stop()
    raw.socket.close()


def test_sigpipe_does_no_harm(own_server, connect_to):
    own_server.process.send_signal(signal.SIGPIPE)
    assert connect_to(own_server, "Ana").ask({"type": "ping"})["type"] == "pong"

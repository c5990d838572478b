"""Section 6 of the protocol: who reads slowly is no cost to others and no growing queue."""

import json
import threading
import time

import pytest

from builders import edit, ids_of, insert
from copy_of_list import CopyOfList
from raw_connection import CLOSE, PING, PONG, TEXT, RawConnection, frame
from wire_client import Client

CHANGES = 100_000
WARM_UP = 20_000
STALLED = 4
TITLE = "x" * 250  # each change comes to some 400 bytes: 40 MB are missed by each stalled reader
KILOBYTES_MAY_GROW = 30_000
SMALL_BUFFER = 32 * 1024
CODE_4408 = (4408).to_bytes(2, "big")


class StalledReader:
    """Opens a list, reads the snapshot, and then nothing until `catch_up`."""

    def __init__(self, server, list_id):
        self.raw = RawConnection(server, receive_buffer=SMALL_BUFFER).upgrade()
        self.copy = CopyOfList(list_id)
        self.raw.send_message({"type": "open", "list": list_id})
        self.read_until(lambda: self.copy.is_whole)

    def say_alive(self):
        """An unasked pong: the connection is not silent, though nothing is read from it."""
        self.raw.send_frame(PONG, b"alive")

    def read_until(self, is_done):
        while not is_done():
            opcode, payload = self.raw.read_frame()
            assert opcode in (TEXT, PING), f"frame {opcode}: {payload[:100]!r}"
            if opcode == PING:
                self.raw.send_frame(PONG, payload)
                continue
            assert len(payload) <= 1 << 20
            messages = json.loads(payload)
            for message in messages if isinstance(messages, list) else [messages]:
                if message["type"] == "opened":
                    self.copy.meet(message)
                self.copy.take(message)

    def catch_up(self, revision):
        self.read_until(lambda: self.copy.revision >= revision)


class Writer:
    """Sends changes in blocks and reads each block's answers, as does a watcher; keeps the longest wait."""

    def __init__(self, client, list_id, ids, stalled=()):
        client.ask({"type": "close", "list": list_id})
        self.client = client
        self.list = list_id
        self.ids = ids
        self.sent = 0
        self.longest_wait = 0
        self.stalled = list(stalled)
        self.watcher = None
        self.alive_at = time.monotonic()

    def write(self, count, block=200):
        for start in range(self.sent, self.sent + count, block):
            began = time.monotonic()
            self.client.send(*[{"type": "mutate", "list": self.list, "id": f"w{n}",
                                "mutations": [edit(self.ids[n % len(self.ids)], title=f"{n} {TITLE}")]}
                               for n in range(start, start + block)])
            for n in range(start, start + block):
                answer = self.client.next(30)
                assert (answer["type"], answer["id"]) == ("change", f"w{n}"), answer
            if self.watcher:
                self.watcher.read_to(answer["revision"])
            self.longest_wait = max(self.longest_wait, time.monotonic() - began)
            if time.monotonic() > self.alive_at + 5:
                self.alive_at = time.monotonic()
                for reader in self.stalled:
                    reader.say_alive()
        self.sent += count


class Watcher:
    """Another client, which reads each block as it is written."""

    def __init__(self, client, list_id):
        self.client = client
        self.opened, self.copy = client.open(list_id)

    def read_to(self, revision):
        while self.copy.revision < revision:
            self.copy.take(self.client.next(30))


def test_a_client_that_stops_reading_costs_nothing(own_server, connect_to, list_id):
    ana = connect_to(own_server, "Ana")
    ana.open(list_id, create=True)
    ids = ids_of(ana.mutate(list_id, insert(*["x"] * 50)))
    writer = Writer(ana, list_id, ids)
    writer.write(WARM_UP)
    writer.stalled = stalled = [StalledReader(own_server, list_id) for _ in range(STALLED)]
    last = 1 + WARM_UP + CHANGES
    writer.watcher = watcher = Watcher(connect_to(own_server, "Bo"), list_id)
    before = own_server.memory_kilobytes()
    writer.write(CHANGES)
    assert (watcher.copy.revision, watcher.copy.snapshots) == (last, 1), "the others saw each change"
    grown = own_server.peak_kilobytes() - before
    assert grown < KILOBYTES_MAY_GROW, f"{grown} kB more while {STALLED} readers missed {CHANGES} changes"
    assert writer.longest_wait < 3, f"others waited {writer.longest_wait:.1f} s"
    fresh = ana.fresh(list_id).final()
    for reader in stalled:
        reader.catch_up(last)
        assert reader.copy.final() == fresh
        assert len(reader.copy.revisions) < CHANGES, "what was no longer held came as a snapshot"
        reader.raw.socket.close()
    assert watcher.copy.final() == fresh


def test_changes_go_on_after_the_snapshot_of_one_who_caught_up(own_server, connect_to, list_id):
    ana = connect_to(own_server, "Ana")
    ana.open(list_id, create=True)
    ids = ids_of(ana.mutate(list_id, insert(*["x"] * 10)))
    reader = StalledReader(own_server, list_id)
    writer = Writer(ana, list_id, ids, [reader])
    writer.write(30_000)
    writer.stalled = []
    thread = threading.Thread(target=reader.catch_up, args=(31_001,))
    thread.start()
    writer.write(1_000)
    thread.join(60)
    assert reader.copy.final() == ana.fresh(list_id).final()
    reader.raw.socket.close()


def test_own_changes_that_a_snapshot_replaced_are_acknowledged_all_the_same(own_server, connect_to, list_id):
    """Back with a copy: 500 mutates sent, no answer read, while others make 40,000 changes."""
    ana = connect_to(own_server, "Ana")
    ana.open(list_id, create=True)
    ids = ids_of(ana.mutate(list_id, insert(*["x"] * 10)))
    reader = StalledReader(own_server, list_id)
    for n in range(500):
        reader.raw.send_message({"type": "mutate", "list": list_id, "id": f"own-{n}",
                                 "mutations": [insert(f"own {n}")]})
    Writer(ana, list_id, ids, [reader]).write(40_000)
    answered = {}

    def take(message):
        reader.copy.take(message)
        if message["type"] == "change" and message["id"].startswith("own-"):
            answered.setdefault(message["id"], message)

    while len(answered) < 500 or reader.copy.revision < 40_501:
        for message in reader.raw.next_messages():
            take(message)
    assert list(answered) == [f"own-{n}" for n in range(500)]
    assert reader.copy.final() == ana.fresh(list_id).final()
    reader.raw.socket.close()


def test_who_sends_and_does_not_read_is_not_read_from(own_server, connect_to, list_id):
    """30 MB of mutates and no answer read: the server stops reading, and answers all in the end."""
    ana = connect_to(own_server, "Ana")
    ana.open(list_id, create=True)
    ana.ask({"type": "close", "list": list_id})
    raw = RawConnection(own_server, receive_buffer=SMALL_BUFFER).upgrade()
    before = own_server.memory_kilobytes()
    total = 30_000
    frames = [frame(TEXT, json.dumps({"type": "mutate", "list": list_id, "id": f"p{n}", "mutations": [
        {"op": "setTitle", "title": f"{n} " + "x" * 900}]}).encode()) for n in range(total)]
    left = raw.pour(b"".join(frames), reading=False, patience=2)
    assert left, "the server took all of it though no answer was read"
    assert ana.ask({"type": "ping"})["type"] == "pong"
    grown = own_server.peak_kilobytes() - before
    assert grown < KILOBYTES_MAY_GROW, f"{grown} kB more"
    assert not raw.pour(left)
    answers = []
    while len(answers) < total:
        answers += [m["id"] for m in raw.next_messages() if m["type"] == "change"]
    assert answers == [f"p{n}" for n in range(total)]
    raw.socket.close()


@pytest.mark.soak
def test_a_silent_client_is_pinged_and_dropped(own_server):
    """A ping after 30 s; who answers stays; who does not is closed with 4408 after 20 s more."""
    with RawConnection(own_server).upgrade() as answering, RawConnection(own_server).upgrade() as mute:
        for raw in (answering, mute):
            raw.socket.settimeout(100)
            raw.send_message({"type": "ping"})
            assert raw.next_messages()[0]["type"] == "pong"
        began = time.monotonic()
        opcode, payload = answering.read_frame()
        assert opcode == PING and 25 < time.monotonic() - began < 40
        answering.send_frame(PONG, payload)
        assert mute.read_frame()[0] == PING
        opcode, payload = mute.read_frame()
        assert (opcode, payload[:2]) == (CLOSE, CODE_4408) and 40 < time.monotonic() - began < 70
        assert answering.read_frame()[0] == PING


@pytest.mark.soak
def test_a_client_that_says_nothing_valid_within_60_s_is_closed(own_server):
    with RawConnection(own_server).upgrade() as raw:
        raw.socket.settimeout(100)
        began = time.monotonic()
        while True:
            opcode, payload = raw.read_frame()
            if opcode != PING:
                break
            raw.send_frame(PONG, payload)
        assert (opcode, payload[:2]) == (CLOSE, CODE_4408) and 50 < time.monotonic() - began < 75


def test_readers_that_stall_hold_little_in_all(own_server):
    """A frame of 1 MiB goes out in fragments: who does not read holds one of them, and goes on where it stopped."""
    with Client(own_server, "Ana") as ana, Client(own_server, "Ben") as ben:
        ana.make_list("large")
        _, copy = ben.open("large")
        reader = StalledReader(own_server, "large")
        stalled = [RawConnection(own_server, receive_buffer=8_192).upgrade() for _ in range(250)]
        for raw in stalled:
            raw.send_message({"type": "open", "list": "large"})
        before = own_server.memory_kilobytes()
        for _ in range(3):
            change = ana.mutate("large", insert(*["x" * 1_990] * 500), seconds=30)
            while copy.revision < change["revision"]:
                copy.take(ben.next(30))
        assert own_server.peak_kilobytes() - before < 60_000
        reader.catch_up(change["revision"])
        assert copy.final() == reader.copy.final() == ana.fresh("large").final()
        for raw in [*stalled, reader.raw]:
            raw.socket.close()

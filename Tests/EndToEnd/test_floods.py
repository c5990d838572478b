"""Senders that send much, read nothing, or break off: the server stays small and serves the others."""

import json
import os
import random
import socket
import struct
import threading
from pathlib import Path

import pytest

from builders import insert
from raw_connection import CLOSE, CONTINUATION, PING, PONG, TEXT, RawConnection, frame
from wire_client import Client

SMALL_BUFFER = 32 * 1024
KILOBYTES_MAY_GROW = 40_000


def mutate(list_id, id, *mutations):
    return json.dumps({"type": "mutate", "list": list_id, "id": id, "mutations": list(mutations)}).encode()


def answers(raw, count):
    """The ids of the next `count` answers to mutates."""
    ids = []
    while len(ids) < count:
        ids += [m["id"] for m in raw.next_messages() if m["type"] in ("change", "unchanged", "rejected")]
    return ids


@pytest.fixture
def raw(server):
    with RawConnection(server) as connection:
        yield connection.upgrade()


def test_thousands_of_frames_in_one_write_are_all_answered_in_order(raw, client, list_id):
    client.open(list_id, create=True)
    client.ask({"type": "close", "list": list_id})
    count = 5_000
    frames = b"".join(frame(TEXT, mutate(list_id, f"f{n}", insert(f"{n}"))) for n in range(count))
    assert not raw.pour(frames)
    assert answers(raw, count) == [f"f{n}" for n in range(count)]
    assert client.ask({"type": "ping"})["type"] == "pong"


def test_several_frames_of_nearly_1_mib_at_once(raw, client, list_id):
    client.open(list_id, create=True)
    client.ask({"type": "close", "list": list_id})
    frames = [frame(TEXT, mutate(list_id, f"b{n}", insert(*["x" * 1_900] * 500))) for n in range(6)]
    assert not raw.pour(b"".join(frames))
    assert answers(raw, 6) == [f"b{n}" for n in range(6)]


FLOODS = {
    "pings of WebSocket": frame(PING, b"x" * 125) * 100,
    "pongs of WebSocket": frame(PONG, b"x" * 125) * 100,
    "pings": frame(TEXT, json.dumps([{"type": "ping", "ref": "r" * 64}] * 100).encode()),
    "lists": frame(TEXT, json.dumps([{"type": "lists"}] * 20).encode()),
    "history": frame(TEXT, json.dumps([{"type": "history", "list": "flooded", "limit": 200}] * 20).encode()),
    "opens": frame(TEXT, json.dumps([{"type": "open", "list": "flooded"}] * 20).encode()),
    "presence": frame(TEXT,
                      json.dumps([{"type": "presence", "list": "flooded", "moving": []}] * 100).encode()),
    "mutates unchanged": frame(TEXT, json.dumps(
        [{"type": "mutate", "list": "flooded", "id": "u",
          "mutations": [{"op": "setTitle", "title": "flooded"}]}] * 50).encode()),
    "mutates rejected": frame(TEXT, json.dumps(
        [{"type": "mutate", "list": "flooded", "id": "r", "mutations": []}] * 50).encode()),
    "duplicates": frame(TEXT, json.dumps(
        [{"type": "mutate", "list": "flooded", "id": "large", "mutations": []}] * 50).encode()),
    "empty fragments": frame(CONTINUATION, b"", final=False) * 1_000,
}


@pytest.mark.parametrize("kind", FLOODS)
def test_who_floods_and_reads_nothing_does_not_make_the_server_grow(own_server, kind):
    with Client(own_server, "Ana") as ana:
        ana.make_list("flooded", *[insert(*["x" * 1_900] * 20) for _ in range(20)])
        ana.mutate("flooded", insert(*["y" * 1_900] * 100), id="large")
        for n in range(300):
            ana.ask({"type": "open", "list": f"list-{n}", "create": True, "title": "x" * 300})
            ana.ask({"type": "close", "list": f"list-{n}"})
        raw = RawConnection(own_server, receive_buffer=SMALL_BUFFER).upgrade()
        if kind == "presence":
            raw.send_message({"type": "open", "list": "flooded"})
        if kind == "empty fragments":
            raw.send_frame(TEXT, b"", final=False)
        before = own_server.memory_kilobytes()
        raw.pour(FLOODS[kind] * 1_000, reading=False, patience=1)
        grown = own_server.peak_kilobytes() - before
        assert own_server.is_running(), own_server.output()
        assert grown < KILOBYTES_MAY_GROW, f"{grown} kB more"
        assert ana.ask({"type": "ping"})["type"] == "pong"
        assert ana.mutate("flooded", insert("Tea"))["type"] == "change"
        raw.socket.close()


def test_connections_that_break_off_anywhere_leave_nothing_behind(own_server):
    """Cut at random bytes of the handshake or of frames, some with a reset: no descriptor stays."""
    random_source = random.Random(1)
    with Client(own_server, "Ana") as ana:
        ana.make_list("a", insert("Milk"))
        descriptors = Path(f"/proc/{own_server.process.pid}/fd")
        before = len(os.listdir(descriptors))
        for _ in range(150):
            raw = RawConnection(own_server)
            bytes_to_send = raw.handshake_head().encode() + frame(TEXT,
                                                                  b'{"type":"open","list":"a"}') + frame(
                TEXT, mutate("a", "x", insert("y"))) + frame(CLOSE, b"\x03\xe8")
            raw.socket.sendall(bytes_to_send[:random_source.randrange(len(bytes_to_send) + 1)])
            if random_source.random() < 0.5:
                raw.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER,
                                      struct.pack("ii", 1, 0))  # a reset
            raw.socket.close()
        assert ana.ask({"type": "ping"})["type"] == "pong"
        count = wait_for_presence_of_one(ana)
        assert count == 1
        assert len(os.listdir(descriptors)) <= before + 10, "connections that ended keep descriptors"


def wait_for_presence_of_one(ana):
    """The count of people at the list, once all others are gone from it."""
    opened = ana.ask({"type": "open", "list": "a"})
    count = opened["count"]
    while count != 1:
        count = ana.next_presence()["count"]
    return count


def test_many_join_at_once(own_server, connect_to):
    """100 connections in the same moment: all are served."""
    ana = connect_to(own_server, "Ana")
    ana.make_list("a", insert(*["x" * 100] * 200))
    joined, failures = [], []

    def join(number):
        try:
            with Client(own_server, f"Person {number}") as client:
                _, copy = client.open("a")
                joined.append(len(copy.items))
        except Exception as failure:
            failures.append(failure)

    threads = [threading.Thread(target=join, args=(n,)) for n in range(100)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not failures, failures[:3]
    assert joined == [200] * 100

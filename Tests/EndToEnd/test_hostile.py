"""What only a client that means harm does, or one that is broken: the server stays, right and quick."""

import json

import pytest

from builders import insert
from raw_connection import TEXT, RawConnection, frame
from wire_client import Client

LISTED_MAX = 100


def test_who_comes_again_among_many_is_listed_once(own_server, connect_to):
    """Beyond those who are listed by name there is a line; nobody stands in it twice."""
    crowd = [connect_to(own_server, f"p{n}") for n in range(LISTED_MAX)]
    crowd[0].open("crowded", create=True)
    for one in crowd[1:]:
        one.open("crowded")
    with Client(own_server, "Again") as again:
        for _ in range(3):
            again.open("crowded")
            again.ask({"type": "close", "list": "crowded"})
        again.open("crowded")
        for one in crowd[:3]:
            one.ask({"type": "close", "list": "crowded"})
        people = crowd[3].open("crowded")[0]["people"]
        assert [person["name"] for person in people].count("Again") == 1
        again.ask({"type": "close", "list": "crowded"})
    opened = crowd[0].open("crowded")[0]
    assert "Again" not in [person["name"] for person in opened["people"]]
    assert opened["count"] == LISTED_MAX - 2


OPENS = {
    "open": [{"type": "open", "list": "flooded"}] * 30_000,
    "open and close": [{"type": "open", "list": "flooded"}, {"type": "close", "list": "flooded"}] * 14_000,
}


@pytest.mark.parametrize("kind", OPENS)
def test_opens_that_wait_for_their_turn_do_not_make_the_server_grow(own_server, kind):
    with Client(own_server, "Ana") as ana:
        ana.make_list("flooded", *[insert(*["x" * 500] * 200) for _ in range(10)])
        flood = frame(TEXT, json.dumps(OPENS[kind], separators=(",", ":")).encode())
        raw = RawConnection(own_server, receive_buffer=32 * 1024).upgrade()
        before = own_server.memory_kilobytes()
        raw.pour(flood * 30, reading=False, patience=1)
        assert own_server.peak_kilobytes() - before < 40_000
        assert ana.ask({"type": "ping"})["type"] == "pong"
        raw.socket.close()


def test_a_thousand_waiting_opens_and_closes_are_all_answered_in_order(own_server, connect_to):
    client = connect_to(own_server, "Ana")
    client.make_list("often", insert("Tea"))
    count = 4_000
    client.send(*[{"type": kind, "list": "often", "ref": f"{kind}-{n}"} for n in range(count)
                  for kind in ("open", "close")])
    answers = []
    while len(answers) < 2 * count:
        answers += [ref for ref in [client.next().get("ref")] if ref]
    assert answers == [f"{kind}-{n}" for n in range(count) for kind in ("open", "close")]
    assert client.ask({"type": "ping"})["type"] == "pong"


def test_lists_that_come_and_go_on_one_connection_leave_nothing_behind(own_server, connect_to):
    client = connect_to(own_server, "Ana")

    def come_and_go(first, count):
        for n in range(first, first + count, 50):
            lists = [f"fleeting-{k}" for k in range(n, n + 50)]
            client.send(*[{"type": "open", "list": each, "create": True} for each in lists])
            epochs = {}
            while len(epochs) < 50:
                message = client.next()
                if message["type"] == "opened":
                    epochs[message["list"]] = message["epoch"]
            client.send(*[{"type": "close", "list": each} for each in lists],
                        *[{"type": "deleteList", "list": each, "epoch": epochs[each]} for each in lists])
            gone = 0
            while gone < 50:
                gone += client.next()["type"] == "listDeleted"

    come_and_go(0, 1_000)
    before = own_server.memory_kilobytes()
    come_and_go(1_000, 4_000)
    # A seat and a room kept for each list were 16 MB and more; SQLite's page cache may fill up to
    # 8 MB meanwhile.
    assert own_server.memory_kilobytes() - before < 12_000

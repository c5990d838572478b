"""Sections 3 and 7 of the protocol: hello, lists, ping."""

import re
import time

import pytest

LIMITS = {"messageBytes": 1 << 20, "itemsPerMutate": 10_000, "mutationsPerMutate": 1_000,
          "itemsPerList": 1_000_000, "titleScalars": 2_000, "fieldScalars": 4_000, "fieldsPerItem": 32}


def test_hello_is_answered_with_welcome_and_the_limits(connect):
    welcome = connect().ask({"type": "hello", "name": "Ana", "client": "a-phone"})
    assert welcome["type"] == "welcome"
    assert re.fullmatch(r".{1,16}", welcome["session"])
    assert re.fullmatch(r"LiveList/\d+\.\d+\.\d+", welcome["server"])
    assert welcome["protocol"] == 1
    assert {key: welcome["limits"][key] for key in LIMITS} == LIMITS


def test_each_connection_has_a_session_of_its_own(connect):
    assert len({connect("Ana").welcome["session"] for _ in range(5)}) == 5


def test_without_hello_one_is_a_guest(connect, list_id):
    guest = connect()
    guest.open(list_id, create=True)
    change = guest.mutate(list_id, {"op": "setTitle", "title": "By a guest"})
    assert change["by"]["name"] == "Guest"


def test_hello_without_a_name_is_a_guest(connect, list_id):
    guest = connect()
    assert guest.ask({"type": "hello"})["type"] == "welcome"
    guest.open(list_id, create=True)
    assert guest.mutate(list_id, {"op": "setTitle", "title": "x"})["by"]["name"] == "Guest"


def test_hello_with_null_keys_is_as_without_them(connect):
    assert connect().ask({"type": "hello", "name": None, "client": None, "token": None})["type"] == "welcome"


def test_a_name_is_trimmed(connect, list_id):
    client = connect(" \t Ana\u00a0\u3000")
    client.open(list_id, create=True)
    assert client.mutate(list_id, {"op": "setTitle", "title": "x"})["by"]["name"] == "Ana"


@pytest.mark.parametrize("key", ["name", "client"])
def test_name_and_client_of_1_to_64_scalars(connect, key):
    assert connect().ask({"type": "hello", key: "é" * 64})["type"] == "welcome"
    for value, code in [("é" * 65, "too-large"), ("", "invalid"), (" \u2003 ", "invalid"),
                        ("a\u0000b", "invalid"),
                        ("a\nb", "invalid"), (7, "invalid"), (["Ana"], "invalid")]:
        error = connect().ask({"type": "hello", key: value})
        assert (error["type"], error["code"]) == ("error", code), value
        assert key in error["message"]


def test_a_second_hello_is_invalid(client):
    error = client.ask({"type": "hello", "name": "Bo"})
    assert (error["type"], error["code"]) == ("error", "invalid")
    assert "hello" in error["message"]


def test_a_later_hello_is_invalid(connect):
    client = connect()
    client.ask({"type": "ping"})
    assert client.ask({"type": "hello", "name": "Bo"})["code"] == "invalid"


def test_ping_is_answered_with_the_time(client):
    pong = client.ask({"type": "ping"})
    assert pong["type"] == "pong"
    assert isinstance(pong["at"], int)
    assert abs(pong["at"] - time.time() * 1000) < 60_000


def test_lists_tells_each_list_most_recently_changed_first(client, connect, list_id):
    names = [f"{list_id}-{n}" for n in range(3)]
    for name in names:
        client.open(name, create=True, title=f"Title of {name}")
    item = {"op": "insert", "items": [{"title": "a", "isDone": True}, {"title": "b"}, {"title": "c"}]}
    for name in [names[2], names[0], names[1]]:
        change = client.mutate(name, item)
        wait_for_the_next_millisecond(change["at"])
    told = connect().ask({"type": "lists"})
    assert told["type"] == "lists" and "more" not in told
    own = [entry for entry in told["lists"] if entry["id"] in names]
    assert [entry["id"] for entry in own] == [names[1], names[0], names[2]]
    assert own[0] == {"id": names[1], "title": f"Title of {names[1]}", "revision": 1, "items": 3, "done": 1,
                      "updatedAt": change["at"]}
    times = [entry["updatedAt"] for entry in told["lists"]]
    assert times == sorted(times, reverse=True)


def wait_for_the_next_millisecond(at):
    while time.time() * 1000 < at + 1:
        pass


def test_lists_follows_done_deleted_and_title(client, list_id):
    client.open(list_id, create=True)
    items = client.mutate(list_id,
                          {"op": "insert", "items": [{"title": t} for t in "abcd"]})["mutations"][0]["items"]
    ids = [item["id"] for item in items]
    client.mutate(list_id, {"op": "toggle", "ids": ids[:3]}, {"op": "delete", "ids": ids[:1]},
                  {"op": "setTitle", "title": "Renamed"})
    entry = next(e for e in client.ask({"type": "lists"})["lists"] if e["id"] == list_id)
    assert (entry["title"], entry["revision"], entry["items"], entry["done"]) == ("Renamed", 2, 3, 2)


def test_more_than_1000_lists_are_cut_and_say_so(own_server, connect_to):
    client = connect_to(own_server)
    names = [f"many-{n}" for n in range(1001)]
    for start in range(0, len(names), 100):
        for name in names[start:start + 100]:
            client.send({"type": "open", "list": name, "create": True, "ref": name},
                        {"type": "close", "list": name})
        last = names[min(start + 99, 1000)]
        assert client.wait_for(lambda m: m.get("ref") == last, "the last of a hundred")["type"] == "opened"
    told = client.ask({"type": "lists"})
    assert len(told["lists"]) == 1000 and told["more"] is True

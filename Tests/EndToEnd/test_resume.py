"""Section 3 and 6 of the protocol: coming back with `since` and `epoch`."""

import pytest

from builders import insert, set_title
from copy_of_list import CopyOfList


@pytest.fixture
def ten(client, list_id):
    """A list with ten changes; its `opened`."""
    opened, _ = client.open(list_id, create=True)
    for n in range(10):
        client.mutate(list_id, insert(f"item {n}"))
    return opened


@pytest.mark.parametrize("since", [0, 1, 5, 9])
def test_since_and_epoch_bring_the_missing_changes(connect, list_id, ten, since):
    bo = connect("Bo")
    opened = bo.ask({"type": "open", "list": list_id, "since": since, "epoch": ten["epoch"]})
    assert (opened["revision"], opened["epoch"]) == (10, ten["epoch"])
    changes = [bo.next() for _ in range(10 - since)]
    assert [(c["type"], c["revision"]) for c in changes] == [("change", r) for r in range(since + 1, 11)]
    bo.nothing_came()


def test_up_to_date_brings_nothing(connect, list_id, ten):
    bo = connect("Bo")
    assert bo.ask({"type": "open", "list": list_id, "since": 10, "epoch": ten["epoch"]})["type"] == "opened"
    bo.nothing_came()
    bo.mutate(list_id, insert("Milk"))


def test_changes_come_after_a_resume(client, connect, list_id, ten):
    bo = connect("Bo")
    bo.send({"type": "open", "list": list_id, "since": 8, "epoch": ten["epoch"]})
    client.mutate(list_id, insert("Milk"))
    bo.wait_for(lambda m: m["type"] == "opened", "opened")
    assert [bo.next()["revision"] for _ in range(3)] == [9, 10, 11]


def test_a_change_resumed_is_the_same_as_it_was_when_new(client, connect, list_id):
    opened, _ = client.open(list_id, create=True)
    bo = connect("Bo")
    bo.open(list_id)
    client.mutate(list_id, insert("Milk", "Eggs"), set_title("x"))
    seen = bo.next()
    late = connect("Cy")
    late.send({"type": "open", "list": list_id, "since": 0, "epoch": opened["epoch"]})
    assert late.wait_for(lambda m: m["type"] == "change", "the change") == seen


@pytest.mark.parametrize("keys", [
    {"since": 5}, {"epoch": "E"}, {"since": 11, "epoch": "E"}, {"since": 2**53, "epoch": "E"},
    {"since": 5, "epoch": "another"}, {"since": 5, "epoch": ""}, {"since": None, "epoch": "E"},
], ids=["no epoch", "no since", "above the present", "far above", "another epoch", "empty epoch", "null"])
def test_what_can_not_be_resumed_brings_a_snapshot(connect, list_id, ten, keys):
    keys = {k: ten["epoch"] if v == "E" else v for k, v in keys.items()}
    bo = connect("Bo")
    opened = bo.ask({"type": "open", "list": list_id, **keys})
    assert opened["type"] == "opened"
    snapshot = bo.next()
    assert (snapshot["type"], snapshot["revision"], len(snapshot["items"])) == ("snapshot", 10, 10)
    bo.nothing_came()


@pytest.mark.parametrize("keys", [{"since": -1}, {"since": 1.5}, {"since": "5"}, {"since": True},
                                  {"since": [5]},
                                  {"epoch": 5}, {"epoch": ["E"]}, {"create": 1}, {"create": "true"},
                                  {"title": 7}])
def test_keys_of_the_wrong_kind_are_invalid(connect, list_id, ten, keys):
    error = connect("Bo").ask({"type": "open", "list": list_id, **{"epoch": ten["epoch"], **keys}})
    assert (error["type"], error["code"]) == ("error", "invalid")
    assert list(keys)[0] in error["message"]


def test_opening_again_restarts_from_since(client, list_id, ten):
    client.send({"type": "open", "list": list_id, "since": 7, "epoch": ten["epoch"]})
    assert client.next()["type"] == "opened"
    assert [client.next()["revision"] for _ in range(3)] == [8, 9, 10]
    client.nothing_came()
    client.mutate(list_id, insert("Milk"))
    client.nothing_came()


def test_a_copy_resumed_equals_a_fresh_one(client, connect, list_id, ten):
    bo = connect("Bo")
    _, copy = bo.open(list_id)
    bo.leave()
    for n in range(30):
        client.mutate(list_id, insert(f"later {n}", before=copy.items[n % 10]["id"]))
    opened, copy = connect("Bo").open(list_id, since=copy.revision, epoch=copy.epoch, copy=copy)
    assert (copy.snapshots, opened["revision"]) == (1, 40)
    assert copy.final() == client.fresh(list_id).final()


def test_a_list_made_again_has_another_epoch(client, connect, list_id, ten):
    client.ask({"type": "deleteList", "list": list_id, "epoch": ten["epoch"]})
    bo = connect("Bo")
    error = bo.ask({"type": "open", "list": list_id, "since": 10, "epoch": ten["epoch"], "create": True})
    assert error["code"] == "unknown-list"
    opened, copy = bo.open(list_id, create=True)
    assert opened["epoch"] != ten["epoch"] and copy.items == [] and opened["revision"] == 0
    stale = CopyOfList(list_id)
    opened, stale = bo.open(list_id, since=10, epoch=ten["epoch"], copy=stale)
    assert stale.snapshots == 1 and stale.items == []


def test_the_last_10000_changes_can_be_resumed(client, connect, list_id):
    opened, _ = client.open(list_id, create=True)
    total, block = 10_250, 250
    client.ask({"type": "close", "list": list_id})
    for start in range(0, total, block):
        client.send(*[{"type": "mutate", "list": list_id, "id": f"m{n}",
                       "mutations": [set_title(f"title {n}")]}
                      for n in range(start, start + block)])
        client.wait_for(lambda m: m.get("id") == f"m{start + block - 1}", "the last of a block", 30)
    bo = connect("Bo")
    bo.send({"type": "open", "list": list_id, "since": total - 10_000, "epoch": opened["epoch"]})
    assert bo.next()["type"] == "opened"
    assert [bo.next(30)["revision"] for _ in range(10_000)] == list(range(total - 9_999, total + 1))
    bo.nothing_came()

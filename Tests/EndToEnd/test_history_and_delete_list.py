"""Section 3 of the protocol: history, deleteList."""

import json

import pytest

from builders import insert, set_title


@pytest.fixture
def changes(client, list_id):
    """The changes of a list with 60 revisions."""
    client.open(list_id, create=True)
    return [client.mutate(list_id, insert(f"item {n}")) for n in range(60)]


def history(client, list_id, **keys):
    answer = client.ask({"type": "history", "list": list_id, **keys})
    assert answer["type"] == "history" and answer["list"] == list_id, answer
    return answer["changes"], answer["more"]


def test_history_is_newest_first_and_50_by_default(client, list_id, changes):
    got, more = history(client, list_id)
    assert (got, more) == (changes[:9:-1], True)


@pytest.mark.parametrize("before,limit,revisions,more", [
    (None, 3, [60, 59, 58], True), (58, 3, [57, 56, 55], True), (3, 3, [2, 1], False),
    (4, 3, [3, 2, 1], False),
    (1, 5, [], False), (0, 5, [], False), (61, 1, [60], True), (1_000_000, 2, [60, 59], True),
    (2**53, 1, [60], True),
    (None, 200, list(range(60, 0, -1)), False), (None, 60, list(range(60, 0, -1)), False),
    (None, 1, [60], True),
])
def test_history_pages_by_before_and_limit(client, list_id, changes, before, limit, revisions, more):
    keys = {"limit": limit, **({"before": before} if before is not None else {})}
    assert history(client, list_id, **keys) == ([changes[r - 1] for r in revisions], more)


def test_history_is_at_most_200(client, list_id):
    client.open(list_id, create=True)
    for n in range(205):
        client.mutate(list_id, set_title(f"title {n}"))
    for limit in [201, 1_000, 2**53]:
        answer = client.ask({"type": "history", "list": list_id, "limit": limit})
        assert answer.get("code") in ("invalid", "too-large") or (len(answer["changes"]) <= 200
                                                                  and answer["more"])
    assert len(history(client, list_id, limit=200)[0]) == 200


def test_history_is_at_most_1_mib(client, list_id):
    client.open(list_id, create=True)
    fields = {f"f{n}": "x" * 3_900 for n in range(15)}
    for n in range(30):
        client.mutate(list_id, {"op": "insert", "items": [{"title": f"large {n}", "fields": fields}]})
    got, before = [], 31
    while before > 1:
        page, more = history(client, list_id, limit=200, before=before)
        assert page and len(json.dumps(page)) <= 1 << 20
        got += [change["revision"] for change in page]
        before = got[-1]
        assert more == (before > 1)
    assert got == list(range(30, 0, -1))


def test_history_needs_no_open_list(connect, list_id, changes):
    assert len(history(connect("Bo"), list_id, limit=5)[0]) == 5


def test_history_of_a_new_list_is_empty(client, list_id):
    client.open(list_id, create=True)
    assert history(client, list_id) == ([], False)


def test_history_of_an_unknown_list_is_an_error(client):
    error = client.ask({"type": "history", "list": "no-such-list"})
    assert (error["type"], error["code"], error["list"]) == ("error", "unknown-list", "no-such-list")


@pytest.mark.parametrize("keys", [{"before": "5"}, {"before": -1}, {"before": 1.5}, {"limit": "5"},
                                  {"limit": 0},
                                  {"limit": -1}, {"limit": True}, {"limit": []}])
def test_history_keys_of_the_wrong_kind_are_invalid(client, list_id, changes, keys):
    error = client.ask({"type": "history", "list": list_id, **keys})
    assert (error["type"], error.get("code")) == ("error", "invalid")
    assert list(keys)[0] in error["message"]


def test_delete_list_is_told_to_all_who_have_it_open(client, connect, list_id):
    opened, _ = client.open(list_id, create=True)
    client.mutate(list_id, insert("Milk"))
    bo, other = connect("Bo"), connect("Cy")
    bo.open(list_id)
    deleted = client.ask({"type": "deleteList", "list": list_id, "epoch": opened["epoch"]})
    by = {"session": client.welcome["session"], "name": "Ana"}
    assert deleted == {"type": "listDeleted", "list": list_id, "epoch": opened["epoch"], "by": by}
    assert bo.next() == deleted
    other.nothing_came()
    for each in (client, bo, other):
        assert each.ask({"type": "open", "list": list_id})["code"] == "unknown-list"
        assert each.mutate(list_id, insert("Eggs"))["code"] == "unknown-list"
        assert list_id not in [entry["id"] for entry in each.ask({"type": "lists"})["lists"]]
    assert client.ask({"type": "history", "list": list_id})["code"] == "unknown-list"


def test_the_sender_need_not_have_the_list_open(client, connect, list_id):
    opened, _ = client.open(list_id, create=True)
    bo = connect("Bo")
    assert bo.ask({"type": "deleteList", "list": list_id, "epoch": opened["epoch"]})["type"] == "listDeleted"
    assert client.next()["type"] == "listDeleted"
    client.nothing_came()


def test_another_epoch_is_a_conflict(client, list_id):
    client.open(list_id, create=True)
    error = client.ask({"type": "deleteList", "list": list_id, "epoch": "another"})
    assert (error["type"], error["code"], error["list"]) == ("error", "conflict", list_id)
    assert client.mutate(list_id, insert("Milk"))["type"] == "change"


@pytest.mark.parametrize("epoch", [7, [], {}, True])
def test_an_epoch_of_the_wrong_kind_is_invalid(client, list_id, epoch):
    client.open(list_id, create=True)
    error = client.ask({"type": "deleteList", "list": list_id, "epoch": epoch})
    assert (error["type"], error["code"]) == ("error", "invalid") and "epoch" in error["message"]


def test_an_unknown_list_can_not_be_deleted(client):
    error = client.ask({"type": "deleteList", "list": "no-such-list", "epoch": "x"})
    assert (error["type"], error["code"]) == ("error", "unknown-list")


def test_it_ends_the_subscription_also_when_the_list_is_made_again(client, connect, list_id):
    opened, _ = client.open(list_id, create=True)
    bo = connect("Bo")
    bo.open(list_id)
    client.ask({"type": "deleteList", "list": list_id, "epoch": opened["epoch"]})
    assert bo.next()["type"] == "listDeleted"
    again, copy = client.open(list_id, create=True, title="Again")
    assert again["epoch"] != opened["epoch"]
    assert (again["revision"], again["title"], again["count"]) == (0, "Again", 1)
    copy.take(client.mutate(list_id, insert("Eggs")))
    bo.nothing_came()
    assert [i["title"] for i in bo.fresh(list_id).items] == ["Eggs"]


def test_mutates_before_a_delete_are_answered_and_those_after_find_no_list(client, list_id):
    opened, _ = client.open(list_id, create=True)
    mutate = {"type": "mutate", "list": list_id}
    client.send({**mutate, "id": "a", "mutations": [insert("Milk")]},
                {"type": "deleteList", "list": list_id, "epoch": opened["epoch"]},
                {**mutate, "id": "b", "mutations": [insert("Eggs")]})
    kinds = {}
    for _ in range(3):
        message = client.next()
        kinds[message.get("id", message["type"])] = message.get("code", message["type"])
    assert kinds == {"a": "change", "listDeleted": "listDeleted", "b": "unknown-list"}

"""Section 4 of the protocol: what a mutate is answered with, in which order, and how it is judged."""

import pytest

from builders import delete, edit, ids_of, insert, new_id, reorder, section, set_title, toggle


def test_a_change_says_who_what_and_when(client, list_id):
    client.open(list_id, create=True)
    change = client.mutate(list_id, insert("Milk"), id="my-id")
    assert set(change) == {"type", "list", "revision", "id", "by", "at", "mutations"}
    assert (change["list"], change["revision"], change["id"]) == (list_id, 1, "my-id")
    assert change["by"] == {"session": client.welcome["session"], "name": "Ana"}
    assert isinstance(change["at"], int)
    item = change["mutations"][0]["items"][0]
    assert change["mutations"] == [{"op": "insert",
                                    "items": [{"id": item["id"], "title": "Milk", "isDone": False}],
                                    "destination": {"section": "none"}}]
    assert len(item["id"]) == 36 and item["id"] == item["id"].lower()


def test_every_accepted_mutate_raises_the_revision_by_one(client, list_id):
    client.open(list_id, create=True)
    for revision in range(1, 6):
        assert client.mutate(list_id, insert("a"), insert("b"))["revision"] == revision


def test_unchanged_names_the_revision_and_uses_none(client, list_id):
    client.open(list_id, create=True)
    id = ids_of(client.mutate(list_id, insert("Milk")))[0]
    for mutation in [delete(new_id()), toggle(id, isDone=False), edit(id, title="Milk"),
                     edit(id, fields={"x": None}),
                     reorder(id), set_title(list_id)]:
        answer = client.mutate(list_id, mutation, id="u")
        assert answer == {"type": "unchanged", "list": list_id, "id": "u", "revision": 1}, mutation
    assert client.mutate(list_id, insert("Eggs"))["revision"] == 2


def test_rejected_names_the_code_and_the_mutation(client, list_id):
    client.open(list_id, create=True)
    rejected = client.mutate(list_id, insert("Milk"), edit(new_id(), title="x"), id="r")
    assert set(rejected) == {"type", "list", "id", "code", "message", "index"}
    assert (rejected["type"], rejected["list"], rejected["id"]) == ("rejected", list_id, "r")
    assert (rejected["code"], rejected["index"]) == ("unknown-item", 1)
    assert isinstance(rejected["message"], str) and len(rejected["message"]) > 10
    assert client.fresh(list_id).final()["items"] == []


def test_answers_go_to_the_sender_alone(client, connect, list_id):
    client.open(list_id, create=True)
    bo = connect("Bo")
    bo.open(list_id)
    client.mutate(list_id, delete(new_id()))
    client.mutate(list_id, edit(new_id(), title="x"))
    bo.nothing_came()


@pytest.mark.parametrize("list_name", ["no-such-list", "Not A List", "", "x" * 65, 7, None, ["a"]])
def test_a_mutate_of_no_list_is_rejected(client, list_name):
    client.send({"type": "mutate", "list": list_name, "id": "m", "mutations": [set_title("x")]})
    rejected = client.next()
    assert (rejected["type"], rejected["id"]) == ("rejected", "m")
    assert rejected["code"] == "unknown-list" if list_name == "no-such-list" else rejected["code"] in (
        "invalid", "too-large", "unknown-list")
    assert "index" not in rejected


@pytest.mark.parametrize("id", [None, "", "a b", "é", "x" * 65, "a\n", 7, ["a"], "\u007f", "\u00a0"])
def test_a_mutate_without_a_usable_id_gets_an_error(client, list_id, id):
    client.open(list_id, create=True)
    client.send({"type": "mutate", "list": list_id, "id": id, "mutations": [set_title("x")], "ref": "r"})
    error = client.next()
    assert error["type"] == "error" and error["code"] in ("invalid", "too-large") and error["ref"] == "r"
    assert "id" in error["message"]
    assert client.fresh(list_id).revision == 0


@pytest.mark.parametrize("id", ["!", "~", "x" * 64, "{\"}\\", "00000000-0000-4000-8000-000000000000"])
def test_mutation_ids_that_are_right(client, list_id, id):
    client.open(list_id, create=True)
    assert client.mutate(list_id, insert("Milk"), id=id)["id"] == id


def test_answers_come_in_the_order_of_the_mutates(client, list_id):
    client.open(list_id, create=True)
    id = ids_of(client.mutate(list_id, insert("Milk")))[0]
    wanted = []
    for n in range(0, 300, 3):
        mutates = [("change", [toggle(id)]), ("unchanged", [delete(new_id())]),
                   ("rejected", [edit(new_id(), title="x")])]
        for k, (kind, mutations) in enumerate(mutates):
            client.send({"type": "mutate", "list": list_id, "id": f"n{n + k}", "mutations": mutations})
            wanted.append((kind, f"n{n + k}"))
    got = [client.next() for _ in wanted]
    assert [(m["type"], m["id"]) for m in got] == wanted
    assert [m["revision"] for m in got if m["type"] == "change"] == list(range(2, 102))
    assert [m["revision"] for m in got if m["type"] == "unchanged"] == list(range(2, 102))


def test_answers_are_in_order_also_in_one_frame_and_after_a_duplicate(client, list_id):
    client.open(list_id, create=True)
    client.mutate(list_id, insert("Milk"), id="first")
    mutate = {"type": "mutate", "list": list_id}
    client.send({**mutate, "id": "a", "mutations": [insert("Eggs")]},
                {**mutate, "id": "first", "mutations": []},
                {**mutate, "id": "b", "mutations": []}, {**mutate, "id": "c", "mutations": [insert("Tea")]})
    got = [client.next() for _ in range(4)]
    assert [(m["type"], m["id"]) for m in got] == [("change", "a"), ("change", "first"), ("rejected", "b"),
                                                   ("change", "c")]


def test_a_client_sees_changes_and_its_own_answers_in_one_order(client, connect, list_id):
    _, copy = client.open(list_id, create=True)
    bo = connect("Bo")
    bo.open(list_id)
    for n in range(100):
        client.send({"type": "mutate", "list": list_id, "id": f"a{n}", "mutations": [insert(f"a{n}")]})
        bo.send({"type": "mutate", "list": list_id, "id": f"b{n}", "mutations": [insert(f"b{n}")]})
    while copy.revision < 200:
        copy.take(client.next())
    for who in "ab":
        assert [i["title"] for i in copy.items if i["title"][0] == who] == [f"{who}{n}" for n in range(100)]


# The order of judging: id, list and role, duplicate, epoch and ifRevision, then one mutation after another.

def test_the_list_is_looked_at_before_the_rest(client):
    rejected = client.mutate("no-such-list", {"op": "nonsense"}, ifRevision=7, epoch="x")
    assert rejected["code"] == "unknown-list" and "index" not in rejected


def test_a_duplicate_is_found_before_preconditions_and_mutations(client, list_id):
    client.open(list_id, create=True)
    first = client.mutate(list_id, insert("Milk"), id="d")
    for keys in [{"ifRevision": 0}, {"epoch": "another"}, {"ifRevision": "wrong"}]:
        again = client.mutate(list_id, {"op": "nonsense"}, id="d", **keys)
        assert again == {**first, "duplicate": True}
    assert client.ask({"type": "mutate", "list": list_id, "id": "d"}) == {**first, "duplicate": True}


def test_preconditions_are_looked_at_before_mutations(client, list_id):
    client.open(list_id, create=True)
    assert client.mutate(list_id, {"op": "nonsense"}, ifRevision=3)["code"] == "conflict"
    assert client.mutate(list_id, {"op": "nonsense"}, epoch="another")["code"] == "conflict"
    assert client.mutate(list_id, {"op": "nonsense"}, ifRevision=0)["code"] == "invalid"


def test_the_first_failure_answers(client, list_id):
    client.open(list_id, create=True)
    wrong_shape, wrong_id = {"op": "toggle", "ids": 7}, edit(new_id(), title="x")
    for mutations, code in [([wrong_id, wrong_shape], "unknown-item"), ([wrong_shape, wrong_id], "invalid")]:
        rejected = client.mutate(list_id, insert("Milk"), *mutations)
        assert (rejected["code"], rejected["index"]) == (code, 1)


def test_within_a_mutation_shape_comes_before_ids_and_ids_before_the_destination(client, list_id):
    client.open(list_id, create=True)
    id = ids_of(client.mutate(list_id, insert("Milk")))[0]
    cases = [
        (reorder(new_id(), section="not a uuid"), "invalid"),
        (reorder(new_id(), section=new_id()), "unknown-item"),
        (reorder(id, section=new_id(), before=new_id()), "unknown-section"),
        (reorder(id, before=new_id()), "unknown-item"),
        (insert("x", ids=[id], section=new_id()), "id-exists"),
        (insert("", ids=[id], section=new_id()), "invalid"),
        (insert("x", section=new_id(), before=new_id()), "unknown-section"),
        (section("x", before=new_id()), "unknown-section"),
    ]
    for mutation, code in cases:
        assert client.mutate(list_id, mutation).get("code") == code, mutation

"""Section 4 of the protocol, "Exactly once" and "Preconditions"."""

from builders import delete, edit, insert, new_id, set_title


def test_the_same_id_is_answered_with_the_same_change(client, list_id):
    client.open(list_id, create=True)
    first = client.mutate(list_id, insert("Milk"), id="once")
    for _ in range(3):
        assert client.mutate(list_id, insert("Milk"), id="once") == {**first, "duplicate": True}
    assert len(client.fresh(list_id).items) == 1


def test_whatever_its_mutations_now_say(client, list_id):
    client.open(list_id, create=True)
    first = client.mutate(list_id, insert("Milk"), id="once")
    for mutations in [[insert("Eggs")], [], "wrong", None, [{"op": "nonsense"}], [7]]:
        answer = client.ask({"type": "mutate", "list": list_id, "id": "once", "mutations": mutations})
        assert answer == {**first, "duplicate": True}


def test_a_duplicate_from_another_connection_is_told_to_it_alone(client, connect, list_id):
    client.open(list_id, create=True)
    first = client.mutate(list_id, insert("Milk"), id="once")
    bo = connect("Bo")
    bo.open(list_id)
    assert bo.mutate(list_id, insert("Milk"), id="once") == {**first, "duplicate": True}
    client.nothing_came()


def test_ids_count_for_their_list_alone(client, list_id):
    other = f"{list_id}-b"
    client.open(list_id, create=True)
    client.open(other, create=True)
    assert client.mutate(list_id, insert("Milk"), id="same")["revision"] == 1
    assert "duplicate" not in client.mutate(other, insert("Milk"), id="same")


def test_ids_differ_by_case(client, list_id):
    client.open(list_id, create=True)
    client.mutate(list_id, insert("Milk"), id="abc")
    assert client.mutate(list_id, insert("Milk"), id="ABC")["revision"] == 2


def test_the_same_id_twice_in_one_frame_is_applied_once(client, list_id):
    client.open(list_id, create=True)
    mutate = {"type": "mutate", "list": list_id, "id": "twin", "mutations": [insert("Milk")]}
    client.send(*[mutate] * 20)
    answers = [client.next() for _ in range(20)]
    first = answers[0]
    assert (first["type"], first["revision"]) == ("change", 1) and "duplicate" not in first
    assert answers[1:] == [{**first, "duplicate": True}] * 19


def test_the_same_id_at_once_from_several_connections_is_applied_once(client, connect, list_id):
    client.open(list_id, create=True)
    others = [connect(name) for name in ("Bo", "Cy", "Di", "Ed")]
    for round in range(20):
        for other in others:
            other.send({"type": "mutate", "list": list_id, "id": f"race {round}".replace(" ", "-"),
                        "mutations": [insert(f"item {round}")]})
        answers = [other.next() for other in others]
        assert {a["type"] for a in answers} == {"change"}
        assert {a["revision"] for a in answers} == {round + 1}
        assert sum("duplicate" not in a for a in answers) == 1
    assert [i["title"] for i in client.fresh(list_id).items] == [f"item {n}" for n in range(20)]


def test_what_was_rejected_or_unchanged_may_be_accepted_later(client, list_id):
    client.open(list_id, create=True)
    id = new_id()
    assert client.mutate(list_id, edit(id, title="x"), id="later")["type"] == "rejected"
    assert client.mutate(list_id, delete(id), id="later-2")["type"] == "unchanged"
    assert client.mutate(list_id, insert("Milk", ids=[id]), id="later-3")["type"] == "change"
    assert client.mutate(list_id, delete(id), id="later-4")["type"] == "change"
    assert client.mutate(list_id, insert("Eggs"), id="later")["type"] in ("change", "rejected")


def test_a_duplicate_is_not_applied_by_a_copy(client, list_id):
    _, copy = client.open(list_id, create=True)
    copy.take(client.mutate(list_id, insert("Milk"), id="once"))
    copy.take(client.mutate(list_id, insert("Milk"), id="once"))
    assert copy.final() == client.fresh(list_id).final()


def test_the_ids_of_the_last_10000_changes_are_known(client, connect, list_id):
    client.open(list_id, create=True)
    client.ask({"type": "close", "list": list_id})
    total, block = 10_000, 250
    for start in range(0, total, block):
        client.send(*[{"type": "mutate", "list": list_id, "id": f"m{n}",
                       "mutations": [set_title(f"title {n}")]}
                      for n in range(start, start + block)])
        client.wait_for(lambda m: m.get("id") == f"m{start + block - 1}", "the last of a block", 30)
    bo = connect("Bo")
    for n in [0, 1, 4_999, 9_999]:
        again = bo.mutate(list_id, set_title("again"), id=f"m{n}")
        assert (again["type"], again["revision"], again.get("duplicate")) == ("change", n + 1, True)


def test_if_revision_holds_or_is_a_conflict(client, list_id):
    client.open(list_id, create=True)
    assert client.mutate(list_id, insert("Milk"), ifRevision=0)["revision"] == 1
    for wrong in [0, 2, 2**53]:
        rejected = client.mutate(list_id, insert("Eggs"), ifRevision=wrong)
        assert (rejected["type"], rejected["code"], rejected["revision"]) == ("rejected", "conflict", 1)
        assert "index" not in rejected
    assert client.mutate(list_id, insert("Eggs"), ifRevision=1)["revision"] == 2
    assert len(client.fresh(list_id).items) == 2


def test_if_revision_in_a_pipeline_lets_the_first_alone_through(client, list_id):
    client.open(list_id, create=True)
    client.send(*[{"type": "mutate", "list": list_id, "id": f"p{n}", "ifRevision": 0,
                   "mutations": [insert("x")]}
                  for n in range(5)])
    answers = [client.next() for _ in range(5)]
    assert [a["type"] for a in answers] == ["change"] + ["rejected"] * 4
    assert {a["revision"] for a in answers} == {1}


def test_epoch_holds_or_is_a_conflict(client, list_id):
    opened, _ = client.open(list_id, create=True)
    assert client.mutate(list_id, insert("Milk"), epoch=opened["epoch"])["type"] == "change"
    rejected = client.mutate(list_id, insert("Eggs"), epoch="another")
    assert (rejected["type"], rejected["code"]) == ("rejected", "conflict") and "index" not in rejected
    client.ask({"type": "deleteList", "list": list_id, "epoch": opened["epoch"]})
    client.open(list_id, create=True)
    assert client.mutate(list_id, insert("Tea"), epoch=opened["epoch"])["code"] == "conflict"
    assert client.fresh(list_id).items == []


def test_ids_of_a_deleted_list_do_not_count_in_its_successor(client, list_id):
    opened, _ = client.open(list_id, create=True)
    client.mutate(list_id, insert("Milk"), id="once")
    client.ask({"type": "deleteList", "list": list_id, "epoch": opened["epoch"]})
    client.open(list_id, create=True)
    again = client.mutate(list_id, insert("Milk"), id="once")
    assert again["revision"] == 1 and "duplicate" not in again


def test_preconditions_of_the_wrong_kind_are_invalid(client, list_id):
    client.open(list_id, create=True)
    for key, value in [("ifRevision", "0"), ("ifRevision", -1), ("ifRevision", 0.5), ("ifRevision", True),
                       ("ifRevision", []), ("epoch", 5), ("epoch", {})]:
        rejected = client.mutate(list_id, insert("Milk"), **{key: value})
        assert (rejected["type"], rejected["code"]) == ("rejected", "invalid"), (key, value)
        assert key in rejected["message"]
    assert client.fresh(list_id).revision == 0

"""Section 3 of the protocol: open, snapshots in parts, close, changes to those who have a list open."""

import json

import pytest

from builders import edit, ids_of, insert, many, section


def test_an_unknown_list_is_not_opened(client, list_id):
    error = client.ask({"type": "open", "list": list_id})
    assert (error["type"], error["code"], error["list"]) == ("error", "unknown-list", list_id)
    error = client.ask({"type": "open", "list": list_id, "create": False})
    assert error["code"] == "unknown-list"


def test_create_makes_a_list_titled_with_its_id(client, list_id):
    opened, copy = client.open(list_id, create=True)
    assert (opened["revision"], opened["title"], opened["role"], opened["count"]) == (0, list_id, "owner", 1)
    assert isinstance(opened["epoch"], str) and opened["epoch"]
    assert copy.final() == {"title": list_id, "revision": 0, "sections": [], "items": []}


def test_create_with_a_title_trims_it(client, list_id):
    opened, copy = client.open(list_id, create=True, title=" \u2003Groceries\t")
    assert opened["title"] == copy.title == "Groceries"


def test_create_of_a_list_that_exists_opens_it_as_it_is(client, connect, list_id):
    first, _ = client.open(list_id, create=True, title="First")
    second, _ = connect("Bo").open(list_id, create=True, title="Second")
    assert (second["title"], second["epoch"], second["revision"]) == ("First", first["epoch"], 0)


def test_an_open_with_epoch_never_creates(client, list_id):
    error = client.ask({"type": "open", "list": list_id, "create": True, "epoch": "whatever", "since": 0})
    assert error["code"] == "unknown-list"
    assert client.ask({"type": "open", "list": list_id})["code"] == "unknown-list"


@pytest.mark.parametrize("name", ["a", "7", "a" * 64, "0-", "a--b", "none"])
def test_list_ids_that_are_right(client, list_id, name):
    name = (name + list_id)[:64] if len(name) < 64 else name
    assert client.ask({"type": "open", "list": name, "create": True})["type"] == "opened"


@pytest.mark.parametrize("name", ["", "-a", "A", "a_b", "a b", "é", "a/b", "..", "a" * 65, "a\n", "a\u0000",
                                  7, None,
                                  ["a"], "ａ"])
def test_list_ids_that_are_wrong(client, name):
    error = client.ask({"type": "open", "list": name, "create": True})
    assert error["type"] == "error" and error["code"] in ("invalid", "too-large")
    assert "list" in error["message"]


def test_a_snapshot_holds_all_in_display_order(client, connect, list_id):
    client.open(list_id, create=True)
    dairy, bakery = client.mutate(list_id, section("Dairy"), section("Bakery"))["mutations"]
    dairy, bakery = dairy["section"], bakery["section"]
    client.mutate(list_id, insert("Bread", section=bakery["id"]),
                  insert("Milk", "Eggs", section=dairy["id"]),
                  insert("Rice"))
    client.mutate(list_id, {"op": "reorderSections", "sources": [bakery["id"]], "before": dairy["id"]})
    opened, copy = connect("Bo").open(list_id)
    assert copy.snapshots == 1
    assert [i["title"] for i in copy.items] == ["Rice", "Bread", "Milk", "Eggs"]
    assert [i.get("section") for i in copy.items] == [None, bakery["id"], dairy["id"], dairy["id"]]
    assert copy.sections == [bakery, dairy]
    assert copy.revision == opened["revision"] == 3


def test_an_item_in_a_snapshot_is_whole(client, connect, list_id):
    client.open(list_id, create=True)
    made = client.mutate(list_id, {"op": "insert", "items": [
        {"title": " Milk ", "fields": {"note": "a\tb\r\nc", "quantity": 1.5, "bio": True}}]})
    id = ids_of(made)[0]
    bo = connect("Bo")
    changed = bo.mutate(list_id, edit(id, fields={"bio": False}))
    assert bo.fresh(list_id).items == [{
        "id": id, "title": "Milk", "isDone": False,
        "fields": {"note": "a\tb\r\nc", "quantity": 1.5, "bio": False},
        "createdAt": made["at"], "createdBy": "Ana", "updatedAt": changed["at"], "updatedBy": "Bo"}]


def snapshot_parts(client, list_id):
    opened = client.ask({"type": "open", "list": list_id})
    parts = []
    while not parts or len(parts) < parts[0]["of"]:
        message = client.next()
        if message["type"] == "snapshot":
            parts.append(message)
    return opened, parts


@pytest.fixture
def newly_loaded(own_server, connect_to, list_id):
    """Makes a list of these mutations, starts the server again and opens the list: so there is no earlier
    snapshot that it may send in place of the newest one."""
    def newly_loaded(*mutates):
        ana = connect_to(own_server, "Ana")
        ana.open(list_id, create=True)
        for mutations in mutates:
            ana.mutate(list_id, *mutations)
        own_server.stop()
        return snapshot_parts(connect_to(own_server.start(), "Bo"), list_id)
    return newly_loaded


def test_a_snapshot_comes_in_parts_of_at_most_500_items(newly_loaded, list_id):
    _, parts = newly_loaded([section("S"), *many(1_700, prefix="t")])
    assert [p["part"] for p in parts] == list(range(1, len(parts) + 1))
    assert {p["of"] for p in parts} == {len(parts)}
    assert {(p["revision"], p["epoch"], p["title"], p["list"]) for p in parts} == {
        (1, parts[0]["epoch"], list_id, list_id)}
    assert max(len(p["items"]) for p in parts) <= 500
    assert all(len(json.dumps(p["items"])) < 48 * 1024 for p in parts), "about 32 KiB a part"
    assert [s["title"] for s in parts[0]["sections"]] == ["S"]
    assert not any(p.get("sections") for p in parts[1:])
    assert [i["title"] for p in parts for i in p["items"]] == [f"t{n}" for n in range(1_700)]


def test_large_items_make_parts_of_fewer_items(newly_loaded):
    large = {"title": "large", "fields": {f"f{n}": "x" * 3_900 for n in range(15)}}
    _, parts = newly_loaded(*[[{"op": "insert", "items": [large]}] for _ in range(6)])
    assert [len(p["items"]) for p in parts] == [1] * 6


def test_others_see_a_change_at_once_and_as_the_sender_does(client, connect, list_id):
    _, mine = client.open(list_id, create=True)
    bo = connect("Bo")
    _, his = bo.open(list_id)
    answer = client.mutate(list_id, insert("Milk"))
    seen = bo.next()
    assert seen == answer
    assert (seen["type"], seen["list"], seen["revision"]) == ("change", list_id, 1)
    assert seen["by"] == {"session": client.welcome["session"], "name": "Ana"}
    mine.take(answer)
    his.take(seen)
    assert mine.final() == his.final() == client.fresh(list_id).final()


def test_a_list_that_is_closed_sends_no_more_changes(client, connect, list_id):
    client.open(list_id, create=True)
    bo = connect("Bo")
    bo.open(list_id)
    assert client.ask({"type": "close", "list": list_id}) == {"type": "closed", "list": list_id}
    bo.mutate(list_id, insert("Milk"))
    client.nothing_came()
    assert client.mutate(list_id, insert("Eggs"))["revision"] == 2
    assert bo.wait_for(lambda m: m.get("revision") == 2, "the change of the one who closed")


def test_close_of_a_list_that_is_not_open_is_answered(client, list_id):
    client.ask({"type": "open", "list": list_id, "create": True})
    client.ask({"type": "close", "list": list_id})
    assert client.ask({"type": "close", "list": list_id})["type"] == "closed"


def test_open_and_close_in_one_frame_are_both_answered(client, list_id):
    for round in range(3):
        client.send({"type": "open", "list": f"{list_id}-{round}", "create": True, "ref": "open"},
                    {"type": "close", "list": f"{list_id}-{round}", "ref": "close"},
                    {"type": "ping", "ref": "ping"})
        refs = [client.next().get("ref") for _ in range(3)]
        while set(refs) < {"open", "close", "ping"}:
            refs.append(client.next().get("ref"))
        assert refs.index("open") < refs.index("close")


def test_mutate_of_a_list_that_is_not_open_gets_its_own_change_alone(client, connect, list_id):
    client.open(list_id, create=True)
    bot = connect("Bot")
    assert bot.mutate(list_id, insert("Milk"))["type"] == "change"
    client.mutate(list_id, insert("Eggs"))
    bot.nothing_came()


def test_opening_a_list_again_starts_it_afresh(client, list_id):
    client.open(list_id, create=True)
    client.mutate(list_id, insert("Milk"))
    opened, copy = client.open(list_id)
    assert (opened["revision"], copy.revision, copy.snapshots, opened["count"]) == (1, 1, 1, 1)
    assert client.mutate(list_id, insert("Eggs"))["revision"] == 2
    client.nothing_came()


def test_two_lists_on_one_connection_do_not_mix(client, connect, list_id):
    other = f"{list_id}-b"
    _, first = client.open(list_id, create=True)
    _, second = client.open(other, create=True)
    bo = connect("Bo")
    for n in range(10):
        bo.mutate(list_id, insert(f"first {n}"))
        bo.mutate(other, insert(f"second {n}"))
    while second.revision < 10 or first.revision < 10:
        message = client.next()
        first.take(message)
        second.take(message)
    assert [i["title"] for i in first.items] == [f"first {n}" for n in range(10)]
    assert [i["title"] for i in second.items] == [f"second {n}" for n in range(10)]

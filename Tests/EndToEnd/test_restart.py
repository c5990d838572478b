"""What outlives the process: lists, epochs, revisions, ids for duplicates, changes, ghosts."""

import signal

import pytest

from builders import delete, delete_section, insert, many, new_id, restore, section, set_title, toggle
from wire_client import Client

STOPS = ["SIGTERM", "SIGINT", "SIGKILL"]


def restart(server, how):
    if how == "SIGKILL":
        server.kill()
    else:
        server.stop(getattr(signal, how))
    server.start()


@pytest.mark.parametrize("how", STOPS)
def test_a_list_is_the_same_after_a_restart(own_server, connect_to, list_id, how):
    ana = connect_to(own_server, "Ana")
    opened, copy = ana.make_list(
        list_id, section("Dairy", id=new_id()), insert("Milk", "Eggs", "Tea"), set_title("Groceries"))
    for mutation in (toggle(copy.items[0]["id"]), delete(copy.items[1]["id"]),
                     insert("Rice", section=copy.sections[0]["id"]),
                     {"op": "edit", "id": copy.items[2]["id"],
                      "fields": {"note": "a\nb", "q": 1.5, "ok": True}}):
        copy.take(ana.mutate(list_id, mutation))
    lists = ana.ask({"type": "lists"})
    restart(own_server, how)
    bo = connect_to(own_server, "Bo")
    again, fresh = bo.open(list_id)
    assert (again["epoch"], again["revision"], again["title"]) == (opened["epoch"], 7, "Groceries")
    assert fresh.final() == copy.final()
    assert bo.ask({"type": "lists"}) == lists


@pytest.mark.parametrize("how", STOPS)
def test_changes_are_held_for_resuming_and_history(own_server, connect_to, list_id, how):
    ana = connect_to(own_server, "Ana")
    opened, _ = ana.open(list_id, create=True)
    changes = [ana.mutate(list_id, insert(f"item {n}")) for n in range(20)]
    restart(own_server, how)
    bo = connect_to(own_server, "Bo")
    bo.send({"type": "open", "list": list_id, "since": 5, "epoch": opened["epoch"]})
    assert bo.next()["type"] == "opened"
    assert [bo.next() for _ in range(15)] == changes[5:]
    assert bo.ask({"type": "history", "list": list_id})["changes"] == changes[::-1]


@pytest.mark.parametrize("how", STOPS)
def test_ids_are_known_for_duplicates(own_server, connect_to, list_id, how):
    ana = connect_to(own_server, "Ana")
    ana.open(list_id, create=True)
    changes = [ana.mutate(list_id, insert(f"item {n}"), id=f"m{n}") for n in range(20)]
    restart(own_server, how)
    bo = connect_to(own_server, "Bo")
    for n, change in enumerate(changes):
        assert bo.mutate(list_id, insert("again"), id=f"m{n}") == {**change, "duplicate": True}
    assert bo.mutate(list_id, insert("new"), id="m20")["revision"] == 21


def test_ghosts_trash_and_deleted_sections_are_kept(own_server, connect_to, list_id):
    ana = connect_to(own_server, "Ana")
    ids = [new_id() for _ in range(4)]
    dairy = new_id()
    ana.make_list(list_id, insert("a", "b", "c", "d", ids=ids), delete(ids[1], ids[2]),
                  section("Dairy", id=dairy),
                  delete_section(dairy))
    restart(own_server, "SIGKILL")
    bo = connect_to(own_server, "Bo")
    assert bo.mutate(list_id, insert("x", before=ids[2]))["mutations"][0]["destination"] == {
        "section": "none", "before": ids[3], "ghost": ids[2]}
    assert bo.mutate(list_id,
                     insert("y", section=dairy))["mutations"][0]["destination"] == {"section": "none"}
    bo.mutate(list_id, restore(ids[1], ids[2]))
    assert [i["title"] for i in bo.fresh(list_id).items] == ["a", "b", "x", "c", "d", "y"]


def test_a_deleted_list_stays_deleted_and_a_new_one_new(own_server, connect_to, list_id):
    ana = connect_to(own_server, "Ana")
    opened, _ = ana.make_list(list_id, insert("Milk"))
    gone = f"{list_id}-gone"
    other, _ = ana.make_list(gone, insert("Milk"))
    ana.ask({"type": "deleteList", "list": gone, "epoch": other["epoch"]})
    ana.ask({"type": "deleteList", "list": list_id, "epoch": opened["epoch"]})
    second, _ = ana.open(list_id, create=True, title="Second")
    restart(own_server, "SIGKILL")
    bo = connect_to(own_server, "Bo")
    assert bo.ask({"type": "open", "list": gone})["code"] == "unknown-list"
    again, fresh = bo.open(list_id)
    assert (again["epoch"], again["revision"], fresh.items) == (second["epoch"], 0, [])
    assert second["epoch"] != opened["epoch"]


def test_a_client_resumes_over_a_restart(own_server, connect_to, list_id):
    ana = connect_to(own_server, "Ana")
    _, copy = ana.make_list(list_id, insert("Milk"))
    restart(own_server, "SIGTERM")
    with Client(own_server, "Bo") as bo:
        bo.mutate(list_id, insert("Eggs"))
    ana = connect_to(own_server, "Ana")
    _, copy = ana.open(list_id, copy=copy, since=copy.revision, epoch=copy.epoch)
    assert copy.snapshots == 1 and [i["title"] for i in copy.items] == ["Milk", "Eggs"]


def test_many_restarts_and_many_changes(own_server, connect_to, list_id):
    """Enough changes between restarts that snapshots are taken and rows are trimmed behind them."""
    ana = connect_to(own_server, "Ana")
    _, copy = ana.open(list_id, create=True)
    copy.take(ana.mutate(list_id, *many(300)))
    left_early = ana.fresh(list_id)
    for round in range(4):
        for start in range(0, 6_000, 250):
            ids = [copy.items[n % 300]["id"] for n in range(start, start + 250)]
            ana.send(*[{"type": "mutate", "list": list_id, "id": f"r{round}-{start + n}",
                        "mutations": [{"op": "edit", "id": id, "title": f"{round} {start + n}"}]}
                       for n, id in enumerate(ids)])
            for _ in range(250):
                copy.take(ana.next(30))
        restart(own_server, STOPS[round % 3])
        ana = connect_to(own_server, "Ana")
        opened, fresh = ana.open(list_id)
        assert opened["revision"] == 1 + 6_000 * (round + 1)
        assert fresh.final() == copy.final()
        ana.send({"type": "open", "list": list_id, "epoch": opened["epoch"],
                  "since": max(0, opened["revision"] - 10_000)})
        ana.wait_for(lambda m: m["type"] == "opened", "opened")
        for revision in range(max(0, opened["revision"] - 10_000) + 1, opened["revision"] + 1):
            message = ana.next()
            assert (message["type"], message.get("revision")) == ("change", revision)
    _, left_early = ana.open(list_id, copy=left_early, since=1, epoch=copy.epoch)
    assert left_early.final() == copy.final(), "who comes back after 24,000 changes"
    oldest, more = None, True
    while more:
        page = ana.ask({"type": "history", "list": list_id, "limit": 200,
                        **({"before": oldest} if oldest else {})})
        revisions = [change["revision"] for change in page["changes"]]
        newest = (oldest or 24_002) - 1
        assert revisions == list(range(newest, newest - len(revisions), -1))
        oldest, more = (revisions or [oldest])[-1], page["more"]
    assert oldest <= 24_001 - 9_999, "the last 10,000 are held"

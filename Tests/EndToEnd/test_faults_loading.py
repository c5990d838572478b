"""A list whose loading kills the program: it is withheld then, and the others serve.

The program notes which list it loads; who finds that note on start knows on which it died.
"""

import sqlite3
import time

from builders import insert, many
from wire_client import Client

MARKER_BYTES = 16


def key_of(server, name):
    store = sqlite3.connect(f"file:{server.data}/livelist.sqlite?mode=ro", uri=True)
    try:
        return store.execute("SELECT key FROM lists WHERE name=?", (name,)).fetchone()[0]
    finally:
        store.close()


def died_while_loading(server, key):
    """Leaves the note that a program leaves which dies while it loads this list."""
    server.kill()
    note = key.to_bytes(8, "little", signed=True) + (~key).to_bytes(8, "little", signed=True)
    (server.data / "livelist.loading").write_bytes(note)


def marked(server):
    return any((server.data / "livelist.loading").read_bytes()[:8])


def expect_withheld(server, name, others):
    """`name` is `unavailable`, and named where an operator looks; the others can be read and changed."""
    with Client(server, "Judge") as client:
        answer = client.ask({"type": "open", "list": name})
        assert (answer["type"], answer["code"]) == ("error", "unavailable"), answer
        answer = client.mutate(name, insert("Milk"))
        assert (answer["type"], answer["code"]) == ("rejected", "unavailable"), answer
        for other in others:
            before = client.fresh(other).revision
            assert client.mutate(other, insert("Milk"))["revision"] == before + 1
        assert name in [row["id"] for row in client.ask({"type": "lists"})["lists"]]
    status, text = server.health()
    assert status == 200 and name in text, text
    assert any(name in line and "while it loaded" in line for line in server.errors), server.output()


def test_a_list_on_whose_loading_the_program_died_twice_is_withheld(own_server, connect_to):
    ana = connect_to(own_server, "Ana")
    for name in ("fatal", "other"):
        ana.make_list(name, insert("Milk"))
    key = key_of(own_server, "fatal")
    for _ in range(2):
        died_while_loading(own_server, key)
        own_server.start()
    for _ in range(2):
        expect_withheld(own_server, "fatal", ["other"])
        own_server.stop()
        own_server.start()


def test_one_death_may_have_come_from_outside(own_server, connect_to):
    """The list is tried again; when that goes well all is forgotten."""
    opened, copy = connect_to(own_server, "Ana").make_list("lucky", insert("Milk"))
    key = key_of(own_server, "lucky")
    for _ in range(3):
        died_while_loading(own_server, key)
        own_server.start()
        assert connect_to(own_server, "Bo").fresh("lucky").final() == copy.final()
        assert own_server.health() == (200, "ok\n")
        own_server.stop()  # in order: it has noted that all went well


def test_kills_while_a_big_list_is_loaded(own_server, connect_to):
    ana = connect_to(own_server, "Ana")
    _, big = ana.open("big", create=True)
    for number in range(0, 60_000, 10_000):
        ana.mutate("big", *many(10_000, prefix=f"{number} "))
    ana.make_list("other", insert("Tea"))
    own_server.stop()
    deaths, tries = 0, 0
    while deaths < 2:
        tries += 1
        assert tries < 20, "it is loaded too quickly for a kill"
        own_server.start()
        bo = connect_to(own_server, "Bo")
        bo.send({"type": "open", "list": "big"})
        end = time.monotonic() + 20
        while not marked(own_server):
            assert time.monotonic() < end, "the list is not loaded"
        own_server.kill()
        bo.drop()
        # A load that came to its end before the kill makes good for the deaths before it.
        deaths = deaths + 1 if marked(own_server) else 0
    own_server.start()
    expect_withheld(own_server, "big", ["other"])


def test_a_note_of_a_list_that_is_gone_or_never_was_is_no_harm(own_server, connect_to):
    ana = connect_to(own_server, "Ana")
    opened, _ = ana.make_list("gone", insert("Milk"))
    ana.make_list("other", insert("Tea"))
    key = key_of(own_server, "gone")
    ana.ask({"type": "deleteList", "list": "gone", "epoch": opened["epoch"]})
    for noted in (key, 1 << 40, -1):
        for _ in range(2):
            died_while_loading(own_server, noted)
            own_server.start()
        assert own_server.health() == (200, "ok\n")
        assert connect_to(own_server, "Bo").fresh("other").revision == 1

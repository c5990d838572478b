"""A list whose loading kills the program: it is withheld then, and the others serve.

The program notes which list it loads; who finds that note on start knows on which it died, and has another
process load that list first.
"""

import resource
import sqlite3
import time

import pytest

from builders import insert, many
from operator_tools import command, refused
from server_process import run
from wire_client import Client

SECONDS_TO_LOAD = 30


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


def expect_withheld(server, name, others, why):
    """`name` is `unavailable`, and named where an operator looks; the others can be read and changed."""
    with Client(server, "Judge") as client:
        # Whoever asks while it is being tried waits until that is over.
        answer = client.ask({"type": "open", "list": name}, seconds=SECONDS_TO_LOAD)
        assert (answer["type"], answer["code"]) == ("error", "unavailable"), answer
        answer = client.mutate(name, insert("Milk"))
        assert (answer["type"], answer["code"]) == ("rejected", "unavailable"), answer
        for other in others:
            before = client.fresh(other).revision
            assert client.mutate(other, insert("Milk"))["revision"] == before + 1
        assert name in [row["id"] for row in client.ask({"type": "lists"})["lists"]]
    status, text = server.health()
    assert status == 200 and name in text, text
    # The line is written, and read here, by threads of their own.
    end = time.monotonic() + SECONDS_TO_LOAD
    while not any(why in line and f"livelistd retry {name}" in line for line in list(server.errors)):
        assert time.monotonic() < end, server.output()
    told = run("lists", "--data", server.data).stderr
    assert why in told and f"livelistd retry {name}" in told, told


def test_deaths_that_came_from_outside_withhold_nothing(own_server, connect_to):
    """The list is tried in a process of its own; when that goes well all is forgotten."""
    opened, copy = connect_to(own_server, "Ana").make_list("lucky", insert("Milk"))
    key = key_of(own_server, "lucky")
    for _ in range(4):
        died_while_loading(own_server, key)
        own_server.start()
        assert connect_to(own_server, "Bo").fresh("lucky").final() == copy.final()
        assert own_server.health() == (200, "ok\n")
        own_server.stop()  # in order: it has noted that all went well


def big_list(server, connect_to, count, size):
    """A list `big` of so many items, and a small one."""
    ana = connect_to(server, "Ana")
    ana.open("big", create=True)
    block = min(10_000, 900_000 // size)
    for number in range(0, count, block):
        ana.mutate("big", *many(block, prefix=f"{number} ".ljust(size, "x")))
    ana.make_list("other", insert("Tea"))
    ana.drop()


def test_kills_while_a_big_list_is_loaded(own_server, connect_to):
    big_list(own_server, connect_to, 60_000, 20)
    own_server.stop()
    deaths, tries = 0, 0
    while deaths < 2:
        tries += 1
        assert tries < 20, "it is loaded too quickly for a kill"
        own_server.start()
        bo = connect_to(own_server, "Bo")
        bo.send({"type": "open", "list": "big"})
        end = time.monotonic() + SECONDS_TO_LOAD
        while not marked(own_server):
            assert time.monotonic() < end, "the list is not loaded"
        own_server.kill()
        bo.drop()
        # A load that came to its end before the kill makes good for the deaths before it.
        deaths = deaths + 1 if marked(own_server) else 0
    own_server.start()
    cy = connect_to(own_server, "Cy")
    opened = cy.ask({"type": "open", "list": "big"}, seconds=SECONDS_TO_LOAD)
    assert (opened["type"], opened["revision"]) == ("opened", 6), opened
    assert own_server.health() == (200, "ok\n")


@pytest.fixture
def little_stack():
    """What is started now has threads with little memory of their own."""
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    resource.setrlimit(resource.RLIMIT_STACK, (1 << 20, hard))
    yield
    resource.setrlimit(resource.RLIMIT_STACK, (soft, hard))


def limit_memory(server, kilobytes):
    """From now on the server, and a process that it starts, may have so much memory; None: as it likes."""
    soft = resource.RLIM_INFINITY if kilobytes is None else kilobytes * 1_024
    resource.prlimit(server.process.pid, resource.RLIMIT_DATA, (soft, resource.RLIM_INFINITY))


def test_a_list_that_kills_the_program_is_withheld_at_the_next_start(own_server, connect_to, little_stack):
    """It needs more memory than there is: the program dies of it, and so does the process that tries it."""
    big_list(own_server, connect_to, 45_000, 1_900)
    own_server.stop()
    own_server.env = {"MALLOC_ARENA_MAX": "1"}  # no memory is set apart for each thread
    own_server.start()
    with Client(own_server, "Ana") as ana:
        ana.fresh("other")
    memory = own_server.data_kilobytes() + 16_000
    limit_memory(own_server, memory)
    bo = connect_to(own_server, "Bo")
    bo.send({"type": "open", "list": "big"})
    assert own_server.process.wait(SECONDS_TO_LOAD) < 0, own_server.output()
    assert marked(own_server)
    for _ in range(2):
        own_server.launch()
        limit_memory(own_server, memory)
        own_server.started()
        expect_withheld(own_server, "big", ["other"], "process that only loaded it died by signal")
        assert "still set aside" in refused(own_server, "retry", "big")
        own_server.stop()
    own_server.start()
    expect_withheld(own_server, "big", ["other"], "process that only loaded it died by signal")
    cy = connect_to(own_server, "Cy")
    assert "big is well, and served" in command(own_server, "retry", "big")
    opened = cy.ask({"type": "open", "list": "big"}, seconds=SECONDS_TO_LOAD)
    assert opened["type"] == "opened"
    assert own_server.health() == (200, "ok\n")
    own_server.stop()
    own_server.start()
    assert own_server.health() == (200, "ok\n")


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

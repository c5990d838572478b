"""Acknowledged changes that have vanished: a start is refused, and goes on without them only when told so.

Then every list begins a new epoch: who was ahead starts afresh, and nothing is merged.
"""

import time

import pytest

from builders import delete, insert
from faults_damage import DATABASE, LOG, MARK
from operator_tools import command, refused
from server_process import run


@pytest.fixture
def lossy(own_server, connect_to):
    """A folder whose log has lost its end, with what clients know of its lists."""
    ana = connect_to(own_server, "Ana")
    for name in ("groceries", "tools"):
        ana.make_list(name, insert("Milk"), insert("Eggs"))
    opened, _ = ana.make_list("gone", insert("Soap"))
    ana.ask({"type": "deleteList", "list": "gone", "epoch": opened["epoch"]})
    own_server.before = {name: ana.open(name)[1] for name in ("groceries", "tools")}
    own_server.gone = opened["epoch"]
    for number in range(3):
        ana.mutate("groceries", insert(f"late {number}"), id=f"late-{number}")
    own_server.ahead = ana.open("groceries")[1]
    own_server.kill()
    # The last bytes belong to the last commit.
    log = own_server.data / LOG
    data = bytearray(log.read_bytes())
    data[-1_000] ^= 1
    log.write_bytes(data)
    return own_server


def start(server, *options):
    server.options = ["serve", *options]
    return server.start()


def test_a_start_is_refused_and_says_what_can_be_done(lossy):
    left = {name: (lossy.data / name).read_bytes() for name in (DATABASE, LOG, MARK)}
    for arguments in (["serve", "--listen", "127.0.0.1:0", "--data", lossy.data], ["retry", "tools", "--data", lossy.data]):
        told = run(*arguments)
        assert told.returncode == 1 and told.stderr.count("\n") == 1, told
        for word in ("vanished", "backup", "livelistd serve --accept-loss"):
            assert word in told.stderr, told
    assert {name: (lossy.data / name).read_bytes() for name in left} == left


def test_an_accepted_loss_begins_new_epochs(lossy, connect_to):
    log = (lossy.data / LOG).read_bytes()
    start(lossy, "--accept-loss")
    # The line is written, and read here, by threads of their own.
    end = time.monotonic() + 30
    while not any("vanished" in line and "damaged-1" in line for line in list(lossy.errors)):
        assert time.monotonic() < end, lossy.output()
    assert (lossy.data / "damaged-1" / LOG).read_bytes() == log
    ana = connect_to(lossy, "Ana")
    ahead = lossy.ahead
    # She asks for what came after her copy, and gets the whole list as it is now.
    opened = ana.ask({"type": "open", "list": "groceries", "since": ahead.revision, "epoch": ahead.epoch})
    assert opened["epoch"] != ahead.epoch and opened["revision"] == ahead.revision - 1
    copy = ana.open("groceries")[1]
    assert [item["title"] for item in copy.items] == ["Milk", "Eggs", "late 0", "late 1"]
    # What she was told is stored, or meant for the old list, takes no part in the new one.
    for mutation in (insert("late 2"), delete(copy.items[0]["id"])):
        answer = ana.mutate("groceries", mutation, id="late-2", epoch=ahead.epoch)
        assert (answer["type"], answer["code"]) == ("rejected", "conflict"), answer
    assert ana.mutate("groceries", insert("new"))["revision"] == ahead.revision
    tools = ana.open("tools")[1]
    assert tools.epoch != lossy.before["tools"].epoch
    assert tools.items == lossy.before["tools"].items
    # Deleted lists, too, are restored in another epoch.
    command(lossy, "restore", "gone")
    assert ana.open("gone")[0]["epoch"] != lossy.gone
    lossy.stop()
    # From now on it is a store like any other.
    start(lossy)
    assert lossy.health() == (200, "ok\n")
    assert connect_to(lossy, "Bo").fresh("groceries").revision == ahead.revision
    assert "all is well" in command(lossy, "check")


def test_where_nothing_is_lost_the_option_changes_nothing(own_server, connect_to):
    _, copy = connect_to(own_server, "Ana").make_list("a", insert("Milk"))
    own_server.kill()
    start(own_server, "--accept-loss")
    after = connect_to(own_server, "Bo").fresh("a")
    assert (after.epoch, after.final()) == (copy.epoch, copy.final())
    assert not (own_server.data / "damaged-1").exists()


def test_it_is_no_option_of_the_environment_nor_of_commands(lossy):
    told = run("serve", "--listen", "127.0.0.1:0", "--data", lossy.data, env={"LIVELIST_ACCEPT_LOSS": "1"})
    assert told.returncode == 1 and "vanished" in told.stderr, told
    assert "unknown option --accept-loss" in refused(lossy, "lists", "--accept-loss", code=64)

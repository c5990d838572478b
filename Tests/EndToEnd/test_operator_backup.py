"""`livelistd backup` and `check`, and the way back from a backup."""

import os
import re
import shutil
import sqlite3
import stat
import threading
import time

import pytest

from builders import insert, toggle
from operator_tools import command, refused
from server_process import Server, run


def titles(copy):
    return [item["title"] for item in copy.items]


def test_a_backup_is_whole_checked_and_never_overwrites(own_server, connect_to, tmp_path):
    connect_to(own_server, "Ana").make_list("a", insert("Milk", "Eggs"), insert("Tea"))
    backup = tmp_path / "backup"
    assert "1 lists with 3 items" in command(own_server, "backup", backup)
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("backup")] == ["backup"]
    before = backup.read_bytes()
    assert "is there already" in refused(own_server, "backup", backup)
    assert backup.read_bytes() == before
    assert "all is well" in run("check", backup).stdout
    own_server.stop()
    assert "1 lists with 3 items" in command(own_server, "backup", tmp_path / "second")


def test_nobody_waits_for_a_backup_and_it_has_all_that_came_before(own_server, connect_to, tmp_path):
    ana = connect_to(own_server, "Ana")
    ana.open("a", create=True)
    for start in range(0, 20_000, 1_000):
        ana.mutate("a", insert(*[f"item {start + n} {'x' * 300}" for n in range(1_000)]))
    result = {}
    backup = threading.Thread(target=lambda: result.update(out=command(own_server, "backup", tmp_path / "b")))
    slowest, revision = 0, ana.mutate("a", insert("before"))["revision"]
    backup.start()
    while backup.is_alive():
        began = time.monotonic()
        ana.mutate("a", insert("meanwhile"))
        slowest = max(slowest, time.monotonic() - began)
    backup.join()
    found = re.search(r"(\d+) changes; all is well", result["out"])
    assert found and int(found[1]) >= revision
    assert slowest < 1, f"a mutate took {slowest:.2f} s while the backup was written"


def by_command(server, backup):
    said = command(server, "backup", "--restore", backup)
    assert "replaced-1" in said
    assert (server.data / "replaced-1" / "livelist.sqlite").exists()


def by_hand(server, backup):
    old = server.data.with_name("old")
    server.data.rename(old)
    server.data.mkdir(mode=0o700)
    shutil.copy(backup, server.data / "livelist.sqlite")
    shutil.copytree(old / "tls", server.data / "tls")


def by_hand_beside_the_mark(server, backup):
    for name in ("livelist.sqlite", "livelist.sqlite-wal", "livelist.sqlite-shm"):
        (server.data / name).unlink(missing_ok=True)
    shutil.copy(backup, server.data / "livelist.sqlite")


@pytest.mark.parametrize("put_in_place", [by_command, by_hand, by_hand_beside_the_mark])
def test_clients_that_were_ahead_start_afresh(own_server, connect_to, tmp_path, put_in_place):
    ana = connect_to(own_server, "Ana")
    opened, copy = ana.make_list("a", insert("Milk"), insert("Eggs"))
    ana.make_list("gone", insert("x"))
    command(own_server, "delete", "gone")
    gone = command(own_server, "lists", "--deleted").split()[-2]
    command(own_server, "backup", tmp_path / "backup")
    copy.take(ana.mutate("a", insert("only in Ana's copy")))
    copy.take(ana.mutate("a", toggle(copy.items[0]["id"])))
    own_server.stop()
    put_in_place(own_server, tmp_path / "backup")
    own_server.start()

    again = connect_to(own_server, "Ana")
    fresh, copy = again.open("a", copy=copy, since=copy.revision, epoch=copy.epoch)
    assert fresh["epoch"] != opened["epoch"] and fresh["revision"] == 2
    assert (copy.snapshots, copy.epoch, titles(copy)) == (2, fresh["epoch"], ["Milk", "Eggs"])
    stale = again.mutate("a", insert("unanswered"), epoch=opened["epoch"])
    assert (stale["type"], stale["code"]) == ("rejected", "conflict")
    # A revision that the old epoch had too is no place to resume from.
    behind = again.ask({"type": "open", "list": "a", "since": 1, "epoch": opened["epoch"]})
    assert behind["epoch"] == fresh["epoch"] and again.next()["type"] == "snapshot"
    assert again.mutate("a", insert("new"), epoch=fresh["epoch"])["revision"] == 3
    # A list that was deleted then comes back in another epoch, too.
    command(own_server, "restore", "gone")
    assert again.open("gone")[0]["epoch"] != gone
    # From now on it is a store like any other.
    epochs = fresh["epoch"]
    own_server.kill()
    own_server.start()
    assert connect_to(own_server, "Bo").open("a")[0]["epoch"] == epochs
    assert "all is well" in command(own_server, "check")


def test_each_start_from_a_backup_begins_other_epochs(own_server, connect_to, tmp_path):
    connect_to(own_server, "Ana").make_list("a", insert("Milk"))
    command(own_server, "backup", tmp_path / "backup")
    epochs = set()
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        shutil.copy(tmp_path / "backup", tmp_path / name / "livelist.sqlite")
        server = Server(tmp_path / name).start()
        try:
            epochs.add(connect_to(server, "Ana").open("a")[0]["epoch"])
        finally:
            server.kill()
    assert len(epochs) == 2


def test_a_backup_of_a_backup_is_one(own_server, connect_to, tmp_path):
    connect_to(own_server, "Ana").make_list("a", insert("Milk"))
    command(own_server, "backup", tmp_path / "first")
    assert run("check", tmp_path / "first").returncode == 0
    own_server.stop()
    command(own_server, "backup", "--restore", tmp_path / "first")
    assert "1 lists" in command(own_server, "backup", tmp_path / "second")
    assert (tmp_path / "second").read_bytes()[68:72] == b"LLbk"


def test_the_log_of_another_store_beside_a_backup_is_refused(own_server, connect_to, tmp_path):
    connect_to(own_server, "Ana").make_list("a", insert("Milk"))
    command(own_server, "backup", tmp_path / "backup")
    own_server.kill()
    assert (own_server.data / "livelist.sqlite-wal").stat().st_size
    shutil.copy(tmp_path / "backup", own_server.data / "livelist.sqlite")
    before = {path.name: path.read_bytes() for path in own_server.data.glob("livelist.sqlite*")}
    result = run("serve", "--data", own_server.data, "--listen", "127.0.0.1:0")
    assert result.returncode == 1 and "is a backup, but the log of another store lies beside it" in result.stderr
    assert {path.name: path.read_bytes() for path in own_server.data.glob("livelist.sqlite*")} == before


def test_a_backup_is_not_put_in_place_under_a_running_server(own_server, connect_to, tmp_path):
    connect_to(own_server, "Ana").make_list("a", insert("Milk"))
    command(own_server, "backup", tmp_path / "backup")
    assert "in use by another livelistd" in refused(own_server, "backup", "--restore", tmp_path / "backup")
    moved = tmp_path / "new machine"
    assert run("backup", "--restore", tmp_path / "backup", "--data", moved).returncode == 0
    server = Server(moved).start()
    try:
        assert titles(connect_to(server, "Ana").fresh("a")) == ["Milk"]
    finally:
        server.kill()


def test_a_backup_on_a_full_disk_leaves_nothing(own_server, connect_to, tmp_path):
    connect_to(own_server, "Ana").make_list("a", insert("Milk"))
    message = refused(own_server, "backup", "/proc/backup")
    assert "making /proc/backup" in message
    assert "can't be read" in run("backup", tmp_path / "b", "--data", tmp_path / "nowhere").stderr
    assert not list(tmp_path.glob("b*"))


def flip(path, needle):
    """Flips a bit in the last place where these bytes stand."""
    data = bytearray(path.read_bytes())
    data[data.rindex(needle)] ^= 1
    path.write_bytes(data)


def test_check_says_which_list_and_which_revision(own_server, connect_to, tmp_path):
    ana = connect_to(own_server, "Ana")
    ana.make_list("good", insert("Milk"))
    ana.make_list("bad", *[insert(f"number {n}.") for n in range(9)])
    command(own_server, "backup", tmp_path / "backup")
    own_server.stop()
    for path in (tmp_path / "backup", own_server.data / "livelist.sqlite"):
        flip(path, b"number 6.")
        result = run("check", path)
        assert result.returncode == 1 and "list bad: its change 7 fails its checksum" in result.stdout
        assert "damaged in 1 places" in result.stderr and "good" not in result.stdout
    own_server.start()
    assert connect_to(own_server, "Ana").ask({"type": "open", "list": "bad"})["code"] == "unavailable"
    found = run("check", "--data", own_server.data)
    assert found.returncode == 1 and "list bad: its change 7 fails its checksum" in found.stdout
    assert "the list bad is set aside: its change 7" in run("lists", "--data", own_server.data).stderr
    # A backup of it is kept, and says so.
    result = run("backup", tmp_path / "second", "--data", own_server.data)
    assert result.returncode == 1 and "damaged like the store itself" in result.stderr
    assert (tmp_path / "second").exists()


def test_check_notices_what_has_vanished(own_server, connect_to):
    ana = connect_to(own_server, "Ana")
    ana.make_list("a", insert("Milk"))
    own_server.stop()
    with sqlite3.connect(own_server.data / "livelist.sqlite") as store:
        store.execute("DELETE FROM changes")
    store.close()
    result = run("check", "--data", own_server.data)
    assert result.returncode == 1
    assert "acknowledged changes have vanished" in result.stdout
    assert "list a: its changes after 0 are missing, up to 1" in result.stdout


def test_check_finds_a_page_that_is_torn(own_server, connect_to, tmp_path):
    connect_to(own_server, "Ana").make_list("a", *[insert("x" * 500) for _ in range(40)])
    command(own_server, "backup", tmp_path / "backup")
    size = (tmp_path / "backup").stat().st_size
    with open(tmp_path / "backup", "r+b") as file:
        file.truncate(size - 4096)
    assert run("check", tmp_path / "backup").returncode == 1
    (tmp_path / "noise").write_bytes(os.urandom(20_000))
    result = run("check", tmp_path / "noise")
    assert result.returncode == 1 and result.stderr.count("\n") == 1
    assert run("check", tmp_path / "none").returncode == 1


def test_check_beside_a_server_under_load(own_server, connect_to):
    ana = connect_to(own_server, "Ana")
    ana.open("a", create=True)
    stop = threading.Event()

    def write():
        while not stop.is_set():
            ana.mutate("a", insert("item"))

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(5):
            assert "all is well" in command(own_server, "check")
    finally:
        stop.set()
        writer.join()

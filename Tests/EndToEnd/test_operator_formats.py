"""The store says its format: today's is read for ever, an older one is brought up to date, a newer refused."""

import gzip
import json
import re
import sqlite3
from pathlib import Path

import pytest

from builders import insert, restore
from operator_tools import command
from server_process import Server, run
from store_fixture import ITEMS, STORES

FORMATS = sorted(int(re.search(r"(\d+)", path.name)[1]) for path in STORES.glob("format-*.sqlite.gz"))


def unpack(folder, format):
    """A data folder with the store that the program of that format left."""
    folder.mkdir()
    store = folder / "livelist.sqlite"
    store.write_bytes(gzip.decompress((STORES / f"format-{format}.sqlite.gz").read_bytes()))
    return store


def alter(store, *statements):
    connection = sqlite3.connect(store, isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    connection.close()


def one(store, question):
    connection = sqlite3.connect(store)
    answer = connection.execute(question).fetchone()[0]
    connection.close()
    return answer


@pytest.fixture
def serve(tmp_path):
    server = Server(tmp_path / "data")
    yield server
    if server.process:
        server.kill()


@pytest.mark.parametrize("format", FORMATS)
def test_a_store_of_every_format_is_read(serve, connect_to, format):
    unpack(serve.data, format)
    expected = json.loads((STORES / f"format-{format}.json").read_text())
    serve.start()
    assert json.loads(command(serve, "export", "--all"))["lists"] == expected
    assert "3 lists" in command(serve, "check")
    ana = connect_to(serve, "Ana")
    groceries = next(row for row in expected if row["id"] == "groceries")
    opened, copy = ana.open("groceries")
    assert (opened["epoch"], opened["revision"]) == (groceries["epoch"], groceries["revision"])
    assert copy.items == groceries["items"]
    # The trash, the ids for duplicates and the changes are there, too.
    assert ana.mutate("groceries", insert("x"), id="fixed-1")["duplicate"] is True
    assert ana.mutate("groceries", restore(ITEMS[2]))["type"] == "change"
    assert len(ana.ask({"type": "history", "list": "groceries", "limit": 200})["changes"]) == opened["revision"] + 1
    assert "1 items" in command(serve, "restore", "gone")
    assert ana.mutate("imported", insert("on"))["revision"] == groceries["revision"] + 1


def test_today_has_a_fixture(serve):
    serve.start()
    assert one(serve.data / "livelist.sqlite", "PRAGMA user_version") == FORMATS[-1]


def older(store):
    """Format 0 had no table `probe`."""
    alter(store, "PRAGMA journal_mode=DELETE", "DROP TABLE probe", "PRAGMA user_version=0")


def test_an_older_store_is_backed_up_and_brought_up_to_date(serve, connect_to):
    store = unpack(serve.data, FORMATS[-1])
    older(store)
    refusal = run("check", store)
    assert refusal.returncode == 1 and "has the older format 0: start livelistd on it" in refusal.stderr
    serve.start()
    expected = json.loads((STORES / f"format-{FORMATS[-1]}.json").read_text())
    assert json.loads(command(serve, "export", "--all"))["lists"] == expected
    assert connect_to(serve, "Ana").mutate("groceries", insert("x"))["type"] == "change"
    serve.stop()
    kept = Path(f"{store}.format-0")
    assert one(kept, "PRAGMA user_version") == 0 and kept.read_bytes()[68:72] == b"LLbk"
    assert one(kept, "SELECT count(*) FROM sqlite_schema WHERE name='probe'") == 0
    assert one(store, "PRAGMA user_version") == FORMATS[-1]
    assert "all is well" in command(serve, "check")
    before = kept.read_bytes()
    serve.start()
    serve.stop()
    assert kept.read_bytes() == before
    # The way back: the backup is put in place, and is brought up to date like the store.
    store.unlink()
    kept.rename(store)
    epoch = expected[0]["epoch"]
    serve.start()
    lists = json.loads(command(serve, "export", "--all"))["lists"]
    assert [row["items"] for row in lists] == [row["items"] for row in expected]
    assert lists[0]["epoch"] != epoch


def test_a_backup_cut_short_is_begun_anew(serve):
    store = unpack(serve.data, FORMATS[-1])
    older(store)
    Path(f"{store}.format-0.part").write_bytes(b"begun")
    serve.start()
    assert "all is well" in command(serve, "check")
    assert one(f"{store}.format-0", "SELECT count(*) FROM lists") == 4
    assert not Path(f"{store}.format-0.part").exists()


def test_a_newer_store_is_refused_and_left_alone(serve, tmp_path):
    store = unpack(serve.data, FORMATS[-1])
    alter(store, "PRAGMA user_version=99")
    before = store.read_bytes()
    for arguments in (["serve", "--listen", "127.0.0.1:0"], ["lists"], ["check"], ["export", "--all"],
                      ["backup", tmp_path / "b"], ["delete", "groceries"]):
        result = run(*arguments, "--data", serve.data)
        assert result.returncode == 1 and result.stderr.count("\n") == 1
        assert "was written by a newer LiveList (format 99; this program reads 1): run that version" in result.stderr
    assert store.read_bytes() == before


def test_what_is_no_store_is_refused(serve):
    serve.data.mkdir()
    alter(serve.data / "livelist.sqlite", "CREATE TABLE other(x)")
    for arguments in (["serve", "--listen", "127.0.0.1:0"], ["lists"], ["check"]):
        result = run(*arguments, "--data", serve.data)
        assert result.returncode == 1 and "is no LiveList store" in result.stderr

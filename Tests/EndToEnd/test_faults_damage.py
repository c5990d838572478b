"""Files of a stopped data folder that are truncated, missing, flipped or swapped.

A start says what is wrong and what to do, or withholds the one list that is concerned and serves the others.
"""

import os
import random
import shutil
import sqlite3
from collections import Counter

import pytest

from faults_damage import DATABASE, LOG, MARK, MARKER, REFUSED, SERVED, WITHHELD, Truth, judge
from faults_damage import a_flipped_bit, a_folder, a_sector_of_zeros, cut_anywhere, empty, garbage, half
from faults_damage import missing, one_byte_less, one_page

SOAK = os.environ.get("LIVELIST_SOAK") == "1"
SEED = os.environ.get("LIVELIST_SEED", "1")
PLACES = 1_000 if SOAK else 5
TLS = ["tls/" + name for name in ("server.crt", "server.key", "authority.crt", "authority.key")]


@pytest.fixture(scope="module")
def killed(tmp_path_factory):
    """A small store whose last changes are only in the write-ahead log."""
    return Truth(tmp_path_factory.mktemp("killed"), with_snapshot=False, ended_by="SIGKILL")


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A small store with an empty log."""
    return Truth(tmp_path_factory.mktemp("small"), with_snapshot=False, ended_by="SIGTERM")


@pytest.fixture(scope="module")
def stopped(tmp_path_factory):
    """A store with a snapshot, and an empty log."""
    return Truth(tmp_path_factory.mktemp("stopped"), with_snapshot=True, ended_by="SIGTERM")


@pytest.fixture
def copy(tmp_path):
    return lambda truth: truth.copy(tmp_path / "data")


WHOLE_FILES = [
    (DATABASE, missing, REFUSED), (DATABASE, empty, REFUSED), (DATABASE, one_page, REFUSED),
    (DATABASE, half, REFUSED), (DATABASE, garbage, REFUSED), (DATABASE, a_folder, REFUSED),
    (MARK, missing, SERVED), (MARK, empty, SERVED), (MARK, half, SERVED), (MARK, garbage, SERVED),
    (MARKER, missing, SERVED), (MARKER, empty, SERVED), (MARKER, garbage, SERVED),
    (MARK, a_folder, REFUSED), (MARKER, a_folder, REFUSED),
]


@pytest.mark.parametrize("name, damage, expected", WHOLE_FILES, ids=lambda v: getattr(v, "__name__", v))
def test_a_file_of_a_stopped_store(stopped, copy, name, damage, expected):
    folder = copy(stopped)
    damage(folder / name, random.Random(SEED))
    verdict = judge(folder, stopped)
    assert verdict.outcome == expected, verdict.text
    if expected == REFUSED or name == MARK and damage is not half:
        assert name in verdict.text, verdict.text


@pytest.mark.parametrize("damage", [missing, empty, half, one_page, garbage],
                         ids=lambda damage: damage.__name__)
def test_changes_that_went_with_the_write_ahead_log_are_noticed(killed, copy, damage):
    folder = copy(killed)
    damage(folder / LOG, random.Random(SEED))
    verdict = judge(folder, killed)
    assert verdict.outcome == REFUSED, verdict.text
    assert "backup" in verdict.text, verdict.text


def test_an_older_database_under_a_newer_mark_is_noticed(small, stopped, copy):
    folder = copy(stopped)
    shutil.copy(small.folder / DATABASE, folder / DATABASE)
    verdict = judge(folder, stopped)
    assert verdict.outcome == REFUSED and "vanished" in verdict.text, verdict.text


def test_the_log_of_another_store_is_noticed(killed, stopped, copy):
    """SQLite would take it: nothing ties a log to its database."""
    folder = copy(stopped)
    shutil.copy(killed.folder / LOG, folder / LOG)
    verdict = judge(folder, stopped)
    assert verdict.outcome == REFUSED and "vanished" in verdict.text, verdict.text


def test_two_files_that_changed_places(stopped, copy):
    folder = copy(stopped)
    for name, other in ((DATABASE, "x"), (MARK, DATABASE), ("x", MARK)):
        (folder / name).rename(folder / other)
    verdict = judge(folder, stopped)
    assert verdict.outcome == REFUSED, verdict.text


# One list only: its rows are changed where SQLite itself sees nothing wrong.
KEY = "(SELECT key FROM lists WHERE name='third')"
ROWS = {
    "a change before the snapshot": f"UPDATE changes SET body=zeroblob(length(body)) WHERE list={KEY} "
                                    "AND revision=5",
    "a change after the snapshot": f"UPDATE changes SET body=zeroblob(length(body)) WHERE list={KEY} "
                                   f"AND revision=(SELECT max(revision) FROM changes WHERE list={KEY})",
    "a change that is missing": f"DELETE FROM changes WHERE list={KEY} AND revision=83",
    "the id of a change": f"UPDATE changes SET id='other' WHERE list={KEY} AND revision=83",
    "a piece": f"UPDATE pieces SET body=zeroblob(length(body)) WHERE list={KEY}",
    "a piece that is missing": f"DELETE FROM pieces WHERE list={KEY}",
    "the row of the snapshot": f"UPDATE snapshots SET digest=digest+1 WHERE list={KEY}",
    "the row of the list": f"UPDATE lists SET revision=revision-1 WHERE key={KEY}",
    "the name of the list": "UPDATE lists SET name='fourth' WHERE name='third'",
    "the row of the list is missing": "DELETE FROM lists WHERE name='third'",
}


@pytest.mark.parametrize("what", ROWS)
def test_damage_in_one_list_withholds_that_one(stopped, copy, what):
    folder = copy(stopped)
    store = sqlite3.connect(folder / DATABASE)
    with store:
        assert store.execute(ROWS[what]).rowcount > 0
    store.close()
    verdict = judge(folder, stopped)
    assert (verdict.outcome, verdict.withheld) == (WITHHELD, ["third"]), verdict.text


@pytest.mark.parametrize("name, damage", [
    (DATABASE, a_flipped_bit), (DATABASE, a_sector_of_zeros), (DATABASE, cut_anywhere),
    (LOG, a_flipped_bit), (LOG, a_sector_of_zeros), (LOG, cut_anywhere), (MARK, a_flipped_bit),
], ids=lambda v: getattr(v, "__name__", v))
def test_damage_anywhere(killed, small, tmp_path, name, damage, capsys):
    """In the database of a stopped store, or in the log of a killed one."""
    damage_and_judge(small if name == DATABASE else killed, tmp_path, name, damage, PLACES, capsys)


@pytest.mark.soak
@pytest.mark.parametrize("damage", [a_flipped_bit, a_sector_of_zeros], ids=lambda v: v.__name__)
def test_damage_anywhere_in_a_store_with_a_snapshot(stopped, tmp_path, damage, capsys):
    damage_and_judge(stopped, tmp_path, DATABASE, damage, PLACES // 5, capsys)


def damage_and_judge(truth, tmp_path, name, damage, places, capsys):
    outcomes = Counter()
    for number in range(places):
        folder = truth.copy(tmp_path / f"data-{number}")
        damage(folder / name, random.Random(f"{SEED} {name} {damage.__name__} {number}"))
        try:
            outcomes[judge(folder, truth).outcome] += 1
        except AssertionError as wrong:
            raise AssertionError(f"place {number}: {wrong}") from wrong
        shutil.rmtree(folder)
    if SOAK:
        with capsys.disabled():
            print(f"\n{name}, {damage.__name__}: {dict(outcomes)}")


@pytest.mark.parametrize("damage", [missing, half] + [empty, one_byte_less, garbage] * SOAK,
                         ids=lambda damage: damage.__name__)
@pytest.mark.parametrize("name", [path.removeprefix("tls/") for path in TLS])
def test_certificates(small, copy, name, damage):
    """What the server made for itself and can make again it makes again. Not so its authority: every device
    would have to trust another."""
    folder = copy(small)
    kept = {path.name: path.read_bytes() for path in (folder / "tls").iterdir()}
    damage(folder / "tls" / name, random.Random(SEED))
    left = {path.name: path.read_bytes() for path in (folder / "tls").iterdir()}
    verdict = judge(folder, small, kept=TLS)
    now = {path.name: path.read_bytes() for path in (folder / "tls").iterdir()}
    if verdict.outcome == SERVED:
        assert all(now[file] == kept[file] for file in ("authority.crt", "authority.key") if file != name)
        if name.startswith("authority"):
            assert damage is one_byte_less and now[name] == left[name]
    else:
        assert verdict.outcome == REFUSED and name in verdict.text, verdict.text
        assert name.startswith("authority") and now == left, "what is left of it is kept"
        assert "backup" in verdict.text, verdict.text


def test_certificates_that_changed_places(small, copy):
    folder = copy(small) / "tls"
    for name, other in (("server.key", "x"), ("authority.key", "server.key"), ("x", "authority.key")):
        (folder / name).rename(folder / other)
    verdict = judge(folder.parent, small, kept=TLS)
    assert verdict.outcome == REFUSED and "authority" in verdict.text, verdict.text

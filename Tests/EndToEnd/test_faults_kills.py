"""kill -9 at any moment of the server's life, again and again on one folder.

After each kill: what was acknowledged is there, once, as it was acknowledged; ids are still known; revisions
follow each other.
"""

import os
import random
import shutil
import signal
import sqlite3
import time
from collections import Counter

import pytest

from builders import delete, edit, insert, new_id
from faults_clock import COMPILER, HOUR, Clock
from faults_ledger import Ledger, Writer
from server_process import Server
from wire_client import Client

SOAK = os.environ.get("LIVELIST_SOAK") == "1"
SEED = os.environ.get("LIVELIST_SEED", "1")
ROUNDS = 200 if SOAK else 10
FIRST_STARTS = 60 if SOAK else 8
MOMENTS = ["load", "snapshot", "trim", "start", "shutdown"]

# A snapshot is due after 4 MiB of changes. Items of 56,000 bytes make it, and a list of 150 of them takes
# long enough to be stored that a kill can come between its pieces.
LARGE_ITEMS = 150
LARGE_KEYS = [f"column {n}" for n in range(14)]
# Behind a snapshot the changes before the last 10,000 are trimmed, when they are over ten minutes old.
MANY_CHANGES = 11_000
TRIMMED_CHANGES = 2_200


def large_edit(ids):
    def make(number):
        text = f"{number} ".ljust(4_000, "abcdefgh "[number % 9])
        return [edit(ids[number % len(ids)], fields=dict.fromkeys(LARGE_KEYS, text))]
    return make


def small_edit(ids):
    return lambda number: [edit(ids[number % len(ids)], fields={"note": f"{number} ".ljust(2_000, "x")})]


def come_and_go(writer):
    """A new item each time, and from the hundredth on an old one goes: the list stays small."""
    def id(number):
        return f"{writer:08x}-0000-4000-8000-{number:012x}"

    def make(number):
        coming = insert(f"{writer} {number}", ids=[id(number)])
        return [coming] if number < 100 else [coming, delete(id(number - 100))]
    return make


class Life:
    """A folder, its lists, those who write to them, and kills at moments that are drawn at random."""

    def __init__(self, folder, seed):
        self.random = random.Random(f"{seed} kills")
        self.clock = Clock(folder / "clock") if COMPILER else None
        self.server = Server(folder / "data", env=self.clock and self.clock.environment).start()
        self.folder = folder
        self.hits = Counter()
        self.kills = 0
        large, many = ([new_id() for _ in range(n)] for n in (LARGE_ITEMS, 100))
        with Client(self.server, "Maker") as maker:
            self.ledgers = {
                "plain": Ledger(maker, "plain"),
                "large": Ledger(maker, "large", insert(*["item"] * len(large), ids=large)),
                "many": Ledger(maker, "many", insert(*["item"] * len(many), ids=many))}
        self.writers = {
            "plain": [Writer(self.server, f"w{n}", "plain", come_and_go(n)) for n in range(2)],
            "large": [Writer(self.server, "large", "large", large_edit(large), under_way=16)],
            "many": [Writer(self.server, "many", "many", small_edit(many))]}
        self.fill("large", LARGE_ITEMS)
        self.fill("many", MANY_CHANGES)

    def fill(self, name, count):
        self.writers[name][0].begin(count)
        self.writers[name][0].end()

    def one(self, moment):
        """Kills at such a moment, starts again and looks."""
        if self.clock:
            self.clock.set(self.clock.seconds + HOUR)
        getattr(self, moment)()
        self.kills += 1
        self.server.start()
        self.check()

    def check(self):
        with Client(self.server, "Judge") as judge:
            for name, ledger in self.ledgers.items():
                ledger.check(judge, self.writers[name], self.random)

    def acknowledged(self):
        return sum(len(writer.acknowledged) for writers in self.writers.values() for writer in writers)

    # Moments.

    def begin(self, *names):
        self.at_work = [writer for name in names for writer in self.writers[name]]
        for writer in self.at_work:
            writer.begin()

    def kill(self, delay=0.0):
        """The delay is what is tested: a kill at no special moment."""
        time.sleep(delay)
        self.server.kill()
        for writer in self.at_work:
            writer.end()

    def load(self):
        self.begin("plain", "many")
        self.at_work[0].wait_for(self.random.randint(0, 150))
        self.kill()

    def snapshot(self):
        """Between the first piece of a snapshot and the row that makes it valid, or soon after."""
        self.begin("large", "plain")
        self.wait_for_change("SELECT max(key) FROM pieces")
        self.kill(self.random.uniform(0, 0.03))
        pieces, named = self.stored("SELECT count(*) FROM pieces", "SELECT sum(pieces) FROM snapshots")
        self.hits["snapshot"] += pieces > (named or 0)

    def trim(self):
        """When the snapshot is valid, old changes are taken away in chunks."""
        self.begin("many", "plain")
        self.wait_for_change("SELECT revision FROM snapshots WHERE list=(SELECT key FROM lists "
                             "WHERE name='many')")
        self.kill(self.random.uniform(0, 0.02))
        held, newest, snapshot = self.stored(
            "SELECT held_after FROM lists WHERE name='many'",
            "SELECT revision FROM lists WHERE name='many'",
            "SELECT revision FROM snapshots WHERE list=(SELECT key FROM lists WHERE name='many')")
        self.hits["trim"] += held < min(snapshot, newest - 10_000)

    def start(self):
        """Within milliseconds of the launch, several times."""
        self.at_work = []
        self.server.kill()
        for _ in range(3):
            self.server.launch()
            self.kill(self.random.uniform(0, 0.12))
            self.hits["start"] += self.server.ready_line() is None

    def shutdown(self):
        """Soon after it was told to stop."""
        self.begin("plain", "large")
        self.at_work[0].wait_for(self.random.randint(1, 100))
        self.server.process.send_signal(signal.SIGTERM)
        self.kill(self.random.uniform(0, 0.04))
        self.hits["shutdown"] += self.server.process.returncode == -signal.SIGKILL

    # Looking into the store.

    def wait_for_change(self, question):
        """Looks while the server runs, and closes before it is killed: who closes last would tidy up."""
        store = sqlite3.connect(f"file:{self.server.data}/livelist.sqlite?mode=ro", uri=True, timeout=10)
        try:
            first = store.execute(question).fetchone()
            end = time.monotonic() + 20
            while store.execute(question).fetchone() == first:
                assert time.monotonic() < end, f"nothing changed: {question}"
        finally:
            store.close()

    def stored(self, *questions):
        """Of a copy of the files, as they were left."""
        copy = self.folder / "left"
        shutil.copytree(self.server.data, copy, ignore=shutil.ignore_patterns("control"))
        store = sqlite3.connect(copy / "livelist.sqlite")
        try:
            return [store.execute(question).fetchone()[0] for question in questions]
        finally:
            store.close()
            shutil.rmtree(copy)


def test_kills_at_every_moment_lose_nothing_and_repeat_nothing(tmp_path, request, capsys):
    request.node.add_report_section("call", "seed", f"LIVELIST_SEED={SEED} runs this again")
    life = Life(tmp_path, SEED)
    try:
        life.check()
        for round in range(ROUNDS):
            life.one(MOMENTS[round % len(MOMENTS)])
        with Client(life.server, "Judge") as judge:
            for ledger in life.ledgers.values():
                ledger.check_all_held(judge)
    finally:
        life.server.kill()
    if SOAK:
        assert all(life.hits[name] for name in ("snapshot", "start", "shutdown")), life.hits
    with capsys.disabled():
        hits = ", ".join(f"{count} in a {name}" for name, count in sorted(life.hits.items()))
        print(f"\n{life.kills} kills ({hits}), {life.acknowledged()} acknowledged: "
              "0 acknowledged lost, 0 twice")


def test_a_first_start_that_is_killed_is_followed_by_one_that_works(tmp_path):
    """Before anything is stored: half made files are no reason to refuse."""
    moments = random.Random(f"{SEED} first starts")
    for number in range(FIRST_STARTS):
        server = Server(tmp_path / f"data-{number}")
        for _ in range(2):
            server.launch()
            time.sleep(moments.uniform(0, 0.1))
            server.kill()
        server.start()
        try:
            with Client(server, "Ana") as ana:
                ana.make_list("groceries", insert("Milk"))
            assert server.health() == (200, "ok\n")
        finally:
            server.stop()


@pytest.mark.skipif(not COMPILER, reason="without a C compiler the clock can't be moved")
def test_the_clock_of_these_tests_moves(tmp_path):
    clock = Clock(tmp_path / "clock")
    server = Server(tmp_path / "data", env=clock.environment).start()
    try:
        with Client(server) as client:
            before = client.ask({"type": "ping"})["at"]
            clock.set(HOUR)
            assert client.ask({"type": "ping"})["at"] - before >= HOUR * 1_000
    finally:
        server.stop()

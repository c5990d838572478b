"""kill -9 under load, again and again: what was acknowledged is there, and nothing is there twice."""

import os
import random
import threading

import pytest

from builders import insert
from copy_of_list import CopyOfList
from random_client import LOST
from wire_client import Client

KILLS = 10
SOAK = os.environ.get("LIVELIST_SOAK") == "1"  # 200 kills
SEEDS = [int(os.environ["LIVELIST_SEED"])] if "LIVELIST_SEED" in os.environ else range(1, 21 if SOAK else 2)
LISTS = ["first", "second"]
WRITERS = 4
UNDER_WAY = 40


class Writer(threading.Thread):
    """One connection: sends again what is unanswered, then new inserts, until the server is killed."""

    def __init__(self, server, name, list_id, unanswered, first):
        super().__init__(name=name)
        self.server = server
        self.list = list_id
        self.unanswered = dict(unanswered)
        self.next_number = first
        self.acknowledged = []
        self.counted = threading.Semaphore(0)
        self.failure = None

    def run(self):
        try:
            with Client(self.server, self.name) as client:
                for id in self.unanswered:
                    self.send(client, id)
                while True:
                    while len(self.unanswered) < UNDER_WAY:
                        self.new(client)
                    change = client.next(20)
                    assert change["type"] == "change", change
                    del self.unanswered[change["id"]]
                    self.acknowledged.append(change)
                    self.counted.release()
        except LOST:
            pass
        except BaseException as failure:
            self.failure = failure
        finally:
            self.counted.release(10_000)

    def new(self, client):
        id = f"{self.name}-{self.next_number}"
        self.next_number += 1
        self.unanswered[id] = [insert(id)]
        self.send(client, id)

    def send(self, client, id):
        client.send({"type": "mutate", "list": self.list, "id": id, "mutations": self.unanswered[id]})


class Ledger:
    """All that was acknowledged so far, and each list as it was read after the last kill."""

    def __init__(self, server):
        self.acknowledged = {name: {} for name in LISTS}
        self.changes = {name: {} for name in LISTS}
        self.copies = {}
        with Client(server, "Maker") as maker:
            for name in LISTS:
                _, self.copies[name] = maker.open(name, create=True)

    def take(self, writer):
        for change in writer.acknowledged:
            change = {k: v for k, v in change.items() if k != "duplicate"}
            known = self.acknowledged[writer.list].setdefault(change["id"], change)
            assert known == change, "acknowledged twice, and not alike"

    def check(self, server):
        """Reads what is new since the last check; what was acknowledged is there, as it was acknowledged."""
        with Client(server, "Judge") as judge:
            for name in LISTS:
                self.read_on(judge, name)
                for id, change in self.acknowledged[name].items():
                    assert self.changes[name].get(id) == change, f"lost or changed: {change}"
                fresh = judge.fresh(name)
                assert fresh.final() == self.copies[name].final()
                titles = [item["title"] for item in fresh.items]
                assert len(set(titles)) == len(titles), "applied twice"
                assert set(titles) == set(self.changes[name])

    def read_on(self, judge, name):
        copy: CopyOfList = self.copies[name]
        opened = judge.ask({"type": "open", "list": name, "since": copy.revision, "epoch": copy.epoch})
        assert opened["epoch"] == copy.epoch and opened["revision"] >= copy.revision
        while copy.revision < opened["revision"]:
            change = judge.next()
            assert change["type"] == "change" and change["id"] not in self.changes[name], change
            self.changes[name][change["id"]] = change
            copy.take(change)


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_acknowledged_is_lost_and_nothing_applied_twice(own_server, request, seed):
    request.node.add_report_section("call", "seed", f"LIVELIST_SEED={seed} runs this again")
    moments = random.Random(f"{seed} kills")
    ledger = Ledger(own_server)
    unanswered, numbers = [{} for _ in range(WRITERS)], [0] * WRITERS
    for _ in range(KILLS):
        writers = [Writer(own_server, f"w{n}", LISTS[n % len(LISTS)], unanswered[n], numbers[n])
                   for n in range(WRITERS)]
        for writer in writers:
            writer.start()
        for _ in range(moments.randint(0, 150)):
            writers[0].counted.acquire(timeout=20)
        own_server.kill()
        for writer in writers:
            writer.join(20)
            assert not writer.is_alive() and writer.failure is None, writer.failure
            ledger.take(writer)
        unanswered = [writer.unanswered for writer in writers]
        numbers = [writer.next_number for writer in writers]
        own_server.start()
        ledger.check(own_server)
    assert sum(map(len, ledger.acknowledged.values())) > KILLS

"""Eight clients at one list at once, with lost connections and a killed server: all end with the same list.

The judge is the naive model, fed with the same mutations in the order of their revisions.
"""

import os
import random
import threading

import pytest

from builders import insert
from naive_model import NaiveModel
from plain_values import canonical, copied
from random_client import RandomClient
from random_mutations import Pool
from wire_client import Client

SOAK = os.environ.get("LIVELIST_SOAK") == "1"
SEEDS = [int(os.environ["LIVELIST_SEED"])] if "LIVELIST_SEED" in os.environ else range(1, 11 if SOAK else 2)
COUNT = 300 if SOAK else 120
KILLS = 20 if SOAK else 5
NAMES = ["Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"]
LIST = "shared"


class Crowd:
    """Eight random clients, and all that must hold when they are done."""

    def __init__(self, server, seed, drops):
        self.server = server
        self.is_up = threading.Event()
        self.is_up.set()
        with Client(server, "Maker") as maker:
            opened, _ = maker.open(LIST, create=True, title="list")
            maker.mutate(LIST, insert("Milk", "Eggs", "Bread"), id="Maker-0")
        self.epoch = opened["epoch"]
        
        pool = Pool()
        self.clients = [RandomClient(server, LIST, name, random.Random(f"{seed} {name}"), pool, COUNT, drops,
                                     self.is_up)
                        for name in NAMES]

    def start(self):
        for client in self.clients:
            client.thread.start()

    def answered(self):
        return sum(len(client.answers) for client in self.clients)

    def kill_server_after(self, answers):
        """Waits until so many answers have come in all, then kills the server and starts it again."""
        while self.answered() < answers and any(c.thread.is_alive() for c in self.clients):
            self.clients[0].thread.join(0.002)
        self.is_up.clear()
        self.server.kill()
        self.server.start()
        self.is_up.set()

    def join(self):
        for client in self.clients:
            client.thread.join(150)
            assert not client.thread.is_alive(), f"{client.name} hangs"
        for client in self.clients:
            if client.failure:
                raise client.failure

    def check(self):
        with Client(self.server, "Judge") as judge:
            opened, fresh = judge.open(LIST)
            assert opened["epoch"] == self.epoch
            changes = all_changes(judge, opened["revision"])
        self.check_each_took_effect_once(changes)
        self.check_copies(fresh)
        self.check_facts(changes, fresh)

    def check_each_took_effect_once(self, changes):
        assert [c["revision"] for c in changes] == list(range(1, len(changes) + 1)), "every revision once"
        ids = [c["id"] for c in changes]
        assert len(set(ids)) == len(ids), "no mutation took effect twice"
        by_id = {c["id"]: c for c in changes}
        for client in self.clients:
            assert len(client.answers) == COUNT and not client.unanswered
            for id, answer in client.answers.items():
                if answer["type"] == "change":
                    told = {k: v for k, v in answer.items() if k not in ("duplicate", "ref")}
                    assert told == by_id.get(id), "an acknowledged change differs from the list's history"
                else:
                    assert id not in by_id, f"{id} was answered with {answer} and took effect"

    def check_copies(self, fresh):
        for client in self.clients:
            client.finish(fresh.revision)
            assert canonical(client.copy.final()) == canonical(fresh.final()), f"{client.name}'s copy"

    def check_facts(self, changes, fresh):
        """Each answer is what the model says, at a revision at which it can have been judged."""
        sent = {id: mutations for client in self.clients for id, mutations in client.sent.items()}
        others = [other for client in self.clients for other in not_changes(client)]
        model = NaiveModel(title="list")
        for change in changes:
            if change["id"] == "Maker-0":
                model.replay(change["mutations"], change["at"], change["by"]["name"])
            else:
                self.check_change(model, change, sent[change["id"]])
            others = [o for o in others if not o.is_right_now(model)]
        wrong = [(other.answer, other.mutations) for other in others[:3]]
        assert not others, f"answers that the rules never gave: {wrong}"
        assert canonical(model.final()) == canonical(fresh.final())

    def check_change(self, model, change, mutations):
        told = model.mutate(mutations, change["at"], change["by"]["name"])
        assert told["type"] == "change", f"{change} of {mutations}: the model says {told}"
        assert canonical(told["mutations"]) == canonical(change["mutations"]), (
            f"revision {change['revision']} of {mutations}")


class NotAChange:
    """An answer that used no revision, and the first revision at which it can have been judged."""

    def __init__(self, mutations, answer, first):
        self.mutations = mutations
        self.answer = answer
        self.first = first

    def is_right_now(self, model):
        exactly = self.answer.get("revision")
        if model.revision < self.first or exactly not in (None, model.revision):
            return False
        told = copied(model).mutate(self.mutations, 0, "")
        return all(told.get(key) == self.answer.get(key) for key in ("type", "code", "index"))


def not_changes(client):
    """Those of one client. A mutate is judged after those that its client sent before it."""
    first = 0
    for id, mutations in client.sent.items():
        answer = client.answers[id]
        if answer["type"] != "change":
            yield NotAChange(mutations, answer, first)
        first = max(first, answer.get("revision", 0))


def all_changes(client, revision):
    """The whole history, oldest first, page by page."""
    changes, before = [], revision + 1
    while before > 1:
        page = client.ask({"type": "history", "list": LIST, "before": before, "limit": 200})["changes"]
        changes += page
        before = page[-1]["revision"]
    return changes[::-1]


def say_seed(request, seed):
    request.node.add_report_section("call", "seed", f"LIVELIST_SEED={seed} runs this again")


@pytest.mark.parametrize("seed", SEEDS)
def test_eight_clients_agree(own_server, request, seed):
    say_seed(request, seed)
    crowd = Crowd(own_server, seed, drops=False)
    crowd.start()
    crowd.join()
    crowd.check()


@pytest.mark.parametrize("seed", SEEDS)
def test_eight_clients_agree_though_connections_drop(own_server, request, seed):
    say_seed(request, seed)
    crowd = Crowd(own_server, seed, drops=True)
    crowd.start()
    crowd.join()
    assert sum(client.connections for client in crowd.clients) > len(crowd.clients)
    crowd.check()


@pytest.mark.parametrize("seed", SEEDS)
def test_eight_clients_agree_though_the_server_is_killed(own_server, request, seed):
    say_seed(request, seed)
    crowd = Crowd(own_server, seed, drops=True)
    moments = random.Random(f"{seed} kills")
    crowd.start()
    for number in range(KILLS):
        crowd.kill_server_after(COUNT * len(NAMES) * (number + moments.random()) / (KILLS + 1))
    crowd.join()
    crowd.check()

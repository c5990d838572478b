"""A client that mutates at random, loses its connection, comes back and sends again what was unanswered."""

import threading
import time

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from copy_of_list import CopyOfList
from random_mutations import RandomMutations
from wire_client import Client

LOST = (ConnectionClosed, InvalidHandshake, OSError)
UNDER_WAY_MOST = 12
SECONDS_MOST = 120


class RandomClient:
    """Runs in a thread of its own. What it knows at the end is in `answers`, `sent` and `copy`."""

    def __init__(self, server, list_id, name, random, pool, count, drops, server_is_up):
        self.server = server
        self.list = list_id
        self.name = name
        self.random = random
        self.mutations = RandomMutations(random, pool)
        self.count = count
        self.drops = drops
        self.server_is_up = server_is_up
        self.copy = CopyOfList(list_id)
        self.sent = {}
        self.unanswered = []
        self.answers = {}
        self.connections = 0
        self.failure = None
        self.thread = threading.Thread(target=self.run, name=name)

    def run(self):
        try:
            self.end = time.monotonic() + SECONDS_MOST
            while len(self.answers) < self.count:
                assert time.monotonic() < self.end, f"only {len(self.answers)} of {self.count} answers"
                self.server_is_up.wait(SECONDS_MOST)
                try:
                    self.one_connection()
                except LOST:
                    continue
        except BaseException as failure:
            self.failure = failure

    def one_connection(self):
        with Client(self.server, self.name) as client:
            self.connections += 1
            resume = {"since": self.copy.revision, "epoch": self.copy.epoch} if self.copy.is_whole else {}
            client.open(self.list, copy=self.copy, **resume)
            for id in list(self.unanswered):
                self.send(client, id)
            while len(self.answers) < self.count:
                most = self.random.randint(1, UNDER_WAY_MOST)
                while len(self.sent) < self.count and len(self.unanswered) < most:
                    self.send_new(client)
                if self.drops and self.random.random() < 0.02:
                    client.drop()
                    return
                if self.unanswered or client.waiting:
                    self.take(client.next(30))

    def send_new(self, client):
        id = f"{self.name}-{len(self.sent)}"
        self.sent[id] = self.mutations.mutate(self.copy)
        self.unanswered.append(id)
        self.send(client, id)

    def send(self, client, id):
        client.send({"type": "mutate", "list": self.list, "id": id, "mutations": self.sent[id]})

    def take(self, message):
        self.copy.take(message)
        is_answer = message["type"] in ("unchanged", "rejected") or (
            message["type"] == "change" and message["by"]["name"] == self.name)
        assert message["type"] != "error", message
        if not is_answer:
            return
        id = message["id"]
        if id in self.unanswered:
            self.unanswered.remove(id)
            self.answers[id] = message
        elif message["type"] == "change":
            assert self.answers[id].get("revision") == message["revision"], (self.answers[id], message)

    def finish(self, revision):
        """Joins once more and reads up to `revision`, where all clients then are."""
        with Client(self.server, self.name) as client:
            client.open(self.list, copy=self.copy, since=self.copy.revision, epoch=self.copy.epoch)
            while self.copy.revision < revision:
                self.copy.take(client.next(30))

"""What was acknowledged, and whether it is all there, once, after the server has died."""

import threading

from copy_of_list import CopyOfList
from random_client import LOST
from wire_client import Client

UNDER_WAY = 40
SECONDS_TO_ANSWER = 30
# Whole batches of mutates, on a machine that does other things.
SECONDS_TO_END = 300
HELD = 10_000
RESENT = 12


class Writer:
    """Sends mutates over one connection at a time; what is unanswered when that ends is sent again in the
    next.

    `make(number)` gives the mutations of the mutate with that number.
    """

    def __init__(self, server, name, list_id, make, under_way=UNDER_WAY):
        self.server = server
        self.name = name
        self.list = list_id
        self.make = make
        self.under_way = under_way
        self.next_number = 0
        self.unanswered = {}
        self.acknowledged = {}

    def begin(self, most=None):
        """Writes in a thread until the server is gone, or until `most` more are acknowledged."""
        self.failure = None
        self.counted = threading.Semaphore(0)
        self.thread = threading.Thread(target=self._run, args=(most,), name=self.name)
        self.thread.start()

    def end(self):
        self.thread.join(SECONDS_TO_END)
        assert not self.thread.is_alive(), f"{self.name} still waits for {list(self.unanswered)[:3]}"
        if self.failure:
            raise self.failure

    def wait_for(self, count):
        """Returns when so many more are acknowledged, or the writer has ended."""
        for _ in range(count):
            self.counted.acquire(timeout=SECONDS_TO_END)

    def _run(self, most):
        try:
            self._write(most)
        except LOST:
            pass
        except BaseException as failure:
            self.failure = failure
        finally:
            self.counted.release(100_000)

    def _write(self, most):
        with Client(self.server, self.name) as client:
            for id in self.unanswered:
                self._send(client, id)
            left, is_refused = most, False
            while left is None or left > 0 or self.unanswered:
                while not is_refused and left != 0 and len(self.unanswered) < self.under_way:
                    self._send_new(client)
                    left = left and left - 1
                is_refused = not self._take(client.next(SECONDS_TO_ANSWER)) or is_refused

    def _send_new(self, client):
        id = f"{self.name}-{self.next_number}"
        self.unanswered[id] = self.make(self.next_number)
        self.next_number += 1
        self._send(client, id)

    def _send(self, client, id):
        client.send({"type": "mutate", "list": self.list, "id": id, "mutations": self.unanswered[id]})

    def _take(self, answer):
        """Whether it is an acknowledgement. Who is refused because the server stops sends it again later."""
        if answer["type"] == "rejected":
            assert answer["code"] == "unavailable", answer
            return False
        assert answer["type"] == "change", answer
        del self.unanswered[answer["id"]]
        answer.pop("duplicate", None)
        self.acknowledged[answer["id"]] = answer
        self.counted.release()
        return True


class Ledger:
    """One list: every change that was read back so far, and the copy that they add up to."""

    def __init__(self, client, list_id, *mutations):
        self.list = list_id
        self.changes = {}
        self.checked = 0
        client.make_list(list_id, *mutations)
        _, self.copy = client.open(list_id)

    def check(self, client, writers, random):
        """Reads what is new. What was acknowledged is there, once, as it was acknowledged."""
        self._read_on(client)
        acknowledged = [change for writer in writers for change in writer.acknowledged.values()]
        for change in acknowledged:
            assert self.changes.get(change["id"]) == change, f"lost or changed: {str(change)[:300]}"
        assert client.fresh(self.list).final() == self.copy.final()
        self._send_again(client, acknowledged[-RESENT:] + random.sample(
            acknowledged, min(RESENT, len(acknowledged))))
        self.checked = len(acknowledged)

    def _read_on(self, client):
        copy: CopyOfList = self.copy
        opened = client.ask({"type": "open", "list": self.list, "since": copy.revision, "epoch": copy.epoch})
        assert opened["epoch"] == copy.epoch and opened["revision"] >= copy.revision, "a step back"
        while copy.revision < opened["revision"]:
            change = client.next()
            assert change["type"] == "change", str(change)[:300]
            assert change["id"] not in self.changes, f"applied twice: {str(change)[:300]}"
            self.changes[change["id"]] = change
            copy.take(change)

    def _send_again(self, client, changes):
        """Ids of the last changes are known, and only answered."""
        client.ask({"type": "close", "list": self.list})
        for change in changes:
            if change["revision"] > self.copy.revision - HELD:
                again = client.mutate(self.list, {"op": "setTitle", "title": "Not this"}, id=change["id"])
                assert again == {**change, "duplicate": True}, str(again)[:300]

    def check_all_held(self, client):
        """All that has to be held is handed out again: revision by revision, none missing."""
        since = max(0, self.copy.revision - HELD)
        known = {change["revision"]: change for change in self.changes.values()}
        client.send({"type": "open", "list": self.list, "epoch": self.copy.epoch, "since": since})
        client.wait_for(lambda m: m["type"] == "opened", "opened")
        for revision in range(since + 1, self.copy.revision + 1):
            change = client.next()
            assert change["type"] == "change" and change["revision"] == revision, str(change)[:300]
            assert known.get(revision, change) == change

"""A client of the wire protocol for tests: sends frames, collects messages, waits with a deadline."""

import itertools
import json
import time
from collections import deque
from uuid import uuid4

from websockets.exceptions import ConnectionClosed

from copy_of_list import CopyOfList
from server_process import unverified
from web_socket import WebSocket, messages_in

SECONDS_TO_ANSWER = 30
MESSAGE_BYTES_MAX = 1 << 20


class Client:
    """One connection. Presence that arrives is put aside in `presence`; all else is kept in order."""

    def __init__(self, server, name=None, ssl=None, compress=False):
        self.connection = WebSocket(server, ssl or unverified(), compress)
        self.prefix = uuid4().hex[:12]
        self.waiting = deque()
        self.presence = []
        self.seen = deque(maxlen=12)
        self.numbers = itertools.count(1)
        self.welcome = self.ask({"type": "hello", "name": name}) if name else None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.leave()

    def leave(self):
        self.connection.close()

    def drop(self):
        """Loses the connection without a word, with whatever is under way."""
        self.connection.drop()

    # Sending.

    def send(self, *messages):
        """One frame: a message alone, or several as an array."""
        self.send_text(json.dumps(messages[0] if len(messages) == 1 else messages))

    def send_text(self, text):
        self.connection.send(text)

    # Receiving.

    def next(self, seconds=SECONDS_TO_ANSWER):
        """The next message that is not presence."""
        return self._next(lambda m: m.get("type") != "presence", seconds, "any message but presence")

    def next_presence(self, test=lambda m: True, seconds=SECONDS_TO_ANSWER):
        """The next presence message that passes `test`; other messages stay for `next`."""
        while self.presence:
            message = self.presence.pop(0)
            if test(message):
                return message
        kept = deque()
        try:
            return self._next(lambda m: m.get("type") == "presence" and test(m), seconds, "presence", kept)
        finally:
            self.waiting.extendleft(reversed(kept))

    def wait_for(self, test, what, seconds=SECONDS_TO_ANSWER):
        """The next message that passes `test`; those before it are dropped."""
        return self._next(test, seconds, what)

    def _next(self, test, seconds, what, kept=None):
        end = time.monotonic() + seconds
        while True:
            message = self._message(end, what)
            if test(message):
                return message
            if message.get("type") == "presence":
                self.presence.append(message)
            elif kept is not None:
                kept.append(message)

    def _message(self, end, what):
        while not self.waiting:
            try:
                text = self.connection.receive(end - time.monotonic())
            except TimeoutError:
                raise AssertionError(f"waited for {what}; last came {list(self.seen)}") from None
            assert len(text.encode()) <= MESSAGE_BYTES_MAX, "a message over 1 MiB from the server"
            self.waiting.extend(messages_in(text))
        message = self.waiting.popleft()
        self.seen.append(str(message)[:300])
        return message

    def nothing_came(self):
        """Nothing but presence lies between here and the answer to a ping sent now."""
        ref = self.ref()
        self.send({"type": "ping", "ref": ref})
        message = self.next()
        assert message.get("ref") == ref, f"came unasked: {message}"

    def close_code(self, seconds=SECONDS_TO_ANSWER):
        """Reads on until the server closes; the code it closed with."""
        end = time.monotonic() + seconds
        try:
            while True:
                self.connection.receive(end - time.monotonic())
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None
        except TimeoutError:
            raise AssertionError(f"not closed within {seconds} s") from None

    # Asking.

    def ref(self):
        return f"ref-{next(self.numbers)}"

    def ask(self, message, seconds=SECONDS_TO_ANSWER):
        """Sends one message with a ref; its direct answer. What comes before it is dropped."""
        ref = self.ref()
        self.send({**message, "ref": ref})
        what = f"the answer to {str(message)[:300]}"
        answer = dict(self.wait_for(lambda m: m.get("ref") == ref, what, seconds))
        del answer["ref"]
        return answer

    def open(self, list_id, **keys):
        """Opens a list; its `opened`, and a copy brought up to that revision or a later one."""
        copy = keys.pop("copy", None) or CopyOfList(list_id)
        opened = self.ask({"type": "open", "list": list_id, **keys})
        assert opened["type"] == "opened", opened
        copy.meet(opened)
        while not copy.is_whole or copy.revision < opened["revision"]:
            copy.take(self.next())
        return opened, copy

    def make_list(self, list_id, *mutations):
        """Opens a new list and fills it."""
        opened, copy = self.open(list_id, create=True)
        for mutation in mutations:
            copy.take(self.mutate(list_id, mutation))
        return opened, copy

    def mutate(self, list_id, *mutations, id=None, seconds=SECONDS_TO_ANSWER, **keys):
        """Sends one mutate; its answer, whichever of the three it is."""
        id = id or f"{self.prefix}-{next(self.numbers)}"
        return self.ask({"type": "mutate", "list": list_id, "id": id, "mutations": list(mutations), **keys},
                        seconds)

    def fresh(self, list_id):
        """A snapshot taken now, as the list stands."""
        return self.open(list_id)[1]

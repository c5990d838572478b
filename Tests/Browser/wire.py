"""A bot that speaks the protocol, and a line to the server that can be cut."""

import asyncio
import json
import queue
import socket
import ssl
import threading
import uuid

from websockets.asyncio.client import connect

from listcopy import ListCopy


def new_id():
    return str(uuid.uuid4())


class Bot:
    """Someone else at the list, named, over the same socket as every client.

    The socket belongs to one thread with an event loop: the blocking client of `websockets` reads and
    writes TLS from two threads, which Python before 3.13 does not stand; now and then a message is lost.
    """

    def __init__(self, url, name="Ben"):
        context = None
        if url.startswith("https"):
            context = ssl.create_default_context()
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
        address = "ws" + url.rstrip("/")[4:] + "/ws"
        self.frames = queue.Queue()
        self.inbox = []
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        self.socket = self._do(connect(
            address, subprotocols=["livelist.v1"], ssl=context, max_size=None))
        self.reader = asyncio.run_coroutine_threadsafe(self._read(), self.loop)
        self.say({"type": "hello", "name": name})
        self.hear("welcome")

    def close(self):
        self._do(self.socket.close())
        self.reader.cancel()
        self.loop.call_soon_threadsafe(self.loop.stop)

    def say(self, message):
        self._do(self.socket.send(json.dumps(message)))

    def _do(self, coroutine):
        async def run():
            return await coroutine
        return asyncio.run_coroutine_threadsafe(run(), self.loop).result(30)

    async def _read(self):
        async for frame in self.socket:
            self.frames.put(json.loads(frame))

    def hear(self, kind, within=30):
        """The next message of a type; others before it are left for later."""
        kinds = (kind,) if isinstance(kind, str) else kind
        for message in self.inbox:
            if message["type"] in kinds:
                self.inbox.remove(message)
                return message
        while True:
            frame = self.frames.get(timeout=within)
            messages = frame if isinstance(frame, list) else [frame]
            found = next((each for each in messages if each["type"] in kinds), None)
            self.inbox += [each for each in messages if each is not found]
            if found:
                return found

    def make(self, list_id, title="A list"):
        self.say({"type": "open", "list": list_id, "create": True, "title": title})
        self.hear("opened")

    def mutate(self, list_id, *mutations):
        mutation_id = new_id()
        self.say({"type": "mutate", "list": list_id, "id": mutation_id, "mutations": list(mutations)})
        while True:
            answer = self.hear(("change", "unchanged", "rejected"))
            if answer["id"] == mutation_id:
                assert answer["type"] != "rejected", answer
                return answer

    def insert(self, list_id, *titles, section="none", before=None, **more):
        items = [{"id": new_id(), "title": title, **more} for title in titles]
        destination = {"section": section, "before": before}
        self.mutate(list_id, {"op": "insert", "items": items, "destination": destination})
        return [item["id"] for item in items]

    def section(self, list_id, title):
        section_id = new_id()
        self.mutate(list_id, {"op": "insertSection", "section": {"id": section_id, "title": title}})
        return section_id

    def read(self, list_id):
        """The list as the server has it now."""
        self.say({"type": "close", "list": list_id})
        self.hear("closed")
        self.inbox.clear()
        self.say({"type": "open", "list": list_id})
        revision = self.hear("opened")["revision"]
        copy = ListCopy()
        # A snapshot may be of an earlier revision: the changes after it follow.
        is_whole = False
        while not is_whole or copy.revision < revision:
            message = self.hear(("snapshot", "change"))
            if message["type"] == "snapshot":
                copy.take_part(message)
                is_whole = message["part"] == message["of"]
            else:
                copy.take_change(message)
        return copy.wire()

    def titles(self, list_id):
        return [item["title"] for item in self.read(list_id)["items"]]


class Line:
    """A relay in front of the server. `cut` ends what is open and takes nothing new; clearing `up` or
    `down` keeps connections open and lets nothing through that way, as after a change of network."""

    def __init__(self, port):
        self.target = port
        self.pairs = []
        self.is_cut = False
        self.up = threading.Event()
        self.down = threading.Event()
        self.up.set()
        self.down.set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self):
        self.is_cut = True
        for pair in self.pairs:
            for each in pair:
                _end(each)
        self.pairs = []

    def mend(self):
        self.is_cut = False
        self.up.set()
        self.down.set()

    def freeze(self):
        self.up.clear()
        self.down.clear()

    def close(self):
        self.cut()
        _end(self.listener)

    def _accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            if self.is_cut:
                _end(near)
                continue
            far = socket.create_connection(("127.0.0.1", self.target))
            self.pairs.append((near, far))
            for source, sink, flows in ((near, far, self.up), (far, near, self.down)):
                threading.Thread(target=self._relay, args=(source, sink, flows), daemon=True).start()

    def _relay(self, source, sink, flows):
        try:
            while data := source.recv(65536):
                flows.wait()
                sink.sendall(data)
        except OSError:
            pass
        _end(source)
        _end(sink)


def _end(each):
    try:
        each.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass
    each.close()

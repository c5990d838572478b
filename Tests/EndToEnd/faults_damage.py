"""A stopped data folder is damaged, started and judged: it is refused with a reason, or serves no untruth."""

import random
import shutil
import signal
import sqlite3
import time

from builders import delete, edit, insert, section, toggle
from faults_ledger import Writer
from server_process import Server, run
from wire_client import Client

DATABASE, LOG, MARK, MARKER = "livelist.sqlite", "livelist.sqlite-wal", "livelist.mark", "livelist.loading"
SECONDS_TO_LOG = 30
REFUSED, WITHHELD, SERVED = "refused", "withheld", "served"


class Truth:
    """A data folder with lists, ended by SIGTERM or SIGKILL, and what was acknowledged of each list."""

    def __init__(self, folder, with_snapshot, ended_by):
        self.folder = folder / "data"
        server = Server(self.folder).start()
        with Client(server, "Maker") as maker:
            for name in ("first", "second"):
                _, copy = maker.make_list(name, section("Dairy"), insert("Milk", "Eggs", "Tea"))
                for mutation in (toggle(copy.items[0]["id"]), delete(copy.items[1]["id"]), insert("Rice")):
                    maker.mutate(name, mutation)
            if with_snapshot:
                self.make_snapshot(server, maker)
            self.lists = {row["id"]: maker.fresh(row["id"]).final()
                          for row in maker.ask({"type": "lists"})["lists"]}
            self.changes = {name: history(maker, name) for name in self.lists}
        server.stop() if ended_by == "SIGTERM" else server.kill()
        for left in ("lock", "control"):
            (self.folder / left).unlink(missing_ok=True)

    @staticmethod
    def make_snapshot(server, maker):
        """A third list, whose changes lie in part before its snapshot and in part after it."""
        _, copy = maker.make_list("third", insert("Milk", "Eggs"))
        ids = copy.ids()

        def large(number):
            text = f"{number} ".ljust(4_000, "x")
            return [edit(ids[number % 2], fields={f"column {n}": text for n in range(14)})]

        writer = Writer(server, "Large", "third", large, under_way=8)
        writer.begin(80)
        writer.end()
        for number in range(3):
            maker.mutate("third", insert(f"behind {number}"))
        store = sqlite3.connect(f"file:{server.data}/{DATABASE}?mode=ro", uri=True)
        while not store.execute("SELECT count(*) FROM snapshots").fetchone()[0]:
            maker.ask({"type": "ping"})
        store.close()

    def copy(self, folder):
        """The folder again, to be damaged."""
        shutil.copytree(self.folder, folder)
        return folder


def history(client, name):
    """Every change that is held, newest first; None where the list is `unavailable`."""
    changes, before = [], {}
    while True:
        answer = client.ask({"type": "history", "list": name, "limit": 200, **before})
        if answer["type"] == "error":
            assert answer["code"] == "unavailable", answer
            return None
        changes += answer["changes"]
        if not answer["more"]:
            return changes
        before = {"before": changes[-1]["revision"]}


class Verdict:
    """What a start came to: `outcome`, and `text`: the line of refusal, or the log."""

    def __init__(self, outcome, text, withheld=()):
        self.outcome = outcome
        self.text = text
        self.withheld = sorted(withheld)


def judge(folder, truth, kept=(DATABASE, LOG, MARK)):
    """Starts on a damaged folder. Fails if it ends without a clear line, or serves what is not so.

    `kept` are the files that a start which is refused has to leave as they are.
    """
    left = {name: (folder / name).read_bytes() for name in kept if (folder / name).is_file()}
    server = Server(folder)
    server.launch()
    server.is_ready.wait(20)
    if not server.ready_line():
        return refusal(server, folder, left)
    server.port = int(server.ready_line().split("https://127.0.0.1:")[1].split("/")[0])
    try:
        withheld = set()
        with Client(server, "Judge") as client:
            for name, content in truth.lists.items():
                if not is_served(client, name, content, truth.changes[name]):
                    withheld.add(name)
        told_of(server, withheld)
    finally:
        if server.is_running():
            server.process.send_signal(signal.SIGTERM)
        server.process.wait(10)
        server.kill()
    assert server.process.returncode == 0, server.output()
    return Verdict(WITHHELD if withheld else SERVED, "\n".join(server.errors), withheld)


def refusal(server, folder, left):
    """It ended: by itself, with one line that says where, and with every file as it was."""
    server.process.wait(10)
    server.kill()
    assert server.process.returncode == 1, server.output()
    assert len(server.errors) == 1 and server.errors[0].startswith("livelistd: "), server.output()
    assert str(folder) in server.errors[0], server.output()
    for name, content in left.items():
        assert (folder / name).read_bytes() == content, f"{name} is not kept as it was"
    return Verdict(REFUSED, server.errors[0])


def is_served(client, name, content, changes):
    """Whether a list is served; then all of it is true, its history too, and it can be changed."""
    before = history(client, name)
    if before is not None:
        assert before == changes, f"the history of {name} is not what was acknowledged"
    answer = client.ask({"type": "open", "list": name})
    if answer["type"] == "error":
        assert answer["code"] == "unavailable", answer
        return False
    assert client.fresh(name).final() == content, f"{name} is not what was acknowledged"
    answer = client.mutate(name, insert("one more"))
    if answer["type"] == "rejected":
        assert answer["code"] == "unavailable", answer
        return False
    assert answer["revision"] == content["revision"] + 1
    return before is not None


def told_of(server, withheld):
    """Each list that is not served is named where an operator looks."""
    status, text = server.health()
    assert status == 200, text
    shown = run("lists", "--data", server.data).stderr if withheld else ""
    end = time.monotonic() + SECONDS_TO_LOG
    for name in withheld:
        assert f"the list {name} is set aside" in shown, f"{name} is withheld, and livelistd lists says {shown}"
        assert name in text, f"{name} is withheld, and /healthz says {text}"
        # The line is written, and read here, by threads of their own.
        while not any(name in line for line in list(server.errors)):
            assert time.monotonic() < end, f"{name} is withheld, and the log does not say so"


# Ways to damage a file.


def missing(path, _):
    path.unlink()


def empty(path, _):
    path.write_bytes(b"")


def half(path, _):
    path.write_bytes(path.read_bytes()[:path.stat().st_size // 2])


def one_byte_less(path, _):
    path.write_bytes(path.read_bytes()[:-1])


def one_page(path, _):
    path.write_bytes(path.read_bytes()[:4_096])


def garbage(path, random: random.Random):
    path.write_bytes(random.randbytes(max(64, path.stat().st_size)))


def a_folder(path, _):
    path.unlink()
    path.mkdir()


def a_flipped_bit(path, random: random.Random):
    data = bytearray(path.read_bytes())
    place = random.randrange(len(data))
    data[place] ^= 1 << random.randrange(8)
    path.write_bytes(data)


def a_sector_of_zeros(path, random: random.Random):
    data = bytearray(path.read_bytes())
    start = random.randrange(0, len(data), 512)
    data[start:start + 512] = bytes(len(data[start:start + 512]))
    path.write_bytes(data)


def cut_anywhere(path, random: random.Random):
    path.write_bytes(path.read_bytes()[:random.randrange(path.stat().st_size)])

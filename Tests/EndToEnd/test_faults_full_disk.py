"""A disk that takes no more: mutations are `unavailable`, reading and joining go on, and it ends by itself.

Once with a bound on the size of files, which needs no root, and once on a small file system.
"""

import os
import subprocess
import time

import pytest

from builders import insert
from server_process import SECONDS_TO_STOP, Server, run
from wire_client import Client

SECONDS_TO_RECOVER = 30
LARGE = {f"column {n}": "x" * 4_000 for n in range(8)}
SMALL_FILE_SYSTEM = 6 << 20


class BoundedFiles:
    """The write-ahead log may not grow."""

    def __init__(self, folder):
        self.server = Server(folder / "data").start()

    def fill(self):
        if not self.server.is_running():
            return  # the bound holds for the next start, too
        log = (self.server.data / "livelist.sqlite-wal").stat().st_size
        self.server.limit_files(log + 60_000)

    def free(self):
        self.server.limit_files(None)

    def leave(self):
        self.server.kill()


class SmallFileSystem:
    """A file system of a few MiB, and a file beside the data folder that takes what is left of it."""

    def __init__(self, folder):
        self.place = folder / "small"
        self.place.mkdir()
        try:
            self.mount(folder)
        except (OSError, subprocess.CalledProcessError) as reason:
            pytest.skip(f"no such file system can be mounted here: {reason}")
        self.ballast = self.place / "ballast"
        self.server = Server(self.place / "data").start()

    def mount(self, folder):
        size = f"size={SMALL_FILE_SYSTEM}"
        subprocess.run(["mount", "-t", "tmpfs", "-o", size, "tmpfs", self.place], check=True)

    def fill(self):
        with open(self.ballast, "ab", buffering=0) as file:
            for size in (1 << 16, 1 << 12, 1 << 8, 1):
                try:
                    while file.write(b"x" * size) == size:
                        pass
                except OSError:
                    continue

    def free(self):
        self.ballast.unlink(missing_ok=True)

    def grow(self):
        """As when an operator makes the volume larger: room for a log of 64 MiB, and for the database."""
        size = f"remount,size={32 * SMALL_FILE_SYSTEM}"
        subprocess.run(["mount", "-o", size, self.place], check=True)

    def leave(self):
        self.server.kill()
        subprocess.run(["umount", self.place], check=True)


class SmallDisk(SmallFileSystem):
    """The same on blocks of 1,024 bytes, with a real sync: ext4 in a file, where that can be had."""

    def mount(self, folder):
        image = folder / "image"
        with open(image, "wb") as file:
            file.truncate(SMALL_FILE_SYSTEM)
        try:
            make = ["mkfs.ext4", "-q", "-b", "1024", "-m", "0", "-O", "^has_journal", image]
            subprocess.run(make, check=True)
            subprocess.run(["mount", "-o", "loop", image, self.place], check=True)
        except (OSError, subprocess.CalledProcessError):
            super().mount(folder)


only_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount a file system")
DISKS = [BoundedFiles, pytest.param(SmallDisk, marks=only_root),
         pytest.param(SmallFileSystem, marks=[only_root, pytest.mark.soak])]


@pytest.fixture(params=DISKS, ids=lambda kind: kind.__name__)
def disk(request, tmp_path):
    disk = request.param(tmp_path)
    yield disk
    disk.leave()


class Groceries:
    """A list that grows until the disk is full, and what was said of each mutate."""

    def __init__(self, client):
        self.client = client
        _, self.copy = client.make_list("groceries")
        self.accepted = {}
        self.refused = []
        self.number = 0

    def add(self, fields=None):
        """Whether it was accepted."""
        id = f"m{self.number}"
        self.number += 1
        item = {"title": id, **({"fields": fields} if fields else {})}
        answer = self.client.mutate("groceries", {"op": "insert", "items": [item]}, id=id)
        if answer["type"] == "change":
            self.accepted[id] = answer
            return True
        assert (answer["type"], answer["code"]) == ("rejected", "unavailable"), answer
        self.refused.append(id)
        return False

    def add_until_refused(self, fields=None):
        """Until none is taken: what a large one leaves over may still do for a small one."""
        in_a_row = 0
        while in_a_row < 5:
            in_a_row = 0 if self.add(fields) else in_a_row + 1
            assert len(self.accepted) < 2_000, "the disk does not fill"

    def check(self, client):
        """The list is what was acknowledged, in order, once, and nothing that was refused."""
        fresh = client.fresh("groceries")
        assert [item["title"] for item in fresh.items] == list(self.accepted)
        assert fresh.revision == len(self.accepted)
        changes = client.ask({"type": "history", "list": "groceries", "limit": 3})["changes"]
        assert changes == list(self.accepted.values())[:-4:-1]
        return fresh

    def send_refused_again(self):
        """With room each is taken as if it came for the first time."""
        for id in self.refused:
            answer = self.client.mutate("groceries", insert(id), id=id)
            assert answer["type"] == "change" and "duplicate" not in answer, answer
            self.accepted[id] = answer
        self.refused = []


def wait_for_status(server, status):
    """It finds out by itself whether it can store; nobody asks it for anything but that."""
    end = time.monotonic() + SECONDS_TO_RECOVER
    while server.health()[0] != status:
        assert time.monotonic() < end, f"still {server.health()}\n{server.output()}"


def wait_for_line(server, text):
    """In the log, which is written, and read here, by threads of their own."""
    end = time.monotonic() + SECONDS_TO_RECOVER
    while not any(text in line for line in list(server.errors)):
        assert time.monotonic() < end, f"no line says {text}\n{server.output()}"


def filled(disk, connect_to):
    """A list with changes up to the last that found room."""
    groceries = Groceries(connect_to(disk.server, "Ana"))
    groceries.client.make_list("other", insert("Tea"))
    for _ in range(10):
        assert groceries.add()
    disk.fill()
    groceries.add_until_refused(LARGE)
    groceries.add_until_refused()
    return groceries


def test_reading_goes_on_and_it_recovers_by_itself(disk, connect_to):
    server = disk.server
    watcher = connect_to(server, "Bo")
    groceries = filled(disk, connect_to)
    watched = watcher.open("groceries")[1]
    status, why = server.health()
    assert status == 503 and ("full" in why or "too large" in why) and "Free some room" in why, why
    wait_for_line(server, "nothing can be stored, reading goes on: ")
    joined = connect_to(server, "Cy")
    groceries.check(joined)
    assert [item["title"] for item in joined.fresh("other").items] == ["Tea"]
    assert {row["id"] for row in joined.ask({"type": "lists"})["lists"]} == {"groceries", "other"}
    made = joined.ask({"type": "open", "list": "new", "create": True})
    assert (made["type"], made["code"]) == ("error", "unavailable")
    gone = joined.ask({"type": "deleteList", "list": "other", "epoch": joined.fresh("other").epoch})
    assert (gone["type"], gone["code"]) == ("error", "unavailable")
    watcher.nothing_came()
    disk.free()
    wait_for_status(server, 200)
    wait_for_line(server, "changes are stored again")
    groceries.send_refused_again()
    while watched.revision < len(groceries.accepted):
        watched.take(watcher.next())
    assert groceries.check(joined).final() == watched.final()
    server.kill()
    server.start()
    assert groceries.check(connect_to(server, "Di")).final() == watched.final()


@pytest.mark.parametrize("how", ["stop", "kill"])
def test_a_start_on_a_full_disk_serves_reading(disk, connect_to, how):
    server = disk.server
    groceries = filled(disk, connect_to)
    getattr(server, how)()
    disk.fill()
    server.start()
    ana = groceries.client = connect_to(server, "Ana")
    groceries.check(ana)
    assert [item["title"] for item in ana.fresh("other").items] == ["Tea"]
    if how == "kill":  # else the log is empty, and has room up to its bound
        wait_for_status(server, 503)
    while groceries.add(LARGE):
        pass
    assert server.health()[0] == 503
    groceries.check(ana)
    disk.free()
    wait_for_status(server, 200)
    groceries.send_refused_again()
    groceries.check(ana)
    server.stop()
    server.start()
    groceries.check(connect_to(server, "Bo"))


@only_root
def test_a_disk_that_the_store_itself_has_filled(tmp_path, connect_to):
    """Also with what was half stored of a snapshot, and with changes that could not be brought into the
    database."""
    disk = SmallFileSystem(tmp_path)
    try:
        groceries = Groceries(connect_to(disk.server, "Ana"))
        groceries.add_until_refused(LARGE)
        assert len(groceries.accepted) > 50
        for _ in range(3):
            groceries.add(LARGE)
        groceries.check(connect_to(disk.server, "Bo"))
        disk.grow()
        wait_for_status(disk.server, 200)
        groceries.send_refused_again()
        for _ in range(150):
            assert groceries.add(LARGE)
        disk.server.kill()
        disk.server.start()
        groceries.check(connect_to(disk.server, "Bo"))
        assert disk.server.health() == (200, "ok\n")
    finally:
        disk.leave()


@only_root
def test_a_start_that_needs_room_is_one_clear_line(tmp_path):
    """The first one; and one that finds no memory shared between its connections, as after a restore."""
    disk = SmallDisk(tmp_path)
    try:
        disk.server.stop()
        (disk.server.data / "livelist.sqlite-shm").unlink()
        disk.fill()
        for folder in (disk.place / "new", disk.server.data):
            done = run("--listen", "127.0.0.1:0", "--data", folder, seconds=SECONDS_TO_STOP)
            assert done.returncode == 1 and done.stdout == "", done
            [line] = done.stderr.splitlines()
            assert str(folder) in line and "room" in line, line
        disk.free()
        disk.server.start()
    finally:
        disk.leave()

"""The time of day jumps by days while the server serves: nothing changes but the times that are shown."""

import os
import time

import pytest
from websockets.frames import Opcode

from builders import insert, toggle
from faults_clock import COMPILER, DAY, HOUR, Clock
from server_process import Server

SOAK = os.environ.get("LIVELIST_SOAK") == "1"
JUMPS = [3 * DAY, -10 * DAY, 2 * HOUR, -1, 200 * DAY, 0]
PING_AFTER, PING_WITHIN = 30, 3

pytestmark = pytest.mark.skipif(not COMPILER, reason="without a C compiler the clock can't be moved")


@pytest.fixture
def clock(tmp_path):
    return Clock(tmp_path / "clock")


@pytest.fixture
def moved_server(tmp_path, clock):
    server = Server(tmp_path / "data", env=clock.environment).start()
    yield server
    server.kill()


def frames(client, seconds):
    """The kinds of the frames that come within so many seconds, each with the second in which it came."""
    connection, began = client.connection, time.monotonic()
    while (left := began + seconds - time.monotonic()) > 0:
        connection.socket.settimeout(left)
        try:
            data = connection.socket.recv(1 << 16)
        except TimeoutError:
            return
        connection.protocol.receive_data(data) if data else connection.protocol.receive_eof()
        for frame in connection.protocol.events_received():
            yield getattr(frame, "opcode", None), time.monotonic() - began
        connection.flush()
        if not data:
            yield "end", time.monotonic() - began
            return


def test_jumps_change_nothing_but_the_times_shown(moved_server, clock, connect_to):
    ana, bo = connect_to(moved_server, "Ana"), connect_to(moved_server, "Bo")
    _, copy = ana.make_list("groceries", insert("Milk", "Eggs"))
    watched = bo.open("groceries")[1]
    changes = []
    for number, jump in enumerate(JUMPS):
        clock.set(jump)
        now = (time.time() + jump) * 1_000
        for mutation in (insert(f"after jump {number}"), toggle(copy.items[0]["id"])):
            change = ana.mutate("groceries", mutation, id=f"m{len(changes)}")
            assert abs(change["at"] - now) < 60_000
            copy.take(change)
            changes.append(change)
        assert abs(ana.ask({"type": "ping"})["at"] - now) < 60_000
        for n, known in enumerate(changes):
            assert ana.mutate("groceries", insert("again"), id=f"m{n}") == {**known, "duplicate": True}
        while watched.revision < copy.revision:
            watched.take(bo.next())
        assert watched.final() == copy.final() and watched.snapshots == 1
        joined = connect_to(moved_server, "Cy")
        assert joined.fresh("groceries").final() == copy.final()
        history = joined.ask({"type": "history", "list": "groceries", "limit": 50})["changes"]
        assert history[::-1][1:] == changes
        assert moved_server.health() == (200, "ok\n")
    assert [change["revision"] for change in changes] == list(range(2, 2 + len(changes)))


@pytest.mark.parametrize("jump", [10 * DAY, -10 * DAY], ids=["forwards", "backwards"])
def test_a_jump_over_a_restart(moved_server, clock, connect_to, jump):
    ana = connect_to(moved_server, "Ana")
    opened, copy = ana.make_list("groceries", insert("Milk"))
    change = ana.mutate("groceries", insert("Eggs"), id="eggs")
    copy.take(change)
    moved_server.kill()
    clock.set(jump)
    moved_server.start()
    bo = connect_to(moved_server, "Bo")
    again, fresh = bo.open("groceries")
    assert (again["epoch"], fresh.final()) == (opened["epoch"], copy.final())
    assert bo.mutate("groceries", insert("again"), id="eggs") == {**change, "duplicate": True}
    assert bo.mutate("groceries", insert("Tea"))["revision"] == 3
    assert moved_server.health() == (200, "ok\n")


@pytest.mark.parametrize("jump", [10 * DAY, -10 * DAY], ids=["forwards", "backwards"])
def test_nobody_is_pinged_or_dropped_because_of_a_jump(moved_server, clock, connect_to, jump):
    """Silence is measured by a clock that does not jump. LIVELIST_SOAK=1 waits until the ping is due."""
    idle, busy = connect_to(moved_server, "Ana"), connect_to(moved_server, "Bo")
    idle.make_list("groceries", insert("Milk"))
    clock.set(jump)
    busy.mutate("groceries", insert("Eggs"))
    kinds = list(frames(idle, PING_AFTER + PING_WITHIN if SOAK else 1.5))
    assert all(kind is Opcode.TEXT or kind is Opcode.PING and second > PING_AFTER - PING_WITHIN
               for kind, second in kinds), kinds
    if SOAK:
        assert Opcode.PING in [kind for kind, _ in kinds], kinds
    assert idle.ask({"type": "ping"})["type"] == "pong"

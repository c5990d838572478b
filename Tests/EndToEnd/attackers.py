"""An attacker, a process of its own so that it takes no time from whoever measures: attackers.py KIND PORT COUNT.

Says `under way` on its standard output once COUNT attempts, connections or messages were made, goes on until
something comes on its standard input, and then says how many they were.
"""

import json
import os
import select
import socket
import struct
import sys
import time
from types import SimpleNamespace

from many_connections import plain_from, raw_from
from raw_connection import PING, TEXT, frame

ADDRESSES = ["127.0.0.66", "127.0.0.67", "127.0.0.68"]
MESSAGES_A_SECOND = 100_000
A_RESET = struct.pack("ii", 1, 0)


class Orders:
    """What the one who started this process wants of it."""

    def __init__(self, count):
        self.count, self.done, self.has_spoken = count, 0, False

    def go_on(self, seconds=0.0):
        """Waits so long, then says whether to go on."""
        if self.done >= self.count and not self.has_spoken:
            self.has_spoken = True
            print("under way", flush=True)
        return not select.select([sys.stdin], [], [], seconds)[0]


def knock(server, orders):
    """One address connects, says the beginning of a handshake, and leaves."""
    while orders.go_on():
        orders.done += 1
        try:
            plain = plain_from(ADDRESSES[0], server.port)
        except OSError:
            continue
        # At once and for good: else the ends of these connections would use up the ports of this address.
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, A_RESET)
        try:
            plain.sendall(b"\x16\x03\x01\x02\x00\x01")
        except OSError:
            pass
        plain.close()


def trickle(server, orders):
    """Connections that say a byte a second: half of them of a TLS handshake, half of the headers of a request."""
    head = "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + "x" * 2_000
    hello = b"\x16\x03\x01\x07\xd0\x01" + b"\x00" * 2_000
    held = []
    while orders.go_on(0 if len(held) < orders.count else 0.01):
        if len(held) < orders.count:
            address = ADDRESSES[len(held) % len(ADDRESSES)]
            if orders.done % 2:
                connection = raw_from(address, server)
                held += [[connection.socket, head.encode(), 0, 0]] if connection else []
            else:
                held.append([plain_from(address, server.port), hello, 0, 0])
            orders.done += 1
        now = time.monotonic()
        for one in list(held):
            if now < one[3]:
                continue
            try:
                one[0].send(one[1][one[2]:one[2] + 1])
                one[2], one[3] = one[2] + 1, now + 1
            except OSError:
                one[0].close()
                held.remove(one)


def flood(server, orders, what, messages_in_one):
    """One connection at a time, as many messages a second; a new one when it is cut off."""
    began = time.monotonic()
    raw, left, cut_off = None, b"", 0
    while orders.go_on():
        due = (time.monotonic() - began) * MESSAGES_A_SECOND
        if orders.done > due:
            orders.go_on((orders.done - due) / MESSAGES_A_SECOND)
            continue
        if raw is None:
            raw, left = upgraded(server), b""
            if raw is None:
                orders.go_on(0.1)
                continue
        left = raw.pour(left or what, patience=0.5)
        orders.done += messages_in_one
        raw.unread.clear()
        if left and has_ended(raw):
            raw.socket.close()
            raw, cut_off = None, cut_off + 1
    return cut_off


def upgraded(server):
    """A WebSocket, or None where the server does not let it in now."""
    raw = raw_from(ADDRESSES[0], server)
    try:
        return raw and raw.upgrade()
    except (AssertionError, OSError):
        return None


def has_ended(raw):
    """Whether the other side has closed; throws away what came before that."""
    raw.socket.settimeout(0.5)
    try:
        while raw.socket.recv(1 << 18):
            pass
        return True
    except TimeoutError:
        return False
    except OSError:
        return True


def main():
    if os.environ.get("LIVELIST_SOAK") == "1":
        # Where it is measured: from far away it would take nothing of these cores, so it takes what is left.
        os.nice(19)
    kind, port, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    server, orders = SimpleNamespace(port=port), Orders(count)
    cut_off = 0
    if kind == "knock":
        knock(server, orders)
    elif kind == "trickle":
        trickle(server, orders)
    elif kind == "messages":
        hundred = frame(TEXT, json.dumps([{"type": "ping"}] * 100).encode())
        cut_off = flood(server, orders, hundred * 10, 1_000)
    elif kind == "pings":
        cut_off = flood(server, orders, frame(PING, b"x" * 125) * 1_000, 1_000)
    print(json.dumps({"made": orders.done, "cutOff": cut_off}), flush=True)


if __name__ == "__main__":
    main()

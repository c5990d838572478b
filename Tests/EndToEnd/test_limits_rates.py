"""Section 8, `rate-limited`: who sends too much is told when to come back, and cut off if it does not heed that."""

import json
import time

import pytest

from builders import insert
from raw_connection import PONG, TEXT, RawConnection, frame
from server_process import Server

PING = {"type": "ping"}


@pytest.fixture
def limited(tmp_path):
    """Starts a server with these limits, as `limited("messages=10")`."""
    servers = []

    def start(*limits, options=()):
        every = [part for limit in limits for part in ("--limit", limit)]
        servers.append(Server(tmp_path / f"data-{len(servers)}", *every, *options).start())
        return servers[-1]

    yield start
    for server in servers:
        assert server.is_running(), server.output()
        server.stop()


def test_messages_over_the_rate_are_refused_with_a_time_to_come_back(limited, connect_to):
    server = limited("messages=10")
    ana, bo = connect_to(server), connect_to(server)
    ana.send(*[{**PING, "ref": f"r{n}"} for n in range(200)])
    answers = [ana.next() for _ in range(200)]
    assert [a["ref"] for a in answers] == [f"r{n}" for n in range(200)], "all are answered, in order"
    refused = [a for a in answers if a["type"] == "error"]
    assert 100 < len(refused) <= 150 and answers[0]["type"] == "pong"
    for each in refused:
        assert each["code"] == "rate-limited" and each["message"] and 0 < each["retryAfter"] <= 200
    assert bo.ask(PING)["type"] == "pong", "others do not notice"
    wait_until_served(ana)


def wait_until_served(client):
    """Does as it is told, until it is served again."""
    end = time.monotonic() + 30
    while (answer := client.ask(PING))["type"] != "pong":
        assert answer["code"] == "rate-limited" and time.monotonic() < end
        time.sleep(answer["retryAfter"] / 1000)


def test_mutations_over_the_rate_are_rejected_and_can_be_sent_again(limited, connect_to):
    server = limited("mutations=5")
    ana, bo = connect_to(server, "Ana"), connect_to(server, "Bo")
    ana.open("a", create=True)
    first = {"type": "mutate", "list": "a", "id": "first", "mutations": [insert(f"{n}") for n in range(25)]}
    ana.send(first, {"type": "mutate", "list": "a", "id": "late", "mutations": [insert("late")]})
    answers = {answer["id"]: answer for answer in (ana.next(), ana.next())}
    refused = answers["late"]
    assert answers["first"]["type"] == "change"
    assert (refused["type"], refused["code"]) == ("rejected", "rate-limited") and refused["retryAfter"] > 0
    assert ana.mutate("a", id="first")["duplicate"] is True, "what was accepted before is answered again"
    assert bo.mutate("a", insert("mine"))["type"] == "change"
    end = time.monotonic() + 30
    while (answer := ana.mutate("a", insert("late"), id="late"))["type"] == "rejected":
        assert answer["code"] == "rate-limited" and time.monotonic() < end
        time.sleep(answer["retryAfter"] / 1000)
    assert answer["type"] == "change" and "duplicate" not in answer


def test_who_keeps_sending_while_rate_limited_is_closed_with_4429(limited, connect_to):
    server = limited("messages=10")
    honest = connect_to(server, "Honest")
    honest.open("a", create=True)
    with RawConnection(server) as raw:
        raw.upgrade()
        pings = frame(TEXT, json.dumps([PING] * 50).encode())
        end = time.monotonic() + 30
        while not raw.pour(pings) and time.monotonic() < end:
            pass
        assert raw.close_code() == 4429
    assert honest.mutate("a", insert("Tea"))["type"] == "change"
    assert any("127.0.0.1" in line and "sending too much" in line for line in server.errors)


def test_who_keeps_sending_pongs_of_websocket_is_closed_with_4429(limited, connect_to):
    server = limited("messages=10")
    honest = connect_to(server, "Honest")
    with RawConnection(server) as raw:
        raw.upgrade()
        flood = frame(PONG, b"x" * 125) * 1_000
        end = time.monotonic() + 60
        while not raw.pour(flood) and time.monotonic() < end:
            pass
        assert raw.close_code() == 4429
    assert honest.ask(PING)["type"] == "pong"


def test_who_sends_many_bytes_is_read_slowly_but_whole(limited, connect_to):
    server = limited("bytes=300000")
    ana, bo = connect_to(server), connect_to(server)
    began = time.monotonic()
    for number in range(4):
        ana.send_text(json.dumps({**PING, "ref": f"r{number}"}) + " " * 900_000)
    assert bo.ask(PING)["type"] == "pong"
    assert [ana.next(30)["ref"] for _ in range(4)] == ["r0", "r1", "r2", "r3"]
    assert time.monotonic() - began > 0.5


def test_on_the_loopback_there_are_no_rates(limited, connect_to):
    ana = connect_to(limited())
    ana.send(*[{**PING, "ref": str(n)} for n in range(10_000)])
    assert all(ana.next()["type"] == "pong" for _ in range(10_000))


@pytest.mark.parametrize("limit", ["lists=2", "open-lists=2"])
def test_lists_are_bounded(limited, connect_to, limit):
    ana = connect_to(limited(limit))
    for name in ("a", "b"):
        ana.open(name, create=True)
    assert ana.ask({"type": "open", "list": "c", "create": True})["code"] == "too-large"
    assert ana.mutate("a", insert("Tea"))["type"] == "change"


def test_items_are_bounded_and_welcome_says_so(limited, connect_to):
    ana = connect_to(limited("items=3"), "Ana")
    assert ana.welcome["limits"]["itemsPerList"] == 3
    ana.make_list("a", insert("1", "2", "3"))
    assert ana.mutate("a", insert("4"))["code"] == "too-large"


def test_who_says_nothing_is_closed_with_4408(limited):
    server = limited("first-message-seconds=1")
    with RawConnection(server) as raw:
        assert raw.upgrade().close_code() == 4408

"""permessage-deflate (RFC 7692): snapshots compressed once for all, what clients send inflated within bounds."""

import json
import zlib

import pytest

from raw_connection import CONTINUATION, TEXT, RawConnection
from wire_client import Client
from builders import insert

OFFER = "permessage-deflate; client_max_window_bits"
TITLES = [f"Item number {n} of a list that is read by many" for n in range(900)]


@pytest.fixture
def raw(server):
    connection = RawConnection(server)
    status, headers, _ = connection.request(connection.handshake_head(Sec_WebSocket_Extensions=OFFER))
    assert status == 101
    assert headers["sec-websocket-extensions"] == (
        "permessage-deflate; server_no_context_takeover; client_no_context_takeover")
    with connection:
        yield connection


def deflated(text):
    compressor = zlib.compressobj(wbits=-15)
    return (compressor.compress(text.encode()) + compressor.flush(zlib.Z_SYNC_FLUSH))[:-4]


def snapshot_of(raw, list_id):
    """The items as they came, the bytes of the frames and those of their JSON."""
    raw.send_message({"type": "open", "list": list_id})
    items, sent, inflated = [], 0, 0
    while True:
        opcode, payload = raw.read_frame()
        assert opcode == TEXT
        text = zlib.decompressobj(-15).decompress(payload + b"\0\0\xff\xff") if raw.is_compressed else payload
        messages = json.loads(text)
        for message in messages if isinstance(messages, list) else [messages]:
            if message["type"] == "snapshot":
                items += message["items"]
                sent, inflated = sent + len(payload), inflated + len(text)
                if message["part"] == message["of"]:
                    return items, sent, inflated


def test_a_snapshot_is_compressed_to_a_third(server, raw, list_id):
    with Client(server, "Ana") as ana:
        ana.make_list(list_id, insert(*TITLES))
    items, sent, inflated = snapshot_of(raw, list_id)
    assert [item["title"] for item in items] == TITLES
    assert sent <= inflated / 3, f"{sent} of {inflated} bytes"
    again = RawConnection(server).upgrade()
    plain, sent, inflated = snapshot_of(again, list_id)
    assert plain == items and sent == inflated
    again.socket.close()


def test_changes_and_snapshots_agree_whatever_was_kept(server, raw, list_id):
    """A change takes away what its neighbours' compressed bytes were kept for."""
    with Client(server, "Ana") as ana:
        ana.make_list(list_id, insert(*[f"number {n}" for n in range(200)]))
        for round in range(5):
            items, _, _ = snapshot_of(raw, list_id)
            ana.open(list_id)
            ana.mutate(list_id, {"op": "edit", "id": items[round * 40]["id"], "title": f"changed {round}"})
            other = RawConnection(server).upgrade()
            plain, _, _ = snapshot_of(other, list_id)
            other.socket.close()
            raw.send_message({"type": "close", "list": list_id})
            while all(message["type"] != "closed" for message in raw.next_messages()):
                pass
            assert snapshot_of(raw, list_id)[0] == plain


def test_what_comes_compressed_is_read(raw):
    text = json.dumps({"type": "ping", "ref": "é" * 20})
    raw.send_frame(TEXT, deflated(text), reserved=4)
    assert raw.next_messages()[0]["ref"] == "é" * 20
    data = deflated(text)
    raw.send_frame(TEXT, data[:7], final=False, reserved=4)
    raw.send_frame(CONTINUATION, data[7:9], final=False)
    raw.send_frame(CONTINUATION, data[9:])
    assert raw.next_messages()[0]["type"] == "pong"
    raw.send_frame(TEXT, text)
    assert raw.next_messages()[0]["type"] == "pong", "uncompressed is allowed as well"


def test_a_message_near_the_limit_is_read_compressed(raw):
    messages = [{"type": "ping", "ref": f"{n:x}" * 3, "more": "".join(chr(97 + n * k % 26) for k in range(900))}
                for n in range(1_000)]
    raw.send_frame(TEXT, deflated(json.dumps(messages)), reserved=4)
    answers = []
    while len(answers) < 1_000:
        answers += raw.next_messages()
    assert [answer["ref"] for answer in answers] == [message["ref"] for message in messages]


def test_a_message_that_shrinks_a_thousandfold_is_read(raw):
    text = json.dumps({"type": "ping", "ref": "r", "more": ""})
    payload = deflated(text[:-2] + "a" * ((1 << 20) - len(text)) + text[-2:])
    assert len(payload) < 2_000
    raw.send_frame(TEXT, payload, reserved=4)
    assert raw.next_messages()[0]["ref"] == "r"


@pytest.mark.parametrize("payload, code", [
    (deflated("[" + " " * (5 << 20) + "]"), 1009),
    (b"\xff\xff\xff", 1007),
    (deflated("x")[:1] + b"\x07garbage", 1007),
], ids=["over the limit", "no deflate", "garbage"])
def test_what_can_not_be_inflated_ends_the_connection(raw, payload, code):
    raw.send_frame(TEXT, payload, reserved=4)
    assert raw.close_code() == code


def test_invalid_utf8_is_found_behind_compression(raw):
    compressor = zlib.compressobj(wbits=-15)
    data = (compressor.compress(b'{"type":"ping","ref":"\xff"}') + compressor.flush(zlib.Z_SYNC_FLUSH))[:-4]
    raw.send_frame(TEXT, data, reserved=4)
    assert raw.close_code() == 1007


def test_a_later_fragment_may_not_be_marked(raw):
    data = deflated('{"type":"ping"}')
    raw.send_frame(TEXT, data[:5], final=False, reserved=4)
    raw.send_frame(CONTINUATION, data[5:], reserved=4)
    assert raw.close_code() == 1002


def test_nothing_may_be_marked_where_nothing_was_agreed(server):
    with RawConnection(server).upgrade() as raw:
        raw.send_frame(TEXT, deflated('{"type":"ping"}'), reserved=4)
        assert raw.close_code() == 1002


@pytest.mark.parametrize("offer", [
    "permessage-deflate; server_max_window_bits=9", "permessage-deflate; strange", "x-other",
    "permessage-deflate; server_max_window_bits=9, permessage-deflate"])
def test_an_offer_that_does_not_do_is_left(server, offer):
    with RawConnection(server) as raw:
        status, headers, _ = raw.request(raw.handshake_head(Sec_WebSocket_Extensions=offer))
        assert status == 101 and "sec-websocket-extensions" not in headers


def test_a_narrow_window_is_agreed_and_kept(server, list_id):
    with Client(server, "Ana") as ana:
        ana.make_list(list_id, insert(*[f"Item number {n}" for n in range(900)]))
    with RawConnection(server) as raw:
        offer = "permessage-deflate; server_max_window_bits=12; client_max_window_bits=12"
        status, headers, _ = raw.request(raw.handshake_head(Sec_WebSocket_Extensions=offer))
        assert status == 101
        assert headers["sec-websocket-extensions"].endswith("; server_max_window_bits=12")
        raw.send_message({"type": "open", "list": list_id})
        parts = 0
        while parts < 3:
            _, payload = raw.read_frame()
            if raw.is_compressed:
                zlib.decompressobj(-12).decompress(payload + b"\0\0\xff\xff")
                parts += 1

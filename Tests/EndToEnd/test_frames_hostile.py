"""Frames that RFC 6455 does not allow: the connection fails, with 1002 where the library says so, and nobody else's."""

import json
import struct

import pytest

from raw_connection import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, RawConnection, frame

MESSAGE = b'{"type":"ping"}'
AFTER = frame(TEXT, b'{"type":"ping","ref":"after"}')


@pytest.fixture
def raw(server):
    with RawConnection(server) as connection:
        yield connection.upgrade()


def failed(raw):
    """Reads to the end: nothing behind the wrong frame was answered. The close code, or None."""
    code = None
    while True:
        opcode, payload = raw.read_frame()
        if opcode is None:
            return code
        if opcode == CLOSE:
            return struct.unpack("!H", payload[:2])[0] if len(payload) >= 2 else 1005
        assert opcode != TEXT or b"after" not in payload


WRONG = {
    **{f"reserved bits {bits}": frame(TEXT, MESSAGE, reserved=bits) for bits in range(1, 8)},
    **{f"opcode {opcode}": frame(opcode, MESSAGE) for opcode in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15)},
    "a ping of 126 bytes": frame(PING, b"x" * 126), "a pong of 126 bytes": frame(PONG, b"x" * 126),
    "a ping of 70,000 bytes": frame(PING, b"x" * 70_000),
    "a close of 126 bytes": frame(CLOSE, b"\x03\xe8" + b"x" * 124),
    "a ping in fragments": frame(PING, b"x", final=False) + frame(CONTINUATION, b"x"),
    "a close in fragments": frame(CLOSE, b"\x03\xe8", final=False) + frame(CONTINUATION, b"x"),
    "a reserved bit on a ping": frame(PING, b"x", reserved=4),
    "a continuation of nothing": frame(CONTINUATION, MESSAGE),
    "a text within a text": frame(TEXT, MESSAGE[:5], final=False) + frame(TEXT, MESSAGE),
    "a length over 63 bits": b"\x81\xff" + b"\xff" * 8 + bytes(4),
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_frame_fails_the_connection(raw, connect, kind):
    try:
        raw.socket.sendall(WRONG[kind] + AFTER)
        assert failed(raw) in (None, 1002)
    except OSError:
        pass
    assert connect("Ana").ask({"type": "ping"})["type"] == "pong"


def test_a_binary_frame_within_a_text_fails_it_too(raw):
    raw.socket.sendall(frame(TEXT, MESSAGE[:5], final=False) + frame(BINARY, MESSAGE) + AFTER)
    assert failed(raw) in (None, 1002, 1003)


def test_a_length_beyond_the_limit_is_not_waited_for(raw):
    raw.socket.sendall(b"\x81\xff" + struct.pack("!Q", 1 << 40) + bytes(4) + b"x" * 100)
    assert raw.close_code() == 1009


def test_control_frames_between_fragments_are_answered(raw):
    raw.socket.sendall(frame(TEXT, MESSAGE[:5], final=False) + frame(PING, b"x" * 125)
                       + frame(PONG, b"unasked") + frame(CONTINUATION, MESSAGE[5:]))
    frames = [raw.read_frame() for _ in range(2)]
    assert (PONG, b"x" * 125) in frames
    assert any(opcode == TEXT and json.loads(payload)["type"] == "pong" for opcode, payload in frames)


@pytest.mark.parametrize("code", [0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535])
def test_a_close_code_that_may_not_be_sent_is_not_sent_back(raw, code):
    raw.send_frame(CLOSE, struct.pack("!H", code))
    assert raw.close_code() == 1002


@pytest.mark.parametrize("code", [1000, 1001, 1003, 1007, 1011, 3000, 4000, 4999])
def test_one_that_may_be_is(raw, code):
    raw.send_frame(CLOSE, struct.pack("!H", code) + b"bye")
    assert raw.close_code() == code


@pytest.mark.parametrize("payload, code", [(b"\x03", 1002), (b"\x03\xe8\xff", 1007), (b"\x03\xe8" + b"\xf0\x9f", 1007)])
def test_a_broken_close_is_told_what_is_wrong(raw, payload, code):
    raw.send_frame(CLOSE, payload)
    assert raw.close_code() == code


def test_nothing_is_read_behind_a_close(raw):
    raw.socket.sendall(frame(CLOSE, b"\x03\xe8") + AFTER)
    assert failed(raw) == 1000

"""Section 8 of the protocol: frames that are no messages, and what closes a connection."""

import json

import pytest

from builders import insert
from raw_connection import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, RawConnection

MIB = 1 << 20

NOT_JSON = {
    "nothing": "", "blanks": "  \n", "a word": "ping", "unquoted key": "{type:1}",
    "single quotes": "{'type':'ping'}",
    "a comma too many": '{"type":"ping",}', "a comma too many in an array": '[{"type":"ping"},]',
    "cut off": '{"type":"pi', "cut off after the key": '{"type":', "cut off array": '[{"type":"ping"}',
    "more after the end": '{"type":"ping"} x', "two objects": '{"type":"ping"}{"type":"ping"}',
    "a comment": '{"type":"ping"} // hi', "NaN": '{"type":"ping","x":NaN}',
    "Infinity": '{"type":"ping","x":Infinity}',
    "leading zero": '{"type":"ping","x":01}', "leading plus": '{"type":"ping","x":+1}',
    "bare dot": '{"type":"ping","x":1.}',
    "dot first": '{"type":"ping","x":.5}', "bare exponent": '{"type":"ping","x":1e}',
    "hex": '{"type":"ping","x":0x10}',
    "minus alone": '{"type":"ping","x":-}', "a raw control character": '{"type":"ping","x":"a\u0001b"}',
    "a raw line break": '{"type":"ping","x":"a\nb"}', "unknown escape": '{"type":"ping","x":"\\x"}',
    "short escape": '{"type":"ping","x":"\\u12"}', "half an escape": '{"type":"ping","x":"\\',
    "lone high surrogate": '{"type":"ping","x":"\\ud800"}',
    "lone low surrogate": '{"type":"ping","x":"\\udc00"}',
    "surrogates the wrong way round": '{"type":"ping","x":"\\udc00\\ud800"}',
    "high surrogate before a letter": '{"type":"ping","x":"\\ud800a"}',
    "high surrogate before an escape": '{"type":"ping","x":"\\ud800\\n"}',
    "a lone surrogate as a key": '{"type":"ping","\\ud800":1}',
    "a byte order mark": '\ufeff{"type":"ping"}', "a no-break space": '\u00a0{"type":"ping"}',
    "True": '{"type":"ping","x":True}', "nul": '{"type":"ping","x":nul}', "no colon": '{"type" "ping"}',
    "a number as a key": '{1:2}', "wrong bracket": '{"type":"ping"]', "a lone bracket": "]",
    "deep": "[" * 100_000,
    "deep objects": '{"type":"ping","x":' + '{"a":' * 50_000 + "1" + "}" * 50_000 + "}",
}

NO_MESSAGE = {
    "a number": "7", "text": '"ping"', "true": "true", "null": "null", "an array of numbers": "[1]",
    "an array of null": "[null]", "no type": "{}", "null type": '{"type":null}', "number type": '{"type":7}',
    "array type": '{"type":["ping"]}', "unknown type": '{"type":"pung"}',
    "type of another case": '{"type":"Ping"}',
    "a server's type": '{"type":"welcome"}', "empty type": '{"type":""}',
    "an array in an array": '[[{"type":"ping"}]]',
    "an empty array in an array": "[[]]", "open without list": '{"type":"open"}',
    "close without list": '{"type":"close"}',
    "history without list": '{"type":"history"}', "presence without list": '{"type":"presence"}',
    "deleteList without list": '{"type":"deleteList","epoch":"x"}', "mutate of nothing": '{"type":"mutate"}',
    "mutate without id": '{"type":"mutate","list":"a","mutations":[]}',
    "too deep a ref": '{"type":"ping","ref":[[]]}',
}


@pytest.mark.parametrize("text", NOT_JSON.values(), ids=NOT_JSON.keys())
def test_what_is_not_json_is_invalid_and_the_connection_lives(client, text):
    client.send_text(text)
    error = client.next()
    assert (error["type"], error["code"]) == ("error", "invalid")
    assert error["message"] and "ref" not in error
    client.nothing_came()


@pytest.mark.parametrize("text", NO_MESSAGE.values(), ids=NO_MESSAGE.keys())
def test_json_that_is_no_message_is_invalid_and_the_connection_lives(client, text):
    client.send_text(text)
    error = client.next()
    assert (error["type"], error["code"]) == ("error", "invalid")
    client.nothing_came()


def test_an_error_names_the_key(client):
    client.open("a", create=True)
    for message, key in [({}, "type"), ({"type": 7}, "type"), ({"type": "pung"}, "type"),
                         ({"type": "open"}, "list"),
                         ({"type": "mutate", "list": "a"}, "id"), ({"type": "ping", "ref": 7}, "ref"),
                         ({"type": "deleteList", "list": "a"}, "epoch")]:
        client.send(message)
        assert key in client.next()["message"], message


def test_a_frame_that_is_not_json_does_nothing_also_in_its_right_part(client, list_id):
    client.open(list_id, create=True)
    mutate = json.dumps({"type": "mutate", "list": list_id, "id": "m", "mutations": [insert("Milk")]})
    client.send_text(f"[{mutate},{mutate[:-1]}]")
    assert client.next()["code"] == "invalid"
    assert client.fresh(list_id).revision == 0


def test_19_invalid_frames_in_a_row_are_borne_and_a_right_one_starts_the_count_again(client, list_id):
    client.open(list_id, create=True)
    for _ in range(3):
        for _ in range(19):
            client.send_text("no")
            assert client.next()["code"] == "invalid"
        assert client.ask({"type": "ping"})["type"] == "pong"


def test_20_invalid_frames_in_a_row_close_with_1008(client):
    for _ in range(20):
        client.send({"type": "nonsense"})
    for _ in range(19):
        assert client.next()["code"] == "invalid"
    assert client.close_code() == 1008


def test_rejections_do_not_count_as_invalid(client, list_id):
    client.open(list_id, create=True)
    for _ in range(40):
        assert client.mutate(list_id, {"op": "nonsense"})["code"] == "invalid"


@pytest.fixture
def raw(server):
    with RawConnection(server) as connection:
        yield connection.upgrade()


def test_a_binary_frame_closes_with_1003(raw):
    raw.send_frame(BINARY, b'{"type":"ping"}')
    assert raw.close_code() == 1003


BAD_UTF8 = {
    "a lone continuation byte": b"\x80", "an overlong slash": b"\xc0\xaf",
    "an overlong in three": b"\xe0\x80\xaf",
    "a surrogate": b"\xed\xa0\x80", "above U+10FFFF": b"\xf4\x90\x80\x80",
    "five bytes": b"\xf8\x88\x80\x80\x80",
    "cut inside a character": b"\xe2\x82", "0xFF": b"\xff", "0xFE": b"\xfe",
}


@pytest.mark.parametrize("bad", BAD_UTF8.values(), ids=BAD_UTF8.keys())
def test_invalid_utf8_closes_with_1007(raw, bad):
    raw.send_frame(TEXT, b'{"type":"ping","ref":"' + bad + b'"}')
    assert raw.close_code() == 1007


@pytest.mark.parametrize("bad", BAD_UTF8.values(), ids=BAD_UTF8.keys())
def test_invalid_utf8_at_the_end_closes_with_1007(raw, bad):
    raw.send_frame(TEXT, b'{"type":"ping"}' + bad)
    assert raw.close_code() == 1007


@pytest.mark.parametrize("rest", [b"", b"\x28", b"\x82\x28"], ids=["empty", "one more", "two more"])
def test_utf8_broken_between_fragments_closes_with_1007(raw, rest):
    raw.send_frame(TEXT, b'{"ref":"\xe2', final=False)
    raw.send_frame(CONTINUATION, rest)
    assert raw.close_code() == 1007


def test_utf8_cut_between_fragments_is_whole_again(raw):
    text = '{"type":"ping","ref":"€😀é"}'.encode()
    for n, byte in enumerate(text):
        last = n == len(text) - 1
        raw.send_frame(TEXT if n == 0 else CONTINUATION, bytes([byte]), final=last)
        if n == 10:
            raw.send_frame(PING, b"in between")
    assert raw.read_frame() == (PONG, b"in between")
    assert raw.next_messages()[0]["ref"] == "€😀é"


def padded(length):
    text = '{"type":"ping","ref":"big","x":""}'
    return text.replace('""', '"' + "y" * (length - len(text)) + '"')


@pytest.mark.parametrize("length", [MIB - 1, MIB])
def test_a_message_of_1_mib_is_read(raw, length):
    assert len(padded(length)) == length
    raw.send_frame(TEXT, padded(length))
    assert raw.next_messages()[0]["ref"] == "big"


def test_a_message_over_1_mib_closes_with_1009(raw):
    raw.try_to_send_frame(TEXT, padded(MIB + 1))
    assert raw.close_code() == 1009


def test_a_message_over_1_mib_in_fragments_closes_with_1009(raw):
    text = padded(MIB + 1).encode()
    raw.try_to_send_frame(TEXT, text[:500_000], final=False)
    raw.try_to_send_frame(CONTINUATION, text[500_000:1_000_000], final=False)
    raw.try_to_send_frame(CONTINUATION, text[1_000_000:])
    assert raw.close_code() == 1009


def test_a_frame_that_announces_terabytes_closes_with_1009(raw):
    raw.socket.sendall(b"\x81\xff" + (1 << 42).to_bytes(8, "big") + b"mask" + b"x" * 5_000)
    assert raw.close_code() in (1009, 1002)


@pytest.mark.parametrize("kind", ["reserved bit", "reserved opcode", "long ping", "fragmented ping",
                                  "continuation of nothing", "text within a message"])
def test_frames_against_rfc_6455_end_the_connection_with_1002(raw, kind):
    if kind == "reserved bit":
        raw.send_frame(TEXT, '{"type":"ping"}', reserved=4)
    elif kind == "reserved opcode":
        raw.send_frame(3, b"x")
    elif kind == "long ping":
        raw.send_frame(PING, b"x" * 126)
    elif kind == "fragmented ping":
        raw.send_frame(PING, b"x", final=False)
    elif kind == "continuation of nothing":
        raw.send_frame(CONTINUATION, b"x")
    else:
        raw.send_frame(TEXT, b'{"type":', final=False)
        raw.send_frame(TEXT, b'"ping"}')
    assert raw.close_code() in (1002, None)


def test_a_close_is_answered_with_its_code(raw):
    raw.send_frame(CLOSE, b"\x03\xe8bye")
    assert raw.close_code() == 1000


@pytest.mark.parametrize("payload", [b"\x03", b"\x13\x88", b"\xff\xff", b"\x03\xed", b"\x03\xe8\xff"],
                         ids=["one byte", "5000", "65535", "1005", "bad text"])
def test_a_wrong_close_is_not_echoed(raw, payload):
    raw.send_frame(CLOSE, payload)
    assert raw.close_code() in (1000, 1002, 1007, 1005, None)


def test_a_ping_is_answered(raw):
    raw.send_frame(PING, b"hello")
    assert raw.read_frame() == (PONG, b"hello")

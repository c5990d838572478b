"""Section 1 of the protocol: frames of one or many messages, `ref`, null and unknown keys."""

import json

import pytest

PING = {"type": "ping"}


def test_an_array_of_messages_is_read_in_order(client):
    client.send(*[{**PING, "ref": f"r{n}"} for n in range(50)])
    assert [client.next()["ref"] for _ in range(50)] == [f"r{n}" for n in range(50)]


def test_an_array_of_one_message_is_that_message(client):
    client.send_text(json.dumps([{**PING, "ref": "alone"}]))
    assert client.next()["ref"] == "alone"


def test_an_empty_array_is_nothing(client):
    client.send_text("[]")
    client.send_text(" [ \n ] ")
    client.nothing_came()


def test_each_element_is_judged_by_itself(client):
    client.send({**PING, "ref": "1"}, {"type": "nonsense", "ref": "2"}, 7, {**PING, "ref": "3"})
    answers = [client.next() for _ in range(4)]
    assert [(a["type"], a.get("ref")) for a in answers] == [
        ("pong", "1"), ("error", "2"), ("error", None), ("pong", "3")]
    assert [a["code"] for a in answers if a["type"] == "error"] == ["invalid", "invalid"]


def test_an_array_within_an_array_is_invalid(client):
    client.send_text(json.dumps([{**PING, "ref": "1"}, [{**PING, "ref": "inner"}], {**PING, "ref": "3"}]))
    answers = [client.next() for _ in range(3)]
    assert [(a["type"], a.get("code"), a.get("ref")) for a in answers] == [
        ("pong", None, "1"), ("error", "invalid", None), ("pong", None, "3")]


def test_an_array_that_opens_and_mutates_in_one_frame(client, list_id):
    mutate = {"type": "mutate", "list": list_id, "id": "m1",
              "mutations": [{"op": "insert", "items": [{"title": "Milk"}]}]}
    client.send({"type": "open", "list": list_id, "create": True}, mutate)
    kinds = [client.next()["type"] for _ in range(3)]
    assert kinds[0] == "opened" and sorted(kinds[1:]) == ["change", "snapshot"]


@pytest.mark.parametrize("ref", ["r", "é" * 64, "", "\u0000\n\"\\", "👩‍👧"])
def test_ref_comes_back_as_it_was(client, ref):
    client.send({**PING, "ref": ref})
    assert client.next()["ref"] == ref


def test_ref_comes_back_on_every_direct_answer(client, list_id):
    other = f"{list_id}-other"
    messages = [
        ({"type": "open", "list": list_id, "create": True}, "opened"),
        ({"type": "lists"}, "lists"),
        ({"type": "history", "list": list_id}, "history"),
        ({"type": "mutate", "list": list_id, "id": "a", "mutations": [{"op": "setTitle", "title": "x"}]},
         "change"),
        ({"type": "mutate", "list": list_id, "id": "a", "mutations": []}, "change"),
        ({"type": "mutate", "list": list_id, "id": "b", "mutations": [{"op": "setTitle", "title": "x"}]},
         "unchanged"),
        ({"type": "mutate", "list": list_id, "id": "c", "mutations": []}, "rejected"),
        ({"type": "mutate", "list": list_id, "mutations": []}, "error"),
        ({"type": "close", "list": list_id}, "closed"),
        ({"type": "open", "list": other}, "error"),
        ({"type": "ping"}, "pong"),
        ({"type": "hello"}, "error"),
        ({"type": "nonsense"}, "error"),
    ]
    for message, kind in messages:
        assert client.ask(message)["type"] == kind, message


def test_ref_comes_back_to_the_sender_alone(client, connect, list_id):
    client.open(list_id, create=True)
    other = connect("Bo")
    other.open(list_id)
    client.send({"type": "mutate", "list": list_id, "id": "m", "ref": "mine",
                 "mutations": [{"op": "setTitle", "title": "x"}]})
    assert client.wait_for(lambda m: m["type"] == "change", "the change")["ref"] == "mine"
    assert "ref" not in other.wait_for(lambda m: m["type"] == "change", "the change")


@pytest.mark.parametrize("ref", ["é" * 65, 7, ["r"], {"a": "b"}, True])
def test_a_ref_of_the_wrong_kind_or_size_is_an_error(client, ref):
    client.send({**PING, "ref": ref})
    error = client.next()
    assert error["type"] == "error" and error["code"] in ("invalid", "too-large")
    assert "ref" in error["message"] and "ref" not in error


def test_null_is_the_same_as_absent(client, list_id):
    opened = client.ask({"type": "open", "list": list_id, "create": True, "title": None, "since": None,
                         "epoch": None})
    assert (opened["type"], opened["title"]) == ("opened", list_id)
    change = client.mutate(
        list_id, {"op": "insert", "destination": None,
                  "items": [{"id": None, "title": "Milk", "isDone": None, "fields": None}]},
        ifRevision=None, epoch=None)
    item = change["mutations"][0]["items"][0]
    assert (item["title"], item["isDone"]) == ("Milk", False) and "fields" not in item
    change = client.mutate(
        list_id, {"op": "insert", "items": [{"title": "Eggs", "fields": {"note": None, "q": 1}}],
                  "destination": {"section": None, "before": None}})
    assert change["mutations"][0]["items"][0]["fields"] == {"q": 1}
    assert client.mutate(list_id, {"op": "toggle", "ids": [item["id"]], "isDone": None})["type"] == "change"
    assert client.mutate(list_id, {"op": "reorder", "sources": [item["id"]],
                                   "destination": None})["type"] == "change"
    assert client.ask({"type": "presence", "list": None})["code"] == "invalid"


def test_null_where_a_key_is_needed_is_invalid(client, list_id):
    client.open(list_id, create=True)
    for mutation in [{"op": "insert", "items": None}, {"op": "insert", "items": [{"title": None}]},
                     {"op": "toggle", "ids": None}, {"op": None}, {"op": "setTitle", "title": None}, None]:
        rejected = client.mutate(list_id, mutation)
        told = (rejected["type"], rejected.get("code"), rejected.get("index"))
        assert told == ("rejected", "invalid", 0), mutation


def test_unknown_keys_are_ignored_everywhere(client, list_id):
    more = {"future": {"deep": [1, {"x": None}]}, "colour": "red"}
    assert client.ask({"type": "open", "list": list_id, "create": True, **more})["type"] == "opened"
    change = client.mutate(
        list_id, {"op": "insert", "items": [{"title": "Milk", **more}], "destination": {**more}, **more},
        **more)
    item = change["mutations"][0]["items"][0]
    assert set(item) == {"id", "title", "isDone"}
    assert client.ask({"type": "ping", **more})["type"] == "pong"
    assert client.ask({"type": "history", "list": list_id, **more})["type"] == "history"


def test_keys_may_be_written_with_escapes_and_in_any_order(client):
    client.send_text('{"ref":"r","\\u0074ype":"p\\u0069ng"}')
    assert client.next()["type"] == "pong"


def test_white_space_around_tokens_is_allowed(client):
    client.send_text(' \t\r\n{ "type"\t:\r"ping" ,\n"ref" : "r" } \n')
    assert client.next()["ref"] == "r"


def test_fragments_of_one_message_are_put_together(client):
    text = json.dumps({**PING, "ref": "p\u00e9ng"}, ensure_ascii=False)
    client.connection.send_fragments(list(text))
    assert client.next()["ref"] == "p\u00e9ng"


def test_a_client_that_offers_compression_is_served(connect):
    assert connect("Ana", compress=True).ask(PING)["type"] == "pong"


def test_the_server_names_the_subprotocol(client):
    assert client.connection.protocol.subprotocol == "livelist.v1"

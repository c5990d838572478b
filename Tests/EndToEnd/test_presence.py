"""Section 7 of the protocol: who is here, what they edit and move."""

import pytest

from builders import new_id


class Room:
    """What presence messages come to: each entry replaces the one before, `all` replaces everything."""

    def __init__(self, opened):
        self.people = {p["session"]: p for p in opened["people"]}
        self.count = opened["count"]

    def take(self, message):
        if message.get("all"):
            self.people = {}
        for person in message.get("people", []):
            self.people[person["session"]] = person
        for session in message.get("left", []):
            self.people.pop(session, None)
        self.count = message["count"]

    def names(self):
        return sorted(p["name"] for p in self.people.values())


def wait_until(client, room, test, list_id):
    """Takes presence until `test(room)` holds."""
    while not test(room):
        room.take(client.next_presence(lambda m: m["list"] == list_id))
    return room


@pytest.fixture
def room(client, list_id):
    opened, _ = client.open(list_id, create=True)
    return Room(opened)


def test_opened_tells_who_is_here(client, connect, list_id):
    client.open(list_id, create=True)
    opened, _ = connect("Bo").open(list_id)
    assert opened["count"] == 2
    assert sorted(p["name"] for p in opened["people"]) == ["Ana", "Bo"]
    assert all(set(p) <= {"session", "name", "editing", "moving"} for p in opened["people"])
    assert client.welcome["session"] in [p["session"] for p in opened["people"]]


def test_those_who_come_and_go_are_told(client, connect, list_id, room):
    bo = connect("Bo")
    bo.open(list_id)
    wait_until(client, room, lambda r: r.names() == ["Ana", "Bo"] and r.count == 2, list_id)
    bo.ask({"type": "close", "list": list_id})
    wait_until(client, room, lambda r: r.names() == ["Ana"] and r.count == 1, list_id)


@pytest.mark.parametrize("how", ["leave", "drop"])
def test_a_connection_that_ends_leaves_at_once(client, connect, list_id, room, how):
    bo = connect("Bo")
    bo.open(list_id)
    wait_until(client, room, lambda r: r.count == 2, list_id)
    getattr(bo, how)()
    wait_until(client, room, lambda r: r.names() == ["Ana"] and r.count == 1, list_id)


def test_editing_and_moving_are_a_full_state(client, connect, list_id, room):
    bo = connect("Bo")
    bo.open(list_id)
    session, a, b = bo.welcome["session"], new_id(), new_id()
    steps = [
        ({"editing": a}, {"editing": a}),
        ({"moving": [a, b]}, {"moving": [a, b]}),
        ({"editing": b, "moving": [a]}, {"editing": b, "moving": [a]}),
        ({"editing": None, "moving": []}, {}),
        ({"editing": a.upper()}, {"editing": a}),
        ({}, {}),
    ]
    for sent, seen in steps:
        bo.send({"type": "presence", "list": list_id, **sent})
        wait_until(client, room, lambda r: state(r, session) == seen, list_id)
    assert room.people[session]["name"] == "Bo"


def state(room, session):
    """What someone edits and moves; an empty `moving` and an absent one say the same."""
    person = room.people.get(session, {"editing": "not here yet"})
    return {k: v for k, v in person.items() if k in ("editing", "moving") and v}


def test_one_sees_oneself_too(client, list_id, room):
    id, me = new_id(), client.welcome["session"]
    client.send({"type": "presence", "list": list_id, "editing": id})
    wait_until(client, room, lambda r: r.people[me].get("editing") == id, list_id)


def test_who_comes_later_sees_what_is_edited(client, connect, list_id, room):
    id, me = new_id(), client.welcome["session"]
    client.send({"type": "presence", "list": list_id, "editing": id})
    bo = connect("Bo")
    opened, _ = bo.open(list_id)
    wait_until(bo, Room(opened), lambda r: r.people[me].get("editing") == id, list_id)


def test_presence_for_a_list_that_is_not_open_is_ignored(client, connect, list_id, room):
    bo = connect("Bo")
    bo.send({"type": "presence", "list": list_id, "editing": new_id()})
    bo.send({"type": "presence", "list": f"{list_id}-unknown", "editing": new_id()})
    bo.nothing_came()
    opened, _ = connect("Cy").open(list_id)
    assert sorted(p["name"] for p in opened["people"]) == ["Ana", "Cy"]


@pytest.mark.parametrize("keys", [{"editing": 7}, {"editing": "not a uuid"}, {"editing": [new_id()]},
                                  {"moving": 7},
                                  {"moving": new_id()}, {"moving": ["x"]}, {"moving": [7]}, {"moving": {}}])
def test_presence_of_the_wrong_shape_is_invalid(client, list_id, room, keys):
    error = client.ask({"type": "presence", "list": list_id, **keys})
    assert (error["type"], error["code"]) == ("error", "invalid")
    assert list(keys)[0] in error["message"]


def test_presence_is_not_numbered_and_not_stored(client, list_id, room):
    client.send({"type": "presence", "list": list_id, "editing": new_id()})
    assert client.fresh(list_id).revision == 0
    assert client.ask({"type": "history", "list": list_id})["changes"] == []


def test_at_most_100_people_are_listed_and_all_are_counted(client, connect, list_id, room):
    others = [connect(f"Person {n}") for n in range(105)]
    for other in others:
        other.send({"type": "open", "list": list_id})
        other.wait_for(lambda m: m["type"] == "opened", "opened")
    opened, _ = connect("Last").open(list_id)
    assert opened["count"] == 107 and len(opened["people"]) == 100
    wait_until(client, room, lambda r: r.count == 107, list_id)
    for other in others:
        other.leave()
    wait_until(client, room, lambda r: r.count == 2, list_id)


def test_two_connections_of_one_name_are_two_people(client, connect, list_id, room):
    connect("Ana").open(list_id)
    wait_until(client, room, lambda r: r.names() == ["Ana", "Ana"] and r.count == 2, list_id)

"""Links that owners make and take back over the wire, and what the end of one does to open connections."""

import time

import pytest

from access_tools import Guest, assert_turned_away, make_token, sign
from server_process import Server
from wire_client import Client

DAY = 86_400_000


@pytest.fixture(scope="module")
def guarded(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("links") / "data")
    server.olga = make_token(server.data, "*", "owner", "Olga")
    server.team = make_token(server.data, "team-*,chores", "owner", days=10)
    server.start()
    yield server
    assert server.is_running(), server.output()
    server.stop()


@pytest.fixture
def team(guarded):
    with Guest(guarded, guarded.team.token) as client:
        yield client


def make(client, *lists, role="editor", **keys):
    return client.ask({"type": "makeLink", "role": role, "lists": list(lists), **keys})


def ids(client):
    return [link["id"] for link in client.ask({"type": "links"})["links"]]


def test_a_link_is_made_told_once_and_counts(guarded, team):
    made = make(team, "team-a", "chores", role="viewer", name=" Bo ", days=3)
    assert made["type"] == "linkMade" and made["expiresAt"] == made["madeAt"] + 3 * DAY
    assert abs(made["madeAt"] - time.time() * 1000) < 60_000
    shown = team.ask({"type": "links"})["links"]
    assert shown[0] == {key: made[key] for key in ("id", "role", "lists", "name", "madeAt", "expiresAt")}
    assert {**shown[0], "name": "Bo", "role": "viewer", "lists": ["team-a", "chores"]} == shown[0]
    bo = Guest(guarded, made["token"])
    assert bo.welcome["access"] == [{"id": made["id"], "role": "viewer", "lists": ["team-a", "chores"],
                                     "name": "Bo", "expiresAt": made["expiresAt"]}]


def test_a_link_outlives_nobody(team, guarded):
    assert team.welcome["access"][0]["expiresAt"] == make(team, "team-a")["expiresAt"]
    assert team.welcome["access"][0]["expiresAt"] == make(team, "team-*", role="owner", days=3_650)["expiresAt"]
    assert make(team, "team-a", days=1)["expiresAt"] < team.welcome["access"][0]["expiresAt"]


@pytest.mark.parametrize("lists", [["*"], ["team*"], ["te*"], ["chores-*"], ["chores*"], ["other"],
                                   ["team-a", "other"], ["team"]])
def test_what_one_has_not_one_can_not_give(team, lists):
    before = ids(team)
    error = make(team, *lists, role="viewer")
    assert (error["type"], error["code"]) == ("error", "forbidden")
    assert ids(team) == before


@pytest.mark.parametrize("keys, code", [
    ({"role": "king"}, "invalid"), ({"role": None}, "invalid"), ({"lists": []}, "invalid"),
    ({"lists": "team-a"}, "invalid"), ({"lists": ["Team"]}, "invalid"), ({"lists": ["*x"]}, "invalid"),
    ({"lists": ["team-**"]}, "invalid"), ({"lists": [7]}, "invalid"), ({"lists": ["team-a"] * 33}, "too-large"),
    ({"days": 0}, "invalid"), ({"days": 1.5}, "invalid"), ({"days": 3_651}, "too-large"),
    ({"name": ""}, "invalid"), ({"name": "x" * 65}, "too-large"), ({"name": "a\nb"}, "invalid")])
def test_a_wrong_request_is_named(team, keys, code):
    error = team.ask({"type": "makeLink", "role": "viewer", "lists": ["team-a"], **keys})
    assert (error["type"], error["code"]) == ("error", code), error
    assert next(iter(keys)) in error["message"]


def test_owners_see_and_end_only_what_lies_within_their_own(guarded, team):
    olga = Guest(guarded, guarded.olga.token)
    theirs, others = make(olga, "team-x"), make(olga, "team-x", "private")
    assert theirs["id"] in ids(team) and others["id"] not in ids(team) and guarded.olga.id not in ids(team)
    assert {theirs["id"], others["id"], guarded.olga.id, guarded.team.id} <= set(ids(olga))
    refusals = [team.ask({"type": "revokeLink", "id": id}) for id in (others["id"], guarded.olga.id, "nonsense")]
    assert refusals[0] == refusals[1] == refusals[2] and refusals[0]["code"] == "forbidden"
    assert Guest(guarded, others["token"]).welcome["type"] == "welcome"
    assert team.ask({"type": "revokeLink", "id": theirs["id"]}) == {"type": "linkRevoked", "id": theirs["id"]}
    assert theirs["id"] not in ids(team)
    # Once more: it is done.
    assert team.ask({"type": "revokeLink", "id": theirs["id"]})["type"] == "linkRevoked"


def test_one_s_own_link_is_marked_and_can_be_ended(guarded):
    olga = Guest(guarded, guarded.olga.token)
    made = make(olga, "mine", role="owner")
    client = Guest(guarded, made["token"])
    assert [(link["id"], link["isOwn"]) for link in client.ask({"type": "links"})["links"]] == [(made["id"], True)]
    assert client.ask({"type": "revokeLink", "id": made["id"]})["type"] == "linkRevoked"
    assert_turned_away(client, "revoked")
    assert olga.ask({"type": "ping"})["type"] == "pong"


def test_a_revoked_client_s_mutates_count_no_more(guarded):
    olga = Guest(guarded, guarded.olga.token)
    _, copy = olga.open("busy", create=True)
    made = make(olga, "busy")
    bo = Guest(guarded, made["token"])
    bo.open("busy")
    olga.send({"type": "revokeLink", "id": made["id"]})
    assert_turned_away(bo, "revoked")
    assert olga.next()["type"] == "linkRevoked"
    revision = olga.fresh("busy").revision
    with pytest.raises(Exception):
        bo.mutate("busy", {"op": "insert", "items": [{"title": "late"}]}, seconds=2)
    assert olga.fresh("busy").revision == revision


def test_a_token_ends_in_the_middle_of_a_connection(guarded):
    for seconds in (1, 5, 25):  # more where the machine is too busy to connect in time
        expiry = int(time.time() * 1000) + seconds * 1_000
        client = Guest(guarded, sign(guarded.data, x=expiry), sign(guarded.data, i="lasts"))
        if len(client.welcome["access"]) == 2:
            break
    client.open("a", create=True)
    assert_turned_away(client, "expired")
    assert time.time() * 1000 >= expiry
    client = Guest(guarded, sign(guarded.data, x=expiry), sign(guarded.data, i="lasts"))
    assert client.welcome["refused"] == [{"index": 0, "reason": "expired"}]
    assert [token["id"] for token in client.welcome["access"]] == ["lasts"]


def test_a_token_that_is_over_is_refused_at_the_start(guarded):
    for token, reason in [(sign(guarded.data, x=int(time.time() * 1000) - 1), "expired"),
                          (sign(guarded.data, v=2), "invalid"), (sign(guarded.data, r="king"), "invalid"),
                          (sign(guarded.data, x=None), "invalid")]:
        client = Client(guarded)
        client.send({"type": "hello", "token": token})
        assert_turned_away(client, reason)


def test_a_signed_token_that_reaches_nothing_shows_nothing(guarded):
    client = Guest(guarded, sign(guarded.data, l=[]))
    assert client.ask({"type": "lists"})["lists"] == []
    assert client.ask({"type": "open", "list": "a"})["code"] == "unknown-list"


def test_at_most_16_tokens_are_looked_at(guarded):
    client = Client(guarded)
    error = client.ask({"type": "hello", "token": guarded.olga.token, "tokens": ["x"] * 16})
    assert (error["code"], error.get("reason")) == ("too-large", None)
    for tokens in ("x", [7], {"a": 1}):
        assert client.ask({"type": "hello", "tokens": tokens})["code"] == "invalid"
    assert client.ask({"type": "hello", "tokens": [guarded.olga.token] * 16})["type"] == "welcome"


def test_links_last_over_a_kill(tmp_path):
    server = Server(tmp_path / "data")
    olga = make_token(server.data, "*", "owner")
    server.start()
    try:
        client = Guest(server, olga.token)
        made, ended = make(client, "a"), make(client, "b")
        client.ask({"type": "revokeLink", "id": ended["id"]})
        server.kill()
        server.start()
        client = Guest(server, olga.token)
        assert set(ids(client)) == {olga.id, made["id"]}
        assert Guest(server, made["token"]).welcome["type"] == "welcome"
        late = Client(server)
        late.send({"type": "hello", "token": ended["token"]})
        assert_turned_away(late, "revoked")
    finally:
        server.kill()


def test_where_links_can_not_be_stored_none_is_made(tmp_path):
    server = Server(tmp_path / "data")
    olga = make_token(server.data, "*", "owner")
    server.start()
    try:
        client = Guest(server, olga.token)
        doomed = make(client, "a")
        # A folder stands where the new file is to be written.
        (server.data / "tokens.new").mkdir()
        assert make(client, "b")["code"] == "unavailable"
        assert set(ids(client)) == {olga.id, doomed["id"]}
        # What is revoked counts no longer, although that can't be kept.
        assert client.ask({"type": "revokeLink", "id": doomed["id"]})["code"] == "unavailable"
        late = Client(server)
        late.send({"type": "hello", "token": doomed["token"]})
        assert_turned_away(late, "revoked")
        (server.data / "tokens.new").rmdir()
        assert make(client, "b")["type"] == "linkMade"
    finally:
        server.kill()

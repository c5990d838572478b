"""Section 9 of the protocol: every message with every role, on a list that one may read and on one that one may not."""

import json
import re

import pytest

from access_messages import EGGS, MILK, MUTATIONS, OPERATOR_ONLY, fill, messages
from access_tools import Guest, make_token
from raw_connection import RawConnection
from server_process import Server

MINE, SECRET, NOWHERE = "shared-one", "secretly-there", "nothing-at-all"
ROLES = ["viewer", "editor", "owner"]


@pytest.fixture(scope="module")
def guarded(tmp_path_factory):
    """A server with a list that tokens reach (`shared-*`) and one that only the owner of all does."""
    server = Server(tmp_path_factory.mktemp("roles") / "data")
    server.olga = make_token(server.data, "*", "owner", "Olga")
    server.tokens = {role: make_token(server.data, "shared-*", role, role.title()) for role in ROLES}
    server.start()
    yield server
    assert server.is_running(), server.output()
    server.stop()


@pytest.fixture
def olga(guarded):
    with Guest(guarded, guarded.olga.token) as client:
        yield client


@pytest.fixture
def guest(guarded):
    """Connects with the token of a role: `guest("viewer")`."""
    clients = []

    def make(role):
        clients.append(Guest(guarded, guarded.tokens[role].token))
        assert clients[-1].welcome["type"] == "welcome"
        return clients[-1]
    yield make
    for client in clients:
        client.leave()


def state(olga, list_id):
    """All that a list shows."""
    opened, copy = olga.open(list_id)
    history = olga.ask({"type": "history", "list": list_id})
    return opened["epoch"], copy.revision, copy.title, copy.sections, copy.items, history["changes"]


def catalogue(olga):
    return [entry for entry in olga.ask({"type": "lists"})["lists"]]


def link_ids(olga):
    return {link["id"] for link in olga.ask({"type": "links"})["links"]}


def answers(client, message):
    """What comes back, up to the answer to a ping sent behind it; presence aside."""
    ping = client.ref()
    client.send({**message, "ref": "asked"}, {"type": "ping", "ref": ping})
    got = []
    while not got or got[-1].get("ref") != ping:
        got.append(client.next())
    # What a list answers has an order of its own: it may come after the pong.
    while message["type"] == "mutate" and not any(m.get("ref") == "asked" for m in got):
        got.append(client.next())
    return [m for m in got if m.get("ref") != ping]


def test_the_messages_tried_here_are_all_there_are(olga):
    named = re.findall(r"\w+", olga.ask({"type": "nonsense"})["message"].split(": use ")[1])
    assert set(named) - {"or"} == {kind for kind, _ in messages("a", "e", "l")} - OPERATOR_ONLY
    olga.open(MINE, create=True)
    rejected = olga.mutate(MINE, {"op": "nonsense"})
    assert set(re.findall(r"\w+", rejected["message"].split(": use ")[1])) - {"or"} == set(MUTATIONS)


def allowed(role, kind, message):
    """What section 9 says of a list within reach."""
    if kind in OPERATOR_ONLY or kind == "hello":
        return False
    if kind == "mutate":
        return role != "viewer"
    if kind in ("links", "revokeLink", "deleteList"):
        return role == "owner"
    if kind == "makeLink":
        return role == "owner" and message["lists"] == [MINE]
    return True


@pytest.mark.parametrize("role", ROLES)
def test_what_a_role_may_not_do_is_refused_and_changes_nothing(guarded, olga, guest, role):
    epoch = fill(olga, MINE) if MINE not in [e["id"] for e in catalogue(olga)] else olga.open(MINE)[0]["epoch"]
    before = state(olga, MINE), catalogue(olga), link_ids(olga)
    tried = 0
    for kind, message in messages(MINE, epoch, guarded.olga.id):
        if allowed(role, kind, message):
            continue
        client = guest(role)
        tried += 1
        answer = client.ask(message)
        assert answer["type"] in ("error", "rejected"), (message, answer)
        code = "invalid" if kind in OPERATOR_ONLY | {"hello"} else "forbidden"
        assert answer["code"] == code, (message, answer)
        client.leave()
    assert (state(olga, MINE), catalogue(olga), link_ids(olga)) == before
    assert tried > {"viewer": 20, "editor": 8, "owner": 4}[role]


def test_a_role_may_do_what_it_may(guarded, olga, guest):
    for role in ROLES:
        client = guest(role)
        opened, copy = client.open(MINE, **({} if role == "viewer" else {"create": True}))
        assert opened["role"] == role
        assert [m["id"] for m in client.ask({"type": "lists"})["lists"]] == [MINE]
        assert client.ask({"type": "history", "list": MINE})["type"] == "history"
    viewer, editor, owner = guest("viewer"), guest("editor"), guest("owner")
    viewer.open(MINE)
    editor.open(MINE)
    for client in (editor, owner):
        for mutation in MUTATIONS.values():
            assert client.mutate(MINE, mutation)["type"] in ("change", "unchanged", "rejected")
        assert client.mutate(MINE, {"op": "insert", "items": [{"title": "x"}]})["type"] == "change"
    # A viewer shows that it is there, under its token's name, and not at what it can't do.
    for client in (viewer, editor):
        client.send({"type": "presence", "list": MINE, "editing": MILK, "moving": [EGGS]})
        client.ask({"type": "ping"})
    shown = {p["name"]: p for p in owner.open(MINE)[0]["people"]}
    assert set(shown) >= {"Viewer", "Editor"}
    assert set(shown["Viewer"]) == {"session", "name"}
    assert (shown["Editor"]["editing"], shown["Editor"]["moving"]) == (MILK, [EGGS])
    refused = viewer.ask({"type": "open", "list": "shared-new", "create": True})
    assert (refused["type"], refused["code"]) == ("error", "forbidden")
    editor.open("shared-new", create=True)
    epoch = editor.open("shared-new")[0]["epoch"]
    assert editor.ask({"type": "deleteList", "list": "shared-new", "epoch": epoch})["code"] == "forbidden"
    assert owner.ask({"type": "deleteList", "list": "shared-new", "epoch": epoch})["type"] == "listDeleted"


def without_what_differs(answers, list_id):
    """Answers with the list's name taken out, and times and sessions, which differ anyway."""
    text = json.dumps(answers).replace(list_id, "LIST")
    return re.sub(r'"(at|session|id|token|madeAt|expiresAt)": ("[^"]*"|\d+)', r'"\1": 0', text)


@pytest.mark.parametrize("role", ROLES)
def test_a_list_out_of_reach_is_like_one_that_is_not_there(guarded, olga, guest, role):
    epoch = fill(olga, SECRET) if SECRET not in [e["id"] for e in catalogue(olga)] else olga.open(SECRET)[0]["epoch"]
    before = state(olga, SECRET), catalogue(olga), link_ids(olga)
    tried = 0
    for (kind, there), (_, nowhere) in zip(messages(SECRET, epoch, guarded.olga.id),
                                           messages(NOWHERE, epoch, "no-such-link")):
        if kind == "mutate":
            nowhere["id"] = there["id"]
        if kind in ("links", "lists", "hello", "ping") or kind in OPERATOR_ONLY:
            continue
        tried += 1
        client = guest(role)
        of_secret, of_nothing = answers(client, there), answers(client, nowhere)
        assert without_what_differs(of_secret, SECRET) == without_what_differs(of_nothing, NOWHERE)
        assert all(m["type"] in ("error", "rejected", "closed") for m in of_secret), of_secret
        text = json.dumps(of_secret)
        assert "title of" not in text and epoch not in text.replace(json.dumps(there), "")
        client.leave()
    assert tried > 20
    assert (state(olga, SECRET), catalogue(olga), link_ids(olga)) == before
    client = guest(role)
    for question in ({"type": "lists"}, {"type": "links"}):
        assert SECRET not in json.dumps(client.ask(question))


def test_what_happens_to_a_list_out_of_reach_is_heard_by_nobody_else(guarded, olga, guest):
    clients = [guest(role) for role in ROLES]
    for client in clients:
        client.send({"type": "open", "list": "hidden-one"}, {"type": "presence", "list": "hidden-one"})
        assert client.next()["code"] == "unknown-list"
    opened, _ = olga.open("hidden-one", create=True)
    for client in clients:
        client.send({"type": "open", "list": "hidden-one"})
        assert client.next()["code"] == "unknown-list"
    olga.mutate("hidden-one", {"op": "insert", "items": [{"title": "x"}]})
    assert [p["name"] for p in olga.open("hidden-one")[0]["people"]] == ["Olga"]
    olga.ask({"type": "deleteList", "list": "hidden-one", "epoch": opened["epoch"]})
    for client in clients:
        client.nothing_came()
        assert client.presence == []


PATHS = ["/l/{}", "/api/lists/{}", "/api/lists/{}/export.md", "/api/lists/{}/export.json", "/api/lists/{}/mutations",
         "/{}", "/l/{}/", "/l/{}?x=1", "/l/{}.json", "/v/{}", "/js/{}", "/healthz/{}"]


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "DELETE"])
def test_no_path_tells_whether_a_list_is_there(guarded, olga, method):
    if SECRET not in [e["id"] for e in catalogue(olga)]:
        fill(olga, SECRET)
    before = state(olga, SECRET)
    for path in PATHS:
        for token in (None, guarded.tokens["viewer"].token, guarded.tokens["owner"].token):
            told = []
            for name in (SECRET, NOWHERE):
                bearer = f"Authorization: Bearer {token}\r\n" if token else ""
                with RawConnection(guarded) as raw:
                    status, headers, body = raw.request(
                        f"{method} {path.format(name)} HTTP/1.1\r\nHost: localhost\r\n{bearer}\r\n")
                headers.pop("date", None)
                told.append((status, headers, body))
                assert name.encode() not in body
            assert told[0] == told[1], (method, path)
    assert state(olga, SECRET) == before


def test_the_health_page_names_no_list(guarded, olga):
    fill(olga, "named-nowhere")
    assert guarded.health() == (200, "ok\n")

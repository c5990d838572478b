"""Tokens: made by the operator, shown in hello, refused, expired, revoked."""

import pytest

from access_tools import Guest, assert_turned_away, make_token
from operator_tools import command, refused
from server_process import Server, run
from wire_client import Client


@pytest.fixture
def guarded(tmp_path):
    """A server on a folder in which an owner's token was made before: `guarded.owner`."""
    server = Server(tmp_path / "data")
    server.owner = make_token(server.data, "*", "owner", "Olga")
    server.start()
    yield server
    server.kill()


def test_the_first_token_may_come_before_the_first_start(guarded):
    olga = Guest(guarded, guarded.owner.token)
    assert [entry["role"] for entry in olga.welcome["access"]] == ["owner"]
    assert (guarded.data / "tokens").stat().st_mode & 0o777 == 0o600


def test_a_server_without_tokens_says_nothing_of_access(own_server, connect_to):
    client = connect_to(own_server, "Ana")
    assert "access" not in client.welcome
    assert client.open("a", create=True)[0]["role"] == "owner"


def test_the_first_token_of_a_running_server_ends_those_without(own_server, connect_to):
    before = connect_to(own_server, "Ana")
    made = make_token(own_server.data, "a", "viewer")
    assert_turned_away(before, "missing")
    assert Guest(own_server, made.token).welcome["type"] == "welcome"


def test_without_a_token_there_is_nothing(guarded):
    for first in [{"type": "hello", "name": "Ana"}, {"type": "lists"}, {"type": "ping"},
                  {"type": "open", "list": "a", "create": True}, {"type": "links"}]:
        client = Client(guarded)
        client.send(first)
        assert_turned_away(client, "missing")
    client = Client(guarded)
    answer = client.mutate("a", {"op": "setTitle", "title": "x"})
    assert (answer["type"], answer["code"]) == ("rejected", "forbidden")
    assert_turned_away(client, "missing")


def test_a_frame_that_begins_with_a_token_may_go_on(guarded):
    client = Client(guarded)
    client.send({"type": "hello", "token": guarded.owner.token}, {"type": "open", "list": "a", "create": True})
    assert client.next()["type"] == "welcome"
    assert client.next()["type"] == "opened"


def test_a_changed_token_is_refused(guarded):
    token = guarded.owner.token
    payload, code = token.split(".")
    viewer = make_token(guarded.data, "*", "viewer").token
    wrong = ["", "x", ".", token + "A", token[:-1], token[1:], payload, payload + ".", "." + code,
             payload + "." + viewer.split(".")[1], viewer.split(".")[0] + "." + code, token + "." + code,
             token.upper(), "A" * 5_000 + token, payload + "=." + code, payload + "." + code + "="]
    wrong += [token[:at] + ("A" if token[at] != "A" else "B") + token[at + 1:] for at in range(0, len(token), 17)]
    for text in wrong:
        client = Client(guarded)
        client.send({"type": "hello", "token": text})
        assert_turned_away(client, "invalid")


def test_a_token_of_another_server_is_refused(guarded, tmp_path):
    other = make_token(tmp_path / "other", "*", "owner")
    client = Client(guarded)
    client.send({"type": "hello", "token": other.token})
    assert_turned_away(client, "invalid")


def test_several_tokens_add_up_and_the_bad_ones_are_named(guarded):
    reader = make_token(guarded.data, "a,b", "viewer", "Reader")
    writer = make_token(guarded.data, "b", "editor", "Writer")
    Guest(guarded, guarded.owner.token).open("a", create=True)
    client = Guest(guarded, reader.token, "nonsense", writer.token, name="Nobody")
    assert [entry["id"] for entry in client.welcome["access"]] == [reader.id, writer.id]
    assert client.welcome["refused"] == [{"index": 1, "reason": "invalid"}]
    assert client.open("a")[0]["role"] == "viewer"
    opened, _ = client.open("b", create=True)
    assert opened["role"] == "editor"
    assert client.mutate("b", {"op": "setTitle", "title": "x"})["by"]["name"] == "Writer"


def test_the_token_says_the_name(guarded, connect_to):
    named = make_token(guarded.data, "a", "editor", "Bo")
    unnamed = make_token(guarded.data, "a", "editor")
    for token, name in [(named.token, "Bo"), (unnamed.token, "Zoe")]:
        client = Guest(guarded, token, name="Zoe")
        opened, _ = client.open("a", create=True)
        assert [p["name"] for p in opened["people"] if p["session"] == client.welcome["session"]] == [name]
        change = client.mutate("a", {"op": "insert", "items": [{"title": name}]})
        assert change["by"]["name"] == name
        client.leave()


def test_revoking_ends_open_connections_and_what_was_made_with_it(guarded):
    maker = make_token(guarded.data, "team-*", "owner")
    ana = Guest(guarded, maker.token)
    child = ana.ask({"type": "makeLink", "role": "editor", "lists": ["team-a"]})
    bo = Guest(guarded, child["token"])
    bo.open("team-a", create=True)
    olga = Guest(guarded, guarded.owner.token)
    assert "revoked" in command(guarded, "token", "revoke", maker.id)
    for client in (ana, bo):
        assert_turned_away(client, "revoked")
    for token in (maker.token, child["token"]):
        client = Client(guarded)
        client.send({"type": "hello", "token": token})
        assert_turned_away(client, "revoked")
    assert olga.ask({"type": "ping"})["type"] == "pong"
    guarded.stop()
    guarded.start()
    client = Client(guarded)
    client.send({"type": "hello", "token": child["token"]})
    assert_turned_away(client, "revoked")


def test_the_commands_work_without_a_server(tmp_path):
    server = Server(tmp_path / "data")
    made = [make_token(server.data, "a", role, f"N{role}") for role in ("viewer", "editor", "owner")]
    command(server, "token", "revoke", made[0].id)
    told = command(server, "token", "list")
    assert [line.split()[0] for line in told.splitlines()[1:]] == [m.id for m in made]
    assert [line.split()[6] for line in told.splitlines()[1:]] == ["revoked", "counts", "counts"]
    assert not any(m.token in told or m.token.split(".")[1] in told for m in made)
    assert "token list" in refused(server, "token", "revoke", "nonsense")


def test_where_no_token_was_made_nothing_is_shown_or_made(tmp_path, own_server):
    for server in (Server(tmp_path / "nowhere"), own_server):
        for arguments in (["list"], ["revoke", "x"], ["rotate"]):
            refused(server, "token", *arguments)
    assert not (tmp_path / "nowhere").exists() and not (own_server.data / "tokens").exists()
    assert Client(own_server).open("a", create=True)[0]["role"] == "owner"
    assert "It is the first" in run("token", "--lists", "a", "--data", own_server.data).stdout


@pytest.mark.parametrize("keep", [False, True])
def test_a_new_key_ends_old_tokens_unless_they_are_kept(guarded, keep):
    olga = Guest(guarded, guarded.owner.token)
    command(guarded, "token", "rotate", *(["--keep", "2"] if keep else []))
    if keep:
        assert olga.ask({"type": "ping"})["type"] == "pong"
        assert Guest(guarded, guarded.owner.token).welcome["type"] == "welcome"
    else:
        assert_turned_away(olga, "revoked")
        client = Client(guarded)
        client.send({"type": "hello", "token": guarded.owner.token})
        assert_turned_away(client, "invalid")
    assert Guest(guarded, make_token(guarded.data, "*", "owner").token).welcome["type"] == "welcome"


@pytest.mark.parametrize("arguments", [
    [], ["--lists", "A"], ["--lists", ""], ["--lists", "a,,b"], ["--lists", "*a"], ["--lists", "a", "--role", "king"],
    ["--lists", "a", "--days", "0"], ["--lists", "a", "--days", "3651"], ["--lists", "a", "--name", " "],
    ["--lists", ",".join(f"l{n}" for n in range(33))], ["revoke"], ["list", "x"], ["make"]])
def test_wrong_usage_is_named(tmp_path, arguments):
    server = Server(tmp_path / "data")
    assert "livelistd token --help" in refused(server, "token", *arguments, code=64)
    assert not (tmp_path / "data" / "tokens").exists()


def test_beyond_the_loopback_a_token_or_open_is_needed(tmp_path):
    data = tmp_path / "data"
    result = run("--listen", "0.0.0.0:0", "--data", data)
    assert result.returncode == 1 and "livelistd token" in result.stderr and "--open" in result.stderr
    assert not data.exists()
    owner = make_token(data, "*", "owner")
    server = Server(data, listen="0.0.0.0:0")
    try:
        server.launch()
        assert server.is_ready.wait(20) and server.ready_line(), server.output()
        server.port = int(server.ready_line().split(":")[-1].strip("/"))
        assert Guest(server, owner.token).welcome["type"] == "welcome"
        # The link is for others: it names this machine as they may know it, and the port that was chosen.
        made = make_token(data, "a")
        assert f":{server.port}/l/a#token=" in made.link and "localhost" not in made.link
        assert make_token(data, "*", "viewer", None, None, "--url", "https://a.example/").link.startswith(
            "https://a.example/#token=")
    finally:
        server.kill()


def test_open_lets_everyone_in_although_there_are_tokens(tmp_path, connect_to):
    make_token(tmp_path / "data", "a", "viewer")
    server = Server(tmp_path / "data", "--open").start()
    try:
        client = connect_to(server, "Ana")
        assert client.open("b", create=True)[0]["role"] == "owner"
        assert client.ask({"type": "makeLink", "role": "viewer", "lists": ["b"]})["code"] == "forbidden"
    finally:
        server.kill()


def test_a_damaged_file_stops_the_start_with_a_line(guarded):
    guarded.stop()
    path = guarded.data / "tokens"
    whole = path.read_bytes()
    for bytes in (b"", b"{", whole[:-20], whole.replace(b'"format":1', b'"format":2')):
        path.write_bytes(bytes)
        guarded.launch()
        assert guarded.process.wait(20) == 1
        guarded._join()
        assert len(guarded.errors) == 1 and str(path) in guarded.errors[0], guarded.output()
    path.write_bytes(whole)
    path.chmod(0o644)
    guarded.launch()
    assert guarded.process.wait(20) == 1


def test_no_token_and_no_key_is_logged(tmp_path):
    server = Server(tmp_path / "data", "--log", "debug")
    owner = make_token(server.data, "*", "owner")
    server.start()
    try:
        made = Guest(server, owner.token).ask({"type": "makeLink", "role": "viewer", "lists": ["a"]})
        for text in (owner.token + "x", made["token"]):
            client = Client(server)
            client.ask({"type": "hello", "token": text})
            client.leave()
        server.stop()
        log = "\n".join(server.lines + server.errors)
        assert "refused a token from 127.0.0.1: invalid" in log
        assert f"made link {made['id']} for link {owner.id} from 127.0.0.1" in log
        for secret in owner.token.split(".") + made["token"].split("."):
            assert secret not in log
    finally:
        server.kill()

"""`livelistd retry`: a list that was set aside is tried again, and served where it is well."""

import sqlite3

import pytest

from builders import insert
from operator_tools import Control, command, refused
from server_process import run

CHANGE = "list=(SELECT key FROM lists WHERE name='ill') AND revision=1"


def change(server, statement):
    """What rot does to a store, or who mends it."""
    store = sqlite3.connect(server.data / "livelist.sqlite")
    with store:
        assert store.execute(statement).rowcount == 1
    store.close()


@pytest.fixture
def ill(own_server, connect_to):
    """A server with the lists `ill`, whose first change is damaged and has been met, and `well`."""
    ana = connect_to(own_server, "Ana")
    _, own_server.copy = ana.make_list("ill", insert("Milk"), insert("Eggs"))
    ana.make_list("well", insert("Tea"))
    own_server.stop()
    change(own_server, f"UPDATE changes SET at=at+1 WHERE {CHANGE}")
    own_server.start()
    answer = connect_to(own_server, "Bo").ask({"type": "open", "list": "ill"})
    assert answer["code"] == "unavailable"
    return own_server


def mend(server):
    change(server, f"UPDATE changes SET at=at-1 WHERE {CHANGE}")


def test_it_stays_set_aside_as_long_as_it_is_damaged(ill, connect_to):
    for _ in range(2):
        why = refused(ill, "retry", "ill")
        assert "still set aside: its change 1 fails its checksum" in why, why
        assert connect_to(ill, "Cy").ask({"type": "open", "list": "ill"})["code"] == "unavailable"
        assert ill.health()[1].endswith(": ill\n")
    told = run("lists", "--data", ill.data).stderr
    assert told == ("livelistd: the list ill is set aside: its change 1 fails its checksum; "
                    "livelistd retry ill tries it again\n")
    assert any("livelistd retry ill" in line for line in ill.errors)


def test_it_is_served_at_once_when_it_is_well(ill, connect_to):
    cy = connect_to(ill, "Cy")
    mend(ill)
    assert cy.ask({"type": "open", "list": "ill"})["code"] == "unavailable"
    assert command(ill, "retry", "ill") == "ill is well, and served\n"
    assert cy.fresh("ill").final() == ill.copy.final()
    assert cy.mutate("ill", insert("Rice"))["revision"] == 3
    assert ill.health() == (200, "ok\n")
    ill.kill()
    ill.start()
    assert connect_to(ill, "Di").fresh("ill").revision == 3
    assert command(ill, "lists").count("\n") == 3


def test_without_a_server_it_is_tried_too(ill, connect_to):
    ill.stop()
    assert "its change 1 fails its checksum" in refused(ill, "retry", "ill")
    mend(ill)
    assert command(ill, "retry", "ill") == "ill is well, and will be served\n"
    ill.start()
    assert connect_to(ill, "Di").fresh("ill").final() == ill.copy.final()


def test_a_list_that_is_served_is_left_as_it_is(ill, connect_to):
    di = connect_to(ill, "Di")
    copy = di.open("well")[1]
    assert command(ill, "retry", "well") == "well is well, and served\n"
    assert copy.take(di.mutate("well", insert("Rice"))) is None and copy.revision == 2
    assert command(ill, "retry", "well") == "well is well, and served\n"
    di.nothing_came()
    assert "there is no list none;" in refused(ill, "retry", "none")
    assert "LIST is missing" in refused(ill, "retry", code=64)


def test_one_list_is_checked_though_it_is_set_aside(ill):
    result = run("check", "--list", "ill", "--data", ill.data)
    assert result.returncode == 1 and "list ill: its change 1 fails its checksum" in result.stdout, result
    assert "1 lists with 1 items" in command(ill, "check", "--list", "well")
    mend(ill)
    assert "all is well" in command(ill, "check", "--list", "ill")
    assert "there is no list none;" in refused(ill, "check", "--list", "none")


def test_one_that_only_the_server_has_set_aside_is_named_too(own_server, connect_to):
    """Here the next revision is in the index already, which nobody can know before it is written."""
    ana = connect_to(own_server, "Ana")
    for name in ("ill", "well"):
        ana.make_list(name, insert("Milk"))
    change(own_server, f"INSERT INTO changes SELECT key+9, list, 2, 'stray', at, 0, x'' FROM changes WHERE {CHANGE}")
    assert command(own_server, "lists").count("\n") == 3
    answer = ana.mutate("ill", insert("Eggs"))
    assert (answer["type"], answer["code"]) == ("rejected", "unavailable"), answer
    assert ana.mutate("well", insert("Eggs"))["revision"] == 2
    assert own_server.health() == (200, "ok\nSet aside (livelistd lists says why): ill\n")
    told = run("lists", "--data", own_server.data)
    assert told.returncode == 0 and told.stderr.count("\n") == 1, told
    assert "the list ill is set aside: " in told.stderr and "livelistd retry ill" in told.stderr, told
    control = Control(own_server)
    control.send({"type": "setAside", "ref": "1"})
    [ill] = control.next()["lists"]
    assert ill["list"] == "ill" and "stored already" in ill["reason"]
    control.close()


def test_the_control_socket_answers(ill):
    control = Control(ill)
    control.send({"type": "retryList", "list": "ill", "ref": "1"}, {"type": "retryList", "list": "well", "ref": "2"})
    answers = {answer["ref"]: answer for answer in (control.next(), control.next())}
    assert (answers["1"]["type"], answers["1"]["code"]) == ("error", "unavailable")
    assert (answers["2"]["type"], answers["2"]["revision"], answers["2"]["items"]) == ("listServed", 1, 1)
    control.send({"type": "retryList", "ref": "3"}, {"type": "retryList", "list": "none", "ref": "4"})
    assert [control.next()["code"] for _ in range(2)] == ["invalid", "unknown-list"]
    control.close()

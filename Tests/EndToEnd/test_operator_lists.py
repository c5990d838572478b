"""`livelistd lists`, `delete` and `restore`, and the control socket through which they reach a server."""

import stat

import pytest

from builders import insert, section, set_title, toggle
from operator_tools import Control, command, refused
from server_process import run


@pytest.fixture(params=["served", "stopped"])
def folder(request, own_server, connect_to):
    """A server with two lists, running or stopped."""
    ana = connect_to(own_server, "Ana")
    opened, copy = ana.make_list("groceries", section("Dairy"), insert("Milk", "Eggs"), set_title("Groceries ü"))
    ana.mutate("groceries", toggle(copy.items[0]["id"]))
    ana.make_list("tools", insert("Hammer"))
    own_server.epoch = opened["epoch"]
    if request.param == "stopped":
        own_server.stop()
    return own_server


def rows(text):
    return [line.split(None, 6) for line in text.splitlines()[1:]]


def test_lists_shows_every_list(folder):
    shown = rows(command(folder, "lists"))
    assert [row[:4] for row in shown] == [["groceries", "2", "1", "4"], ["tools", "1", "0", "1"]]
    assert shown[0][6] == "Groceries ü"
    assert command(folder, "lists", "--deleted").count("\n") == 1


def test_a_deleted_list_can_be_restored(folder):
    assert "deleted groceries" in command(folder, "delete", "groceries")
    assert [row[0] for row in rows(command(folder, "lists"))] == ["tools"]
    deleted = command(folder, "lists", "--deleted")
    assert "groceries" in deleted and folder.epoch in deleted
    assert "2 items at revision 4" in command(folder, "restore", "groceries")
    assert [row[0] for row in rows(command(folder, "lists"))] == ["groceries", "tools"]
    assert command(folder, "lists", "--deleted").count("\n") == 1


def test_what_can_not_be_done_is_said(folder):
    assert "there is no list grocerie;" in refused(folder, "delete", "grocerie")
    assert "no deleted list" in refused(folder, "restore", "nothing")
    assert "delete that one first" in refused(folder, "restore", "tools")
    assert "LIST is missing" in refused(folder, "delete", code=64)
    assert "unknown option --all" in refused(folder, "lists", "--all", code=64)
    assert "is no list's id" in refused(folder, "delete", "No List", code=64)
    assert "takes no argument b" in refused(folder, "delete", "a", "b", code=64)


def test_the_last_of_several_deleted_lists_is_restored_or_the_one_named(folder, connect_to):
    command(folder, "delete", "groceries")
    if not folder.is_running():
        folder.start()
    ana = connect_to(folder, "Ana")
    second = ana.make_list("groceries", insert("Tea"))[0]["epoch"]
    command(folder, "delete", "groceries")
    assert "1 items" in command(folder, "restore", "groceries")
    assert ana.open("groceries")[0]["epoch"] == second
    command(folder, "delete", "groceries")
    assert "2 items" in command(folder, "restore", "groceries", "--epoch", folder.epoch)


def test_those_who_have_it_open_are_told_and_go_on_after_a_restore(own_server, connect_to):
    ana = connect_to(own_server, "Ana")
    opened, _ = ana.make_list("a", insert("Milk"))
    command(own_server, "delete", "a")
    told = ana.wait_for(lambda m: m["type"] == "listDeleted", "listDeleted")
    assert told["by"]["name"] == "Operator"
    assert ana.ask({"type": "open", "list": "a"})["code"] == "unknown-list"
    command(own_server, "restore", "a")
    again = ana.ask({"type": "open", "list": "a", "since": 1, "epoch": opened["epoch"]})
    assert (again["epoch"], again["revision"]) == (opened["epoch"], 1)
    assert ana.mutate("a", insert("Eggs"), epoch=opened["epoch"])["revision"] == 2


def test_a_deleted_list_is_restored_after_a_kill(own_server, connect_to):
    connect_to(own_server, "Ana").make_list("a", insert("Milk"))
    command(own_server, "delete", "a")
    own_server.kill()
    command(own_server, "restore", "a")
    own_server.start()
    assert [i["title"] for i in connect_to(own_server, "Bo").fresh("a").items] == ["Milk"]


def test_the_control_socket_is_the_owners_alone_and_speaks_the_protocol(own_server, connect_to):
    path = own_server.data / "control"
    mode = path.stat().st_mode
    assert stat.S_ISSOCK(mode) and stat.S_IMODE(mode) == 0o600
    ana = connect_to(own_server, "Ana")
    _, copy = ana.make_list("a", insert("Milk"))
    control = Control(own_server)
    control.send({"type": "hello", "name": "Script"}, {"type": "lists", "ref": "1"})
    assert control.next()["type"] == "welcome"
    assert [row["id"] for row in control.next()["lists"]] == ["a"]
    control.send({"type": "mutate", "list": "a", "id": "m", "mutations": [insert("Eggs")]})
    assert control.next()["revision"] == 2
    change = ana.wait_for(lambda m: m["type"] == "change", "the change")
    assert change["by"]["name"] == "Script"
    control.send({"type": "nonsense"})
    assert control.next()["code"] == "invalid"
    own_server.stop()
    assert control.file.readline() == ""
    control.close()
    assert not path.exists()


def test_long_paths_reach_the_socket_too(tmp_path, connect_to):
    from server_process import Server

    deep = tmp_path / ("x" * 100)
    deep.mkdir()
    server = Server(deep / "data").start()
    try:
        connect_to(server, "Ana").make_list("a", insert("Milk"))
        assert "deleted a" in command(server, "delete", "a")
        assert server.is_running()
    finally:
        server.kill()


def test_help():
    overview = run("help").stdout
    for name in ("lists", "delete", "restore"):
        assert f"livelistd {name}" in overview
        told = run(name, "--help")
        assert (told.returncode, told.stderr) == (0, "") and told.stdout.startswith(f"usage: livelistd {name}")
        assert run("help", name).stdout == told.stdout


def test_a_folder_without_a_store_is_refused(tmp_path):
    for name in (["lists"], ["delete", "a"], ["restore", "a"]):
        result = run(*name, "--data", tmp_path / "none")
        assert result.returncode == 1 and "can't be read" in result.stderr
        result = run(*name, "--data", tmp_path)
        assert result.returncode == 1 and "there is no store in" in result.stderr
    assert list(tmp_path.iterdir()) == []

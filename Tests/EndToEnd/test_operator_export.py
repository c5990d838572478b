"""`livelistd export` and `import`: nothing is lost, and nothing is overwritten unasked."""

import json

import pytest

from builders import delete, insert, many, new_id, reorder, section, set_title, toggle
from operator_tools import Control, command, refused
from server_process import run


@pytest.fixture(params=["served", "stopped"])
def folder(request, own_server, connect_to):
    """A list with all that a list may have, on a server that runs or is stopped."""
    ana, bo = connect_to(own_server, "Ana"), connect_to(own_server, "Bo \"x\" ü")
    dairy, dry = new_id(), new_id()
    _, copy = ana.make_list("groceries", section("Dairy", id=dairy), section("Dry \\ \u2028", id=dry), set_title("G"))
    copy.take(ana.mutate("groceries", insert("top", "e\u0301 \U0001f34e", "gone"),
                         insert("Milk", "Eggs", section=dairy)))
    copy.take(bo.mutate("groceries", insert("Rice", section=dry)))
    items = [{"title": "t", "fields": {"note": "a\nb\tc", "quantity": 1.5, "n": 2 ** 53, "ok": True, "ü": ""}}]
    copy.take(bo.mutate("groceries", {"op": "insert", "items": items, "destination": {"section": dry}}))
    ids = [item["id"] for item in copy.items]
    copy.take(bo.mutate("groceries", toggle(ids[3]), reorder(ids[0], section=dairy), delete(ids[2])))
    own_server.epoch = copy.epoch
    if request.param == "stopped":
        own_server.stop()
    return own_server


def exported(server, *lists):
    return json.loads(command(server, "export", *(lists or ["--all"])))["lists"]


def test_an_export_is_imported_without_loss(folder, connect_to, tmp_path):
    (before,) = exported(folder, "groceries")
    assert len(before["items"]) == 6 and len(before["sections"]) == 2
    command(folder, "export", "groceries", "--output", tmp_path / "file")
    assert "is there already" in refused(folder, "export", "--all", "--output", tmp_path / "file")
    assert command(folder, "import", tmp_path / "file", "--as", "copy") == "imported copy with 6 items\n"
    (after,) = exported(folder, "copy")
    assert after["epoch"] != before["epoch"]
    changed = {"id": 0, "epoch": 0}
    assert {**after, **changed} == {**before, **changed}
    if not folder.is_running():
        folder.start()
    fresh, original = (connect_to(folder, "Ana").fresh(name) for name in ("copy", "groceries"))
    assert (fresh.items, fresh.sections, fresh.title) == (original.items, original.sections, original.title)
    assert connect_to(folder, "Ana").mutate("copy", insert("on"))["revision"] == before["revision"] + 1
    assert "all is well" in command(folder, "check")


def test_what_is_there_is_replaced_only_when_told(folder, connect_to, tmp_path):
    command(folder, "export", "--all", "--output", tmp_path / "file")
    if folder.is_running():
        ana = connect_to(folder, "Ana")
        ana.open("groceries")
        assert ana.mutate("groceries", insert("later"))["type"] == "change"
    assert "give --replace" in refused(folder, "import", tmp_path / "file")
    command(folder, "import", tmp_path / "file", "--replace")
    if folder.is_running():
        assert ana.wait_for(lambda m: m["type"] == "listDeleted", "listDeleted")["epoch"] == folder.epoch
        fresh, copy = ana.open("groceries")
        assert fresh["epoch"] != folder.epoch and "later" not in [i["title"] for i in copy.items]
        assert ana.mutate("groceries", insert("x"), epoch=folder.epoch)["code"] == "conflict"
    command(folder, "delete", "groceries")
    assert folder.epoch in command(folder, "lists", "--deleted")
    command(folder, "restore", "groceries", "--epoch", folder.epoch)


def test_any_layout_of_the_file_will_do(folder, tmp_path):
    (before,) = exported(folder, "groceries")
    whole = {"version": 1, "format": "livelist-export", "lists": [before], "more": {"a": ["]}", "\\\""]}}
    (tmp_path / "file").write_text(json.dumps(whole, indent=3, sort_keys=True))
    command(folder, "import", tmp_path / "file", "--as", "copy")
    (after,) = exported(folder, "copy")
    assert (after["items"], after["sections"]) == (before["items"], before["sections"])


def spoiled(before, **keys):
    return {"format": "livelist-export", "version": 1, "lists": [{**before, **keys}], }


@pytest.mark.parametrize("name, spoil, says", [
    ("title", lambda items: items[1].update(title=" "), "Item 2 can't be taken. \"title\" must not be empty"),
    ("twice", lambda items: items[2].update(id=items[0]["id"]), "Item 3 can't be taken."),
    ("section", lambda items: items[0].update(section=new_id()), "which the list does not have"),
    ("author", lambda items: items[0].pop("createdBy"), "\"createdBy\" is missing"),
    ("time", lambda items: items[5].update(updatedAt="now"), "Item 6 can't be taken. \"updatedAt\""),
    ("large", lambda items: items[0].update(title="x" * 2_001), "at most 2000"),
])
def test_a_list_comes_in_whole_or_not_at_all(folder, tmp_path, name, spoil, says):
    (before,) = exported(folder, "groceries")
    spoil(before["items"])
    (tmp_path / name).write_text(json.dumps(spoiled(before)))
    assert says in refused(folder, "import", tmp_path / name, "--as", "copy")
    assert "copy" not in command(folder, "lists")


@pytest.mark.parametrize("text, says", [
    ("", "is no export of lists"), ("[]", "is no export of lists"), ("{}", "is no export of lists"),
    ('{"lists":[]}', "is no export of lists"), ('{"format":"other","version":1,"lists":[]}', "is no export"),
    ('{"format":"livelist-export","version":2,"lists":[]}', "has format 2"),
    ('{"format":"livelist-export","version":1,"lists":[{"title":"x"}]}', "is no export of lists"),
    ('{"format":"livelist-export","version":1,"lists":[{"id":"A b"}]}', "is no list's id"),
    ('{"format":"livelist-export","version":1,"lists":[{"id":"a"}', "makes no sense at byte 59"),
    ('{"format":"livelist-export","version":1,"lists":[{"id":"x","revision":-1,"title":"x"}]}', "\"revision\""),
    ('{"format":"livelist-export","version":1,"lists":[{"id":"a","title":"x"},{"id":"a"}]}', "holds the list a twice"),
    ("\x00\x01binary", "is no export of lists"),
])
def test_a_file_of_something_else_is_refused(server, connect, tmp_path, text, says):
    connect("Ana").make_list("here")
    (tmp_path / "file").write_text(text)
    assert says in refused(server, "import", tmp_path / "file")
    assert command(server, "lists").count("\n") == 2


def test_wrong_usage(server, connect, tmp_path):
    connect("Ana").open("here", create=True)
    assert "name the lists" in refused(server, "export", code=64)
    assert "name the lists" in refused(server, "export", "a", "--all", code=64)
    assert "there is no list nowhere" in refused(server, "export", "nowhere")
    assert "can't be read" in refused(server, "import", tmp_path / "none")
    assert "FILE is missing" in refused(server, "import", code=64)
    assert "--as needs NAME" in refused(server, "import", "f", "--as", code=64)
    command(server, "export", "--all", "--output", tmp_path / "empty")
    result = run("import", tmp_path / "empty", "--data", tmp_path / "none")
    assert result.returncode == 1 and "can't be read" in result.stderr


def test_a_large_list_goes_out_and_in(own_server, connect_to, tmp_path):
    ana = connect_to(own_server, "Ana")
    ana.open("large", create=True)
    for mutation in many(20_000):
        assert ana.mutate("large", mutation)["type"] == "change"
    command(own_server, "export", "large", "--output", tmp_path / "file")
    assert command(own_server, "import", tmp_path / "file", "--as", "copy") == "imported copy with 20000 items\n"
    own_server.kill()
    own_server.start()
    assert connect_to(own_server, "Bo").open("copy")[1].items == connect_to(own_server, "Bo").open("large")[1].items
    own_server.stop()


def test_an_import_that_ends_half_way_leaves_nothing(server, connect):
    ana = connect("Ana")
    control = Control(server)
    item = {"id": new_id(), "title": "x", "createdAt": 1, "createdBy": "A", "updatedAt": 1, "updatedBy": "A"}
    control.send({"type": "import", "list": "half", "title": "Half"}, {"type": "importItems", "items": [item]})
    control.close()
    control = Control(server)
    control.send({"type": "importEnd", "ref": "1"})
    assert control.next()["code"] == "invalid"
    assert ana.ask({"type": "open", "list": "half"})["code"] == "unknown-list"
    control.close()

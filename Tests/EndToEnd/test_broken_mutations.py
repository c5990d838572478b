"""Section 8 of the protocol: mutations of wrong shapes are rejected, name the key, and change nothing."""

import json

import pytest

from builders import ids_of, insert, new_id, section
from wire_client import Client

ID = "11111111-0000-4000-8000-000000000001"
WRONG_IDS = {"number": 7, "empty": "", "word": "milk", "braces": "{" + ID + "}", "urn": "urn:uuid:" + ID,
             "no dashes": ID.replace("-", ""), "short": ID[:-1], "long": ID + "0", "not hex": "g" + ID[1:],
             "dash moved": "1111111-10000-4000-8000-000000000001", "blank after": ID + " ", "array": [ID],
             "none": "none", "true": True, "full width": "１" + ID[1:], "line break": ID + "\n"}


def item(**keys):
    return {"op": "insert", "items": [{"title": "Milk", **keys}]}


def with_key(op, key, value, **more):
    return {"op": op, key: value, **more}


# name: (mutation, the key that the message must name)
WRONG = {
    "no object": (7, "mutations"), "text": ("insert", "mutations"), "an array": ([], "mutations"),
    "true": (True, "mutations"),
    "no op": ({}, "op"), "op a number": ({"op": 7}, "op"), "op unknown": ({"op": "explode"}, "op"),
    "op of another case": ({"op": "Insert", "items": [{"title": "x"}]}, "op"),
    "op empty": ({"op": ""}, "op"),
    "op padded": ({"op": "insert ", "items": [{"title": "x"}]}, "op"),
    "insert: no items": ({"op": "insert"}, "items"),
    "insert: items empty": ({"op": "insert", "items": []}, "items"),
    "insert: items an object": ({"op": "insert", "items": {"title": "x"}}, "items"),
    "insert: items text": ({"op": "insert", "items": "Milk"}, "items"),
    "insert: an item text": ({"op": "insert", "items": ["Milk"]}, "items"),
    "insert: an item null": ({"op": "insert", "items": [None]}, "items"),
    "insert: an item an array": ({"op": "insert", "items": [[]]}, "items"),
    "insert: no title": ({"op": "insert", "items": [{}]}, "title"),
    "insert: second without title": ({"op": "insert", "items": [{"title": "x"}, {}]}, "title"),
    "insert: title a number": (item(title=7), "title"),
    "insert: title an array": (item(title=["x"]), "title"),
    "insert: title empty": (item(title=""), "title"),
    "insert: title blank": (item(title=" \t\u3000"), "title"),
    "insert: title with a line break": (item(title="a\nb"), "title"),
    "insert: title with a tab": (item(title="a\tb"), "title"),
    "insert: title with NUL": (item(title="a\u0000b"), "title"),
    "insert: title with U+007F": (item(title="a\u007fb"), "title"),
    "insert: title with U+009F": (item(title="a\u009fb"), "title"),
    "insert: title with U+0085 inside": (item(title="a\u0085b"), "title"),
    "insert: isDone a number": (item(isDone=1), "isDone"),
    "insert: isDone text": (item(isDone="true"), "isDone"),
    "insert: isDone an array": (item(isDone=[]), "isDone"),
    "insert: destination text": ({**item(), "destination": ID}, "destination"),
    "insert: destination an array": ({**item(), "destination": [ID]}, "destination"),
    "insert: destination a number": ({**item(), "destination": 0}, "destination"),
    "insert: section of another case": ({**item(), "destination": {"section": "NONE"}}, "section"),
    "insert: section empty": ({**item(), "destination": {"section": ""}}, "section"),
    "insert: section a number": ({**item(), "destination": {"section": 1}}, "section"),
    "insert: before none": ({**item(), "destination": {"before": "none"}}, "before"),
    "insert: before an object": ({**item(), "destination": {"before": {"id": ID}}}, "before"),
    "fields: an array": (item(fields=[]), "fields"), "fields: text": (item(fields="x"), "fields"),
    "fields: a number": (item(fields=0), "fields"), "fields: false": (item(fields=False), "fields"),
    "fields: an array as value": (item(fields={"q": [1]}), "q"),
    "fields: an object as value": (item(fields={"q": {"a": 1}}), "q"),
    "fields: an empty key": (item(fields={"": 1}), "fields"),
    "fields: NUL in a value": (item(fields={"q": "a\u0000"}), "q"),
    "fields: U+000B in a value": (item(fields={"q": "a\u000bb"}), "q"),
    "fields: U+0085 in a value": (item(fields={"q": "a\u0085b"}), "q"),
    "edit: nothing": ({"op": "edit", "id": ID}, "title"), "edit: no fields in fields": (
        {"op": "edit", "id": ID, "fields": {}}, "fields"),
    "edit: null title alone": ({"op": "edit", "id": ID, "title": None}, "title"),
    "edit: no id": ({"op": "edit", "title": "x"}, "id"), "edit: ids in place of id": (
        {"op": "edit", "ids": [ID], "title": "x"}, "id"),
    "edit: title empty": ({"op": "edit", "id": ID, "title": "  "}, "title"),
    "edit: title a number": ({"op": "edit", "id": ID, "title": 1}, "title"),
    "edit: fields an array": ({"op": "edit", "id": ID, "fields": ["note"]}, "fields"),
    "edit: a field an object": ({"op": "edit", "id": ID, "fields": {"note": {}}}, "note"),
    "toggle: no ids": ({"op": "toggle"}, "ids"),
    "toggle: id in place of ids": ({"op": "toggle", "id": ID}, "ids"),
    "toggle: isDone text": ({"op": "toggle", "ids": [ID], "isDone": "yes"}, "isDone"),
    "toggle: isDone zero": ({"op": "toggle", "ids": [ID], "isDone": 0}, "isDone"),
    "delete: ids text": ({"op": "delete", "ids": ID}, "ids"),
    "delete: ids an object": ({"op": "delete", "ids": {}}, "ids"),
    "restore: no ids": ({"op": "restore"}, "ids"),
    "reorder: no sources": ({"op": "reorder", "destination": {}}, "sources"),
    "reorder: ids in place of sources": ({"op": "reorder", "ids": [ID]}, "sources"),
    "reorder: destination text": ({"op": "reorder", "sources": [ID], "destination": "none"}, "destination"),
    "insertSection: no section": ({"op": "insertSection"}, "section"),
    "insertSection: section text": ({"op": "insertSection", "section": "Dairy"}, "section"),
    "insertSection: no title": ({"op": "insertSection", "section": {"id": ID}}, "title"),
    "insertSection: title empty": ({"op": "insertSection", "section": {"title": " "}}, "title"),
    "insertSection: title with a line break": ({"op": "insertSection", "section": {"title": "a\nb"}},
                                               "title"),
    "insertSection: before none": ({"op": "insertSection", "section": {"title": "x"}, "before": "none"},
                                   "before"),
    "renameSection: no title": ({"op": "renameSection", "id": ID}, "title"),
    "renameSection: no id": ({"op": "renameSection", "title": "x"}, "id"),
    "renameSection: none": ({"op": "renameSection", "id": "none", "title": "x"}, "id"),
    "deleteSection: no id": ({"op": "deleteSection"}, "id"), "deleteSection: none": (
        {"op": "deleteSection", "id": "none"}, "id"),
    "deleteSection: items of another word": ({"op": "deleteSection", "id": ID, "items": "drop"}, "items"),
    "deleteSection: items true": ({"op": "deleteSection", "id": ID, "items": True}, "items"),
    "deleteSection: items an array": ({"op": "deleteSection", "id": ID, "items": []}, "items"),
    "reorderSections: no sources": ({"op": "reorderSections"}, "sources"),
    "reorderSections: before a number": ({"op": "reorderSections", "sources": [ID], "before": 1}, "before"),
    "setTitle: no title": ({"op": "setTitle"}, "title"),
    "setTitle: blank": ({"op": "setTitle", "title": "\u2003"}, "title"),
    "setTitle: a number": ({"op": "setTitle", "title": 5}, "title"),
}
for op, key in [("toggle", "ids"), ("delete", "ids"), ("restore", "ids"), ("reorder", "sources"),
                ("reorderSections", "sources")]:
    WRONG[f"rule 3: {op}: empty"] = (with_key(op, key, []), key)
    WRONG[f"rule 3: {op}: an id twice"] = (with_key(op, key, [ID, ID]), key)
    WRONG[f"rule 3: {op}: an id twice in two cases"] = (with_key(op, key, ["a" + ID[1:], "A" + ID[1:]]), key)
    WRONG[f"{op}: null among the ids"] = (with_key(op, key, [ID, None]), key)
for name, wrong in WRONG_IDS.items():
    WRONG[f"item id: {name}"] = (item(id=wrong), "id")
    WRONG[f"edit id: {name}"] = ({"op": "edit", "id": wrong, "title": "x"}, "id")
    WRONG[f"ids: {name}"] = ({"op": "delete", "ids": [wrong]}, "ids")
    WRONG[f"sources: {name}"] = ({"op": "reorder", "sources": [wrong]}, "sources")
    WRONG[f"before: {name}"] = ({**item(), "destination": {"before": wrong}}, "before")
    WRONG[f"section id: {name}"] = ({"op": "insertSection", "section": {"id": wrong, "title": "x"}}, "id")
    if name != "none":
        WRONG[f"section: {name}"] = ({**item(), "destination": {"section": wrong}}, "section")

MUTATIONS_WRONG = {"absent": ..., "null": None, "text": "x", "an object": {"op": "setTitle", "title": "x"},
                   "a number": 1, "empty": []}

RAW = {
    "a number too large": ('{"op":"insert","items":[{"title":"x","fields":{"q":1e400}}]}', "fields"),
    "a number too small": ('{"op":"insert","items":[{"title":"x","fields":{"q":-1e400}}]}', "fields"),
    "a long number too large": ('{"op":"insert","items":[{"title":"x","fields":{"q":' + "9" * 400 + "}}]}",
                                "fields"),
}


@pytest.fixture(scope="module")
def rows(server):
    """One list for all of these: two items and a section, which nothing below may change."""
    with Client(server, "Ana") as ana:
        ana.open("broken", create=True)
        ids_of(ana.mutate("broken", section("Dairy"), insert("Milk", "Eggs", ids=[ID, new_id()])))
        before = ana.fresh("broken").final()
        yield ana, before
        assert ana.fresh("broken").final() == before


def assert_rejected(rows, answer, key, index):
    ana, before = rows
    told = (answer["type"], answer.get("code"), answer.get("index"))
    assert told == ("rejected", "invalid", index), answer
    assert key in answer["message"], f"the message does not name {key}: {answer['message']}"
    ana.nothing_came()
    newest = ana.ask({"type": "history", "list": "broken", "limit": 1})["changes"][0]
    assert newest["revision"] == before["revision"]


@pytest.mark.parametrize("name", WRONG)
def test_a_mutation_of_a_wrong_shape_is_rejected(rows, name):
    mutation, key = WRONG[name]
    assert_rejected(rows, rows[0].mutate("broken", mutation), key, 0)


@pytest.mark.parametrize("name", MUTATIONS_WRONG)
def test_mutations_of_a_wrong_shape_are_rejected(rows, name):
    message = {"type": "mutate", "list": "broken", "id": "m", "mutations": MUTATIONS_WRONG[name]}
    if name == "absent":
        del message["mutations"]
    assert_rejected(rows, rows[0].ask(message), "mutations", None)


@pytest.mark.parametrize("name", RAW)
def test_numbers_that_are_not_finite_are_rejected(rows, name):
    mutation, key = RAW[name]
    ana, before = rows
    ana.send_text('{"type":"mutate","list":"broken","id":"m","mutations":[%s]}' % mutation)
    answer = ana.next()
    assert answer["type"] in ("rejected", "error") and answer["code"] == "invalid"
    assert ana.fresh("broken").final() == before


def test_one_wrong_among_right_ones_leaves_all_undone(rows):
    ana, before = rows
    for name, (mutation, _) in WRONG.items():
        answer = ana.mutate("broken", insert("Tea"), {"op": "setTitle", "title": "x"}, mutation,
                            insert("Rice"))
        assert (answer["type"], answer["code"], answer["index"]) == ("rejected", "invalid", 2), name
    assert ana.fresh("broken").final() == before


def test_the_same_mutations_all_at_once_in_one_frame(rows):
    ana, before = rows
    wrong = [m for m, _ in WRONG.values()]
    ana.send_text(json.dumps([{"type": "mutate", "list": "broken", "id": f"w{n}", "mutations": [m]}
                              for n, m in enumerate(wrong)]))
    answers = [ana.next() for _ in wrong]
    assert [(a["type"], a["id"], a["code"]) for a in answers] == [
        ("rejected", f"w{n}", "invalid") for n in range(len(wrong))]
    assert ana.fresh("broken").final() == before

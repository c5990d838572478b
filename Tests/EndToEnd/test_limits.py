"""Section 2 and 8 of the protocol: each limit one below, at, and above it."""

import json

import pytest

from builders import delete, edit, ids_of, insert, many, new_id, reorder, restore, section, set_title, toggle

SCALAR = "\U0001f600"  # one scalar, two UTF-16 units, four bytes


@pytest.fixture
def ana(client, list_id):
    """Ana with an open list: `ana(mutation)` is the answer."""
    client.open(list_id, create=True)
    return lambda *mutations, **keys: client.mutate(list_id, *mutations, **keys)


def item(**keys):
    return {"op": "insert", "items": [{"title": "x", **keys}]}


def assert_limit(ana, make, limit, key, code="too-large"):
    """`make(n)` is right one below and at the limit, and refused with `code` one above and far above."""
    for n in (limit - 1, limit):
        assert ana(make(n))["type"] == "change", n
    for n in (limit + 1, limit * 3):
        rejected = ana(make(n))
        assert (rejected["type"], rejected.get("code")) == ("rejected", code), n
        assert rejected["index"] == 0 and key in rejected["message"], rejected["message"]


@pytest.mark.parametrize("scalar", ["x", "é", SCALAR, "e\u0301"], ids=["ASCII", "é", "emoji", "two"])
def test_a_title_of_2000_scalars(ana, scalar):
    assert_limit(ana, lambda n: item(title=(scalar * n)[:n]), 2_000, "title")


def test_a_title_is_measured_after_trimming(ana):
    assert_limit(ana, lambda n: item(title=" \u2003" * 50 + "x" * n + "\u00a0" * 300), 2_000, "title")


def test_titles_elsewhere_have_the_same_limit(ana):
    id = ids_of(ana(item()))[0]
    assert_limit(ana, lambda n: edit(id, title="y" * n), 2_000, "title")
    assert_limit(ana, lambda n: set_title("y" * n), 2_000, "title")


def test_a_section_title_of_200_scalars(ana):
    assert_limit(ana, lambda n: section(SCALAR * n), 200, "title")
    id = new_id()
    ana(section("S", id=id))
    assert_limit(ana, lambda n: {"op": "renameSection", "id": id, "title": f"{n:x<{n}}"}, 200, "title")


def test_a_title_of_a_new_list_of_2000_scalars(client, list_id):
    assert client.ask({"type": "open", "list": list_id, "create": True,
                       "title": SCALAR * 2_000})["type"] == "opened"
    error = client.ask({"type": "open", "list": f"{list_id}-b", "create": True, "title": SCALAR * 2_001})
    assert (error["type"], error["code"]) == ("error", "too-large") and "title" in error["message"]
    assert client.ask({"type": "open", "list": f"{list_id}-b"})["code"] == "unknown-list"


def test_32_fields(ana):
    assert_limit(ana, lambda n: item(fields={f"k{i}": i for i in range(n)}), 32, "fields")
    id = ids_of(ana(item()))[0]
    assert_limit(ana, lambda n: edit(id, fields={f"k{i}": n for i in range(n)}), 32, "fields")


def test_32_fields_counted_together_with_those_that_are_there(ana):
    id = ids_of(ana(item(fields={f"old{i}": i for i in range(31)})))[0]
    assert ana(edit(id, fields={"a": 1}))["type"] == "change"
    rejected = ana(edit(id, fields={"b": 1}))
    assert (rejected["type"], rejected.get("code")) == ("rejected", "too-large")
    assert ana(edit(id, fields={"a": None, "b": 1}))["type"] == "change"
    assert ana(edit(id, fields={"b": None}))["type"] == "change"


def test_a_field_key_of_64_characters(ana):
    assert_limit(ana, lambda n: item(fields={"k" * n: 1}), 64, "fields")
    assert ana(item(fields={"é" * 64: 1, SCALAR * 64: 2}))["type"] == "change"
    assert ana(item(fields={SCALAR * 65: 1}))["code"] == "too-large"


@pytest.mark.parametrize("scalar", ["x", "é", SCALAR], ids=["ASCII", "é", "emoji"])
def test_a_field_of_4000_scalars(ana, scalar):
    assert_limit(ana, lambda n: item(fields={"note": scalar * n}), 4_000, "note")
    id = ids_of(ana(item()))[0]
    assert_limit(ana, lambda n: edit(id, fields={"note": f"{n}" + scalar * (n - len(str(n)))}), 4_000,
                 "note")


def test_a_field_is_not_trimmed(ana):
    assert ana(item(fields={"note": " " * 4_001}))["code"] == "too-large"
    fact = ana(item(fields={"note": " a \n"}))["mutations"][0]
    assert fact["items"][0]["fields"] == {"note": " a \n"}
    assert ana(item(fields={"note": ""}))["mutations"][0]["items"][0]["fields"] == {"note": ""}


def test_64_kib_an_item(ana):
    def fields(count, of):
        return {f"f{n}": of * 4_000 for n in range(count)}
    assert ana(item(fields=fields(4, SCALAR)))["type"] == "change"  # some 64,000 bytes
    for fields_over in (fields(17, "x"), fields(5, SCALAR), fields(32, "é")):
        rejected = ana(item(fields=fields_over))
        assert (rejected["type"], rejected.get("code")) == ("rejected", "too-large")
    id = ids_of(ana(item(fields=fields(16, "x"))))[0]
    assert ana(edit(id, fields={"more": "x" * 4_000}))["code"] == "too-large"
    assert ana(edit(id, title=SCALAR * 2_000))["code"] == "too-large"
    assert ana(edit(id, fields={"f0": None, "more": "x" * 4_000}))["type"] == "change"


def test_1000_mutations_in_one_mutate(ana):
    for count in (999, 1_000):
        assert len(ana(*[insert(f"{n}") for n in range(count)])["mutations"]) == count
    rejected = ana(*[insert(f"{n}") for n in range(1_001)])
    assert (rejected["type"], rejected["code"]) == ("rejected", "too-large")
    assert "mutations" in rejected["message"]
    assert "index" not in rejected


def test_10000_items_in_one_mutate(client, ana, list_id):
    for count in (9_999, 10_000):
        assert ana(*many(count, prefix=""), seconds=30)["type"] == "change"
    for mutations in (many(10_001, prefix=""), many(10_001, prefix="", block=10_001)):
        rejected = ana(*mutations, seconds=30)
        assert (rejected["type"], rejected["code"]) == ("rejected", "too-large")
    ids = client.fresh(list_id).ids()
    for mutation in (toggle(*ids[:10_001], isDone=True), delete(*ids[:10_001]),
                     reorder(*ids[:10_001][::-1])):
        assert ana(mutation, seconds=30)["code"] == "too-large", mutation["op"]
    assert ana(toggle(*ids[:10_000], isDone=True), seconds=30)["type"] == "change"


def test_10000_items_counts_facts_not_requests(client, ana, list_id):
    id = new_id()
    ana(section("S", id=id))
    for n in range(2):
        ana(*many(6_000, prefix="", section=id), seconds=30)
    for keys in ({}, {"items": "keep"}, {"items": "delete"}):
        rejected = ana({"op": "deleteSection", "id": id, **keys}, seconds=30)
        assert (rejected["type"], rejected.get("code")) == ("rejected", "too-large"), keys
    ids = client.fresh(list_id).ids()
    assert ana(delete(*ids[:5_000]), delete(*ids[5_000:10_001]), seconds=30)["code"] == "too-large"
    assert ana(delete(*ids[:6_000]), seconds=30)["type"] == "change"
    assert ana(delete(*ids[6_000:]), seconds=30)["type"] == "change"
    assert ana(restore(*ids[:6_000]), restore(*ids[6_000:]), seconds=30)["code"] == "too-large"
    assert ana(restore(*ids[:3_500]), seconds=30)["type"] == "change"
    assert client.fresh(list_id).ids() == ids[:3_500]


def test_1_mib_of_titles_and_fields_in_one_mutates_facts(ana, client, list_id):
    large = {f"f{n}": "x" * 4_000 for n in range(15)}
    ids = []
    for n in range(3):
        ids += ids_of(ana({"op": "insert", "items": [{"title": "x", "fields": large} for _ in range(8)]}))
    ana(delete(*ids))
    rejected = ana(restore(*ids))
    assert (rejected["type"], rejected["code"]) == ("rejected", "too-large")
    assert ana(restore(*ids[:12]))["type"] == "change"
    assert len(client.fresh(list_id).items) == 12


def test_no_change_is_over_1_mib(client, ana, list_id):
    """10,000 short items are within each other limit, but in a section their fact would be 1.2 MB."""
    id = new_id()
    ana(section("S", id=id))
    rejected = ana(insert(*["x"] * 10_000, section=id), seconds=30)
    assert (rejected["type"], rejected.get("code")) == ("rejected", "too-large")
    for _ in range(2):
        assert ana(insert(*["x"] * 5_000, section=id), seconds=30)["type"] == "change"
    ids = client.fresh(list_id).ids()
    assert ana(delete(*ids), seconds=30)["type"] == "change"
    assert ana(restore(*ids), seconds=30)["code"] == "too-large"
    assert ana(restore(*ids[:3_000]), seconds=30)["type"] == "change"


def test_1000_sections(ana):
    assert ana(*[section(f"s{n}") for n in range(999)])["type"] == "change"
    id = new_id()
    assert ana(section("the last", id=id))["type"] == "change"
    rejected = ana(section("one too many"))
    assert (rejected["type"], rejected.get("code"), rejected["index"]) == ("rejected", "too-large", 0)
    assert ana({"op": "deleteSection", "id": id}, section("in its place"))["type"] == "change"


def test_a_list_id_of_64_characters(client):
    assert client.ask({"type": "open", "list": "l" * 64, "create": True})["type"] == "opened"
    assert client.ask({"type": "open", "list": "l" * 65, "create": True})["code"] in ("too-large", "invalid")


def test_the_largest_frame_is_taken_whole(client, list_id):
    client.open(list_id, create=True)
    message = {"type": "mutate", "list": list_id, "id": "large", "mutations": [insert(*["x" * 1_990] * 500)]}
    text = json.dumps(message)
    client.send_text(text + " " * ((1 << 20) - len(text)))
    assert client.next()["type"] == "change"
